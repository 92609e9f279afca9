import { assert, describe, it } from "@effect/vitest"
import { translateOffline } from "../../src/translation/Offline.ts"
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
