import { readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { onFirstUse } from "../../../schemas/Memoized.ts"
import type { Projection } from "./Projection.ts"

/**
 * Coordinate reference systems of the EPSG registry, and of ESRI's additions to it, of which it is known how they lie to
 * WGS 84. `test/sources/registers/fixtures/GenerateGrids.ts` writes the file, which is read on first use.
 */

/** Degrees: where a system is meant to be used. East of 180°, it continues at -180°. */
export type Area = readonly [north: number, west: number, south: number, east: number]

/** A grid, and where it is meant to be used. */
export interface Grid {
  readonly projection: Projection
  readonly area: Area
}

/** Code, name, definition (empty for degrees as in WGS 84), and for grids the four sides of their area. */
type Columns = ReadonlyArray<string>

/** By code. Grids that need no shift come first: today's tables use them. */
const systems = onFirstUse((): ReadonlyMap<number, string> => {
  const text = brotliDecompressSync(readFileSync(join(import.meta.dirname, "grids.bin"))).toString("utf8")
  return new Map(text.split("\n").map((line) => [Number(line.slice(0, line.indexOf("\t"))), line]))
})

const projectionOf = ([code = "", name = "", definition = ""]: Columns): Projection | "degrees" =>
  definition === "" ? "degrees" : { epsg: Number(code), name, countries: [], definition }

/** A system by its code. Undefined if it is not in the registry, or if nothing says how it lies to WGS 84. */
export const registered = (code: number): Projection | "degrees" | undefined => {
  const line = systems().get(code)
  return line === undefined ? undefined : projectionOf(line.split("\t"))
}

/** Whether a position is in an area. */
export const isWithin = ([longitude, latitude]: readonly [number, number], [north, west, south, east]: Area): boolean =>
  latitude <= north &&
  latitude >= south &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

/** Degrees of longitude beyond which an area is no country's, but an ocean's or the world's. */
const widest = 90

const isWide = ([, west, , east]: Area): boolean => (west <= east ? east - west : east - west + 360) > widest

const areaOf = (columns: Columns): Area | undefined => {
  const [north, west, south, east] = columns.slice(3).map(Number)
  return north === undefined || west === undefined || south === undefined || east === undefined
    ? undefined
    : [north, west, south, east]
}

/** The grids meant for an area that is wanted. */
export const gridsFor = (isWanted: (area: Area) => boolean): ReadonlyArray<Grid> => {
  const found: Array<Grid> = []
  for (const line of systems().values()) {
    const columns = line.split("\t")
    const area = areaOf(columns)
    if (area === undefined || isWide(area) || !isWanted(area)) continue
    const projection = projectionOf(columns)
    if (projection !== "degrees") found.push({ projection, area })
  }
  return found
}
