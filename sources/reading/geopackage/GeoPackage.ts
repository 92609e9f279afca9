import { Effect, type Scope, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { firstBytes } from "../Bytes.ts"
import { misconfigured, unreadable } from "../Origin.ts"
import type { Entry } from "../Location.ts"
import { pointOfWkb } from "../Wkb.ts"
import { openDatabase, type DatabaseRecord, type Table } from "./Database.ts"
import type { Value } from "./Records.ts"

/** A record of a layer: its columns, and its point if it has one. */
interface LayerRecord {
  readonly number: number | bigint
  readonly columns: Readonly<Record<string, unknown>>
  readonly point: readonly [number, number] | undefined
}

/** Records of a layer that can be read on their own, while the file is open. */
interface LayerPart {
  /** What distinguishes it from the layer's other parts; empty if there are none. */
  readonly suffix: string
  readonly records: Stream.Stream<LayerRecord, SourceError>
}

/** A table of a GeoPackage that its user sees. */
export interface Layer {
  readonly name: string
  /** Names of the columns without the geometry. */
  readonly columns: ReadonlyArray<string>
  /** The reference system of its geometry: `EPSG:28992`, or its definition as well-known text. */
  readonly reference: string | undefined
  /** The layer's records with the columns of these names, or with all of them if none is named. */
  readonly parts: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LayerPart>, SourceError>
}

/** Bytes of a part: some hundred thousand addresses. */
const partSize = 16 * 1024 ** 2

/** Bytes of the box before a geometry, by its kind. https://www.geopackage.org/spec131/#gpb_format */
const boxes = [0, 32, 48, 48, 64] as const

/** The point of a geometry as a GeoPackage stores it; of several points, the first. */
const pointOf = (value: Value): readonly [number, number] | undefined => {
  if (!(value instanceof Uint8Array) || value[0] !== 0x47 || value[1] !== 0x50) return undefined
  const box = boxes[((value[3] ?? 0) >> 1) & 7]
  return box === undefined ? undefined : pointOfWkb(value.subarray(8 + box))
}

/** All records of one of the tables that describe the others; none if there is no such table. */
const described = Effect.fnUntraced(function* (tables: ReadonlyMap<string, Table>, name: string) {
  const table = tables.get(name)
  if (table === undefined) return []
  const ranges = yield* table.ranges(Number.POSITIVE_INFINITY)
  const records = Stream.flatMap(Stream.fromIterable(ranges), (range) => table.records(range, table.columns))
  return Array.from(
    yield* Stream.runCollect(Stream.take(records, mostLayers)),
    ({ values }) => new Map(table.columns.map((column, index) => [column.toLowerCase(), values[index]]))
  )
})

/** Layers and reference systems; real GeoPackages have some dozen. */
const mostLayers = 10_000

const textOf = (value: Value | undefined): string => (typeof value === "string" ? value : "")

const partsOf = (table: Table, geometry: string | undefined, names: ReadonlyArray<string>) => {
  const asked = new Set(names)
  const columns = table.columns.filter((name) => name !== geometry && (asked.size === 0 || asked.has(name)))
  const read = geometry === undefined ? columns : [...columns, geometry]
  const recordOf = ({ number, values }: DatabaseRecord): LayerRecord => ({
    number,
    columns: Object.fromEntries(columns.map((name, index) => [name, values[index]])),
    point: geometry === undefined ? undefined : pointOf(values[columns.length] ?? null)
  })
  return Effect.map(table.ranges(partSize), (ranges) =>
    ranges.map((range, index): LayerPart => ({
      suffix: ranges.length === 1 ? "" : ` ${index + 1}/${ranges.length}`,
      records: Stream.map(table.records(range, read), recordOf)
    }))
  )
}

/** What a program that has not written everything yet keeps beside the file, and how that begins. */
const pending = [
  { suffix: "-wal", mark: Buffer.from("377f06", "hex") },
  { suffix: "-journal", mark: Buffer.from("d9d505f920a163d7", "hex") }
]

/** Fails if a program that has the file open has not written everything into it. */
const checkWhole = Effect.fnUntraced(function* (entry: Entry) {
  const ending = /\.[^./]*$/.exec(entry.path)?.[0] ?? ""
  for (const { mark, suffix } of pending) {
    const beside = entry.sibling(`${ending}${suffix}`)
    if (beside === undefined || !mark.equals(yield* firstBytes(beside.bytes, mark.length))) continue
    return yield* misconfigured(
      entry.origin,
      `the file ${entry.path}${suffix} beside it has changes that are not in it yet. Close the program that has it open, or open and close it there once, and try again.`
    )
  }
})

/** Opens a GeoPackage for its layers that are tables. https://www.geopackage.org/spec131/ */
export const layersOf = Effect.fnUntraced(function* (
  entry: Entry
): Effect.fn.Return<ReadonlyArray<Layer>, SourceError, Scope.Scope> {
  const { origin } = entry
  yield* checkWhole(entry)
  const all = yield* openDatabase(origin, yield* entry.randomAccess())
  const tables = new Map(all.map((table) => [table.name.toLowerCase(), table]))
  if (!tables.has("gpkg_contents")) {
    return yield* unreadable(
      origin,
      "it is an SQLite database, but no GeoPackage. Convert it with GDAL: ogr2ogr addresses.gpkg FILE"
    )
  }
  const geometries = new Map(
    (yield* described(tables, "gpkg_geometry_columns")).map((row) => [textOf(row.get("table_name")).toLowerCase(), row])
  )
  const systems = new Map((yield* described(tables, "gpkg_spatial_ref_sys")).map((row) => [row.get("srs_id"), row]))
  const referenceOf = (id: Value | undefined): string | undefined => {
    const system = systems.get(id)
    if (system === undefined) return undefined
    const isEpsg = /^epsg$/i.test(textOf(system.get("organization")))
    const definition = textOf(system.get("definition"))
    return isEpsg ? `EPSG:${system.get("organization_coordsys_id")}` : definition || undefined
  }
  return (yield* described(tables, "gpkg_contents")).flatMap((row): ReadonlyArray<Layer> => {
    const name = textOf(row.get("table_name"))
    const table = tables.get(name.toLowerCase())
    // Tiles have no records. Early versions of GDAL call tables without a geometry aspatial.
    if (table === undefined || !/^(?:features|attributes|aspatial)$/i.test(textOf(row.get("data_type")))) return []
    const geometry = geometries.get(name.toLowerCase())
    const column = table.columns.find((one) => one.toLowerCase() === textOf(geometry?.get("column_name")).toLowerCase())
    return [
      {
        name,
        columns: table.columns.filter((one) => one !== column),
        reference: referenceOf(geometry?.get("srs_id") ?? row.get("srs_id")),
        parts: (names) => partsOf(table, column, names)
      }
    ]
  })
})

const listed = (layers: ReadonlyArray<Layer>): string => layers.map(({ name }) => name).join(", ")

/** The layer of this name, or the only one. */
export const layerOf = Effect.fnUntraced(function* (
  entry: Entry,
  name: string | undefined
): Effect.fn.Return<Layer, SourceError, Scope.Scope> {
  const { origin } = entry
  const layers = yield* layersOf(entry)
  const found = name === undefined ? layers[0] : layers.find((layer) => layer.name.toLowerCase() === name.toLowerCase())
  if (layers.length === 0) return yield* unreadable(origin, "the GeoPackage has no layer with records.")
  if (found === undefined) {
    return yield* misconfigured(origin, `the GeoPackage has no layer ${name}. It has: ${listed(layers)}.`)
  }
  if (name === undefined && layers.length > 1) {
    return yield* misconfigured(
      origin,
      `the GeoPackage has several layers: ${listed(layers)}. Name the one with the addresses in the mapping: "format": {"type": "geopackage", "layer": "${layers[0]!.name}"}.`
    )
  }
  return found
})
