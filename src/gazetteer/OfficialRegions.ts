import { fold } from "../../schemas/Fold.ts"
import { memoized } from "../../schemas/Memoized.ts"
import { foldedNames, otherNames } from "./RegionNames.ts"
import { noSubdivisions, parentOf, servedElsewhere } from "./RegionParents.ts"
import { contentDigest, placeKey } from "../address/Identity.ts"
import { listedName, regionName } from "./RegionName.ts"
import { type Subdivision, subdivisions as all } from "./Subdivisions.ts"

/** A first-level subdivision of ISO 3166-2, which the catalog lists even if it has no published address. */
export interface OfficialRegion {
  /** The region key of a synchronized address in that region. */
  readonly key: bigint
  /** Such as `US-CA`. */
  readonly code: string
  readonly name: string
  /**
   * Folded texts by which it is found: its name first, then its code with and without the country, then other forms.
   */
  readonly names: ReadonlyArray<string>
}

/** A region of any level, and the unit in which its addresses are counted. */
export interface UnitMember {
  readonly region: bigint
  readonly unit: bigint
}

interface Subdivisions {
  readonly regions: ReadonlyArray<OfficialRegion>
  readonly members: ReadonlyArray<UnitMember>
  readonly fingerprint: string
}

/** `Murcia, Región de` is also called Murcia. In Italy's list, a comma separates two languages instead. */
export const otherForms = (code: string, name: string): ReadonlyArray<string> => {
  const parts = name.split(", ")
  if (parts.length !== 2) return []
  return code.startsWith("IT-") ? parts : [parts[0]!, name]
}

const listed = new Map<string, Array<Subdivision>>()
for (const entry of all) {
  const country = entry.code.slice(0, 2)
  const ofCountry = listed.get(country)
  if (ofCountry === undefined) listed.set(country, [entry])
  else ofCountry.push(entry)
}

/** The first-level subdivision that a code is or belongs to; undefined for a code that is not a subdivision. */
const firstLevel = (code: string, parents: ReadonlyMap<string, string>): string | undefined => {
  if (noSubdivisions.has(code)) return undefined
  const parent = parentOf(code, parents.get(code)!)
  // Indonesia's provinces belong to geographical units, which are not subdivisions: the provinces are the first level.
  return parents.has(parent) && !noSubdivisions.has(parent) ? firstLevel(parent, parents) : code
}

const englishName = (code: string): string => fold(otherNames(code)[0] ?? "")

/**
 * Names in other languages, unless they belong to another region: some languages call the District of Columbia
 * Washington. Zagreb, which is a county's name in Spanish, is in English the city's alone.
 */
const addOtherNames = (regions: Array<OfficialRegion>): void => {
  const owners = new Map<string, Set<string>>()
  const claim = (name: string, code: string) => owners.set(name, (owners.get(name) ?? new Set()).add(code))
  for (const { code, names } of regions) for (const name of [...names, ...foldedNames(code)]) claim(name, code)
  const isOwn = (name: string, code: string): boolean => {
    const all = Array.from(owners.get(name)!)
    if (all.length === 1) return true
    const isListed = regions.some(({ names }) => names.includes(name))
    return (
      !isListed && englishName(code) === name && all.every((other) => other === code || englishName(other) !== name)
    )
  }
  regions.forEach((region, i) => {
    const others = foldedNames(region.code).filter((name) => isOwn(name, region.code))
    regions[i] = { ...region, names: Array.from(new Set([...region.names, ...others])) }
  })
}

const read = (country: string): Subdivisions => {
  const entries = listed.get(country) ?? []
  const parents = new Map(entries.map(({ code, parent }) => [code, parent]))
  const keyOf = (code: string) => placeKey(country, "region", [code])
  const regions: Array<OfficialRegion> = []
  const members: Array<UnitMember> = []
  for (const { code, name } of entries) {
    const first = firstLevel(code, parents)
    if (first === undefined) continue
    if (!servedElsewhere.has(first)) members.push({ region: keyOf(code), unit: keyOf(first) })
    if (first !== code) continue
    const written = regionName(code, name)
    const names = [written, code, code.slice(3), listedName(code, name), ...otherForms(code, name)].map(fold)
    regions.push({ key: keyOf(code), code, name: written, names: Array.from(new Set(names)) })
  }
  addOtherNames(regions)
  const content = [...regions.flatMap(({ names }) => names), ...members.map(({ region, unit }) => `${region} ${unit}`)]
  return { regions, members, fingerprint: contentDigest(content).toString(36) }
}

const subdivisions = memoized(read)

/** The official first-level subdivisions of a country; none if ISO 3166-2 lists none. */
export const officialRegions = (country: string): ReadonlyArray<OfficialRegion> => subdivisions(country).regions

/**
 * What coverage is measured against: the first-level subdivisions whose addresses belong to the country, each with its
 * subdivisions of lower levels, which some sources name. If empty, ISO 3166-2 lists none, and the country itself is the
 * only unit.
 */
export const unitMembers = (country: string): ReadonlyArray<UnitMember> => subdivisions(country).members

/** Changes when the official subdivisions of the country do. */
export const subdivisionsFingerprint = (country: string): string => subdivisions(country).fingerprint
