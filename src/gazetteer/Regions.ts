import { iso31662 } from "iso-3166"
import { fold } from "../../schemas/Fold.ts"
import { coreOf, foldedNames } from "./RegionNames.ts"
import { officialRegions } from "./OfficialRegions.ts"
import { regionName } from "./RegionName.ts"

/** A subdivision of ISO 3166-2. */
export interface Region {
  /** Such as `US-CA`. */
  readonly code: string
  readonly name: string
  /** Folded name, code, and the code's part after the country. */
  readonly names: ReadonlyArray<string>
}

interface Called {
  readonly region: Region
  readonly folded: string
}

const regionOf = (code: string, listed: string): Region => {
  const name = regionName(code, listed)
  return { code, name, names: Array.from(new Set([name, code, code.slice(3)].map(fold))) }
}

const listed = (country: string): ReadonlyArray<Region> =>
  iso31662.filter(({ code }) => code.startsWith(`${country}-`)).map(({ code, name }) => regionOf(code, name))

/**
 * What is called what in a country, the stronger claim first. A first-level subdivision comes before what lies below it
 * or was withdrawn and shares its name (La Rioja is a region and its only province, Madrid too), and any name comes
 * before a code (`M` is no region of Spain, Madrid is one).
 */
const claims = (country: string): ReadonlyArray<Called> => {
  const regions = listed(country)
  const official = officialRegions(country).map(({ code, name, names }) => ({
    names,
    region: regionOf(code, name)
  }))
  const short = (region: Region) => ({ region, folded: fold(region.code.slice(3)) })
  return [
    ...official.flatMap(({ names, region }) =>
      names.filter((folded) => folded !== fold(region.code.slice(3))).map((folded) => ({ region, folded }))
    ),
    ...regions.flatMap((region) => [region.name, region.code].map((text) => ({ region, folded: fold(text) }))),
    ...official.map(({ region }) => short(region)),
    ...regions.map(short)
  ]
}

/** First-level subdivisions by their names without the kind of unit, as far as one alone is called so. */
const coresOf = (country: string): ReadonlyMap<string, Region> => {
  const cores = new Map<string, Region | undefined>()
  for (const { code, name, names } of officialRegions(country)) {
    const region = regionOf(code, name)
    for (const folded of new Set([...names, ...foldedNames(code)])) {
      // What is as short as a code is one.
      if (folded.length < 2 || folded === fold(code) || folded === fold(code.slice(3))) continue
      const core = coreOf(folded)
      cores.set(core, cores.has(core) && cores.get(core)?.code !== code ? undefined : region)
    }
  }
  return new Map(Array.from(cores).flatMap(([core, region]) => (region === undefined ? [] : [[core, region] as const])))
}

interface Index {
  readonly names: ReadonlyMap<string, Region>
  readonly cores: ReadonlyMap<string, Region>
}

const indexes = new Map<string, Index>()

const indexOf = (country: string): Index => {
  const known = indexes.get(country)
  if (known !== undefined) return known
  const index = new Map<string, Region>()
  for (const { folded, region } of claims(country)) if (!index.has(folded)) index.set(folded, region)
  const made = { names: index, cores: coresOf(country) }
  indexes.set(country, made)
  return made
}

/**
 * The subdivision that a source calls by name, full code or short code, as ISO 3166-2 lists it; or undefined. Names in
 * other languages count too, and so does a name whose word for the kind of unit is another one or left out.
 */
export const findRegion = (country: string, text: string): Region | undefined => {
  const { cores, names } = indexOf(country)
  const folded = fold(text)
  const exact = names.get(folded)
  if (exact !== undefined) return exact
  const core = coreOf(folded)
  const found = cores.get(core)
  // "Kyiv Oblast" is not Kyiv: beside a city there may be a region that is called after it.
  const stem = core.slice(0, Math.max(4, core.length - 1))
  const isRivalled = (other: string) => other.startsWith(stem) && cores.get(other)?.code !== found?.code
  return found === undefined || (core !== folded && Array.from(cores.keys()).some(isRivalled)) ? undefined : found
}
