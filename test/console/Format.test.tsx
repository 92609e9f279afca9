import { assert, describe, it } from "vitest"
import * as format from "../../src/console/format.ts"
import { served } from "../../src/console/page.ts"

describe("numbers", () => {
  it("MUST be whole where they count, with groups, and short where they are not known exactly", () => {
    assert.strictEqual(format.integer(0), "0")
    assert.strictEqual(format.integer(1_234_567.6), "1,234,568")
    assert.strictEqual(format.integer(-1), "-1")
    assert.strictEqual(format.decimal(1234.56), "1,234.6")
    assert.strictEqual(format.amount(1_834_567), "1.8 million")
    assert.strictEqual(format.amount(7), "7")
    assert.strictEqual(format.ratio(0.12345), "12.3%")
    assert.strictEqual(format.ratio(1), "100%")
    assert.strictEqual(format.degree(9.5), "9.50000")
  })

  it("MUST be bytes in the unit that they fill, with a decimal where it says something", () => {
    for (const [value, text] of [
      [0, "0 bytes"],
      [1, "1 byte"],
      [999, "999 bytes"],
      [1000, "1 kB"],
      [45_300, "45 kB"],
      [45_300_000, "45.3 MB"],
      [999_000_000, "999 MB"],
      [1_500_000_000, "1.5 GB"],
      [2e15, "2,000 TB"],
      [0.4, "0 bytes"]
    ] as const) {
      assert.strictEqual(format.bytes(value), text)
    }
  })
})

describe("lengths of time", () => {
  it("MUST be told by their two largest units", () => {
    const minute = 60_000
    for (const [milliseconds, text] of [
      [0, "less than a second"],
      [999, "less than a second"],
      [1000, "1s"],
      [59_400, "59s"],
      [59_600, "1m 0s"],
      [200_000, "3m 20s"],
      [60 * minute, "1h 0m"],
      [125 * minute, "2h 5m"],
      [47 * 60 * minute, "47h 0m"],
      [49 * 60 * minute, "2d 1h"]
    ] as const) {
      assert.strictEqual(format.duration(milliseconds), text)
    }
  })

  it("MUST be ages in the largest unit that they fill, before and after", () => {
    const now = Date.parse("2026-11-21T10:00:00.000Z")
    for (const [iso, text] of [
      ["2026-11-21T10:00:00.400Z", "now"],
      ["2026-11-21T09:59:00.000Z", "1 minute ago"],
      ["2026-11-21T13:00:00.000Z", "in 3 hours"],
      ["2024-11-20T10:00:00.000Z", "2 years ago"]
    ] as const) {
      assert.strictEqual(format.relative(iso, now), text)
    }
  })

  it("MUST be moments, days and clocks of the visitor's own place", () => {
    const iso = "2026-02-03T04:05:06.000Z"
    assert.match(format.moment(iso), /^Feb 3, 2026, 4:05:06\sAM$/)
    assert.strictEqual(format.day(iso), "Feb 3, 2026")
    assert.match(format.clock(iso), /^4:05\sAM$/)
  })
})

describe("names", () => {
  it("MUST be those of countries and languages, and what is none as it is", () => {
    assert.strictEqual(format.countryName("AT"), "Austria")
    for (const odd of ["", "ZZZ", "1", "<b>", "at"]) assert.strictEqual(format.countryName(odd), odd)
    assert.strictEqual(format.languageName("zh-TW"), "Chinese (Taiwan)")
    for (const odd of ["not a tag", "_"]) assert.strictEqual(format.languageName(odd), odd)
  })
})

describe("what the service wrote into the page", () => {
  it("MUST be empty where it wrote nothing", () => {
    assert.deepStrictEqual(served, { styleNonce: "", program: "", tileUrl: "", tileAttribution: "" })
  })
})
