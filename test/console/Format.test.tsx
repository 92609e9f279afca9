import { afterEach, assert, describe, it, vi } from "vitest"
import * as format from "../../src/console/format.ts"
import { served } from "../../src/console/page.ts"

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("numbers", () => {
  it("MUST be exact for counts, with grouped digits, and rounded for estimates", () => {
    assert.strictEqual(format.integer(0), "0")
    assert.strictEqual(format.integer(1_234_567.6), "1,234,568")
    assert.strictEqual(format.integer(-1), "-1")
    assert.strictEqual(format.decimal(1234.56), "1,234.6")
    assert.strictEqual(format.amount(1_834_567), "1.8 million")
    assert.strictEqual(format.amount(7), "7")
    assert.strictEqual(format.ratio(0.12345), "12.3%")
    assert.deepStrictEqual([0, 0.0001, 0.9996, 1].map(format.ratio), ["0%", "0.1%", "99.9%", "100%"])
    assert.deepStrictEqual([0, 0.29, 0.8996, 0.9, 1].map(format.attainment), ["0%", "29%", "89.9%", "90%", "100%"])
    assert.strictEqual(format.degree(9.5), "9.50000")
  })

  it("MUST show bytes in the largest suitable unit, with a decimal if it matters", () => {
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

describe("the language of numbers and dates", () => {
  it("MUST be the visitor's English, or an English in which no day is taken for a month", () => {
    assert.deepStrictEqual(format.englishOf(["de-DE", "en-US", "en"]), ["en-US", "en"])
    const [german] = format.englishOf(["de-DE", "eno"])
    assert.strictEqual(new Intl.DateTimeFormat(german, { dateStyle: "medium" }).format(0).slice(-8), "Jan 1970")
    assert.strictEqual(new Intl.NumberFormat(german).format(35_977.5), "35,977.5")
  })
})

describe("lengths of time", () => {
  it("MUST be as rough as an estimate is", () => {
    assert.deepStrictEqual(
      [0, 61, 1727, 7_200, 18_100, 4e5].map((seconds) => format.roughDuration(seconds * 1000)),
      ["1 second", "61 seconds", "29 minutes", "2 hours", "5 hours", "5 days"]
    )
  })

  it("MUST be given in their two largest units", () => {
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

  it("MUST show ages in the largest suitable unit, in the past and in the future", () => {
    const now = Date.parse("2026-11-21T10:00:00.000Z")
    for (const [iso, text] of [
      ["2026-11-21T10:00:00.400Z", "now"],
      ["2026-11-21T09:59:00.000Z", "1 minute ago"],
      ["2026-11-21T13:00:00.000Z", "in 3 hours"],
      // Neither tomorrow nor next month, by the calendar.
      ["2026-11-22T21:00:00.000Z", "in 1 day"],
      ["2027-01-01T10:00:00.000Z", "in 1 month"],
      ["2024-11-20T10:00:00.000Z", "2 years ago"]
    ] as const) {
      assert.strictEqual(format.relative(iso, now), text)
    }
  })

  it("MUST show moments, days and times in the visitor's locale", () => {
    const iso = "2026-02-03T04:05:06.000Z"
    assert.match(format.moment(iso), /^Feb 3, 2026, 4:05:06\sAM UTC$/)
    assert.strictEqual(format.day(iso), "Feb 3, 2026")
    assert.match(format.clock(iso), /^4:05\sAM$/)
  })

  it("MUST show days of the calendar as they are, also west of Greenwich", async () => {
    vi.stubEnv("TZ", "America/Los_Angeles")
    // A module of its own, with formats of its own: the others of this process stay as they are.
    const west = await vi.importActual<typeof format>("../../src/console/format.ts?west")
    assert.strictEqual(west.day("2026-02-03T00:00:00.000Z"), "Feb 2, 2026")
    for (const day of ["2026-02-03", "2026-02-03T00:00:00.000Z"])
      assert.strictEqual(west.calendarDay(day), "Feb 3, 2026")
  })
})

describe("names", () => {
  it("MUST be those of countries and languages, and other text unchanged", () => {
    assert.strictEqual(format.countryName("AT"), "Austria")
    for (const odd of ["", "ZZZ", "1", "<b>", "at"]) assert.strictEqual(format.countryName(odd), odd)
    assert.strictEqual(format.languageName("zh-TW"), "Chinese (Taiwan)")
    for (const odd of ["not a tag", "_"]) assert.strictEqual(format.languageName(odd), odd)
  })
})

describe("data that the service wrote into the page", () => {
  it("MUST be empty if there is none", () => {
    assert.deepStrictEqual(served, { styleNonce: "", program: "", tileUrl: "", tileAttribution: "" })
  })
})
