import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { attach, createIndexes, createTable, tableOf } from "../database/AddressTables.ts"
import { SlowDatabase } from "../database/Database.ts"
import { causeMessage } from "../database/ServerSession.ts"
import { lockCountry } from "../pool/CountryLock.ts"
import { requirePools } from "./PoolFacts.ts"
import { poolTables } from "./PoolRows.ts"
import { SnapshotFailed } from "./SnapshotErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import { quotedName, schemaName, tableIn } from "../database/Values.ts"

const schemaRows = rowsOf({ schema: Schema.String })
const versionRows = rowsOf({ version: Schema.Number })
const isThereRows = rowsOf({ isThere: Schema.Boolean })
const pathRows = rowsOf({ path: Schema.String })
const bytesRows = rowsOf({ bytes: Schema.Number })

/**
 * A kept version is a schema of its own, with tables of the same names. Any statement that reads a pool reads the kept
 * one if its connection searches that schema first.
 */

/** A version that is kept. */
export interface KeptVersion {
  readonly country: string
  readonly version: number
  readonly schema: string
}

const infix = "_kept_"

/** Name of the schema of a kept version, beside the service's own schema. */
export const schemaOf = (own: string, country: string, version: number): string =>
  `${own}${infix}${country.toLowerCase()}_${version}`

/** The schema of the service's own tables. */
export const ownSchema = (sql: SqlClient.SqlClient) =>
  Effect.map(schemaRows(sql`SELECT current_schema() AS schema`), ([row]) => row!.schema)

/** The search path of the service's own connections. */
export const ownPath = (sql: SqlClient.SqlClient) =>
  Effect.map(pathRows(sql`SELECT current_setting('search_path') AS path`), ([row]) => row!.path)

/** The search path with which a connection sees the tables of the schema. Text operators are found as before. */
export const searchPath = (schema: string, path: string): string => `${quotedName(schema)}, ${path}`

/** Does work where the tables of the schema come before the service's own. Requires a transaction. */
export const inSchema = Effect.fnUntraced(function* <A, E, R>(
  sql: SqlClient.SqlClient,
  schema: string,
  work: Effect.Effect<A, E, R>
) {
  const path = yield* ownPath(sql)
  yield* sql`SELECT set_config('search_path', ${searchPath(schema, path)}, true)`
  const done = yield* work
  yield* sql`SELECT set_config('search_path', ${path}, true)`
  return done
})

/** The kept versions, by country and version. */
export const keptVersions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const own = yield* ownSchema(sql)
  const found = yield* schemaRows(sql`
    SELECT nspname AS schema FROM pg_namespace WHERE starts_with(nspname, ${own + infix})`)
  return found
    .flatMap(({ schema }): ReadonlyArray<KeptVersion> => {
      const [, country, version] = /^([a-z]{2})_(\d+)$/.exec(schema.slice(own.length + infix.length)) ?? []
      return country === undefined ? [] : [{ country: country.toUpperCase(), version: Number(version), schema }]
    })
    .toSorted((one, other) =>
      one.country < other.country ? -1 : one.country > other.country ? 1 : one.version - other.version
    )
})

const copyTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, own: string, country: string) {
  const from = (table: string) => tableIn(sql, own, table)
  for (const [table, column] of [
    ["pool", "country"],
    ["country", "code"],
    ...poolTables.flatMap(({ name }) => (name === "address" ? [] : [[name, "country"] as const]))
  ] as const) {
    yield* sql`CREATE TABLE ${sql(table)} (LIKE ${from(table)} INCLUDING ALL)`
    yield* sql`INSERT INTO ${sql(table)} SELECT * FROM ${from(table)} WHERE ${sql(column)} = ${country}`
  }
  yield* sql`CREATE TABLE address (LIKE ${from("address")}) PARTITION BY LIST (country)`
  const table = tableOf(country)
  yield* createTable(sql, table)
  yield* sql`INSERT INTO ${sql(table)} SELECT * FROM ${from(table)}`
  yield* createIndexes(sql, country, table)
  yield* attach(sql, country, table)
  yield* sql`
    CREATE VIEW served_pool AS SELECT country, version, total, residential, sources, published_at FROM pool`
  for (const { name } of poolTables) yield* sql`ANALYZE ${sql(name)}`
})

/**
 * Copies the current version, within a transaction that has the country's lock, so that nothing is published meanwhile.
 * Returns the version, and whether it was copied now.
 */
export const copyCurrent = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const own = yield* ownSchema(sql)
  const [pool] = yield* versionRows(sql`SELECT version FROM pool WHERE country = ${country}`)
  if (pool === undefined) return undefined
  const { version } = pool
  const schema = schemaOf(own, country, version)
  const [there] = yield* isThereRows(sql`SELECT to_regnamespace(quote_ident(${schema})) IS NOT NULL AS "isThere"`)
  const kept: KeptVersion = { country, version, schema }
  if (there!.isThere) return { ...kept, isNew: false }
  yield* sql`CREATE SCHEMA ${schemaName(sql, schema)}`
  yield* inSchema(sql, schema, copyTables(sql, own, country))
  return { ...kept, isNew: true }
})

const failed = (cause: SqlError.SqlError) =>
  new SnapshotFailed({
    reason: "Database",
    message: `The version cannot be kept: ${causeMessage(cause)}. The database is as it was.`,
    cause
  })

/**
 * Keeps the current version of a country's pool, in one transaction. Publications of the country wait; draws do not.
 */
export const keep = Effect.fn("Snapshot.keep")(function* (country: string) {
  const sql = yield* SlowDatabase
  const work = Effect.gen(function* () {
    yield* requirePools(sql, [country])
    yield* lockCountry(sql, country)
    const kept = yield* copyCurrent(sql, country)
    // A version that was kept automatically is then no longer dropped automatically.
    if (kept !== undefined) yield* sql`COMMENT ON SCHEMA ${schemaName(sql, kept.schema)} IS NULL`
    return kept
  })
  return yield* sql.withTransaction(work).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(failed(cause))))
})

/** Drops a kept version. Anyone reading it at that moment is told that it is gone. */
export const drop = (sql: SqlClient.SqlClient, { schema }: Pick<KeptVersion, "schema">) =>
  sql`DROP SCHEMA IF EXISTS ${schemaName(sql, schema)} CASCADE`

/** Bytes that a kept version takes on the database's disk, including its indexes. */
export const bytesOf = (sql: SqlClient.SqlClient, { schema }: Pick<KeptVersion, "schema">) =>
  Effect.map(
    bytesRows(sql`
      SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident(${schema})) AND relkind IN ('r', 'm')`),
    ([row]) => row!.bytes
  )
