import { createRequire } from "node:module"
import proj4 from "proj4"
import type { Projection } from "./Projections.ts"

/**
 * Coordinate reference systems of the EPSG registry and ESRI's additions to it, from the package epsg-index, which has a
 * file for each code.
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

/** Whether proj4 has the method of projection. */
const isReadable = (definition: string): boolean => {
  try {
    proj4(definition)
    return true
  } catch {
    return false
  }
}

const projectionOf = ({ code, kind, name, proj4: given, unit }: Entry): Projection | "degrees" | undefined => {
  if (given === null || !kinds.has(kind)) return undefined
  const definition = horizontal(given)
  const way = wayOf(definition)
  if (way === undefined || !isReadable(definition)) return undefined
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
