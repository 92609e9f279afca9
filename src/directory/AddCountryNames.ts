import { Effect } from "effect"
import { nameKey, countryName, meantCountry, namedCountry, ownName } from "../../schemas/CountryAliases.ts"
import { countryCodes } from "../../schemas/CountryCodes.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { fold } from "../../schemas/Fold.ts"
import { onFirstUse } from "../../schemas/Memoized.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { firstFew } from "../../schemas/FirstFew.ts"
import { officialRegions } from "../gazetteer/OfficialRegions.ts"
import { servedElsewhere } from "../gazetteer/RegionParents.ts"
import { nearest } from "../shared/NearNames.ts"
import { UnknownCountry } from "./AddErrors.ts"
import { invocation } from "../shared/Invocation.ts"

const letters = Array.from("abcdefghijklmnopqrstuvwxyz")

/** Every language of ISO 639-1 with known names of countries, and those that are written in two scripts. */
const languages = (): ReadonlyArray<string> =>
  Intl.DisplayNames.supportedLocalesOf([
    ...letters.flatMap((first) => letters.map((second) => first + second)),
    "zh-Hant",
    "sr-Latn",
    "uz-Cyrl",
    "bs-Cyrl"
  ])

type Names = ReadonlyMap<string, ReadonlySet<string>>

/** Articles before a name, and the Thai word for country. */
const around = /^(?:the|die|der|das|les?|la|l|el|los|las|il|gli|de|het|o|os|as) |^ประเทศ/

/** The same key as others write it: without an article, and with umlauts in place of two letters. */
const otherwise = (key: string): ReadonlyArray<string> => [key.replace(around, ""), key.replaceAll(/([aou])e/g, "$1")]

/** The code that a flag is made of: two regional indicators of Unicode. */
const codeOfFlag = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\u{1f1e6}-\u{1f1ff}]/gu, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 0x1f1e6 + 65))

/** The codes of the regions of this name or code. */
const regionsCalled = (text: string): ReadonlyArray<string> => {
  const key = fold(text)
  return countryCodes.flatMap((country) =>
    officialRegions(country)
      .filter(({ code, names }) => code === text.trim().toUpperCase() || (key.length > 3 && names.includes(key)))
      .map(({ code }) => code)
  )
}

/** The country that a region is added as: France's Réunion has its own code, and England is called a country, too. */
const addedAs = (region: string): string | undefined => (region.startsWith("GB-") ? "GB" : servedElsewhere.get(region))

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
const names = onFirstUse((): Names => {
  const found = new Map<string, Set<string>>()
  for (const language of languages()) {
    const called = calledIn(language)
    for (const code of countryCodes) {
      for (const key of Array.from(called(code), nameKey)) {
        const before = found.get(key)
        if (before === undefined) found.set(key, new Set([code]))
        else before.add(code)
      }
    }
  }
  return found
})

/** The countries whose name begins with the input or is similar to it: in English, and in their most spoken language. */
const suggestions = (text: string): ReadonlyArray<string> => {
  const key = nameKey(text)
  const places = countryCodes.flatMap((code) =>
    [countryName(code), ownName(code) ?? countryName(code)].map((name) => ({
      name: namedCountry(code),
      folded: nameKey(name)
    }))
  )
  return nearest(key, places)
}

const or = onFirstUse(() => new Intl.ListFormat("en", { type: "disjunction" }))

/** How many commands a sentence names at most. */
const mostCommands = 3

const wordsOf = (text: string): ReadonlyArray<string> => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Commands that add parts with this region's code, or with all words of the text in their names, the shortest first. */
const partCommands = (
  text: string,
  region: string | undefined,
  entries: ReadonlyArray<DirectoryEntry>
): ReadonlyArray<string> => {
  const words = wordsOf(text)
  const parts = entries.flatMap(({ country, part }) => {
    if (part === null) return []
    const own = new Set(wordsOf(part.name))
    const isMeant =
      (region !== undefined && part.code === region) || (words.length > 0 && words.every((word) => own.has(word)))
    return isMeant ? [{ country, name: part.name }] : []
  })
  const commands = parts
    .toSorted((one, other) => one.name.length - other.name.length)
    .map(({ country, name }) => invocation(`add ${country} --part ${quoted(name)}`))
  return Array.from(new Set(commands))
}

const noCountryButRegion = (text: string, region: string, entries: ReadonlyArray<DirectoryEntry>): string => {
  const whole = region.slice(0, 2)
  const own = partCommands(
    text,
    region,
    entries.filter(({ country }) => country === whole)
  )
  const others = own.length > 0 ? [] : partCommands(text, undefined, entries)
  return [
    `${quoted(text)} is no country, but a region of ${namedCountry(whole)}.`,
    own.length > 0
      ? `To add it alone: ${firstFew(own, mostCommands, ";")}`
      : `Give the country; ${invocation(`directory ${whole}`)} lists the parts that can be added alone.`,
    ...(others.length > 0
      ? [`Parts of other countries have its name, too: ${firstFew(others, mostCommands, ";")}`]
      : [])
  ].join(" ")
}

/**
 * The code of a country given by its code, or by its name in any language.
 *
 * @param entries of the directory: of countries without a code of ISO 3166-1, and of parts that may be meant
 */
export const countryOf = Effect.fnUntraced(function* (
  text: string,
  entries: ReadonlyArray<DirectoryEntry> = []
): Effect.fn.Return<string, UnknownCountry> {
  const upper = text.trim().toUpperCase()
  if (entries.some(({ country }) => country === upper)) return upper
  const meant = meantCountry(codeOfFlag(text))
  if (meant !== undefined) return meant
  const key = nameKey(text)
  const found = Array.from([key, ...otherwise(key)].map((one) => names().get(one)).find(Boolean) ?? [])
  if (found.length === 1) return found[0]!
  const [region] = found.length > 1 ? [] : regionsCalled(text)
  if (region !== undefined) {
    const country = addedAs(region)
    if (country !== undefined) return country
    return yield* new UnknownCountry({ message: noCountryButRegion(text, region, entries) })
  }
  const parts = found.length > 1 ? [] : partCommands(text, undefined, entries)
  if (parts.length > 0) {
    return yield* new UnknownCountry({
      message: `No country is called ${quoted(text)}. To add a part of that name: ${firstFew(parts, mostCommands, ";")}`
    })
  }
  const near = found.length > 1 ? found.map(namedCountry) : suggestions(text)
  return yield* new UnknownCountry({
    message:
      `No country is called ${quoted(text)}. ` +
      (near.length === 0 ? "" : `Did you mean ${or().format(near)}? `) +
      `Give its name or its two-letter code, such as CH; ${invocation("directory")} lists them.`
  })
})
