import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { sampleKey } from "../../address/Identity.ts"
import { fromUuid } from "../../address/AddressUuid.ts"
import { attach, createIndexes } from "../AddressTables.ts"
import type { Row } from "./RowGroup.ts"

/**
 * The address tables of countries are most of a backup. What can be computed is left out: the places of an address are
 * those of its street, and its key is, with few exceptions, the hash of its ID.
 */

/** Whether a table holds a country's addresses. */
export const isCountryTable = (table: string): boolean => /^address_[a-z]{2}$/.test(table)

/** Whether a table is the parent of a country's table. It has no rows of its own. */
export const isHolder = (table: string): boolean => /^addresses_[a-z]{2}$/.test(table)

/** Columns that an address takes from its street, whose table comes earlier. */
export const ofStreet: ReadonlyArray<string> = ["region", "city", "district", "postcode"]

/** Changes the key of each row by its ID. */
const withKeys = (
  columns: ReadonlyArray<string>,
  change: (key: string | null, hashed: () => string) => string | null
): ((row: Row) => Row) => {
  const [id, key] = [columns.indexOf("id"), columns.indexOf("sample_key")]
  return (row) =>
    row.with(
      key,
      change(row[key]!, () => String(sampleKey(fromUuid(row[id]!))))
    )
}

/** The rows of a country's table in the form that a backup stores. */
export const withoutHashes = (columns: ReadonlyArray<string>): ((row: Row) => Row) =>
  withKeys(columns, (key, hashed) => (key === hashed() ? null : key))

/** The rows of a country's table, restored from that form. */
export const withHashes = (columns: ReadonlyArray<string>): ((row: Row) => Row) =>
  withKeys(columns, (key, hashed) => key ?? hashed())

/** Attaches filled tables as the countries' own tables, with their indexes. */
export const attachAll = (sql: SqlClient.SqlClient, tables: ReadonlyArray<string>) =>
  Effect.forEach(
    tables,
    Effect.fnUntraced(function* (table) {
      const country = table.slice(-2).toUpperCase()
      yield* createIndexes(sql, country, table)
      yield* attach(sql, country, table)
    }),
    { discard: true }
  )
