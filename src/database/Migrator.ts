import { Effect, Layer, Schedule, Schema } from "effect"
import { Migrator as SqlMigrator, SqlClient, SqlError } from "effect/sql"
import packageJson from "../../package.json" with { type: "json" }
import { errorCode } from "../../schemas/ErrorCode.ts"
import { SlowDatabase } from "./Database.ts"
import { changeOf, isExpansion, type Migrations } from "./Expansion.ts"
import { DatabaseMismatch, MigrationsFailed } from "./DatabaseErrors.ts"
import {
  aheadOf,
  describeAhead,
  mismatchAlone,
  mismatchOf,
  type MigrationState,
  nameOf,
  numberOf
} from "./MigrationState.ts"
import { processesBehind } from "./Processes.ts"
import { causeMessage, lockClass, lockMigrations } from "./ServerSession.ts"
import { isDiskFull } from "./FullDisk.ts"
import { allowConnections, lackedByConnection, lackedByNew } from "./Lacking.ts"
import { rowsOf } from "./Rows.ts"
import { makeNews } from "../shared/News.ts"
import { postgresTime, timeBudgets } from "../settings/TimeBudgets.ts"
import { ownNamespace } from "./Values.ts"

const thereByRows = rowsOf({ there: Schema.Boolean, by: Schema.NullOr(Schema.String) })
const nameRows = rowsOf({ name: Schema.String })
const appliedRows = rowsOf({ id: Schema.Number, name: Schema.String, beside: Schema.NullOr(Schema.Number) })

const sqlMigrate = SqlMigrator.make({})

/** What to do about the reason why migrations failed, if it is one that can be mended outside of Doorstep. */
const mendOf = (cause: unknown, origin: unknown): string => {
  if (isDiskFull(cause)) {
    return ". The database's disk is full: free some space there, and start again. Nothing has been changed."
  }
  const code = SqlError.isSqlError(origin) ? errorCode(origin.reason.cause) : undefined
  return code === "53300" ? `. ${allowConnections}` : ""
}

const failed = (cause: unknown): MigrationsFailed => {
  const migration = cause instanceof SqlMigrator.MigrationError ? cause : undefined
  const origin = migration?.cause ?? cause
  const said = SqlError.isSqlError(origin)
    ? causeMessage(origin)
    : origin instanceof Error
      ? origin.message
      : `${origin}`
  return new MigrationsFailed({
    message: `The database could not be migrated. ${migration?.message ?? "The migrations did not run"}: ${said}${mendOf(cause, origin)}`,
    cause
  })
}

const table = "doorstep_migrations"

/** The migrations that the database has had; none if it has no migration table. */
export const readState = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [found] = yield* thereByRows(sql`
    SELECT to_regclass(${table}) IS NOT NULL AS there, obj_description(to_regclass(${table}), 'pg_class') AS by`)
  // Earlier versions created the table without this column.
  const rows = found!.there
    ? yield* appliedRows(sql`
        SELECT migration_id AS id, name, (to_jsonb(m) ->> 'beside')::int AS beside FROM ${sql(table)} m ORDER BY migration_id`)
    : []
  const by = found!.by?.replace(/^Doorstep /, "")
  const beside = new Map(rows.flatMap((row) => (row.beside === null ? [] : [[nameOf(row), row.beside]])))
  const state: MigrationState = { done: rows.map(nameOf), beside, by }
  return state
})

const refuse = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  migrations: Migrations,
  mismatch: typeof mismatchOf
) {
  const state = yield* readState(sql)
  const known = Object.keys(migrations).toSorted()
  const found = mismatch(state, known)
  if (found !== undefined) {
    return yield* new DatabaseMismatch({ message: `${found.message} ${found.mend}` })
  }
  return { state, known }
})

/**
 * Fails if this program cannot work with the version of the database's tables. Changes nothing.
 *
 * @param isAlone whether the database must not be newer at all, for programs that would leave out what they do not know
 */
export const refuseMismatch = (migrations: Migrations, isAlone = false) =>
  Effect.flatMap(SlowDatabase, (slow) => refuse(slow, migrations, isAlone ? mismatchAlone : mismatchOf)).pipe(
    Effect.asVoid,
    Effect.catchTag("SqlError", (error) => Effect.fail(failed(error)))
  )

