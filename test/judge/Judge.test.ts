import { assert, describe, it } from "@effect/vitest"
import type { AddressComponents } from "../../schemas/Address.ts"
import { judge } from "../../schemas/judge/Judge.ts"
import rules from "../../schemas/judge/rules.json" with { type: "json" }

const home = (components: Partial<AddressComponents>): AddressComponents => ({
  houseNumber: "1",
  street: "Long Street",
  city: "Town",
  country: "Somewhere",
  ...components
})

/** The objections as judges and rules, without their messages. */
const objections = (countryCode: string, components: Partial<AddressComponents>) =>
  judge({ countryCode, components: home(components) }).objections.map(({ judge, rule }) => `${judge} ${rule}`)

const georgia = { region: "Georgia", regionCode: "US-GA" }

describe("the judge", () => {
  const right: ReadonlyArray<readonly [country: string, components: Partial<AddressComponents>]> = [
    ["US", { ...georgia, postcode: "31406" }],
    ["US", { ...georgia, postcode: "31406-1234" }],
    // The postcode 42223 lies on both sides of the border, and Shopify's table knows it.
    ["US", { region: "Kentucky", regionCode: "US-KY", postcode: "42223" }],
    ["CA", { region: "British Columbia", regionCode: "CA-BC", postcode: "V5K 1A1" }],
    ["BR", { region: "São Paulo", regionCode: "BR-SP", postcode: "01310-100" }],
    ["JP", { region: "東京都", regionCode: "JP-13", postcode: "100-0014" }],
    ["KR", { region: "서울특별시", regionCode: "KR-11", postcode: "04524" }],
    // The tables list prefixes by province, while our region is the level above.
    ["IT", { region: "Lazio", regionCode: "IT-62", postcode: "00185" }],
    ["ES", { region: "Madrid", regionCode: "ES-MD", postcode: "28013" }],
    ["DE", { postcode: "76149" }],
    ["GB", { postcode: "BS1 4DJ" }],
    ["AE", { region: "Dubai", regionCode: "AE-DU" }]
  ]
  for (const [country, components] of right) {
    it(`MUST pass an address of ${country}: ${components.postcode ?? components.region}`, () => {
      const { objections, rules } = judge({ countryCode: country, components: home(components) })
      assert.deepStrictEqual(objections, [])
      assert.isAbove(rules, 0)
    })
  }

  const wrong: ReadonlyArray<
    readonly [what: string, country: string, components: Partial<AddressComponents>, objections: ReadonlyArray<string>]
  > = [
    ["a postcode of four digits", "DE", { postcode: "7614" }, ["shopify postcode", "google postcode"]],
    ["no postcode", "DE", {}, ["shopify postcode-missing", "google postcode-missing"]],
    [
      "a postcode of another state",
      "US",
      { ...georgia, postcode: "10001" },
      ["shopify postcode-region", "google postcode-region"]
    ],
    [
      "a postcode of another region",
      "IT",
      { region: "Lazio", regionCode: "IT-62", postcode: "20121" },
      ["shopify postcode-region"]
    ],
    ["no region", "US", { postcode: "31406" }, ["shopify region-missing", "google region-missing"]],
    ["no house number", "FR", { houseNumber: "bis", postcode: "75001" }, ["shopify number-missing"]]
  ]
  for (const [what, country, components, expected] of wrong) {
    it(`MUST object to ${what} in ${country}`, () => assert.deepStrictEqual(objections(country, components), expected))
  }

  it("MUST say in a sentence what is wrong, and by whose rule", () => {
    const [objection] = judge({ countryCode: "US", components: home({ ...georgia, postcode: "10001" }) }).objections
    assert.strictEqual(objection?.message, `"10001" is not a postcode of US-GA, by Shopify's rules.`)
  })

  it("MUST not judge unknown countries and regions", () => {
    assert.deepStrictEqual(judge({ countryCode: "ZZ", components: home({}) }), { rules: 0, objections: [] })
    // A region that the tables lack has no prefixes.
    assert.deepStrictEqual(objections("US", { region: "Nowhere", regionCode: "US-ZZ", postcode: "31406" }), [])
  })

  it("MUST have rules for most countries of the world, with patterns that can all be parsed", () => {
    const known = Object.entries(rules as Record<string, { shopify?: { postcode?: string }; google?: object }>)
    assert.isAbove(known.length, 240)
    for (const [country] of known) judge({ countryCode: country, components: home({ postcode: "1", regionCode: "X" }) })
    assert.isAbove(known.filter(([, { shopify }]) => shopify?.postcode !== undefined).length, 130)
  })
})
