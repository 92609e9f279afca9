import { Effect, Schedule, Schema } from "effect"
import { type SqlClient, SqlError, type Statement } from "effect/sql"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { postgresTime, timeBudgets } from "../settings/TimeBudgets.ts"
import { StorageUnavailable } from "./Outage.ts"
import { rowsOf } from "./Rows.ts"
import { ownNamespace } from "./Values.ts"

const grantRows = rowsOf({ grant: Schema.String })
const isPartitionRows = rowsOf({ isPartition: Schema.Boolean })
const settingsRows = rowsOf({ settings: Schema.NullOr(Schema.String) })

/**
 * The table of a country's addresses, with its own indexes. A new one is written beside the table that is being read,
 * and replaces it as a whole.
 *
 * `address` has a partition for each country. That partition has a single partition of its own: the country's table.
 * Writing to a partition, or exchanging it, locks its parent; because each country has a parent of its own, countries
 * never wait for each other. Readers name `address` and the country, writers name the country's table.
 */

const isCountry = (country: string): boolean => /^[A-Z]{2}$/.test(country)

/**
 * The country as an SQL literal. A statement with a literal is planned for that partition alone; with a parameter, the
 * server would lock and examine all of them each time.
 */
export const countryLiteral = (sql: SqlClient.SqlClient, country: string): Statement.Fragment =>
  // Only countries have partitions.
  sql.literal(isCountry(country) ? `'${country}'` : `''`)

/** Name of the table of a country's addresses. */
export const tableOf = (country: string): string => `address_${country.toLowerCase()}`

/** Name of the partition of `address` whose only partition is the country's table. */
const holderOf = (country: string): string => `addresses_${country.toLowerCase()}`

/** Columns in the order of `address`: name, type, and whether the column is required. */
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

/** The columns whose texts are looked up in `label`. */
export const labelColumns = ["house_number", "unit", "building"] as const

const required = columns.flatMap(([name, , isRequired]) => (isRequired ? [`ALTER COLUMN ${name} SET NOT NULL`] : []))

const checkOf = (table: string): string => `${table}_country`

/** Creates an empty table with a partition's columns, without indexes and not yet attached. */
export const createTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const typed = columns.map(([name, type]) => `NULL::${type} AS ${name}`).join(", ")
  yield* sql`CREATE TABLE ${sql(table)} AS SELECT ${sql.literal(typed)} WHERE false`
  yield* sql`ALTER TABLE ${sql(table)} ${sql.literal(required.join(", "))}`
})

/**
 * Creates a table with a partition's columns from a query of `addressColumns`, without indexes and not yet attached.
 * INSERT would take half as long again, because PostgreSQL places its rows one by one.
 */
export const createTableAs = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  table: string,
  rows: Statement.Fragment
) {
  yield* sql`CREATE TABLE ${sql(table)} AS ${rows}`
  // With this check, attaching the table does not scan it again while draws wait.
  yield* sql`
    ALTER TABLE ${sql(table)} ${sql.literal(required.join(", "))},
      ADD CONSTRAINT ${sql(checkOf(table))} CHECK (country = ${countryLiteral(sql, country)})`
})

/**
 * Whether two rows have the same ID, phrased so that the country's index can be used. The index holds a hash of half
 * the ID's length, which is enough because IDs are hashes themselves.
 */
export const sameId = (sql: SqlClient.SqlClient, one: string, other: string): Statement.Fragment =>
  sql.literal(`(uuid_hash_extended(${one}.id, 0) = uuid_hash_extended(${other}.id, 0) AND ${one}.id = ${other}.id)`)

/** Suffixes of the index names, appended to the table's name, with what each holds besides the country. */
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

export type IndexName = keyof typeof indexes

export const indexNames = Object.keys(indexes) as ReadonlyArray<IndexName>

/**
 * How full the index pages of a new table are, in percent. Later rows land anywhere: without free space, changing one
 * row in a hundred would split most pages in two.
 */
const filled = 95

const unique: ReadonlySet<IndexName> = new Set<IndexName>(["homes", "others"])

/** Creates one of the indexes of a country's table, by default under the name that it is to have. */
export const createIndex = (
  sql: SqlClient.SqlClient,
  country: string,
  table: string,
  name: IndexName,
  called = `${table}_${name}`
) => {
  const kind = sql.literal(unique.has(name) ? "UNIQUE INDEX" : "INDEX")
  const [columns, where] = indexes[name].split(" WHERE ")
  // PostgreSQL reads an index alone only if every column of the statement is in the index or implied by its condition.
  // Statements name the country; without it here, each key that a draw reads would cost a look into the table.
  const condition =
    where === undefined ? sql`` : sql`WHERE ${sql.literal(where)} AND country = ${countryLiteral(sql, country)}`
  return sql`
    CREATE ${kind} ${sql(called)} ON ${sql(table)} ${sql.literal(columns!)} WITH (fillfactor = ${sql.literal(String(filled))})
    ${condition}`
}

/**
 * Creates the indexes of a country's table. Homes and other addresses have separate key indexes, so that each address
 * is in only one of them; that no key is in both is checked when an address gets its key.
 *
 * IDs are looked up by a hash of half their length ({@link sameId}). An index by place is read by (place, range of
 * keys). The indexes by street and by label only find the rows, and store each key once for all its rows.
 */
export const createIndexes = (sql: SqlClient.SqlClient, country: string, table: string) =>
  Effect.forEach(indexNames, (name) => createIndex(sql, country, table, name), { discard: true })

/** Grants on the partitions the same privileges as on `address`, as a dump does. */
const grantAlike = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const grants = yield* grantRows(sql`
    SELECT format('GRANT %s ON %I TO %s%s', a.privilege_type, ${table}::text,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END,
      CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS grant
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
    WHERE c.oid = 'address'::regclass AND a.grantee <> c.relowner`)
  yield* Effect.forEach(grants, ({ grant }) => sql`${sql.literal(grant)}`, { discard: true })
})

