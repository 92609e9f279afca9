import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/**
 * The table of a country's addresses: a partition of `address` with indexes of its own, which is written beside the one
 * that is read from, and takes its place as a whole.
 */

const isCountry = (country: string): boolean => /^[A-Z]{2}$/.test(country)

/**
 * The country as a literal of SQL. A statement that names it by a literal is planned for that partition alone; a parameter
 * would have the server lock and look through all of them each time.
 */
export const countryLiteral = (sql: SqlClient.SqlClient, country: string): Statement.Fragment =>
  // Nothing that is no country has a partition.
  sql.literal(isCountry(country) ? `'${country}'` : `''`)

/** Name of the table of a country's addresses. */
export const tableOf = (country: string): string => `address_${country.toLowerCase()}`

/** Makes a table like a partition, without indexes and not yet one. */
export const createTable = (sql: SqlClient.SqlClient, table: string) =>
  sql`CREATE TABLE ${sql(table)} (LIKE address INCLUDING DEFAULTS INCLUDING STORAGE)`

/**
 * Makes the indexes of a country's table, their names beginning with `name`. Homes and the others have an index of keys
 * each, so that each address is in one of them; that no key is in both is seen to when an address gets it.
 *
 * An index by place is read by (place, range of keys); those by street and by label only say which rows to read, and keep
 * a key once for all of its rows.
 */
export const createIndexes = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string, name: string) {
  const on = sql.literal(`ON "${table}"`)
  const named = (what: string) => sql(`${name}_${what}`)
  yield* sql`CREATE UNIQUE INDEX ${named("by_id")} ${on} (id)`
  yield* sql`CREATE UNIQUE INDEX ${named("homes")} ${on} (sample_key) WHERE is_residential`
  yield* sql`CREATE UNIQUE INDEX ${named("others")} ${on} (sample_key) WHERE NOT is_residential`
  for (const level of ["region", "city", "district", "postcode"]) {
    const column = sql.literal(level)
    yield* sql`
      CREATE INDEX ${named(`in_${level}`)} ${on} (${column}, sample_key)
      WHERE is_residential AND ${column} IS NOT NULL`
  }
  yield* sql`CREATE INDEX ${named("in_street")} ${on} (street)`
  yield* sql`CREATE INDEX ${named("by_number")} ${on} (house_number) WHERE is_residential AND house_number IS NOT NULL`
  yield* sql`CREATE INDEX ${named("by_unit")} ${on} (unit) WHERE is_residential AND unit IS NOT NULL`
  yield* sql`CREATE INDEX ${named("by_building")} ${on} (building) WHERE is_residential AND building IS NOT NULL`
})

/** Makes the table one of the country's partition, which must not have one. */
export const attach = (sql: SqlClient.SqlClient, country: string, table: string) =>
  sql`ALTER TABLE address ATTACH PARTITION ${sql(table)} FOR VALUES IN (${countryLiteral(sql, country)})`

/** Whether the country has a table. */
export const hasTable = (sql: SqlClient.SqlClient, country: string) =>
  Effect.map(
    sql<{ readonly there: boolean }>`
      SELECT EXISTS (
        SELECT FROM pg_inherits WHERE inhparent = 'address'::regclass AND inhrelid = to_regclass(${tableOf(country)})
      ) AS there`,
    ([row]) => row!.there
  )

/** Makes the country's table, empty, where it has none. */
export const ensureTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  if (yield* hasTable(sql, country)) return
  const table = tableOf(country)
  yield* createTable(sql, table)
  yield* createIndexes(sql, table, table)
  yield* attach(sql, country, table)
})
