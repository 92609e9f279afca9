import { Effect, type Scope, Stream } from "effect"
import { firstFew } from "../../../schemas/FirstFew.ts"
import type { SourceError } from "../../DataSource.ts"
import { firstBytes } from "../Bytes.ts"
import { longestCatalog } from "../Limits.ts"
import { misconfigured, type Origin, unreadable } from "../Origin.ts"
import type { Entry } from "../Location.ts"
import { positionOfWkb } from "../Wkb.ts"
import { openDatabase, type DatabaseRecord, type Listed, type Table } from "./Database.ts"
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
  /** The reference system of its geometry: `EPSG:28992`, or its definition as well-known text. */
  readonly reference: string | undefined
  /** Fails if it cannot be read: what is said of its columns is looked at only now. */
  readonly open: Effect.Effect<OpenLayer, SourceError>
}

interface OpenLayer {
  /** Names of the columns without the geometry. */
  readonly columns: ReadonlyArray<string>
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
  return box === undefined ? undefined : positionOfWkb(value.subarray(8 + box))
}

/** Layers and reference systems; real GeoPackages have some dozen. */
const mostLayers = 10_000

/** Bytes of a text that describes a layer: definitions of reference systems have some thousand. */
const longestDescription = 64 * 1024

/** A name as SQLite compares it: letters beyond A to Z are as they are. */
const folded = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Some columns of one of the tables that describe the others; none if there is no such table. */
const described = Effect.fnUntraced(function* (
  origin: Origin,
  tables: ReadonlyMap<string, Listed>,
  name: string,
  wanted: ReadonlyArray<string>
) {
  const table = yield* tables.get(name)?.open ?? Effect.succeed(undefined)
  if (table === undefined) return []
  const columns = table.columns.filter((column) => wanted.includes(folded(column)))
  const ranges = yield* table.ranges(Number.POSITIVE_INFINITY)
  const records = Stream.flatMap(Stream.fromIterable(ranges), (range) =>
    table.records(range, columns, longestDescription)
  )
  const rows: Array<ReadonlyMap<string, Value>> = []
  let length = 0
  yield* Stream.runForEach(Stream.take(records, mostLayers), ({ values }) => {
    rows.push(new Map(columns.map((column, index) => [folded(column), values[index] ?? null])))
    for (const value of values) length += textOf(value).length
    return length > longestCatalog
      ? Effect.fail(unreadable(origin, `its table ${name} has more than ${longestCatalog} characters.`))
      : Effect.void
  })
  return rows
})

const textOf = (value: Value | undefined): string => (typeof value === "string" ? value : "")

/** A copy of bytes: a part of a page would keep the whole page in memory, and what was read around it. */
const apart = (value: Value | undefined): Value | undefined =>
  value instanceof Uint8Array ? new Uint8Array(value) : value

