import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { iso31661 } from "iso-3166"
import { hasPostcodes } from "../../src/formatting/Postcodes.ts"
import { translateOffline, type TranslationInput } from "../../src/translation/Offline.ts"
import { canRead, isBigEndian } from "../../src/translation/Readers.ts"
import { TargetLocale, Translation } from "../../schemas/Translation.ts"
import { names, places } from "./Pairs.ts"

const countries = iso31661.map(({ alpha2 }) => alpha2)
const countryNames = new Intl.DisplayNames(["en"], { type: "region" })

/** Real names of a country, so that its own rules apply, or any letters. */
const letters = "aÉßжЩїαΏ漢字臺广のカー한글กำשعქԱक7- '."
const wild = fc
  .string({ minLength: 1, maxLength: 14, unit: fc.constantFrom(...letters) })
  .map((text) => `x${text.replaceAll(/\s+/g, " ").trim()}x`)
const realNames = Map.groupBy([...places, ...names], ({ country }) => country)
const nameOf = (country: string) => {
  const real = realNames.get(country)?.map(({ text }) => text) ?? []
  return real.length === 0 ? wild : fc.oneof(fc.constantFrom(...real), wild)
}

const identifier = (...examples: ReadonlyArray<string>) => fc.constantFrom(...examples)

const inputsOf = (countryCode: string): fc.Arbitrary<TranslationInput> => {
  const name = nameOf(countryCode)
  return fc.record({
    address: fc
      .record(
        {
          houseNumber: identifier("7", "12b", "1-1-3", "99号", "дом 5", "23 B", "十二"),
          street: name,
          unit: identifier("4", "Apt 4", "101호", "кв. 5", "3-04", "1201室"),
          building: name,
          district: name,
          city: name,
          region: name,
          regionCode: fc.constant(`${countryCode}-X1`),
          postcode: identifier("31401", "100-0005", "21122", "SW1A 1AA", "1000 AB")
        },
        { requiredKeys: ["city"] }
      )
      .map((components) => ({
        countryCode,
        components: { ...components, country: countryNames.of(countryCode)! }
      })),
    names: fc.option(
      fc.record({
        en: fc.record({ street: wild }),
        de: fc.record({ city: wild }),
        "ja-Hrkt": fc.record({ city: fc.constant("チヨダク") })
      }),
      { nil: undefined }
    ),
    targetLocale: fc.constantFrom(...TargetLocale.literals)
  })
}

/** Made once: making them takes longer than what they are made for. */
const byCountry = new Map(countries.map((country) => [country, inputsOf(country)]))

const inputs = fc
  .oneof(fc.constantFrom("CN", "JP", "KR", "TW", "HK", "TH", "RU", "UA", "GR", "EG"), fc.constantFrom(...countries))
  .chain((country) => byCountry.get(country)!)

const law = (check: (input: TranslationInput, translation: Translation) => void) => () =>
  fc.assert(
    fc.property(inputs, (input) => check(input, translateOffline(input))),
    { numRuns: 600 }
  )

describe("translateOffline", () => {
  it(
    "MUST keep house numbers, units, postcodes and codes, except Han, full width and what cannot be read, and show them",
    law(({ address: { components, countryCode }, targetLocale }, translation) => {
      for (const name of ["houseNumber", "unit", "postcode", "regionCode"] as const) {
        const published = components[name] ?? ""
        if (/[\p{Script=Han}\uff01-\uff5e]|(?!\d)\p{Nd}/u.test(published) || !canRead(targetLocale, published)) continue
        assert.strictEqual(translation.components[name], components[name])
        if (components[name] !== undefined) assert.strictEqual(translation.methods[name], "original")
      }
      for (const name of ["houseNumber", "unit", "postcode"] as const) {
        const shown = translation.components[name]
        if (shown !== undefined && (name !== "postcode" || hasPostcodes(countryCode)))
          assert.include(translation.singleLine, shown)
      }
    })
  )

  it(
    "MUST give the same result for the same input",
    law((input, translation) => assert.deepStrictEqual(translateOffline(structuredClone(input)), translation))
  )

  it(
    "MUST have a text and a method for exactly the components of the address",
    law(({ address: { components } }, translation) => {
      const expected = Object.keys(components).sort()
      assert.deepStrictEqual(Object.keys(translation.components).sort(), expected)
      assert.deepStrictEqual(Object.keys(translation.methods).sort(), expected)
    })
  )

  it(
    "MUST leave no script that the reader cannot read, unless the text is marked as original",
    law(({ address: { components }, targetLocale }, { components: translated, methods }) => {
      for (const [name, text] of Object.entries(translated)) {
        const component = name as keyof typeof translated
        if (methods[component] === "original") assert.strictEqual(text, components[component])
        else assert.isTrue(canRead(targetLocale, text), `${targetLocale} ${text}`)
      }
    })
  )

  it(
    "MUST contain each line, and each component, in the single line",
    law(({ address }, { components, lines, singleLine }) => {
      assert.isNotEmpty(lines)
      for (const line of lines) assert.include(singleLine, line)
      for (const component of ["street", "city", "country"] as const) {
        const text = components[component]
        // If city and country share a name, the country's line stands for both.
        if (text !== undefined && address.countryCode !== "SG") {
          assert.include(
            singleLine.replaceAll(/\s+/g, " "),
            text
              .replaceAll(/[,\s]+/g, " ")
              .trim()
              .split(" ")[0]!
          )
        }
      }
    })
  )

  it(
    "MUST put the country first for readers of Chinese, Japanese and Korean, and last for all others",
    law(({ targetLocale }, { components, lines }) => {
      const country = components.country!
      if (isBigEndian(targetLocale)) assert.isTrue(lines[0]!.endsWith(country), lines.join("|"))
      else assert.strictEqual(lines.at(-1), country)
    })
  )

  it(
    "MUST mark Japan's postcodes for readers of Japanese, and no other country's",
    law(({ address, targetLocale }, { lines }) => {
      const { postcode } = address.components
      assert.strictEqual(
        lines.some((line) => line.startsWith("〒")),
        targetLocale === "ja" && postcode !== undefined && address.countryCode === "JP"
      )
    })
  )

  it(
    "MUST keep the published contract",
    law((_, translation) => {
      Schema.decodeUnknownSync(Translation, { onExcessProperty: "error" })(translation)
    })
  )
})
