import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { parse, parseAllDocuments } from "yaml"
import { formatComponents } from "../../src/formatting/OpenCage.ts"
import { componentAliases, countyCodes, stateCodes, templateSet } from "../../src/formatting/TemplateSet.ts"
import { hasSharedData, sharedData } from "./SharedData.ts"

interface TestCase {
  readonly description?: string
  readonly components: Record<string, string | number>
  readonly expected: string
}

const documents = (path: string) =>
  parseAllDocuments(readFileSync(path, "utf8"))
    .map((document) => document.toJS() as unknown)
    .filter((content): content is object => content !== null)

const casesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => (documents(`${folder}/${file}`) as ReadonlyArray<TestCase>).map((test) => ({ file, ...test })))

/** Cases that are not met, with reasons. There are none now; a new version of the templates may add some. */
const misses: ReadonlyMap<string, string> = new Map()

const root = "address-formatting"

describe("formatComponents", () => {
  it.skipIf(!hasSharedData(`${root}/testcases/countries`))("MUST format OpenCage's test cases exactly", () => {
    const cases = casesIn(sharedData(`${root}/testcases/countries`))
    assert.isAbove(cases.length, 250)
    for (const { components, description = "", expected, file } of cases) {
      const title = `${file}: ${description}`
      const formatted = `${formatComponents(components).join("\n")}\n`
      if (misses.has(title)) assert.notStrictEqual(formatted, expected, `${title} is no miss any more`)
      else assert.strictEqual(formatted, expected, title)
    }
    assert.isAtMost(misses.size / cases.length, 0.02)
  })

  it.skipIf(!hasSharedData(`${root}/conf`))("MUST work with the set as OpenCage publishes it", () => {
    const conf = (file: string) => sharedData(`${root}/conf/${file}`)
    const upstream = parse(readFileSync(conf("countries/worldwide.yaml"), "utf8"), { merge: true }) as object
    assert.deepStrictEqual({ ...templateSet }, { ...upstream } as never)
    for (const [codes, file] of [
      [stateCodes, "state_codes.yaml"],
      [countyCodes, "county_codes.yaml"]
    ] as const) {
      const published = parse(readFileSync(conf(file), "utf8")) as Record<string, Record<string, unknown>>
      const packaged = Object.entries(codes).map(([country, places]) => [
        country,
        Object.fromEntries(places.map(({ key, name }) => [key, name]))
      ])
      assert.deepStrictEqual(Object.fromEntries(packaged), published)
    }
    const names = (
      documents(conf("components.yaml")) as ReadonlyArray<{ name: string; aliases?: ReadonlyArray<string> }>
    ).flatMap(({ aliases = [], name }) => [...aliases, name].map((alias) => `${alias} ${name}`))
    assert.sameMembers(
      componentAliases.map(({ alias, name }) => `${alias} ${name}`),
      names
    )
  })

  const lines = (components: Record<string, string | number>) => formatComponents(components)

  it("MUST use the rules of the country that a territory belongs to", () => {
    const home = { house_number: 1, road: "Main Street", city: "Town", postcode: "00901" }
    assert.deepStrictEqual(lines({ ...home, country_code: "pr", country: "Puerto Rico" }), [
      "1 Main Street",
      "Town, PR 00901",
      "United States of America"
    ])
    assert.deepStrictEqual(lines({ ...home, country_code: "sh", state: "Saint Helena" }).at(-1), "United Kingdom")
    assert.deepStrictEqual(lines({ ...home, country_code: "nl", state: "Sint Maarten" }), [
      "Main Street 1",
      "Town",
      "Sint Maarten"
    ])
  })

  it("MUST choose among a component's names in the set's order", () => {
    const given = { country_code: "de", postcode: "10178", town: "Berlin", house_number: 7 }
    assert.strictEqual(lines({ ...given, square: "Platz", footway: "Steg" })[0], "Steg 7")
    assert.strictEqual(lines({ ...given, square: "Platz", road: "Straße", footway: "Steg" })[0], "Straße 7")
  })

  it("MUST drop parts that no address has", () => {
    const given = { country_code: "de", road: "Weg", house_number: "3", city: "Ulm" }
    assert.deepStrictEqual(lines({ ...given, house: "https://example.com" }), ["Weg 3", "Ulm"])
    assert.deepStrictEqual(lines({ ...given, house: " - " }), ["Weg 3", "Ulm"])
    assert.deepStrictEqual(lines({ ...given, postcode: "10178;10179" }), ["Weg 3", "Ulm"])
    assert.deepStrictEqual(lines({ ...given, postcode: "10178,10179" }), ["Weg 3", "10178 Ulm"])
    assert.deepStrictEqual(lines({ ...given, postcode: "ring twice and ask for the key" }), ["Weg 3", "Ulm"])
  })

  it("MUST put unknown names first, in alphabetical order", () => {
    const given = {
      country_code: "us",
      road: "Elm Street",
      house_number: 5,
      city: "Salem",
      state: "or",
      postcode: 97301
    }
    assert.deepStrictEqual(lines({ ...given, shop: "Books", cafe: "Beans" }), [
      "Beans, Books",
      "5 Elm Street",
      "Salem, OR 97301"
    ])
  })

  it("MUST return something for any input", () => {
    assert.deepStrictEqual(lines({}), [])
    assert.deepStrictEqual(lines({ constructor: "x" }), ["x"])
    assert.deepStrictEqual(lines({ country_code: "ZZ", road: "Way", house_number: 1 }), ["Way 1"])
    assert.deepStrictEqual(lines({ country_code: "toString", city: "Town" }), ["Town"])
  })
})
