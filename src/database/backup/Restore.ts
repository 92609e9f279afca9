import { Effect, type FileSystem, Schema } from "effect"
import { SqlError } from "effect/sql"
import packageJson from "../../../package.json" with { type: "json" }
import { SlowDatabase } from "../Database.ts"
import type { DatabaseMismatch, MigrationsFailed } from "../DatabaseErrors.ts"
import type { Migrations } from "../Expansion.ts"
import { isDiskFull } from "../FullDisk.ts"
import { makeWritable } from "../Lacking.ts"
import { migrate } from "../Migrator.ts"
import { isReadOnly } from "../Outage.ts"
import { causeMessage } from "../ServerSession.ts"
import { schemaName, tableIn } from "../Values.ts"
import { RestoreFailed } from "./BackupErrors.ts"
import { verify } from "./BackupFile.ts"
import type { Header } from "./BackupFormat.ts"
import { attachAll } from "./CountryTables.ts"
import { load } from "./RestoreRows.ts"
import { isOwn } from "./Tables.ts"
import { rowsOf } from "../Rows.ts"

const nameDefinitionRows = rowsOf({ name: Schema.String, definition: Schema.String })
const tableColumnRows = rowsOf({ table: Schema.String, column: Schema.String })
const nameKindRows = rowsOf({ name: Schema.String, kind: Schema.String })
const schemaRows = rowsOf({ schema: Schema.String, path: Schema.String })

export interface RestoreOptions {
  /** Whether to replace what the database holds. Otherwise it must be empty. */
  readonly replace: boolean
  /** Moves what migrations leave in former tables, which backups of earlier versions contain. */
  readonly upgrade: (sql: SlowDatabase["Service"]) => Effect.Effect<void, SqlError.SqlError>
  /** Suppresses in the restored data what the replaced database, in the given schema, suppressed. */
  readonly withhold: (sql: SlowDatabase["Service"], schema: string) => Effect.Effect<void, SqlError.SqlError>
}

export interface RestoreReport {
  /** When the backup was made. */
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
}

/** The schema in which the tables are written before they replace the old ones. */
const staging = "doorstep_restore"

type Sql = SlowDatabase["Service"]

const refuse = (reason: RestoreFailed["reason"], message: string) => new RestoreFailed({ reason, message })

/** The migrations of the backup's database. This program must know all of them. */
const migrationsOf = Effect.fnUntraced(function* (file: string, header: Header, all: Migrations) {
  if (header.migrations.length === 0) {
    return yield* refuse("NoBackup", `${file} holds no tables: it was made of an empty database. Use another backup.`)
  }
  const unknown = header.migrations.filter((name) => !Object.hasOwn(all, name))
  if (unknown.length > 0) {
    const { version } = packageJson
    const needed =
      header.version === undefined || header.version === version ? "that one" : `Doorstep ${header.version}`
    return yield* refuse(
      "Newer",
      `${file} was written by a newer Doorstep, whose database has ${unknown.join(", ")}; this is Doorstep ${version}. ` +
        `Restore it with ${needed} or a later version.`
    )
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => header.migrations.includes(name)))
})

/** Drops the indexes, and returns what makes them again: building them on full tables takes a fraction of the time. */
const withoutIndexes = Effect.fnUntraced(function* (sql: Sql) {
  const indexes = yield* nameDefinitionRows(sql`
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = ${staging}::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`)
  for (const { name } of indexes) yield* sql`DROP INDEX ${sql(name)}`
  return Effect.forEach(indexes, ({ definition }) => sql.unsafe(definition), { discard: true })
})

/** Advances sequences past the numbers that are in use. */
const moveSequences = Effect.fnUntraced(function* (sql: Sql) {
  const owned = yield* tableColumnRows(sql`
    SELECT c.relname AS "table", a.attname AS "column" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = ${staging}::regnamespace AND a.attidentity <> '' AND NOT a.attisdropped`)
  for (const { column, table } of owned) {
    yield* sql`
      SELECT setval(pg_get_serial_sequence(${`${staging}.${table}`}, ${column}), coalesce(max(${sql(column)}), 0) + 1, false)
      FROM ${sql(table)}`
  }
})

/** The service's tables and views in a schema. */
const relationsIn = (sql: Sql, schema: string) =>
  Effect.map(
    nameKindRows(sql`
      SELECT relname AS name, relkind::text AS kind FROM pg_class
      WHERE relnamespace = quote_ident(${schema})::regnamespace AND relkind IN ('r', 'p', 'v') ORDER BY relkind DESC, relname`),
    (found) => found.filter(({ kind, name }) => (kind === "v" ? name === "served_pool" : isOwn(name)))
  )

