import { nameKey } from "../../schemas/CountryAliases.ts"
import { fold } from "../../schemas/Fold.ts"
import { memoized } from "../../schemas/Memoized.ts"
import { namesOf, placeOf } from "../address/identity/SamePlaces.ts"
import citiesTable from "./names/cities.json" with { type: "json" }
import latinNamesTable from "./names/latin-names.json" with { type: "json" }
import wellKnownCitiesTable from "./names/well-known-cities.json" with { type: "json" }
import subdivisionsTable from "./names/subdivisions.json" with { type: "json" }
import type { TargetLocale } from "../../schemas/Translation.ts"
import { correctedName } from "./RegionCorrections.ts"

/*
 * Names of places by public data sets, packaged in `data/` (see its README for origin and licence): ISO 3166-2 subdivisions
 * and the cities of time zones by CLDR 48, other well-known cities by hand, pairs of native and Latin names by libaddressinput. Countries come from the
 * CLDR of the pinned Node.
 */

/** Columns of the tables, after the code or country. Names in the country's other languages follow. */
const columns = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "ja",
  "ko",
  "zh-CN",
  "zh-TW"
] as const satisfies ReadonlyArray<TargetLocale>

/** The rows of each country, indexed on first use, which takes a millisecond; indexing all of them would take 300. */
const byCountry = <A>(lines: ReadonlyArray<string>, index: (rows: ReadonlyArray<ReadonlyArray<string>>) => A) => {
  let grouped: Map<string, Array<string>> | undefined
  return memoized((country: string): A => {
    grouped ??= Map.groupBy(lines, (line) => line.slice(0, 2))
    return index((grouped.get(country) ?? []).map((line) => line.split("\t")))
  })
}

/** A place's names by column; "=" is the English one. */
type Names = ReadonlyArray<string>

/** Every name of a row that may occur in data; the last column has those in the country's other languages. */
const allNames = (names: Names, others?: string) =>
  [...names, ...(others?.split("|") ?? [])].filter((name) => name !== "" && name !== "=")

const nameIn = (names: Names, locale: TargetLocale): string | undefined => {
  const name = names[columns.indexOf(locale)]
  if (name === undefined || name === "") return undefined
  return name === "=" ? names[0] : name
}

const subdivisions = byCountry(subdivisionsTable, (rows) => {
  const byCode = new Map<string, Names>()
  /** Names in the country's other languages. */
  const others = new Map<string, Names>()
  /** Folded name in any of the languages → code. */
  const codes = new Map<string, string>()
  for (const [code = "", ...row] of rows) {
    const names = row.slice(0, columns.length)
    byCode.set(code, names)
    others.set(code, row[columns.length]?.split("|") ?? [])
    for (const name of allNames(names, row[columns.length])) {
      const key = fold(name)
      if (!codes.has(key)) codes.set(key, code)
    }
  }
  return { byCode, codes, others }
})

/** The ISO 3166-2 code of a region by its name in one of the target languages or the country's own. */
export const regionCodeOf = (country: string, name: string): string | undefined =>
  subdivisions(country).codes.get(fold(name))

/** A subdivision's name in one of the country's languages, or in English, if it is written in the script. */
export const regionNameInScript = (code: string, script: RegExp): string | undefined => {
  const { byCode, others } = subdivisions(code.slice(0, 2))
  return [...(others.get(code) ?? []), byCode.get(code)?.[0] ?? ""].find((name) => script.test(name))
}

/** A subdivision's name in a language. */
export const regionName = (code: string, locale: TargetLocale): string | undefined => {
  const corrected = correctedName(code, locale)
  if (corrected !== undefined) return corrected
  const names = subdivisions(code.slice(0, 2)).byCode.get(code)
  return names === undefined ? undefined : nameIn(names, locale)
}

/** A city's names: by column, and in the country's other languages. */
interface CityNames {
  readonly names: Names
  readonly others: string | undefined
}

/** Name in any of the languages, in the form in which names are compared → all names. */
const cityNames = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const byName = new Map<string, CityNames>()
  for (const row of rows) {
    const city = { names: row.slice(1, 1 + columns.length), others: row[1 + columns.length] }
    for (const name of allNames(city.names, city.others)) byName.set(nameKey(name), city)
  }
  return byName
}

const cities = byCountry(citiesTable, cityNames)
const wellKnown = byCountry(wellKnownCitiesTable, cityNames)

/** A city by any of its names, spelled with or without hyphens: St. Petersburg, Sankt-Petersburg. */
const cityCalled = (country: string, name: string): CityNames | undefined => {
  const key = nameKey(name)
  return wellKnown(country).get(key) ?? cities(country).get(key)
}

const latinNames = byCountry(latinNamesTable, (rows) => {
  const toLatin = new Map<string, string>()
  const toNative = new Map<string, string | undefined>()
  for (const [, native = "", latin = ""] of rows) {
    toLatin.set(native, latin)
    const key = fold(latin)
    // If different places share a Latin form, it names none of them.
    toNative.set(key, toNative.has(key) ? undefined : native)
  }
  return { toLatin, toNative }
})

/** 台 and 臺 are both in use for the same cities of Taiwan. */
const bothWays = (name: string) => [name.replaceAll("臺", "台"), name.replaceAll("台", "臺")]

