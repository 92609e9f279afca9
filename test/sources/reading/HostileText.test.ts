import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { addressesOf } from "../../../sources/openstreetmap/AddressTags.ts"
import { asHttp } from "../../../sources/overture/Theme.ts"
import { byLink } from "../../../sources/reading/api/Paging.ts"
import { parseJson } from "../../../sources/reading/Json.ts"
import { longestToken } from "../../../sources/reading/Limits.ts"
import { shown, unreadable, within, withoutKeys } from "../../../sources/reading/Origin.ts"
import { readPage } from "../../../sources/reading/paged/PageText.ts"
import { rootAttributes } from "../../../sources/reading/paged/Stated.ts"
import { keysOf } from "../../../sources/reading/paged/Trail.ts"
import { formats } from "../../../sources/reading/workbook/Numbers.ts"
import { xmlRecords } from "../../../sources/reading/Xml.ts"
import { capabilitiesIn, recordIn } from "../../../sources/registers/guess/services/Wfs.ts"
import { isChain } from "../../../sources/surroundings/Chains.ts"

/** Texts on which patterns that may begin at any character take time that grows with the square of the length. */
describe("text made to keep patterns busy", () => {
  const parsed = (text: string, wanted: ReadonlyArray<string> = []) => {
    const parser = xmlRecords(new Set(["home"]), { wanted: new Set(wanted) })()
    return [...parser.push(text), ...parser.end()]
  }

  it.each(["]!''", "a", '"', "a/"])("MUST not pass for the tag of an element: %s", (piece) => {
    const endless = `<r><home><${"x".repeat(9)}${piece.repeat(longestToken / piece.length)}`
    expect(() => parsed(endless)).toThrow(/something in it is not closed/)
  })

  it("MUST be read as attributes as far as it has any", () => {
    const long = "a".repeat(longestToken / 2)
    const [record] = parsed(`<r><home ${long} id = "7" b='8'><to ${long} c="x"d='2'  g:href= '9' /></home></r>`, [
      "@id",
      "@b",
      "to@href",
      "to@d"
    ])
    expect(Object.fromEntries(record!.leaves)).toEqual({ "@id": "7", "@b": "8", "to@href": "9", "to@d": "2", to: "" })
  })

  const next = (link: string) => {
    const answer = { url: new URL("http://a"), headers: { link }, text: "", origin: { source: "a", place: "a" } }
    return byLink().next({ answer, body: {}, count: 1, total: 1, number: 1 })
  }

  it("MUST be read as the link to the next page as far as it is one", () => {
    expect(next("<".repeat(1_000_000))).toBe(undefined)
    expect(next(`${"<".repeat(9)}/2>; rel="prev", </3>; title="a, b"; rel=next`)).toEqual({ url: "/3" })
  })

  it.each(['\\"', '"\\'])("MUST not pass for JSON with numbers that JSON has no words for: %s", (piece) => {
    const unclosed = piece.repeat(500_000)
    expect(parseJson({ number: 1, text: `{"a":NaN,"b":${unclosed}` })).toEqual({ fault: "is not JSON" })
    expect(parseJson({ number: 1, text: `{"a":NaN,"b":"${unclosed}\\` })).toEqual({ fault: "is not JSON" })
    const long = JSON.stringify(`"NaN\\${"n".repeat(99)}`)
    expect(parseJson({ number: 1, text: `{"a":NaN,"b":${long}}` })).toEqual({ value: { a: null, b: JSON.parse(long) } })
  })

  it("MUST be read as a number behind the name of a Japanese quarter only at its end", () => {
    const district = (quarter: string) =>
      addressesOf(
        new Map([
          ["addr:housenumber", "1"],
          ["addr:quarter", quarter]
        ]),
        "JP"
      )[0]?.district
    expect(district(`${"1".repeat(1_000_000)}x`)?.length).toBe(1_000_001)
    expect(["本町12", "本町１", "12"].map(district)).toEqual(["本町12丁目", "本町１丁目", "12丁目"])
  })

  it("MUST be read as the first tag of a page as far as it is one", () => {
    expect(rootAttributes("<".repeat(2_000_000))).toEqual({})
    expect(rootAttributes(`<?xml version="1.0"?><a b="1" c='2'><d e="3"/></a>`)).toEqual({ b: "1", c: "2" })
  })

  it.each(["<Name ", "<Name><![CDATA[", "<FeatureType ", "<FeatureType/", "<Name>"])(
    "MUST be read as a layer of a service as far as it is one: %s",
    (piece) => {
      const hostile = piece.repeat(4_000_000 / piece.length)
      expect(
        capabilitiesIn(`<FeatureType><Name a="1"><![CDATA[a:b & c]]></Name>${hostile}/></FeatureType>`).types
      ).toEqual([expect.objectContaining({ name: "a:b & c", title: "" })])
      expect(capabilitiesIn(`<a>${hostile}`).types).toEqual([])
    }
  )

  it("MUST be read as a service's first record as far as it is one", () => {
    const features = '"features":[ '.repeat(100_000)
    expect(recordIn(`{${features}`)).toBe(undefined)
    expect(recordIn(`{"features" : [{"id":1,"properties":{"a":1}},{"properties":{}}]}`)).toBe(
      '{"id":1,"properties":{"a":1}'
    )
    expect(recordIn("<wfs:member>".repeat(100_000))).toBe(undefined)
    expect(recordIn("<member ".repeat(100_000))).toBe(undefined)
    expect(recordIn('<r><wfs:member a="1"><a/></wfs:member></r>')).toBe("<a/>")
  })

  it("MUST be read as the format of a number as far as Excel would", () => {
    const parser = formats()
    const code = (text: string) => `<numFmts><numFmt numFmtId="164" formatCode="${text}"/></numFmts>`
    const styles = `<s>${code("[".repeat(1_000_000))}<cellXfs>${'<xf numFmtId="164"/>'.repeat(3)}</cellXfs></s>`
    expect([...parser.push(styles), ...parser.end()]).toEqual([undefined, undefined, undefined])
    const day = formats()
    const short = `<s>${code(`[$-407]d${" ".repeat(240)}`)}<cellXfs><xf numFmtId="164"/></cellXfs></s>`
    expect([...day.push(short), ...day.end()]).toEqual(["day"])
  })

  const xmlPage = (text: string) =>
    Effect.runSync(
      Effect.map(
        readPage({ source: "a", place: "a" }, Buffer.from(`<r>${text}</r>`), {
          type: "xml",
          records: ["home"],
          encoding: undefined
        }),
        ({ records }) => keysOf(records).keys.length
      )
    )

  it("MUST be read as a page's records, however many have one distant end, or none", () => {
    const many = 100_000
    const names = Array.from({ length: many }, (_, i) => `p${i}:home`)
    const inOneAnother = names.map((name) => `<${name}>`).join("") + names.map((name) => `</${name}>`).join("")
    const all = ["<home>".repeat(many), "<home/>".repeat(many), "<home ".repeat(many), inOneAnother]
    expect(all.map((text) => xmlPage(`${text}<home></home>`))).toEqual(all.map(() => many + 1))
  })

  it("MUST be shown as an address without its keys, however many look like some", () => {
    const many = 100_000
    const address = (tail: string) => new URL(`https://files.example/a${tail}`)
    expect(shown(address(`;a=1;my-Token-1=2/b;${"key".repeat(many)}`))).toBe(
      `https://files.example/a;a=1;my-Token-1=…/b;${"key".repeat(many)}`
    )
    expect(withoutKeys(address(`;${"key".repeat(many)}`)).href).toBe(address(`;${"key".repeat(many)}`).href)
    const keys = Array.from({ length: many }, (_, i) => `key${i}=1`).join("&")
    expect(withoutKeys(address(`?a=1&${keys}&b=2%20c`)).href).toBe(address("?a=1&b=2+c").href)
    expect(withoutKeys(address("?a=1&b=2%20c")).href).toBe(address("?a=1&b=2%20c").href)
  })

  it("MUST be read as a postcode with a city, or the name of a branch, as far as they are", () => {
    const postcode = (text: string) =>
      addressesOf(
        new Map([
          ["addr:housenumber", "1"],
          ["addr:city", "Bern"],
          ["addr:postcode", text]
        ]),
        "CH"
      )[0]?.postcode
    expect(["3011 Bern", "3011, Bern", "3011", `3${"\t".repeat(1_000_000)}1 Bern`].map(postcode)).toEqual([
      "3011",
      "3011",
      "3011",
      `3${"\t".repeat(1_000_000)}1`
    ])
    expect(isChain("tesco express 12")).toBe(true)
    expect(isChain(`a${" max".repeat(300_000)}!`)).toBe(false)
  })

  it("MUST be read as a place in a bucket", () => {
    const url = "https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/"
    const places = ["", "/", "/release/*/theme=addresses", `/${"*".repeat(1_000_000)}\n*`]
    expect(places.map((key) => asHttp(`s3://overturemaps-us-west-2${key}`))).toEqual([
      url,
      url,
      `${url}release/`,
      `s3://overturemaps-us-west-2${places[3]}`
    ])
    const endless = `s3://${"b".repeat(1_000_000)}/a\n`
    expect(asHttp(endless)).toBe(endless)
  })
})

describe("a name made to look like something else", () => {
  const archive = { source: "village", place: "/data/a.zip" }

  it.each(["\n", "\r", "\0", "\u001b[2J", "\u009b31m", "\u0007", "\u2028", "\u202e", "\u2066"])(
    "MUST stay on the line of its message, without commands to a terminal: %j",
    (made) => {
      const { message } = unreadable(within(archive, `b${made}/c.csv`), "it is empty.")
      expect(message).toBe(`/data/a.zip/b\ufffd${made.slice(1)}/c.csv: it is empty.`)
      const url = new URL(`https://files.example/b${encodeURIComponent(made)}/ä%20%C3%B6.csv?key=1`)
      expect(shown(url)).toBe(`https://files.example/b${encodeURIComponent(made[0]!)}${made.slice(1)}/ä ö.csv?…`)
    }
  )

  it("MUST be shown in its own letters", () => {
    expect(within(archive, "شهر/आगरा/👨‍👩‍👧.csv").place).toBe("/data/a.zip/شهر/आगरा/👨‍👩‍👧.csv")
  })
})
