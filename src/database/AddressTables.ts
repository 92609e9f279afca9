import { Effect, Schedule, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { postgresTime, timeBudgets } from "../settings/TimeBudgets.ts"
import { rowsOf } from "./Rows.ts"

const grantRows = rowsOf({ grant: Schema.String })
const isPartitionRows = rowsOf({ isPartition: Schema.Boolean })
const settingsRows = rowsOf({ settings: Schema.NullOr(Schema.String) })

/**
 * The table of a country's addresses, with indexes of its own, which is written beside the one that is read from, and takes
 * its place as a whole.
 *
 * `address` has a partition for each country, and that one partition in turn: the country's table. Whoever writes to a
 * partition, or exchanges one, locks the table that it is of; with one in between, that is the country's own, so that
 * countries never wait for each other. Readers name `address` and the country, writers the country's table.
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

/** Name of what the country's table is the only partition of. */
const holderOf = (country: string): string => `addresses_${country.toLowerCase()}`

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

/**
 * Whether two rows have one ID, in words that the index of a country's table has: it holds a hash of half the length, which
 * is all that an index of what is a hash itself needs.
 */
export const sameId = (sql: SqlClient.SqlClient, one: string, other: string): Statement.Fragment =>
  sql.literal(`(uuid_hash_extended(${one}.id, 0) = uuid_hash_extended(${other}.id, 0) AND ${one}.id = ${other}.id)`)

/** What the indexes of a country's table are called, behind the name of the table. */
const indexes = {
  by_id: "(uuid_hash_extended(id, 0))",
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

/**
 * Percent of an index's pages that are filled when it is made of a whole table. What comes in later comes in anywhere:
 * without room, a change of a hundredth would split most pages in two.
 */
const filled = 95

const unique: ReadonlySet<string> = new Set(["homes", "others"])

/**
 * Makes the indexes of a country's table. Homes and the others have an index of keys each, so that each address is in one
 * of them; that no key is in both is seen to when an address gets it.
 *
 * IDs are looked for by a hash of half their length ({@link sameId}). An index by place is read by (place, range of keys);
 * those by street and by label only say which rows to read, and keep a key once for all of its rows.
 */
export const createIndexes = (sql: SqlClient.SqlClient, table: string) =>
  Effect.forEach(
    Object.entries(indexes),
    ([name, definition]) => sql`
      CREATE ${sql.literal(unique.has(name) ? "UNIQUE INDEX" : "INDEX")} ${sql(`${table}_${name}`)}
      ON ${sql(table)} ${sql.literal(definition.replace(/(?= WHERE |$)/, ` WITH (fillfactor = ${filled})`))}`,
    { discard: true }
  )

/** Who may do what with `address` may do it with its partitions too, as a dump does. */
const grantAlike = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const grants = yield* grantRows(sql`
    SELECT format('GRANT %s ON %I TO %s%s', a.privilege_type, ${table}::text,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END,
      CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS grant
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
    WHERE c.oid = 'address'::regclass AND a.grantee <> c.relowner`)
  yield* Effect.forEach(grants, ({ grant }) => sql`${sql.literal(grant)}`, { discard: true })
})

/** The table of that name, in the schema that tables are made in: a restore has those of another one in sight. */
const found = (sql: SqlClient.SqlClient, table: string) =>
  isPartitionRows(sql`
    SELECT relispartition AS "isPartition" FROM pg_class
    WHERE relname = ${table} AND relnamespace = current_schema()::regnamespace`)

/** Makes the table the country's one, which must not have one. */
export const attach = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, table: string) {
  const holder = sql(holderOf(country))
  const values = sql`FOR VALUES IN (${countryLiteral(sql, country)})`
  if ((yield* found(sql, holderOf(country))).length === 0) {
    const typed = columns
      .map(([name, type, isRequired]) => `${name} ${type}${isRequired ? " NOT NULL" : ""}`)
      .join(", ")
    yield* sql`CREATE TABLE ${holder} (${sql.literal(typed)}) PARTITION BY LIST (country)`
    yield* grantAlike(sql, holderOf(country))
    yield* sql`ALTER TABLE address ATTACH PARTITION ${holder} ${values}`
  }
  yield* grantAlike(sql, table)
  yield* sql`ALTER TABLE ${holder} ATTACH PARTITION ${sql(table)} ${values}`
})

/** Whether the country has a table. */
export const hasTable = (sql: SqlClient.SqlClient, country: string) =>
  Effect.map(found(sql, tableOf(country)), ([table]) => table?.isPartition === true)

/** Makes the country's table, empty, where it has none. */
export const ensureTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  if (yield* hasTable(sql, country)) return
  const table = tableOf(country)
  yield* createTable(sql, table)
  yield* createIndexes(sql, table)
  yield* attach(sql, country, table)
})

/**
 * An exchange has to be alone with the country's table and what that is a partition of. Somebody who reads for long must not
 * make all draws wait behind it: it gives up after half a second and tries again. It waits for one of both only, while it
 * has none: so nobody is ended for a deadlock, whatever they read first.
 */
const alone = (sql: SqlClient.SqlClient, country: string) =>
  Effect.gen(function* () {
    yield* sql`SET LOCAL lock_timeout = ${sql.literal(`'${postgresTime(timeBudgets.lockTables)}'`)}`
    yield* sql`LOCK TABLE ONLY ${sql(holderOf(country))} IN ACCESS EXCLUSIVE MODE`
    yield* sql`LOCK TABLE ${sql(tableOf(country))} IN ACCESS EXCLUSIVE MODE NOWAIT`
  }).pipe(sql.withTransaction, Effect.retry({ schedule: Schedule.spaced("1 second"), times: 120 }))

/** What an operator has set for the country's table holds for the next one too. */
const keepSettings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string, next: string) {
  const [row] = yield* settingsRows(sql`
    SELECT array_to_string(reloptions, ', ') AS settings FROM pg_class WHERE oid = to_regclass(${table})`)
  const settings = row?.settings ?? null
  if (settings !== null) yield* sql`ALTER TABLE ${sql(next)} SET (${sql.literal(settings)})`
})

/** Keeps the server from cleaning up in a table that is about to be exchanged, since that would hold up the exchange. */
export const keepFromCleaning = (sql: SqlClient.SqlClient, country: string) =>
  sql`LOCK TABLE ${sql(tableOf(country))} IN SHARE UPDATE EXCLUSIVE MODE`

/** The last step of a transaction: drops the country's table, which may be in its place already or not. */
const remove = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const table = sql(tableOf(country))
  if (yield* hasTable(sql, country)) {
    yield* alone(sql, country)
    yield* sql`ALTER TABLE ${sql(holderOf(country))} DETACH PARTITION ${table}`
  }
  yield* sql`DROP TABLE IF EXISTS ${table}`
})

/** The last step of a transaction: puts a table that is full, with its indexes, in the place of the country's one. */
export const exchange = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, next: string) {
  const table = tableOf(country)
  yield* keepSettings(sql, table, next)
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
