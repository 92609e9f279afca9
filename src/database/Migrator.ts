import { Effect, Layer, Schema } from "effect"
import { Migrator as SqlMigrator, SqlClient, SqlError } from "effect/sql"
import packageJson from "../../package.json" with { type: "json" }
import { SlowDatabase } from "./Database.ts"
import { DatabaseMismatch, MigrationsFailed } from "./DatabaseErrors.ts"
import { mismatchOf, type MigrationState, nameOf } from "./MigrationState.ts"
import { causeMessage, lockClass, lockMigrations } from "./ServerSession.ts"
import { rowsOf } from "./Rows.ts"

const thereByRows = rowsOf({ there: Schema.Boolean, by: Schema.NullOr(Schema.String) })
const idNameRows = rowsOf({ id: Schema.Number, name: Schema.String })

/** Migrations by name, `<number>_<name>`; each runs once, in the order of the numbers. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>>

const sqlMigrate = SqlMigrator.make({})

const failed = (cause: unknown): MigrationsFailed => {
  const migration = cause instanceof SqlMigrator.MigrationError ? cause : undefined
  const origin = migration?.cause ?? cause
  const said = SqlError.isSqlError(origin)
    ? causeMessage(origin)
    : origin instanceof Error
      ? origin.message
      : `${origin}`
  return new MigrationsFailed({
    message: `The database could not be migrated. ${migration?.message ?? "The migrations did not run"}: ${said}`,
    cause
  })
}

const table = "doorstep_migrations"

/** The migrations that the database has had; none where it has no table of them. */
export const readState = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [found] = yield* thereByRows(sql`
    SELECT to_regclass(${table}) IS NOT NULL AS there, obj_description(to_regclass(${table}), 'pg_class') AS by`)
  const rows = found!.there
    ? yield* idNameRows(sql`
        SELECT migration_id AS id, name FROM ${sql(table)} ORDER BY migration_id`)
    : []
  const by = found!.by?.replace(/^Doorstep /, "")
  const state: MigrationState = { done: rows.map(nameOf), by }
  return state
})

const refuse = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, migrations: Migrations) {
  const mismatch = mismatchOf(yield* readState(sql), Object.keys(migrations).toSorted())
  if (mismatch !== undefined) {
    return yield* new DatabaseMismatch({ message: `${mismatch.message} ${mismatch.mend}` })
  }
})

/** Fails where the database's tables are of another version than this program can know. Changes nothing. */
export const refuseMismatch = (migrations: Migrations) =>
  Effect.flatMap(SlowDatabase, (slow) => refuse(slow, migrations)).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(failed(error)))
  )

/** Whoever finds the database too new for them learns from this which version they need. */
const sign = (sql: SqlClient.SqlClient) =>
  sql`COMMENT ON TABLE ${sql(table)} IS ${sql.literal(`'Doorstep ${packageJson.version}'`)}`

/**
 * Runs the migrations that the database does not have yet, all in one transaction, and gives their names. A database that
 * has had others than these is refused, and left as it is.
 *
 * Processes that start together wait for each other: one migrates, the rest find it done. Effect's migrator alone
 * nearly does that, by locking its table; but two that both find no table race to create it, and the one that loses
 * is saved only because it looks again. The advisory lock covers that too, and since it belongs to the transaction it
 * is freed with it, also behind a connection pooler.
 */
export const migrate = Effect.fn("Migrator.migrate")(function* (migrations: Migrations) {
  const slow = yield* SlowDatabase
  const done = yield* slow
    .withTransaction(
      Effect.gen(function* () {
        yield* slow`SELECT pg_advisory_xact_lock(${lockClass}::int4, ${lockMigrations}::int4)`
        yield* refuse(slow, migrations)
        const ran = yield* sqlMigrate({ loader: SqlMigrator.fromRecord(migrations), table })
        if (ran.length > 0) yield* sign(slow)
        return ran
      })
    )
    .pipe(
      Effect.provideService(SqlClient.SqlClient, slow),
      Effect.mapError((error) => (error instanceof DatabaseMismatch ? error : failed(error)))
    )
  return done.map(([id, name]) => nameOf({ id, name }))
})

export const Migrator = {
  migrate,
  /** Migrates while it is built; nothing that uses the tables may be built before. */
  layer: (migrations: Migrations) =>
    Layer.effectDiscard(
      Effect.tap(migrate(migrations), (names) =>
        names.length === 0 ? Effect.void : Effect.logInfo(`The database has been migrated: ${names.join(", ")}`)
      )
    )
}