const partsOf = (table: Table, geometry: string | undefined, names: ReadonlyArray<string>) => {
  const asked = new Set(names)
  const columns = table.columns.filter((name) => name !== geometry && (asked.size === 0 || asked.has(name)))
  const read = geometry === undefined ? columns : [...columns, geometry]
  const recordOf = ({ number, values }: DatabaseRecord): LayerRecord => ({
    number,
    columns: Object.fromEntries(columns.map((name, index) => [name, apart(values[index])])),
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

/** A layer of a table, by what the descriptive tables say of it. */
const openLayer = Effect.fnUntraced(function* (listed: Listed, geometry: string) {
  const table = yield* listed.open
  const column = table.columns.find((one) => folded(one) === folded(geometry))
  return {
    columns: table.columns.filter((one) => one !== column),
    parts: (names: ReadonlyArray<string>) => partsOf(table, column, names)
  }
})

/** The reference systems of a GeoPackage, by their numbers in it. */
const referencesOf = Effect.fnUntraced(function* (origin: Origin, tables: ReadonlyMap<string, Listed>) {
  const wanted = ["srs_id", "organization", "organization_coordsys_id", "definition"]
  const rows = yield* described(origin, tables, "gpkg_spatial_ref_sys", wanted)
  return new Map(
    rows.map((row) => [
      row.get("srs_id"),
      /^epsg$/i.test(textOf(row.get("organization")))
        ? `EPSG:${row.get("organization_coordsys_id")}`
        : textOf(row.get("definition")) || undefined
    ])
  )
})

/** Opens a GeoPackage for its layers: tables, and views, which cannot be opened. https://www.geopackage.org/spec131/ */
const allLayersOf = Effect.fnUntraced(function* (
  entry: Entry
): Effect.fn.Return<ReadonlyArray<Layer & Pick<Listed, "kind">>, SourceError, Scope.Scope> {
  const { origin } = entry
  yield* checkWhole(entry)
  const all = yield* openDatabase(origin, yield* entry.randomAccess())
  const tables = new Map(all.map((table) => [folded(table.name), table]))
  if (!tables.has("gpkg_contents")) {
    return yield* unreadable(
      origin,
      "it is an SQLite database, but not a GeoPackage. Convert it with GDAL: ogr2ogr addresses.gpkg FILE"
    )
  }
  const geometries = new Map(
    (yield* described(origin, tables, "gpkg_geometry_columns", ["table_name", "column_name", "srs_id"])).map((row) => [
      folded(textOf(row.get("table_name"))),
      row
    ])
  )
  const references = yield* referencesOf(origin, tables)
  const contents = yield* described(origin, tables, "gpkg_contents", ["table_name", "data_type", "srs_id"])
  return contents.flatMap((row): ReadonlyArray<Layer & Pick<Listed, "kind">> => {
    const name = textOf(row.get("table_name"))
    const table = tables.get(folded(name))
    // Tiles have no records. Early versions of GDAL call tables without a geometry aspatial.
    if (table === undefined || !/^(?:features|attributes|aspatial)$/i.test(textOf(row.get("data_type")))) return []
    const geometry = geometries.get(folded(name))
    const reference = references.get(geometry?.get("srs_id") ?? row.get("srs_id"))
    return [{ name, kind: table.kind, reference, open: openLayer(table, textOf(geometry?.get("column_name"))) }]
  })
})

/** How many layers, and how much of their names, a message tells. */
const shown = { layers: 30, name: 100 }

const listed = (layers: ReadonlyArray<Layer>): string =>
  firstFew(
    layers.map(({ name }) => name.slice(0, shown.name)),
    shown.layers
  )

const areTables = Effect.fnUntraced(function* (origin: Origin, all: ReadonlyArray<Layer & Pick<Listed, "kind">>) {
  const [first, ...more] = all.filter(({ kind }) => kind === "table")
  if (first !== undefined) return [first, ...more] as const
  const views = all.length === 0 ? "" : ` It has views, and only tables are read: ${listed(all)}.`
  return yield* unreadable(origin, `the GeoPackage has no layer with records.${views}`)
})

/** The layers of a GeoPackage that are tables. Fails if there are none. */
export const layersOf = (entry: Entry): Effect.Effect<ReadonlyArray<Layer>, SourceError, Scope.Scope> =>
  Effect.flatMap(allLayersOf(entry), (all) => areTables(entry.origin, all))

/** The layer of this name, or the only table. */
export const layerOf = Effect.fnUntraced(function* (
  entry: Entry,
  name: string | undefined
): Effect.fn.Return<OpenLayer, SourceError, Scope.Scope> {
  const { origin } = entry
  const all = yield* allLayersOf(entry)
  const named =
    name === undefined
      ? undefined
      : (all.find((layer) => folded(layer.name) === folded(name)) ??
        all.find((layer) => layer.name.toLowerCase() === name.toLowerCase()))
  if (named !== undefined) return yield* named.open
  const layers = yield* areTables(origin, all)
  if (name !== undefined) {
    return yield* misconfigured(origin, `the GeoPackage has no layer ${name}. It has: ${listed(layers)}.`)
  }
  if (layers.length > 1) {
    return yield* misconfigured(
      origin,
      `the GeoPackage has several layers: ${listed(layers)}. Name the one with the addresses in the mapping: "format": {"type": "geopackage", "layer": "${layers[0].name}"}.`
    )
  }
  return yield* layers[0].open
})
