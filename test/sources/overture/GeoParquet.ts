import { zstdCompressSync } from "node:zlib"
import type { CompressionCodec, SchemaElement } from "hyparquet"
import { geojsonToWkb, parquetWriteBuffer } from "hyparquet-writer"

/** An address as releases have it. */
export interface AddressRow {
  readonly id: string
  readonly at: readonly [lon: number, lat: number]
  readonly country: string
  readonly number: string | null
  readonly street: string | null
  readonly levels: ReadonlyArray<string | null> | null
  readonly unit?: string | null
  readonly postcode?: string | null
  readonly postal_city?: string | null
  readonly sources?: ReadonlyArray<{ readonly dataset: string; readonly property?: string; readonly license?: string }>
  /** Replaces the point. */
  readonly geometry?: Uint8Array
}

/** A building as releases have it. */
export interface BuildingRow {
  readonly id: string
  readonly polygon: ReadonlyArray<ReadonlyArray<readonly [number, number]>>
  readonly subtype?: string
  readonly class?: string
  readonly level?: number
  readonly is_underground?: boolean
  readonly geometry?: Uint8Array
}

/** A place of business as releases have it. */
export interface PlaceRow {
  readonly id: string
  readonly at: AddressRow["at"]
  readonly hierarchy: ReadonlyArray<string> | null
  readonly confidence?: number
  readonly operating_status?: string
}

export interface Writing {
  readonly codec?: CompressionCodec
  readonly rowGroupSize?: number | Array<number>
  /** Columns to leave out. */
  readonly without?: ReadonlyArray<string>
  /** The members of `sources` to write. */
  readonly sourceMembers?: ReadonlyArray<string>
  readonly statistics?: boolean
}

const text = (name: string): SchemaElement => ({
  name,
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  repetition_type: "OPTIONAL"
})

const struct = (name: string, children: ReadonlyArray<ReadonlyArray<SchemaElement>>): ReadonlyArray<SchemaElement> => [
  { name, repetition_type: "OPTIONAL", num_children: children.length },
  ...children.flat()
]

const list = (name: string, element: ReadonlyArray<SchemaElement>): ReadonlyArray<SchemaElement> => [
  { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
  { name: "list", repetition_type: "REPEATED", num_children: 1 },
  ...element
]

const float = (name: string): SchemaElement => ({ name, type: "FLOAT", repetition_type: "OPTIONAL" })

const bbox = struct("bbox", [[float("xmin")], [float("xmax")], [float("ymin")], [float("ymax")]])

const geometry: SchemaElement = { name: "geometry", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" }

/** `sources` as of schema 1.8; older releases lack the license, provider, resource and version. */
export const newSources = ["property", "dataset", "license", "record_id", "update_time", "provider", "resource"]
export const oldSources = ["property", "dataset", "record_id", "update_time"]

const write = (
  columns: ReadonlyArray<{
    readonly name: string
    readonly schema: ReadonlyArray<SchemaElement>
    readonly data: Array<unknown>
  }>,
  { codec = "ZSTD", rowGroupSize = 100_000, statistics = true, without = [] }: Writing
): Uint8Array => {
  const kept = columns.filter(({ name }) => !without.includes(name))
  const geo = { version: "1.1.0", primary_column: "geometry", columns: { geometry: { encoding: "WKB" } } }
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: kept.map(({ data, name }) => ({ name, data })),
      schema: [{ name: "schema", num_children: kept.length }, ...kept.flatMap(({ schema }) => schema)],
      codec,
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      rowGroupSize,
      statistics,
      kvMetadata: [{ key: "geo", value: JSON.stringify(geo) }]
    })
  )
}

const point = (at: AddressRow["at"]) => geojsonToWkb({ type: "Point", coordinates: [...at] })