const variants = (name: string) => [name, name.replaceAll("臺", "台")]

/** The Latin form of a place's name in its own script. */
export const latinName = (country: string, native: string): string | undefined =>
  variants(native)
    .map((name) => latinNames(country).toLatin.get(name))
    .find((name) => name !== undefined)

/** The name of a city or quarter in a language, or else in English, where the data know it by several: 中環 Central. */
export const placeNameIn = (country: string, name: string, locale: TargetLocale): string | undefined => {
  const names = placeOf(country, fold(name), undefined)?.names ?? []
  return [locale, "en"]
    .map((wanted) => names.find(([language]) => language === wanted)?.[1])
    .find((one) => one !== undefined)
}

/** The native form of a place's Latin name. */
export const nativeName = (country: string, latin: string): string | undefined =>
  latinNames(country).toNative.get(fold(latin))

/** 上海市 and 서울특별시 are 上海 and 서울 with their rank. */
const rank = /(?<=.)(市|特別市|특별자치시|특별시|광역시|시)$/u

/**
 * A city's name in a language: the one compiled by hand, which may correct CLDR's (Kyiv), or else CLDR's. A column
 * without a name means the English one, except in other scripts. A city that neither has under this name may be there
 * under one in another language: Kijów, Athina.
 *
 * @param regionCode of its region in ISO 3166-2, if known: some names mean a city only there
 */
export const cityName = (
  country: string,
  name: string,
  locale: TargetLocale,
  regionCode?: string
): string | undefined => {
  // Readers of Han characters get those of the name itself, including its rank: 福岛市.
  if (/^[\p{Script=Han}\P{L}]+$/u.test(name) && (locale === "ja" || locale.startsWith("zh"))) return undefined
  const find = (names: ReadonlyArray<string>): Names | undefined =>
    names
      .flatMap((one) => [one, one.replace(rank, "")])
      .map((one) => cityCalled(country, one))
      .find((city) => city !== undefined)?.names
  const direct = find(variants(name))
  const place =
    direct === undefined
      ? placeOf(country, fold(name), regionCode === undefined ? undefined : fold(regionCode))
      : undefined
  const names = direct ?? find(namesOf(place))
  if (names === undefined) return place?.names.find(([language]) => language === locale)?.[1]
  const isLatin = !["ja", "ko", "zh-CN", "zh-TW"].includes(locale)
  return nameIn(names, locale) ?? (isLatin ? names[0] : undefined)
}

/**
 * Countries that write a city's name with its rank or without: their words for it, those for wards, counties and towns
 * that stand in place of a city, and the Latin word of their tables.
 */
const ranks: Readonly<
  Record<
    string,
    { readonly city: ReadonlyArray<string>; readonly others: ReadonlyArray<string>; readonly latin: string }
  >
> = {
  CN: { city: ["市"], others: ["区", "县"], latin: " Shi" },
  JP: { city: ["市", "都"], others: ["区", "町", "村"], latin: "-shi" },
  KR: { city: ["시", "특별시", "광역시", "특별자치시"], others: ["구", "군"], latin: "-si" },
  TW: { city: ["市"], others: ["縣", "區", "鄉", "鎮"], latin: " City" }
}

const inOwnScript = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

/** Names in the country's own script with each of the ranks, if they have none: 新竹市 is not 新竹縣. */
const withRanks = (country: string, names: ReadonlyArray<string>, words: ReadonlyArray<string>) => {
  const { city = [], others = [] } = ranks[country] ?? {}
  const isRanked = (name: string) => [...city, ...others].some((word) => name.length > 2 && name.endsWith(word))
  return names
    .filter((name) => inOwnScript.test(name) && !isRanked(name))
    .flatMap((name) => words.map((word) => name + word))
}

/**
 * What a city is called, by one of its names: in all target languages, its own, and with its rank, which may be missing
 * in the name. Empty if unknown.
 */
export const cityNamesOf = (country: string, name: string): ReadonlyArray<string> => {
  const { city: words = [], latin = "", others: otherWords = [] } = ranks[country] ?? {}
  const own = nativeName(country, name) ?? nativeName(country, `${name}${latin}`)
  const others = namesOf(placeOf(country, fold(name), undefined))
  const owns = own === undefined ? [] : [own, own.replace(rank, "")]
  const known = [name, name.replace(rank, ""), ...owns, ...others].flatMap((one) => {
    const city = cityCalled(country, one)
    return city === undefined ? [] : allNames(city.names, city.others)
  })
  const names = [...owns, ...known, ...others]
  const spelled = words.length > 0 && inOwnScript.test(fold(name)) ? [fold(name)] : []
  const all = [
    ...names,
    ...spelled.flatMap((one) => [one, one.replace(rank, "")]),
    ...withRanks(country, names, words),
    ...withRanks(country, spelled, [...words, ...otherWords])
  ]
  return Array.from(new Set(country === "TW" ? all.flatMap((one) => [one, ...bothWays(one)]) : all))
}

const countryNames = memoized(
  (locale: TargetLocale) => new Intl.DisplayNames([locale], { type: "region", fallback: "none" })
)

/** The country's name by CLDR. */
export const countryName = (country: string, locale: TargetLocale): string | undefined =>
  countryNames(locale).of(country)
