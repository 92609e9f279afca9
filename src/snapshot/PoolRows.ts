import { Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { countryLiteral, tableOf } from "../database/AddressTables.ts"
import * as RowChunks from "../database/backup/RowChunks.ts"
import { encode } from "../database/backup/RowGroup.ts"
import { rowsOfChunk } from "./Format.ts"

/** A table of a pool, as a snapshot contains it. */
export interface PoolTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** Columns of the table `t` by which every server sorts its rows identically. */
  readonly order: string
}

/**
 * What responses are made of, in an order in which it can be written. What follows from something else is left out: the
 * country, the places of an address, which are those of its street, and its key, which in all but a few cases is the
 * hash of its ID. Homes come first, in the order of their keys.
 */
export const poolTables: ReadonlyArray<PoolTable> = [
  {
    name: "street",
    columns: [
      "key",
      "region",
      "city",
      "district",
      "postcode",
      "total",
      "homes",
      "street_name",
      "district_name",
      "city_name",
      "region_name",
      "region_code",
      "postcode_text",
      "search",
      "names"
    ],
    order: "t.key"
  },
  {
    name: "origin",
    columns: ["key", "source", "license", "attribution", "url", "detail", "language", "evidence", "derived"],
    order: "t.key"
  },
  { name: "label", columns: ["text", "folded"], order: 't.text COLLATE "C"' },
  {
    name: "address",
    columns: [
      "id",
      "sample_key",
      "updated_at",
      "street",
      "origin",
      "latitude",
      "longitude",
      "evidence_rank",
      "is_residential",
      "has_others",
      "record_id",
      "house_number",
      "unit",
      "building",
      "reference",
      "names"
    ],
    order: "t.is_residential DESC, t.sample_key, t.id"
  },
  {
    name: "other_record",
    columns: [
      "id",
      "nth",
      "street",
      "origin",
      "latitude",
      "longitude",
      "evidence_rank",
      "record_id",
      "house_number",
      "unit",
      "building",
      "reference",
      "names"
    ],
    order: "t.id, t.nth"
  },
  {
    name: "place",
    columns: ["key", "type", "parent", "region", "name", "folded", "official", "total", "residential"],
    order: "t.key"
  },
  {
    name: "place_name",
    columns: ["type", "folded", "place", "alias"],
    order: 't.type COLLATE "C", t.folded COLLATE "C", t.place'
  },
  {
    name: "scope_count",
    columns: ["region", "city", "district", "postcode", "total", "residential"],
    order: "t.region, t.city, t.district, t.postcode"
  },
  {
    name: "part",
    columns: ["parent", "folded", "postcode", "total", "residential"],
    order: 't.parent, t.folded COLLATE "C", t.postcode'
  },
  { name: "catalog_total", columns: ["parent", "type", "places"], order: 't.parent, t.type COLLATE "C"' },
  { name: "city_center", columns: ["city", "latitude", "longitude"], order: "t.city" }
]

/** The table with that name for one country; each country has its own address table. */
export const tableFor = (country: string, name: string): string => (name === "address" ? tableOf(country) : name)

/** A chunk of rows: their text and their number. */
export interface RowChunk {
  readonly rows: number
  readonly text: string
}

/** The rows of a country's table, in chunks. Requires a transaction. */
export const chunksOf = (sql: SqlClient.SqlClient, country: string, { columns, name, order }: PoolTable) =>
  Stream.map(
    RowChunks.chunksOf(sql, {
      table: tableFor(country, name),
      columns,
      which: sql`WHERE t.country = ${countryLiteral(sql, country)} ORDER BY ${sql.literal(order)}`,
      most: rowsOfChunk
    }),
    (rows): RowChunk => ({ rows: rows.length, text: encode(rows) })
  )
