import { assert, describe, it } from "@effect/vitest"
import { translateOffline, type TranslationInput } from "../../src/translation/Offline.ts"
import { TargetLocale } from "../../schemas/Translation.ts"
import { names, type Pair, places } from "./Pairs.ts"

const translate = ({ component, country, language, names, regionCode, text }: Pair, targetLocale: TargetLocale) =>
  translateOffline({
    address: {
      countryCode: country,
      components: { [component]: text, ...(regionCode === undefined ? {} : { regionCode }), country },
      ...(language === undefined ? {} : { language })
    },
    names,
    targetLocale
  })

const pairs = [...places, ...names]

describe("pairs checked by hand", () => {
  it.each(pairs)("MUST translate $country $text ($source)", (pair) => {
    for (const [locale, [text, method]] of Object.entries(pair.expected)) {
      const { components, methods } = translate(pair, locale as TargetLocale)
      assert.deepStrictEqual([locale, components[pair.component], methods[pair.component]], [locale, text, method])
    }
  })

  it.each(TargetLocale.literals)("MUST be at least 20 from 12 countries for %s", (locale) => {
    const covered = pairs.filter(({ expected }) => expected[locale] !== undefined)
    assert.isAtLeast(covered.length, 20)
    assert.isAtLeast(new Set(covered.map(({ country }) => country)).size, 12)
  })
})

describe("a city that is more than a city", () => {
  const inAll = (countryCode: string, components: Record<string, string>, names?: TranslationInput["names"]) =>
    Object.fromEntries(
      TargetLocale.literals.map((targetLocale) => [
        targetLocale,
        translateOffline({
          address: { countryCode, components: { country: countryCode, ...components } },
          names,
          targetLocale
        }).lines
      ])
    )

  it("MUST have its region's name where it is the region", () => {
    const lines = inAll("TH", { houseNumber: "10", city: "กรุงเทพมหานคร", region: "กรุงเทพมหานคร", postcode: "10110" })
    assert.include(lines["ja"]!.join(), "バンコク")
    assert.include(lines["ko"]!.join(), "방콕")
    assert.include(lines["zh-TW"]!.join(), "曼谷")
  })

  it("MUST go down to the house where its names have stayed in Latin letters, too", () => {
    const home = { houseNumber: "7", street: "Xax", city: "Xox", postcode: "31401", country: "Japan" }
    assert.deepStrictEqual(inAll("JP", home)["ja"]!.slice(0, 3), ["日本", "〒31401", "Xox"])
  })

  it("MUST have its country's name, once, where it is the country", () => {
    const home = { houseNumber: "9", street: "Rue Grimaldi", city: "Monaco", postcode: "98000", country: "Monaco" }
    const lines = inAll("MC", home, { pt: { city: "Mónaco" } })
    assert.deepStrictEqual(lines["pt"], ["9 Rue Grimaldi", "98000 Mônaco", "Mônaco"])
    assert.deepStrictEqual(lines["ja"], ["モナコ", "98000", "9 Rue Grimaldi"])
    assert.deepStrictEqual(lines["zh-CN"], ["摩纳哥", "98000", "9 Rue Grimaldi"])
  })
})
