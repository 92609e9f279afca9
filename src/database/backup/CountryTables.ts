import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { sampleKey } from "../../address/Identity.ts"
import { fromUuid } from "../../address/AddressUuid.ts"
import { attach, createIndexes } from "../AddressTables.ts"
import type { Row } from "./RowGroup.ts"

/**
 * The tables of countries' addresses in a backup, which are most of it. Left out is what follows from something else: the
 * places of an address are those of its street, and its key is, but for a few, the hash of its ID.
 */

/** Whether a table is that of a country's addresses. */
export const isCountryTable = (table: string): boolean => /^address_[a-z]{2}$/.test(table)

/** Whether a table is what that of a country is the only partition of. It has no rows of its own. */
export const isHolder = (table: string): boolean => /^addresses_[a-z]{2}$/.test(table)

/** Columns that an address has of its street, whose table comes before. */
export const ofStreet: ReadonlyArray<string> = ["region", "city", "district", "postcode"]

/** Changes the keys of rows by the ID of each. */
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

/** The rows of a country's table as a backup has them. */
export const withoutHashes = (columns: ReadonlyArray<string>): ((row: Row) => Row) =>
  withKeys(columns, (key, hashed) => (key === hashed() ? null : key))

/** The rows of a country's table as they were. */
export const withHashes = (columns: ReadonlyArray<string>): ((row: Row) => Row) =>
  withKeys(columns, (key, hashed) => key ?? hashed())

/** Makes tables that were filled beside the others the countries' own, with their indexes. */
export const attachAll = (sql: SqlClient.SqlClient, tables: ReadonlyArray<string>) =>
  Effect.forEach(
    tables,
    Effect.fnUntraced(function* (table) {
      yield* createIndexes(sql, table)
      yield* attach(sql, table.slice(-2).toUpperCase(), table)
    }),
    { discard: true }
  )
