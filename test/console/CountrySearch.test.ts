import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { countryCodes } from "../../schemas/CountryCodes.ts"
import { searchCountries } from "../../src/console/pages/directory/countrySearch.ts"

const all = [...countryCodes]
const found = (text: string): ReadonlyArray<string> => searchCountries(text, all).map(({ country }) => country)

describe("The search for a country", () => {
  it.each([
    ["Schweiz", "CH"],
    ["svizzera", "CH"],
    ["スイス", "CH"],
    ["瑞士", "CH"],
    ["sui", "CH"],
    ["che", "CH"],
    ["Ελλάδα", "GR"],
    ["مصر", "EG"],
    ["cote d'ivoire", "CI"],
    ["holland", "NL"],
    ["U.S.A.", "US"],
    ["u.k.", "GB"],
    ["  Brasil ", "BR"],
    ["Niger", "NE"],
    ["guinea", "GN"]
  ])("MUST list the best match for %s first: %s", (text, country) => {
    assert.strictEqual(found(text)[0], country)
  })

  it("MUST say by which name it found a country with another English name", () => {
    const [first] = searchCountries("Ungarn", all)
    assert.deepStrictEqual(first, { country: "HU", alsoKnownAs: "Ungarn" })
  })

  it("MUST find every country by its English name, its code, and its own name", () => {
    const english = new Intl.DisplayNames(["en"], { type: "region" })
    fc.assert(
      fc.property(fc.constantFrom(...all), (country) => {
        const { language, script } = new Intl.Locale(`und-${country}`).maximize()
        const own = new Intl.DisplayNames([`${language}-${script}`], { type: "region" }).of(country)!
        assert.strictEqual(found(country)[0], country)
        assert.strictEqual(found(english.of(country)!)[0], country)
        assert.include(found(own), country)
      })
    )
  })

  it("MUST return only allowed countries, each once, and all for an empty text", () => {
    fc.assert(
      fc.property(fc.subarray(all), fc.string({ maxLength: 4 }), (among, text) => {
        const given = searchCountries(text, among).map(({ country }) => country)
        assert.strictEqual(new Set(given).size, given.length)
        assert.includeMembers(among, given)
        assert.sameMembers(
          searchCountries("", among).map(({ country }) => country),
          among
        )
      })
    )
  })
})
