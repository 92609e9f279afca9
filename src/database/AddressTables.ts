import { Effect, Schedule } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/**
 * The table of a country's addresses: a partition of `address` with indexes of its own, which is written beside the one
 * that is read from, and takes its place as a whole.
 *
 * Whoever writes names the country's table and never `address`: what locks that for long would be in the way of every
 * exchange of a table, whatever its country.
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

/** Columns in the order of `address`: name, type, and whether each row has it. */
const columns: ReadonlyArray<readonly [name: string, type: string, required?: "required"]> = [
  ["sample_key", "bigint", "required"],
  ["region", "bigint"],
  ["city", "bigint"],
  ["district", "bigint"],
  ["postcode", "bigint"],
  ["updated_at", "timestamptz", "required"],
  ["id", "uuid", "required"],
  ["street", "bigint", "required"],
  ["origin", "bigint", "required"],
  ["digest", "bigint", "required"],
  ["latitude", "double precision"],
  ["longitude", "double precision"],
  ["evidence_rank", "smallint", "required"],
  ["is_residential", "boolean", "required"],
  ["has_others", "boolean", "required"],
  ["country", "text", "required"],
  ["record_id", "text", "required"],
  ["house_number", "text"],
  ["unit", "text"],
  ["building", "text"],
  ["reference", "text"],
  ["names", "text"]
]

/** Names of the columns, in the order of `address`. */
export const addressColumns = columns.map(([name]) => name).join(", ")

const required = columns.flatMap(([name, , isRequired]) => (isRequired ? [`ALTER COLUMN ${name} SET NOT NULL`] : []))

const checkOf = (table: string): string => `${table}_country`

/** Makes a table like a partition, empty, without indexes and not yet one. */
export const createTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const typed = columns.map(([name, type]) => `NULL::${type} AS ${name}`).join(", ")
  yield* sql`CREATE TABLE ${sql(table)} AS SELECT ${sql.literal(typed)} WHERE false`
  yield* sql`ALTER TABLE ${sql(table)} ${sql.literal(required.join(", "))}`
})

/**
 * Makes a table like a country's partition of a query of `addressColumns`, without indexes and not yet one. It is made of a
 * query, since PostgreSQL writes the rows of an INSERT to their places one by one: that takes half as long again.
 */
export const createTableAs = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  table: string,
  rows: Statement.Fragment
) {
  yield* sql`CREATE TABLE ${sql(table)} AS ${rows}`
  // With the check, it becomes a partition without being looked through once more while draws wait.
  yield* sql`
    ALTER TABLE ${sql(table)} ${sql.literal(required.join(", "))},
      ADD CONSTRAINT ${sql(checkOf(table))} CHECK (country = ${countryLiteral(sql, country)})`
})

/** What the indexes of a country's table are called, behind the name of the table. */
const indexes = {
  by_id: "(id)",
  homes: "(sample_key) WHERE is_residential",
  others: "(sample_key) WHERE NOT is_residential",
  in_region: "(region, sample_key) WHERE is_residential AND region IS NOT NULL",
  in_city: "(city, sample_key) WHERE is_residential AND city IS NOT NULL",
  in_district: "(district, sample_key) WHERE is_residential AND district IS NOT NULL",
  in_postcode: "(postcode, sample_key) WHERE is_residential AND postcode IS NOT NULL",
  in_street: "(street)",
  by_number: "(house_number) WHERE is_residential AND house_number IS NOT NULL",
  by_unit: "(unit) WHERE is_residential AND unit IS NOT NULL",
  by_building: "(building) WHERE is_residential AND building IS NOT NULL"
} as const

const unique: ReadonlySet<string> = new Set(["by_id", "homes", "others"])

/**
 * Makes the indexes of a country's table. Homes and the others have an index of keys each, so that each address is in one
 * of them; that no key is in both is seen to when an address gets it.
 *
 * An index by place is read by (place, range of keys); those by street and by label only say which rows to read, and keep
 * a key once for all of its rows.
 */
export const createIndexes = (sql: SqlClient.SqlClient, table: string) =>
  Effect.forEach(
    Object.entries(indexes),
    ([name, definition]) => sql`
      CREATE ${sql.literal(unique.has(name) ? "UNIQUE INDEX" : "INDEX")} ${sql(`${table}_${name}`)}
      ON ${sql(table)} ${sql.literal(definition)}`,
    { discard: true }
  )

/** Makes the table the country's partition, which must not have one. */
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
  yield* createIndexes(sql, table)
  yield* inherit(sql, country, table)
  yield* attach(sql, country, table)
})

/**
 * An exchange has to be alone with the tables. Somebody who reads for long must not make all draws wait behind it: it
 * gives up after half a second and tries again. That is sooner than the server looks for deadlocks, so that who reads the
 * tables the other way round, as a dump does, is never ended for it.
 */
const alone = (
  sql: SqlClient.SqlClient,
  lock: Effect.Effect<unknown, SqlError.SqlError>
): Effect.Effect<void, SqlError.SqlError> =>
  sql
    .withTransaction(Effect.andThen(sql`SET LOCAL lock_timeout = '500ms'`, lock))
    .pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: 120 }), Effect.asVoid)

/**
 * Who may do what with `address` may do it with the table of a country too, as a dump does; and what an operator has set
 * for the country's table holds for the next one.
 */
const inherit = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, next: string) {
  const statements = yield* sql<{ readonly statement: string }>`
    SELECT format('GRANT %s ON %I TO %s%s', a.privilege_type, ${next}::text,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END,
      CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS statement
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
    WHERE c.oid = 'address'::regclass AND a.grantee <> c.relowner
    UNION ALL
    SELECT format('ALTER TABLE %I SET (%s)', ${next}::text, array_to_string(reloptions, ', '))
    FROM pg_class WHERE oid = to_regclass(${tableOf(country)}) AND reloptions IS NOT NULL`
  yield* Effect.forEach(statements, ({ statement }) => sql`${sql.literal(statement)}`, { discard: true })
})

/** Keeps the server from cleaning up in a table that is about to be exchanged, since that would hold up the exchange. */
export const keepFromCleaning = (sql: SqlClient.SqlClient, country: string) =>
  sql`LOCK TABLE ${sql(tableOf(country))} IN SHARE UPDATE EXCLUSIVE MODE`

/** The last step of a transaction: drops the country's table, which may be a partition already or not. */
const remove = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const table = sql(tableOf(country))
  if (yield* hasTable(sql, country)) {
    yield* alone(sql, sql`LOCK TABLE ONLY address, ${table} IN ACCESS EXCLUSIVE MODE`)
    yield* sql`ALTER TABLE address DETACH PARTITION ${table}`
  } else {
    yield* alone(sql, sql`LOCK TABLE ONLY address IN SHARE UPDATE EXCLUSIVE MODE`)
  }
  yield* sql`DROP TABLE IF EXISTS ${table}`
})

/** The last step of a transaction: puts a table that is full, with its indexes, in the place of the country's one. */
export const exchange = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, next: string) {
  const table = tableOf(country)
  yield* inherit(sql, country, next)
  yield* remove(sql, country)
  yield* sql`ALTER TABLE ${sql(next)} RENAME TO ${sql(table)}`
  yield* Effect.forEach(
    Object.keys(indexes),
    (name) => sql`ALTER INDEX ${sql(`${next}_${name}`)} RENAME TO ${sql(`${table}_${name}`)}`,
    { discard: true }
  )
  yield* attach(sql, country, table)
  yield* sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(checkOf(next))}`
})

/** The last step of a transaction: the country has no addresses any more. */
export const dropTable = remove