/**
 * The table of that name in the schema where tables are created: during a restore, tables of another schema are visible
 * too.
 */
const found = (sql: SqlClient.SqlClient, table: string) =>
  isPartitionRows(sql`
    SELECT relispartition AS "isPartition" FROM pg_class
    WHERE relname = ${table} AND relnamespace = ${ownNamespace(sql)}`)

/** Makes the table the country's table. The country must not have one yet. */
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

/** Creates an empty table for the country unless it has one. */
export const ensureTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  if (yield* hasTable(sql, country)) return
  const table = tableOf(country)
  yield* createTable(sql, table)
  yield* createIndexes(sql, country, table)
  yield* attach(sql, country, table)
})

/** Whether a country's table could not be exchanged because others kept it in use; see {@link inUse}. */
export const isInUse = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) && errorCode(error.reason.cause) === "55P03"

const userRows = rowsOf({
  pid: Schema.NullOr(Schema.Int),
  name: Schema.NullOr(Schema.String),
  since: Schema.NullOr(Schema.String)
})

/**
 * Fails with who keeps a country's table in use. Other programs come before Doorstep's own reads, which take a moment;
 * since when is shown to those who may see it.
 */
export const inUse = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, cause: SqlError.SqlError) {
  const [user] = yield* userRows(sql`
    SELECT l.pid, nullif(a.application_name, '') AS name,
      to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
    FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
    WHERE l.granted AND l.pid IS DISTINCT FROM pg_backend_pid()
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.relation IN (to_regclass(${holderOf(country)}), to_regclass(${tableOf(country)}))
    ORDER BY coalesce(a.application_name, '') LIKE 'doorstep%', a.xact_start
    LIMIT 1`)
  const { name, pid, since } = user ?? { name: null, pid: null, since: null }
  const what =
    pid === null ? "Others keep" : `Process ${pid} of the database's server${name === null ? "" : ` (${name})`} keeps`
  const mend =
    pid === null ? "Look for them in pg_locks" : `Wait for it, or end it: SELECT pg_terminate_backend(${pid})`
  return yield* new StorageUnavailable({
    reason: "Declined",
    message:
      `${what} the addresses of ${country} in use${since === null ? "" : ` since ${since}`}, so that nothing could be published. ` +
      `${mend}. The next run continues where this one stopped.`,
    cause
  })
})

/**
 * An exchange needs exclusive locks on the country's table and on its parent. A slow reader must not make all draws
 * wait behind the exchange, so the exchange gives up after half a second and tries again. It waits for the first lock
 * only while it holds none, so it never causes a deadlock, whichever table others read first.
 */
const alone = (sql: SqlClient.SqlClient, country: string) =>
  Effect.gen(function* () {
    yield* sql`SET LOCAL lock_timeout = ${sql.literal(`'${postgresTime(timeBudgets.lockTables)}'`)}`
    yield* sql`LOCK TABLE ONLY ${sql(holderOf(country))} IN ACCESS EXCLUSIVE MODE`
    yield* sql`LOCK TABLE ${sql(tableOf(country))} IN ACCESS EXCLUSIVE MODE NOWAIT`
  }).pipe(sql.withTransaction, Effect.retry({ while: isInUse, schedule: Schedule.spaced("1 second"), times: 120 }))

/** The last step of a transaction: replaces indexes of the country's table by those called `next_` and their name. */
export const replaceIndexes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  names: ReadonlyArray<IndexName>
) {
  const table = tableOf(country)
  yield* alone(sql, country)
  for (const name of names) {
    yield* sql`DROP INDEX ${sql(`${table}_${name}`)}`
    yield* sql`ALTER INDEX ${sql(`${table}_next_${name}`)} RENAME TO ${sql(`${table}_${name}`)}`
  }
})

/** Copies what an operator has set on the country's table to the next one. */
const keepSettings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string, next: string) {
  const [row] = yield* settingsRows(sql`
    SELECT array_to_string(reloptions, ', ') AS settings FROM pg_class WHERE oid = to_regclass(${table})`)
  const settings = row?.settings ?? null
  if (settings !== null) yield* sql`ALTER TABLE ${sql(next)} SET (${sql.literal(settings)})`
})

/** Turns autovacuum off for a table that is about to be exchanged, because a vacuum would delay the exchange. */
export const keepFromCleaning = (sql: SqlClient.SqlClient, country: string) =>
  sql`LOCK TABLE ${sql(tableOf(country))} IN SHARE UPDATE EXCLUSIVE MODE`

/** The last step of a transaction: drops the country's table, whether or not it is attached. */
const remove = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const table = sql(tableOf(country))
  if (yield* hasTable(sql, country)) {
    yield* alone(sql, country)
    yield* sql`ALTER TABLE ${sql(holderOf(country))} DETACH PARTITION ${table}`
  }
  yield* sql`DROP TABLE IF EXISTS ${table}`
})

/** The last step of a transaction: replaces the country's table by another one that is full and has its indexes. */
export const exchange = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, next: string) {
  const table = tableOf(country)
  yield* keepSettings(sql, table, next)
  yield* remove(sql, country)
  yield* sql`ALTER TABLE ${sql(next)} RENAME TO ${sql(table)}`
  yield* Effect.forEach(
    indexNames,
    (name) => sql`ALTER INDEX ${sql(`${next}_${name}`)} RENAME TO ${sql(`${table}_${name}`)}`,
    { discard: true }
  )
  yield* attach(sql, country, table)
  yield* sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(checkOf(next))}`
})

/** The last step of a transaction: removes all addresses of the country. */
export const dropTable = remove