/** A file of the `addresses` theme. */
export const writeAddresses = (rows: ReadonlyArray<AddressRow>, writing: Writing = {}): Uint8Array => {
  const members = writing.sourceMembers ?? newSources
  const strings = (name: "country" | "id" | "number" | "postal_city" | "postcode" | "street" | "unit") => ({
    name,
    schema: [text(name)],
    data: rows.map((row) => row[name] ?? null)
  })
  return write(
    [
      strings("id"),
      { name: "geometry", schema: [geometry], data: rows.map((row) => row.geometry ?? point(row.at)) },
      {
        name: "bbox",
        schema: bbox,
        data: rows.map(({ at: [lon, lat] }) => ({ xmin: lon, xmax: lon, ymin: lat, ymax: lat }))
      },
      strings("country"),
      strings("postcode"),
      strings("street"),
      strings("number"),
      strings("unit"),
      {
        name: "address_levels",
        schema: list("address_levels", struct("element", [[text("value")]])),
        data: rows.map(({ levels }) => levels?.map((value) => ({ value })) ?? null)
      },
      strings("postal_city"),
      {
        name: "version",
        schema: [{ name: "version", type: "INT32", repetition_type: "OPTIONAL" }],
        data: rows.map(() => 1)
      },
      {
        name: "sources",
        schema: list(
          "sources",
          struct(
            "element",
            members.map((name) => [text(name)])
          )
        ),
        data: rows.map(({ sources }) => sources?.map((source) => ({ property: "", ...source })) ?? null)
      }
    ],
    writing
  )
}

/** A file of the `buildings` theme. */
export const writeBuildings = (rows: ReadonlyArray<BuildingRow>, writing: Writing = {}): Uint8Array => {
  const lons = (row: BuildingRow) => row.polygon.flat().map(([lon]) => lon)
  const lats = (row: BuildingRow) => row.polygon.flat().map(([, lat]) => lat)
  return write(
    [
      { name: "id", schema: [text("id")], data: rows.map(({ id }) => id) },
      {
        name: "geometry",
        schema: [geometry],
        data: rows.map(
          (row) =>
            row.geometry ??
            geojsonToWkb({ type: "Polygon", coordinates: row.polygon.map((ring) => ring.map((at) => [...at])) })
        )
      },
      {
        name: "bbox",
        schema: bbox,
        data: rows.map((row) => ({
          xmin: Math.min(...lons(row)),
          xmax: Math.max(...lons(row)),
          ymin: Math.min(...lats(row)),
          ymax: Math.max(...lats(row))
        }))
      },
      { name: "subtype", schema: [text("subtype")], data: rows.map(({ subtype }) => subtype ?? null) },
      { name: "class", schema: [text("class")], data: rows.map((row) => row.class ?? null) },
      {
        name: "level",
        schema: [{ name: "level", type: "INT32", repetition_type: "OPTIONAL" }],
        data: rows.map(({ level }) => level ?? null)
      },
      {
        name: "is_underground",
        schema: [{ name: "is_underground", type: "BOOLEAN", repetition_type: "OPTIONAL" }],
        data: rows.map((row) => row.is_underground ?? null)
      }
    ],
    writing
  )
}

/** A file of the `places` theme. */
export const writePlaces = (rows: ReadonlyArray<PlaceRow>, writing: Writing = {}): Uint8Array =>
  write(
    [
      { name: "id", schema: [text("id")], data: rows.map(({ id }) => id) },
      { name: "geometry", schema: [geometry], data: rows.map(({ at }) => point(at)) },
      {
        name: "confidence",
        schema: [{ ...float("confidence"), type: "DOUBLE" }],
        data: rows.map((row) => row.confidence ?? null)
      },
      {
        name: "operating_status",
        schema: [text("operating_status")],
        data: rows.map((row) => row.operating_status ?? null)
      },
      {
        name: "taxonomy",
        schema: struct("taxonomy", [[text("primary")], list("hierarchy", [text("element")])]),
        data: rows.map(({ hierarchy }) => (hierarchy === null ? null : { primary: hierarchy.at(-1), hierarchy }))
      }
    ],
    writing
  )

/** A square around a position, with its width in degrees. */
export const square = (lon: number, lat: number, width: number): BuildingRow["polygon"] => {
  const half = width / 2
  const [west, east, south, north] = [lon - half, lon + half, lat - half, lat + half]
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south]
    ]
  ]
}
