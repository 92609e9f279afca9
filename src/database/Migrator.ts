import { Effect, Layer } from "effect"
import { Migrator as SqlMigrator, SqlClient, SqlError } from "effect/sql"
import { SlowDatabase } from "./Database.ts"
import { MigrationsFailed } from "./DatabaseErrors.ts"
import { causeMessage, lockClass, lockMigrations } from "./ServerSession.ts"

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

/**
 * Runs the migrations that the database does not have yet, all in one transaction, and gives their names.
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
      Effect.andThen(
        slow`SELECT pg_advisory_xact_lock(${lockClass}::int4, ${lockMigrations}::int4)`,
        sqlMigrate({ loader: SqlMigrator.fromRecord(migrations), table: "doorstep_migrations" })
      )
    )
    .pipe(Effect.provideService(SqlClient.SqlClient, slow), Effect.mapError(failed))
  return done.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
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
