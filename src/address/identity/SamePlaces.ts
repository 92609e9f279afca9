import { fold } from "../../../schemas/Fold.ts"
import { memoized } from "../../../schemas/Memoized.ts"
import { placeForm } from "./PlaceForm.ts"
import cityNames from "./names/city-names.json" with { type: "json" }

/*
 * Cities with names in several languages or scripts: Bolzano and Bozen, Київ and Kyiv. The table is packaged in `names/`;
 * its README says where it comes from.
 */

/** A city by all of its names. */
export interface SamePlace {
  /** By the BCP 47 tag of its language, which may be empty; the one that stands for all of them first. */
  readonly names: ReadonlyArray<readonly [language: string, name: string]>
  /** The form by which it is identified. */
  readonly form: string
  /** Folded ISO 3166-2 codes of the regions in which the names mean this city; empty if they do in the whole country. */
  readonly regions: ReadonlyArray<string>
}

/** Its names without their languages. */
export const namesOf = (place: SamePlace | undefined): ReadonlyArray<string> =>
  place?.names.map(([, name]) => name) ?? []

/** A country's cities by the forms of their names. */
interface Index {
  readonly inCountry: ReadonlyMap<string, SamePlace>
  /** By folded code of the region. */
  readonly inRegions: ReadonlyMap<string, ReadonlyMap<string, SamePlace>>
}

const indexCountry = (country: string): Index => {
  const inCountry = new Map<string, SamePlace>()
  const inRegions = new Map<string, Map<string, SamePlace>>()
  const mapOf = (region: string) => {
    const known = inRegions.get(region) ?? new Map<string, SamePlace>()
    inRegions.set(region, known)
    return known
  }
  for (const [where, lines] of Object.entries(cityNames)) {
    if (!where.startsWith(country)) continue
    const regions = where === country ? [] : where.split(" ").map(fold)
    const maps = regions.length === 0 ? [inCountry] : regions.map(mapOf)
    for (const line of lines) {
      const names = line.split("|").map((name) => {
        const colon = name.indexOf(":")
        return [name.slice(0, colon), name.slice(colon + 1)] as const
      })
      const forms = names.map(([, name]) => placeForm(country, fold(name)))
      const place = { names, form: forms[0]!, regions }
      for (const map of maps) for (const form of forms) map.set(form, place)
    }
  }
  return { inCountry, inRegions }
}

/** Indexed on first use, which takes some milliseconds. */
const indexOf = memoized(indexCountry)

/** The city of which all words are names, one after another: "biel bienne", "bulsan bozen bolzano". */
const ofLabel = (
  words: ReadonlyArray<string>,
  find: (form: string) => SamePlace | undefined
): SamePlace | undefined => {
  for (let at = 1; at < words.length; at++) {
    const first = find(words.slice(0, at).join(" "))
    if (first === undefined) continue
    const others = words.slice(at)
    if ((find(others.join(" ")) ?? ofLabel(others, find)) === first) return first
  }
  return undefined
}

/** Where a name in Latin letters follows one in Chinese characters, or the other way round: "中環 Central". */
const scriptsMeet = /(?<=\p{Script=Han})[\s/-]*(?=\p{Script=Latin})|(?<=\p{Script=Latin})[\s/-]*(?=\p{Script=Han})/u

/**
 * The city that a name means, or several in one label (`Biel/Bienne`). A name that several cities of the country have
 * means one only if the region is known.
 */
const placeNamed = (
  country: string,
  folded: string,
  form: string,
  regionCode: string | undefined
): SamePlace | undefined => {
  const { inCountry, inRegions } = indexOf(country)
  if (inCountry.size === 0 && inRegions.size === 0) return undefined
  const inRegion = regionCode === undefined ? undefined : inRegions.get(regionCode)
  const find = (text: string) => inRegion?.get(text) ?? inCountry.get(text)
  const parts = folded.split(scriptsMeet)
  return (
    find(form) ?? ofLabel(parts.length === 1 ? form.split(" ") : parts.map((part) => placeForm(country, part)), find)
  )
}

/**
 * The city that a folded name means, by the table.
 *
 * @param regionCode folded ISO 3166-2 code
 */
export const placeOf = (country: string, folded: string, regionCode: string | undefined): SamePlace | undefined =>
  placeNamed(country, folded, placeForm(country, folded), regionCode)

/**
 * The one form of a city's or district's name, in whichever spelling and language.
 *
 * @param regionCode folded ISO 3166-2 code
 */
export const cityForm = (country: string, folded: string, regionCode: string | undefined): string =>
  placeOf(country, folded, regionCode)?.form ?? placeForm(country, folded)

/** All the cities that a folded name may mean, wherever they are. */
export const placesOf = (country: string, folded: string): ReadonlyArray<SamePlace> => {
  const form = placeForm(country, folded)
  const regions: ReadonlyArray<string | undefined> = [undefined, ...indexOf(country).inRegions.keys()]
  const found = regions.map((region) => placeNamed(country, folded, form, region))
  return Array.from(new Set(found.filter((place) => place !== undefined)))
}