/** Records this version, so that a program that finds the database too new can say which version it needs. */
const sign = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  migrations: Migrations,
  ran: ReadonlyArray<string>
) {
  yield* sql`COMMENT ON TABLE ${sql(table)} IS ${sql.literal(`'Doorstep ${packageJson.version}'`)}`
  yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN IF NOT EXISTS beside integer`
  for (const name of ran) {
    const migration = migrations[name]!
    if (!isExpansion(migration)) continue
    yield* sql`UPDATE ${sql(table)} SET beside = ${migration.beside} WHERE migration_id = ${numberOf(name)}`
  }
})

/** The pause between attempts, during which others proceed. Attempts go on for as long as a large publication takes. */
const pause = Schedule.spaced("1 second")
const triesWhileInUse = 600

/** Draws lock this table before all others. */
const namedFirst = "address"

/**
 * Locks, before anything is changed, the tables that older programs use and this migration changes. It waits for a lock
 * only while it holds none: holding one and waiting for another would deadlock with a draw that waits for the first.
 */
const takeTables = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  migrations: Migrations,
  done: ReadonlyArray<string>
) {
  const named = Object.entries(migrations).flatMap(([name, migration]) =>
    done.includes(name) || !isExpansion(migration) ? [] : migration.changes
  )
  const there = yield* nameRows(sql`
    SELECT relname AS name FROM pg_class
    WHERE relname = ANY (${named}::text[]) AND relnamespace = ${ownNamespace(sql)}
    ORDER BY relname <> ${namedFirst}, relname`)
  const [first, ...others] = there.map(({ name }) => sql(name))
  if (first === undefined) return
  yield* sql`LOCK TABLE ${first} IN ACCESS EXCLUSIVE MODE`
  for (const table of others) yield* sql`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE NOWAIT`
})

const isInUse = (error: unknown): boolean => {
  const origin = error instanceof SqlMigrator.MigrationError ? error.cause : error
  return SqlError.isSqlError(origin) && errorCode(origin.reason.cause) === "55P03"
}

/**
 * A migration would take something away from programs that still need it. It waits as long as a killed process may seem
 * alive.
 */
class StillThere extends Schema.TaggedError<StillThere>()("StillThere", { message: Schema.String }) {}

const isStillThere = Schema.is(StillThere)

const triesWhileThere = 40

/** Nothing is taken away from a running process. To upgrade further than it can support, stop it first. */
const refuseOthers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  migrations: Migrations,
  done: ReadonlyArray<string>
) {
  for (const [name, migration] of Object.entries(migrations)) {
    if (done.includes(name)) continue
    const least = isExpansion(migration) ? migration.beside : numberOf(name)
    const behind = yield* processesBehind(sql, least)
    if (behind.length === 0) continue
    const named = behind.map((one) => `${one.name} (Doorstep ${one.version})`).join(", ")
    return yield* new StillThere({
      message: `${name} changes tables that running programs use: ${named}. Stop them first.`
    })
  }
})

/** Otherwise the migrator reports only that the transaction was aborted. */
const refuseLacking = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, isNew: boolean) {
  const lacking = (isNew ? yield* lackedByNew(sql) : undefined) ?? (yield* lackedByConnection(sql, isNew))
  if (lacking !== undefined) {
    return yield* new MigrationsFailed({ message: `${lacking.message} ${lacking.mend}`, cause: lacking })
  }
})

/**
 * Runs the migrations that the database does not have yet, all in one transaction, and returns their names. A database
 * with other migrations than these is refused and left unchanged, unless this program can run beside them.
 *
 * Processes that start together wait for each other: one migrates, the rest find it done. Effect's migrator nearly does
 * this by locking its table. But two that both find no table race to create it, and the loser only survives because it
 * looks again. The advisory lock covers that too. It belongs to the transaction and is released with it, even behind a
 * connection pooler.
 *
 * Services keep running meanwhile: the migration waits half a second for a table that they use, then lets them proceed
 * and tries again.
 */
export const migrate = Effect.fn("Migrator.migrate")(function* (migrations: Migrations) {
  const slow = yield* SlowDatabase
  const loader = SqlMigrator.fromRecord(
    Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, changeOf(migration)]))
  )
  const attempt = slow.withTransaction(
    Effect.gen(function* () {
      yield* slow`SELECT pg_advisory_xact_lock(${lockClass}::int4, ${lockMigrations}::int4)`
      const { known, state } = yield* refuse(slow, migrations, mismatchOf)
      const ahead = aheadOf(state, known)
      if (ahead.length > 0) yield* Effect.logWarning(describeAhead(state, ahead))
      const isDone = known.every((name) => state.done.includes(name))
      // Not even the lock of the migrator's own table can be had on a standby, which has all that is read. Without any
      // migration, the table itself is wanted.
      if (isDone && known.length > 0) return []
      if (!isDone) yield* refuseLacking(slow, state.done.length === 0)
      yield* refuseOthers(slow, migrations, state.done)
      yield* slow`SELECT set_config('lock_timeout', ${postgresTime(timeBudgets.migrationLock)}, true)`
      yield* takeTables(slow, migrations, state.done)
      const ran = (yield* sqlMigrate({ loader, table })).map(([id, name]) => nameOf({ id, name }))
      if (ran.length > 0) yield* sign(slow, migrations, ran)
      // The rest of this transaction waits as long as it must.
      yield* slow`SELECT set_config('lock_timeout', '0', true)`
      return ran
    })
  )
  const tell = makeNews(Effect.logInfo)
  return yield* attempt.pipe(
    Effect.tapError((error) =>
      isInUse(error)
        ? tell("Waiting to migrate the database: its tables are in use.")
        : isStillThere(error)
          ? tell(error.message)
          : Effect.void
    ),
    Effect.retry({ while: isInUse, schedule: pause, times: triesWhileInUse }),
    Effect.retry({ while: isStillThere, schedule: pause, times: triesWhileThere }),
    Effect.provideService(SqlClient.SqlClient, slow),
    Effect.mapError((error) =>
      error instanceof DatabaseMismatch || error instanceof MigrationsFailed ? error : failed(error)
    )
  )
})

export const Migrator = {
  migrate,
  /**
   * Migrates while it is built, and logs what was migrated. In a new database that is everything, which tells nobody
   * anything. Build it before anything that uses the tables.
   */
  layer: (migrations: Migrations) =>
    Layer.effectDiscard(
      Effect.tap(migrate(migrations), (names) => {
        if (names.length === 0) return Effect.void
        return names.length === Object.keys(migrations).length
          ? Effect.logDebug("The tables of the new database have been created.")
          : Effect.logInfo(`The database has been migrated: ${names.join(", ")}`)
      })
    )
}
