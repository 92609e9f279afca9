import type { FileMetaData } from "hyparquet"
import { jsonIn } from "./Json.ts"
import { memberAt } from "./Member.ts"

/** What a Parquet file says of its geometries. */
export interface StatedGeometry {
  /** The column with them, at the top level. */
  readonly column: string
  /** Their reference system: `EPSG:25832`, `OGC:CRS84`, or another text; undefined if none is stated. */
  readonly reference: string | undefined
}

/** Longer metadata are not parsed: the description of a system has some thousand characters. */
const longest = 1024 ** 2

/** The code of a system in PROJJSON. Of one with heights, that of its first part. Codes of Esri are told apart by their size. */
const codeOf = (crs: unknown, depth = 0): string | undefined => {
  const [authority, code] = [memberAt(crs, "id.authority"), memberAt(crs, "id.code")]
  if (typeof authority === "string" && (typeof code === "string" || typeof code === "number")) {
    return `${/^esri$/i.test(authority) ? "EPSG" : authority}:${code}`
  }
  const inner = memberAt(crs, "components.0") ?? memberAt(crs, "source_crs")
  return inner === undefined || depth > 1 ? undefined : codeOf(inner, depth + 1)
}

/**
 * The geometries of GeoParquet (https://geoparquet.org/releases/v1.1.0/, whose systems are PROJJSON), or of Parquet's own
 * type (https://github.com/apache/parquet-format/blob/master/Geospatial.md); undefined if nothing is said of any.
 */
export const statedGeometry = ({ key_value_metadata, schema }: FileMetaData): StatedGeometry | undefined => {
  const text = key_value_metadata?.find(({ key }) => key === "geo")?.value
  const geo = text === undefined || text.length > longest ? undefined : jsonIn(text)
  const column = memberAt(geo, "primary_column")
  if (typeof column === "string") {
    const crs = memberAt(memberAt(memberAt(geo, "columns"), column), "crs")
    return { column, reference: typeof crs === "string" ? crs : codeOf(crs) }
  }
  for (const { logical_type, name } of schema) {
    if (logical_type?.type !== "GEOMETRY" && logical_type?.type !== "GEOGRAPHY") continue
    const crs = logical_type.crs?.replace(/^srid:/i, "EPSG:")
    return { column: name, reference: crs === undefined ? undefined : (codeOf(jsonIn(crs)) ?? crs) }
  }
  return undefined
}
