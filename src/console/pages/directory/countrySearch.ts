import { countryName, meantCountry } from "../../../../schemas/CountryAliases.ts"
import { countryCodes } from "../../../../schemas/CountryCodes.ts"
import { fold } from "../../../../schemas/Fold.ts"
import { byCountryName } from "../../format.ts"

/** A country that a search has found, and the name that matched, unless that is the English name. */
export interface FoundCountry {
  readonly country: string
  readonly alsoKnownAs: string | undefined
}

/** Common languages, whose names match for every country. */
const common = ["en", "es", "fr", "de", "pt", "it", "nl", "ru", "ja", "zh-Hans", "zh-Hant", "ko", "ar"]

/** The common languages, and every language and script that most people of some country write. */
const locales = (): ReadonlyArray<string> => {
  const found = new Set(common)
  for (const code of countryCodes) {
    const { language, script } = new Intl.Locale(`und-${code}`).maximize()
    found.add(script === undefined ? language : `${language}-${script}`)
  }
  return Intl.DisplayNames.supportedLocalesOf([...found])
}

/** The form in which names are compared. Keyboards and names use different apostrophes. */
const keyOf = (text: string): string => fold(text).replace(/[’ʼʻ´`]/g, "'")

interface Name {
  readonly text: string
  readonly folded: string
  readonly isCommon: boolean
}

let known: ReadonlyMap<string, ReadonlyArray<Name>> | undefined

/** The names of each country, the English one first. They come from the browser and need no download. */
const namesOf = (code: string): ReadonlyArray<Name> => {
  if (known === undefined) {
    const displays = locales().flatMap((locale) =>
      (common.includes(locale) ? (["long", "short"] as const) : (["long"] as const)).map((style) => ({
        names: new Intl.DisplayNames([locale], { type: "region", style, fallback: "none" }),
        isCommon: common.includes(locale)
      }))
    )
    known = new Map(
      countryCodes.map((code) => {
        const texts = new Map([[countryName(code), true]])
        for (const { isCommon, names } of displays) {
          const name = names.of(code)
          if (name !== undefined && !texts.has(name)) texts.set(name, isCommon)
        }
        return [code, Array.from(texts, ([text, isCommon]) => ({ text, folded: keyOf(text), isCommon }))]
      })
    )
  }
  return known.get(code) ?? [{ text: code, folded: keyOf(code), isCommon: true }]
}

/** How well a name fits what was typed: 0 is best, undefined is no match. */
const fit = ({ folded, isCommon }: Name, typed: string): number | undefined => {
  if (folded === typed) return 0
  const less = isCommon ? 0 : 0.25
  if (folded.startsWith(typed)) return 1 + less
  if (folded.includes(` ${typed}`) || folded.includes(`-${typed}`)) return 2 + less
  return typed.length > 2 && folded.includes(typed) ? 3 + less : undefined
}

/**
 * The countries that a text may mean: by code, by any common name, or by the beginning of their name in any language.
 * The likeliest first; all of them if the text is empty.
 */
export const searchCountries = (text: string, among: ReadonlyArray<string>): ReadonlyArray<FoundCountry> => {
  const typed = keyOf(text)
  if (typed === "") return among.toSorted(byCountryName).map((country) => ({ country, alsoKnownAs: undefined }))
  const meant = meantCountry(text.replaceAll(".", ""))
  return among
    .flatMap((country): ReadonlyArray<FoundCountry & { readonly rank: number }> => {
      const [english, ...others] = namesOf(country)
      if (country === meant) return [{ country, alsoKnownAs: undefined, rank: -1 }]
      const own = fit(english!, typed)
      const best = others.reduce<{ readonly rank: number; readonly text: string } | undefined>((best, name) => {
        const rank = fit(name, typed)
        return rank === undefined || (best !== undefined && best.rank <= rank) ? best : { rank, text: name.text }
      }, undefined)
      if (own !== undefined && own <= (best?.rank ?? own)) return [{ country, alsoKnownAs: undefined, rank: own }]
      return best === undefined ? [] : [{ country, alsoKnownAs: best.text, rank: best.rank + 0.1 }]
    })
    .sort((one, other) => one.rank - other.rank || byCountryName(one.country, other.country))
    .map(({ alsoKnownAs, country }) => ({ country, alsoKnownAs }))
}
