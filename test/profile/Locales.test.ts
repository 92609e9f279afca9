import { assert, describe, it } from "@effect/vitest"
import { iso31661 } from "iso-3166"
import { makeFakerLocales } from "../../src/profile/FakerLocale.ts"
import { localeOf } from "../../src/profile/Locales.ts"
import { SeededRandom } from "../../src/profile/SeededRandom.ts"

describe("localeOf", () => {
  it.each([
    ["US", undefined, "en_US"],
    ["DE", undefined, "de"],
    ["BE", undefined, "nl_BE"],
    ["BE", "fr", "fr_BE"],
    ["BE", "nl-BE", "nl_BE"],
    ["CH", "it", "it"],
    ["CH", "FR-CH", "fr_CH"],
    ["CH", "rm", "de_CH"],
    ["CA", "fr", "fr_CA"],
    ["CA", "en", "en_CA"],
    ["FI", "sv", "sv"],
    ["FI", "fi", "fi"],
    ["HK", "zh-Hant-HK", "zh_TW"],
    ["JP", "en", "ja"],
    ["BE", "constructor", "nl_BE"],
    ["EE", undefined, "et"],
    ["EE", "ru", "ru"],
    ["BG", undefined, "bg"],
    ["AL", undefined, "sq"],
    ["XK", "sr", "sr_RS_latin"],
    ["LT", undefined, "lt"],
    ["MN", undefined, "mn"],
    ["KE", "sw", "en_KE"],
    ["LA", undefined, "en_LA"],
    ["KZ", undefined, "kk"],
    ["KZ", "ru", "ru"],
    ["BA", undefined, "bs"],
    ["TZ", "sw", "en_TZ"],
    ["BW", undefined, "en_ZA"],
    ["AQ", undefined, "en"],
    ["ZZ", "fr", "en"]
  ])("MUST give %s with language %s the locale %s", (country, language, locale) =>
    assert.strictEqual(localeOf(country, language), locale as string)
  )

  it("MUST load a locale with names, titles and companies for every country of ISO 3166-1", () => {
    const random = new SeededRandom()
    random.reseed("every country")
    const locales = makeFakerLocales(random)
    const countries = iso31661.map(({ alpha2 }) => alpha2)
    assert.isAbove(countries.length, 240)
    const names = new Set(countries.map((country) => localeOf(country)))
    assert.isAbove(names.size, 50)
    for (const name of names) {
      const locale = locales(name)
      assert.strictEqual(locales(name), locale)
      for (let i = 0; i < 50; i++) {
        const texts = [
          locale.firstName("female"),
          locale.firstName("male"),
          locale.lastName("female"),
          locale.lastName("male"),
          ...(["female", "male"] as const).flatMap((gender) => locale.jobTitle?.(gender) ?? []),
          locale.company()
        ]
        for (const text of texts) {
          assert.match(text, /^\S(.*\S)?$/u, name)
          assert.notMatch(text, /\{\{|\}\}|\b(undefined|null)\b|\[object/, name)
        }
      }
    }
  })

  it("MUST NOT mix English into a company or a job title of another language", () => {
    const random = new SeededRandom()
    random.reseed("one language")
    const locales = makeFakerLocales(random)
    const script = {
      ar: "Arabic",
      he: "Hebrew",
      ja: "Katakana}\\p{Script=Han",
      ru: "Cyrillic",
      th: "Thai",
      zh_CN: "Han"
    } as const
    for (const [name, letters] of Object.entries(script)) {
      const locale = locales(name as keyof typeof script)
      for (let i = 0; i < 100; i++) {
        assert.notMatch(locale.company(), /\b(and|Inc|LLC|Group|Sons)\b/, name)
        const title = locale.jobTitle?.("female")
        if (title !== undefined) {
          assert.notMatch(title, /[A-Za-z]/, title)
          assert.match(title, new RegExp(`[\\p{Script=${letters}}]`, "u"), title)
        }
      }
    }
  })
})
