import { Effect } from "effect"
import { countryName, meantCountry, namedCountry, ownName } from "../../schemas/CountryAliases.ts"
import { countryCodes } from "../../schemas/CountryCodes.ts"
import { fold } from "../../schemas/Fold.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { nearest } from "../shared/NearNames.ts"
import { UnknownCountry } from "./AddErrors.ts"
import { invocation } from "../shared/Invocation.ts"

const letters = Array.from("abcdefghijklmnopqrstuvwxyz")

/** Every language of ISO 639-1 with known names of countries. */
const languages = (): ReadonlyArray<string> =>
  Intl.DisplayNames.supportedLocalesOf(letters.flatMap((first) => letters.map((second) => first + second)))

type Names = ReadonlyMap<string, ReadonlySet<string>>

let known: Names | undefined

/** The form in which names are compared: apostrophes, hyphens and full stops are written in many ways. */
const keyOf = (text: string): string =>
  fold(text)
    .replace(/[\p{P}\s]+/gu, " ")
    .trim()

/** A country's names in a language: in full, in short ("Hong Kong"), and without any part in brackets. */
const calledIn = (language: string): ((code: string) => ReadonlySet<string>) => {
  const [long, short] = (["long", "short"] as const).map(
    (style) => new Intl.DisplayNames([language], { type: "region", style, fallback: "none" })
  )
  return (code) => {
    const names = [long?.of(code), short?.of(code)].filter((name) => name !== undefined)
    return new Set([...names, ...names.map((name) => name.replace(/\s*[(（].*$/, ""))])
  }
}

/** Countries by their folded names in those languages. A name may mean several countries, depending on the language. */
const names = (): Names => {
  if (known !== undefined) return known
  const found = new Map<string, Set<string>>()
  for (const language of languages()) {
    const called = calledIn(language)
    for (const code of countryCodes) {
      for (const key of Array.from(called(code), keyOf)) {
        const before = found.get(key)
        if (before === undefined) found.set(key, new Set([code]))
        else before.add(code)
      }
    }
  }
  return (known = found)
}

/** The countries whose name is most similar to the input: in English, and in their most spoken language. */
const suggestions = (text: string): ReadonlyArray<string> => {
  const places = countryCodes.flatMap((code) =>
    [countryName(code), ownName(code) ?? countryName(code)].map((name) => ({
      name: namedCountry(code),
      folded: fold(name)
    }))
  )
  return nearest(fold(text), places)
}

const or = new Intl.ListFormat("en", { type: "disjunction" })

/**
 * The code of a country given by its code, or by its name in any language.
 *
 * @param extra known codes in addition to those of ISO 3166-1
 */
export const countryOf = Effect.fnUntraced(function* (
  text: string,
  extra: ReadonlySet<string> = new Set()
): Effect.fn.Return<string, UnknownCountry> {
  const upper = text.trim().toUpperCase()
  if (extra.has(upper)) return upper
  const meant = meantCountry(text)
  if (meant !== undefined) return meant
  const found = Array.from(names().get(keyOf(text)) ?? [])
  if (found.length === 1) return found[0]!
  const near = found.length > 1 ? found.map(namedCountry) : suggestions(text)
  return yield* new UnknownCountry({
    message:
      `No country is called ${quoted(text)}. ` +
      (near.length === 0 ? "" : `Did you mean ${or.format(near)}? `) +
      `Give its name or its two-letter code, such as CH; ${invocation("directory")} lists them.`
  })
})