/** Puts the new tables in the place of the old ones. Draws wait no longer than this takes. */
const exchange = Effect.fnUntraced(function* (sql: Sql, schema: string) {
  for (const { kind, name } of yield* relationsIn(sql, schema)) {
    // The table of a country moves together with the table of all countries.
    yield* kind === "v"
      ? sql`DROP VIEW ${tableIn(sql, schema, name)}`
      : sql`DROP TABLE IF EXISTS ${tableIn(sql, schema, name)} CASCADE`
  }
  for (const { kind, name } of yield* relationsIn(sql, staging)) {
    const from = sql(`${staging}.${name}`)
    yield* kind === "v"
      ? sql`ALTER VIEW ${from} SET SCHEMA ${schemaName(sql, schema)}`
      : sql`ALTER TABLE ${from} SET SCHEMA ${schemaName(sql, schema)}`
  }
  yield* sql`DROP SCHEMA ${sql(staging)} CASCADE`
})

/**
 * Services cache what they know of a pool or a catalog by its version. In this database, the same version number may
 * have meant something else.
 */
const outnumber = Effect.fnUntraced(function* (sql: Sql, schema: string) {
  const there = new Set((yield* relationsIn(sql, schema)).map(({ name }) => name))
  for (const [table, key, version] of [
    ["pool", "country", "version"],
    ["country", "code", "catalog_version"]
  ] as const) {
    if (!there.has(table)) continue
    yield* sql`
      UPDATE ${sql(`${staging}.${table}`)} AS n SET ${sql(version)} = greatest(n.${sql(version)}, o.${sql(version)}) + 1
      FROM ${tableIn(sql, schema, table)} o WHERE o.${sql(key)} = n.${sql(key)}`
  }
})

const isEmpty = Effect.fnUntraced(function* (sql: Sql, schema: string) {
  const there = new Set((yield* relationsIn(sql, schema)).map(({ name }) => name))
  for (const table of ["pool", "record", "former_record", "token", "source_setting"]) {
    if (there.has(table) && (yield* sql`SELECT FROM ${tableIn(sql, schema, table)} LIMIT 1`).length > 0) return false
  }
  return true
})

const mendOf = (cause: unknown): string => {
  if (!SqlError.isSqlError(cause)) return ""
  if (isReadOnly(cause)) return ` ${makeWritable}`
  return isDiskFull(cause)
    ? " Its disk is full: free some space there, because a backup is loaded beside what it replaces."
    : ""
}

const failed = (cause: SqlError.SqlError | MigrationsFailed | DatabaseMismatch): RestoreFailed => {
  const said = SqlError.isSqlError(cause) ? causeMessage(cause) : cause.message.replace(/\.$/, "")
  return new RestoreFailed({
    reason: "Database",
    message: `The database cannot be restored: ${said}. It is unchanged.${mendOf(cause)}`,
    cause
  })
}

/**
 * Returns the database to its state at the time of the backup, migrated to this program's tables.
 *
 * The file is read to its end before anything is touched. Then everything is written beside the existing tables, and
 * replaces them at the end of one transaction. Running services answer from the old tables until then, and keep doing
 * so if it fails.
 */
export const restore = Effect.fn("Restore.restore")(function* (
  file: string,
  all: Migrations,
  { replace, upgrade, withhold }: RestoreOptions
): Effect.fn.Return<RestoreReport, RestoreFailed, FileSystem.FileSystem | SlowDatabase> {
  const sql = yield* SlowDatabase
  const header = yield* verify(file)
  const had = yield* migrationsOf(file, header, all)
  const work = Effect.gen(function* () {
    const [here] = yield* schemaRows(sql`
      SELECT current_schema() AS schema, current_setting('search_path') AS path`)
    const { path, schema } = here!
    if (!replace && !(yield* isEmpty(sql, schema))) {
      return yield* refuse("NotEmpty", "The database already holds data. Restore into an empty one, or add --replace.")
    }
    yield* sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`
    yield* sql`DROP SCHEMA IF EXISTS ${sql(staging)} CASCADE`
    yield* sql`CREATE SCHEMA ${sql(staging)}`
    yield* sql`SET LOCAL search_path TO ${sql(staging)}`
    // Creates the list of migrations here; otherwise the one beside the old tables would be found.
    yield* migrate({})
    // What the user's search path has besides may hold the extension.
    yield* sql`SELECT set_config('search_path', ${`${staging}, ${path}`}, true)`
    yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
    yield* migrate(had)
    const makeIndexes = yield* withoutIndexes(sql)
    const { countries, rows, tables } = yield* load(sql, file)
    yield* makeIndexes
    yield* attachAll(sql, countries)
    yield* moveSequences(sql)
    yield* migrate(all)
    yield* upgrade(sql)
    yield* withhold(sql, schema)
    for (const { kind, name } of yield* relationsIn(sql, staging)) if (kind === "r") yield* sql`ANALYZE ${sql(name)}`
    yield* sql`SELECT set_config('search_path', ${path}, true)`
    yield* outnumber(sql, schema)
    yield* exchange(sql, schema)
    return { createdAt: header.createdAt, tables, rows }
  })
  return yield* sql.withTransaction(work).pipe(
    Effect.catchTags({
      SqlError: (cause) => Effect.fail(failed(cause)),
      MigrationsFailed: (cause) => Effect.fail(failed(cause)),
      DatabaseMismatch: (cause) => Effect.fail(failed(cause))
    })
  )
})
