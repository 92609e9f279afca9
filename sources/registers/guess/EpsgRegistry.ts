import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Projection } from "./Projections.ts"

/**
 * Coordinate reference systems of the EPSG registry and ESRI's additions to it, from the package epsg-index. It has a
 * file for each code, and one of 8 MB with all of them, for coordinates whose system is unknown.
 */

const require = createRequire(import.meta.url)

/** A system as the package has it. */
interface Entry {
  readonly code: string
  readonly kind: string
  readonly name: string
  /** Null if PROJ.4 cannot express the system. */
  readonly proj4: string | null
  /** Of its coordinates. */
  readonly unit: string | null
  /** Degrees: where the system is meant to be used. East of 180°, it continues at -180°. */
  readonly bbox: readonly [north: number, west: number, south: number, east: number] | null
}

const kinds: ReadonlySet<string> = new Set(["CRS-PROJCRS", "CRS-COMPOUNDCRS", "CRS-GEOGCRS", "CRS-GEOG3DCRS"])

/**
 * What a definition says of the way to WGS 84: `none` if there is no way to go, `shift` if three numbers lead there to
 * within some ten meters, and undefined if it is unknown. The package's rotations are not used: it does not convert
 * those that the registry states by another convention. Neither are grid files, which it does not have. Without either,
 * points would be off by up to hundreds of meters.
 */
const wayOf = (definition: string): "none" | "shift" | undefined => {
  if (/\+(?:nadgrids|axis|pm)=/.test(definition)) return undefined
  const numbers = /\+towgs84=(\S+)/.exec(definition)?.[1]?.split(",").map(Number)
  if (numbers !== undefined) {
    if (numbers.every((number) => number === 0)) return "none"
    return numbers.slice(3).every((number) => number === 0) ? "shift" : undefined
  }
  return /\+(?:datum=(?:WGS84|NAD83)|ellps=(?:GRS80|WGS84))(?: |$)/.test(definition) ? "none" : undefined
}

/** Heights are not read, and geoids only serve them. */
const horizontal = (definition: string): string =>
  definition.replace(/ \+(?:geoidgrids|geoid_crs|vunits|vto_meter|type)=\S+/g, "")

const projectionOf = ({ code, kind, name, proj4, unit }: Entry): Projection | "degrees" | undefined => {
  if (proj4 === null || !kinds.has(kind)) return undefined
  const definition = horizontal(proj4)
  const way = wayOf(definition)
  if (way === undefined) return undefined
  if (definition.includes("+proj=longlat ")) {
    if (unit?.startsWith("degree") !== true) return undefined
    if (way === "none") return "degrees"
  }
  return { epsg: Number(code), name, countries: [], definition }
}

/** A system by its code. Undefined if it is not in the registry, or if nothing says how it lies to WGS 84. */
export const registered = (code: number): Projection | "degrees" | undefined => {
  try {
    return projectionOf(require(`epsg-index/s/${code}.json`) as Entry)
  } catch {
    // No system has the code.
    return undefined
  }
}

export type Area = NonNullable<Entry["bbox"]>

/** Whether a position is in an area. */
export const isWithin = ([longitude, latitude]: readonly [number, number], [north, west, south, east]: Area): boolean =>
  latitude <= north &&
  latitude >= south &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

/** Degrees of longitude beyond which an area is no country's, but an ocean's or the world's. */
const widest = 90

const isWide = ([, west, , east]: Area): boolean => (east - west + 360) % 360 > widest

/** A grid, and where it is meant to be used. */
export interface Grid {
  readonly projection: Projection
  readonly area: Area
}

/** A guess tries the grids for one pair of columns after the other; between guesses, they may be forgotten. */
let kept: WeakRef<ReadonlyArray<Entry>> | undefined

const allEntries = (): ReadonlyArray<Entry> => {
  const known = kept?.deref()
  if (known !== undefined) return known
  const read = JSON.parse(readFileSync(require.resolve("epsg-index/all.json"), "utf8")) as Record<string, Entry>
  const made = Object.values(read).map(({ bbox, code, kind, name, proj4, unit }) => ({
    bbox,
    code,
    kind,
    name,
    proj4,
    unit
  }))
  kept = new WeakRef(made)
  return made
}

/** The grids meant for an area that is wanted. Those that need no shift come first: today's tables use them. */
export const gridsFor = (isWanted: (area: Area) => boolean): ReadonlyArray<Grid> => {
  const shifted: Array<Grid> = []
  const found: Array<Grid> = []
  for (const entry of allEntries()) {
    const area = entry.bbox
    if (entry.kind !== "CRS-PROJCRS" || area === null || isWide(area) || !isWanted(area)) continue
    const projection = projectionOf(entry)
    if (projection === undefined || projection === "degrees") continue
    const grids = wayOf(projection.definition) === "shift" ? shifted : found
    grids.push({ projection, area })
  }
  return [...found, ...shifted]
}
