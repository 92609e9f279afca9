import { Effect } from "effect"
import { fold } from "../../schemas/Fold.ts"
import { memoized } from "../../schemas/Memoized.ts"
import { withoutDigraphs } from "./Digraphs.ts"
import { coreOf, foldedNames, otherNames } from "./RegionNames.ts"
import { officialRegions, otherForms } from "./OfficialRegions.ts"
import { listedName, regionName } from "./RegionName.ts"
import { noSubdivisions } from "./RegionParents.ts"
import { subdivisions } from "./Subdivisions.ts"

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

/** What else a subdivision of any level is called. */
const otherNamesOf = (code: string, name: string): ReadonlyArray<string> => [
  listedName(code, name),
  ...otherForms(code, name),
  ...(code.startsWith("IE-") ? [`Co. ${name}`, `Co ${name}`, `County ${name}`] : []),
  // Java is an island: the regions of its addresses are provinces.
  ...(noSubdivisions.has(code) ? [] : otherNames(code))
]

const listed = (country: string) =>
  subdivisions
    .filter(({ code }) => code.startsWith(`${country}-`))
    .map(({ code, name }) => ({ region: regionOf(code, name), others: otherNamesOf(code, name) }))

/**
 * The names in use in a country, with stronger claims first. A first-level subdivision comes before lower or withdrawn
 * ones that share its name (La Rioja is a region and its only province; so is Madrid), and any name comes before a code
 * (`M` is not a region of Spain, Madrid is one).
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
    ...regions.flatMap(({ region }) => [region.name, region.code].map((text) => ({ region, folded: fold(text) }))),
    ...regions.flatMap(({ others, region }) => others.map((text) => ({ region, folded: fold(text) }))),
    ...official.map(({ region }) => short(region)),
    ...regions.map(({ region }) => short(region))
  ]
}

/** First-level subdivisions by their names without the kind of unit, if that is unambiguous. */
const coresOf = (country: string): ReadonlyMap<string, Region> => {
  const cores = new Map<string, Region | undefined>()
  for (const { code, name, names } of officialRegions(country)) {
    const region = regionOf(code, name)
    for (const folded of new Set([...names, ...foldedNames(code)])) {
      // A text as short as a code is a code.
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
  /** The cores without digraphs; of several that are alike then, the first. */
  readonly plain: ReadonlyMap<string, Region>
}

const indexOf = memoized((country: string): Index => {
  const names = new Map<string, Region>()
  for (const { folded, region } of claims(country)) if (!names.has(folded)) names.set(folded, region)
  const cores = coresOf(country)
  const plain = new Map<string, Region>()
  for (const [core, region] of cores) {
    const key = withoutDigraphs(country, core)
    if (!plain.has(key)) plain.set(key, region)
  }
  return { names, cores, plain }
})

/** What separates the names in a label: `Euskadi / País Vasco`, `Brunico - Bruneck`. */
export const betweenNames = /\s*[/|;]\s*|\s+[-–—]\s+/u

/** Scripts in which regions stand beside a name in another. */
const scripts = [/\p{Script=Latin}/u, /\p{Script=Arabic}/u, /\p{Script=Tifinagh}/u, /\p{Script=Han}/u]

/** A number for the script of a text's first letter; undefined if it has none. */
const scriptOf = (text: string): number | undefined => {
  const [letter] = /\p{L}/u.exec(text) ?? []
  return letter === undefined ? undefined : scripts.findIndex((one) => one.test(letter))
}

/** The names in a label in two languages or scripts, folded: "Euskadi / País Vasco". */
const namesIn = (folded: string): ReadonlyArray<string> =>
  folded.split(betweenNames).flatMap((part) => {
    const runs: Array<string> = []
    let last: number | undefined
    for (const word of part.split(" ")) {
      const own = scriptOf(word) ?? last
      if (own === last && runs.length > 0) runs.push(`${runs.pop()!} ${word}`)
      else runs.push(word)
      last = own
    }
    return runs
  })

/**
 * The region of which all names in a label are names. A name that is not known may stand there in another script.
 */
const ofLabel = (country: string, folded: string): Region | undefined => {
  const names = namesIn(folded)
  if (names.length < 2) return undefined
  const found = names.map((name) => ({ name, region: regionNamed(country, name) }))
  const known = found.filter(({ region }) => region !== undefined)
  const [first] = known
  const isOther = (name: string) => known.every((one) => scriptOf(one.name) !== scriptOf(name))
  const isOne = found.every(({ name, region }) =>
    region === undefined ? isOther(name) : region.code === first?.region?.code
  )
  return isOne ? first?.region : undefined
}

/**
 * The subdivision that a source means by a name, full code or short code from ISO 3166-2; undefined if there is none.
 * Names in other languages are accepted, several in one label too, and names with another word, or none, for the kind of
 * unit.
 */
export const findRegion = (country: string, text: string): Region | undefined => {
  const folded = fold(text)
  return (
    regionNamed(country, folded) ??
    ofLabel(country, folded) ??
    abbreviated(country, folded) ??
    inDigraphs(country, folded)
  )
}

/**
 * What has the name of a region where names are looked up; if nothing has, what has the code of the region that the
 * name means. So a name that is there never means another region.
 *
 * @param look finds what has a folded name
 */
export const regionsCalled = <A, E, R>(
  look: (folded: string) => Effect.Effect<ReadonlyArray<A>, E, R>,
  country: string,
  name: string
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.flatMap(look(fold(name)), (found) => {
    const region = found.length > 0 ? undefined : findRegion(country, name)
    return region === undefined ? Effect.succeed(found) : look(fold(region.code))
  })

/** Abbreviations are written with periods, too: B.C., N.Y., Vic., W. Va. */
const abbreviated = (country: string, folded: string): Region | undefined =>
  folded.includes(".") ? regionNamed(country, folded.replaceAll(".", "")) : undefined

/** Where a keyboard lacks umlauts: Baden-Wuerttemberg. Words for the unit have them, too: Skaane laen. */
const inDigraphs = (country: string, folded: string): Region | undefined => {
  const core = coreOf(folded)
  const plain = withoutDigraphs(country, core)
  return plain === core ? undefined : indexOf(country).plain.get(coreOf(plain))
}

/** Words for a city, which mean the city and not the region around it: г. Минск, город Ташкент, Алматы қаласы. */
const cityWord = /^(?:г\.?|город|горад|м\.|місто) | (?:қаласы|шаары|шаҳри|shahri)$/u

const regionNamed = (country: string, folded: string): Region | undefined => {
  const { cores, names } = indexOf(country)
  const exact = names.get(folded) ?? names.get(folded.replace(cityWord, ""))
  if (exact !== undefined) return exact
  const core = coreOf(folded)
  const found = cores.get(core)
  // "Kyiv Oblast" is not Kyiv: a region may be named after the city next to it.
  const stem = core.slice(0, Math.max(4, core.length - 1))
  const isRivalled = (other: string) => other.startsWith(stem) && cores.get(other)?.code !== found?.code
  return found === undefined || (core !== folded && Array.from(cores.keys()).some(isRivalled)) ? undefined : found
}
