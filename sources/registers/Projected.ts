import { Effect } from "effect"
import type { Coordinates } from "../../schemas/Address.ts"
import type { SourceError } from "../DataSource.ts"
import { misconfigured } from "../reading/Origin.ts"
import { numberOf } from "./Figures.ts"
import { converterOf, systemOf } from "./grids/Projections.ts"

/** The coordinate reference system of a table. */
export interface Grid {
  /** Its EPSG code, or its definition. */
  readonly name: string
  /** Degrees of WGS 84; undefined if one of the two is empty or not a number, or if there is no such place. */
  readonly at: (first: string | number, second: string | number) => Coordinates | undefined
}

interface GridOptions {
  /**
   * Which number comes first in your table; default `east-north` (x, y; longitude, latitude). The order that the
   * registry states for a system does not matter: most tables ignore it.
   */
  readonly axes?: "east-north" | "north-east"
}

/** No projection is more accurate than hundredths of a meter. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

type Convert = (x: number, y: number) => ReadonlyArray<number>

const found = (system: string): { readonly name: string; readonly convert: Convert } | undefined => {
  const known = systemOf(system)
  if (known === undefined) return undefined
  if (known === "degrees") return { name: system, convert: (x, y) => [x, y] }
  const converter = converterOf(known)
  return { name: known.name, convert: (x, y) => converter([x, y]) }
}

/**
 * Converts a table's coordinates to degrees: `const grid = yield* projected(name, "EPSG:25832")`, then `grid.at(x, y)`.
 * The system is a code of the EPSG registry or of ESRI (which are included and need no network), a PROJ.4 definition, or
 * well-known text. An unknown one fails as misconfigured.
 */
export const projected = (
  source: string,
  system: string,
  { axes = "east-north" }: GridOptions = {}
): Effect.Effect<Grid, SourceError> => {
  const grid = found(system.trim())
  if (grid === undefined) {
    return Effect.fail(
      misconfigured(
        { source, place: system },
        'this system of coordinates is not known here. Give its PROJ.4 definition instead (https://epsg.io shows it for each code): projected(name, "+proj=…").'
      )
    )
  }
  return Effect.succeed({
    name: grid.name,
    at: (first, second) => {
      const [a = Number.NaN, b = Number.NaN] = [first, second].map((one) =>
        typeof one === "number" ? one : numberOf(one)
      )
      if (!Number.isFinite(a) || !Number.isFinite(b)) return undefined
      const [longitude = Number.NaN, latitude = Number.NaN] =
        axes === "east-north" ? grid.convert(a, b) : grid.convert(b, a)
      return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
        ? { longitude: rounded(longitude), latitude: rounded(latitude) }
        : undefined
    }
  })
}
