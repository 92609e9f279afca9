import { Effect, Layer, Option, Schema } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { Database, SlowDatabase } from "../../database/Database.ts"
import { isDiskFull } from "../../database/FullDisk.ts"
import { causeMessage, lockClass, lockStorage } from "../../database/ServerSession.ts"
import { bytesText, numberText } from "../../shared/Amounts.ts"
import { steadyMillis } from "../../shared/Clocks.ts"
import { freeBytes } from "../../shared/FreeSpace.ts"
import { defaultBlocks, movePage, nothingSent } from "./former/MovePage.ts"
import * as Moving from "./former/Moving.ts"
import { invocation } from "../../shared/Invocation.ts"

/**
 * Moves the addresses of an earlier version's database, with a document and a record each, to the tables of migration
 * 0016_compact_addresses, before anything is served or synchronized. It takes a minute or so for a million addresses,
 * resumes where it was interrupted, and needs memory for some thousand addresses.
 */

/**
 * The addresses could not be moved, or not all of them. What has been moved stays moved, and the next start continues.
 * Until then nothing is served.
 */
export class StorageUpgradeFailed extends Schema.TaggedError<StorageUpgradeFailed>()("StorageUpgradeFailed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** How often the progress is reported. */
const tellEvery = 10_000

/** How often a waiting process checks the progress of another one. */
const lookEvery = "2 seconds"

/** Calls `tell` the first time, and then only after some time has passed. */
const nowAndThen = Effect.fnUntraced(function* () {
  let last = yield* steadyMillis
  return (tell: Effect.Effect<void>) =>
    Effect.flatMap(steadyMillis, (now) => {
      if (now - last < tellEvery) return Effect.void
      last = now
      return tell
    })
})

const tellEnd = Effect.fnUntraced(function* ({ addresses, differing, lost }: Moving.Progress) {
  yield* Effect.logInfo(
    `${numberText(addresses)} addresses are in the compact tables. ` +
      (differing === 0
        ? "Each is served as it was before."
        : `${numberText(differing)} of them are written differently than before, by today's rules: ` +
          "their lines, or the name of their country.")
  )
  if (lost === 0) return
  yield* Effect.logWarning(
    `${numberText(lost)} addresses had no record that could be read and are left out. ` +
      `If a source still has them, they come back with: ${invocation("sync --force")}`
  )
})

/**
 * Moves what is left to move. Every step is a transaction; within an existing transaction, all of it is part of that.
 *
 * @param tell called after every step
 * @param blocks disk blocks read in one step
 */
export const moveAll = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tell: (progress: Moving.Progress) => Effect.Effect<void> = () => Effect.void,
  blocks = defaultBlocks
) {
  if (!(yield* Moving.isPending(sql))) return
  yield* Moving.begin(sql)
  const sent = nothingSent()
  let progress = Option.getOrThrow(yield* Moving.progress(sql))
  while (progress.done < progress.blocks) {
    progress = yield* movePage(sql, sent, blocks)
    yield* tell(progress)
  }
  for (const country of yield* Moving.unfinished(sql)) {
    yield* Moving.finishCountry(sql, country)
    yield* tell(progress)
  }
  yield* Moving.end(sql)
  yield* tellEnd(progress)
})

/**
 * Whether this process does the move, as long as the scope is open. The lock belongs to a separate transaction, so that
 * it also works behind a connection pooler, and is released when the process dies.
 */
const isMover = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const connection = yield* sql.reserve
  const run = (statement: string) => connection.executeValuesUnprepared(statement, [])
  yield* Effect.acquireRelease(run("BEGIN"), () => Effect.ignore(run("ROLLBACK")))
  const [row] = yield* run(`SELECT pg_try_advisory_xact_lock(${lockClass}, ${lockStorage})`)
  // This comes last: a query keeps its snapshot until another statement replaces it, and rows that died since then
  // could not be vacuumed.
  yield* run("SET LOCAL idle_in_transaction_session_timeout = 0")
  return row?.[0] === true
})

/** Free bytes of the database's disk, if this machine can know. */
const freeOnDisk = Effect.gen(function* () {
  const { embedded } = yield* Database
  return Option.isNone(embedded) ? Option.none<number>() : yield* Effect.option(freeBytes(embedded.value.dataDir))
})

/** Refuses to begin if the disk lacks the space. */
const refuseFullDisk = Effect.fnUntraced(function* (needed: number) {
  const free = yield* freeOnDisk
  if (Option.isNone(free) || free.value >= needed) return
  return yield* new StorageUpgradeFailed({
    message:
      `The addresses of this database have to move to compact tables, which needs ${bytesText(needed)} on its disk; ` +
      `${bytesText(free.value)} are free. Free some space and start again: nothing has been changed.`
  })
})

const move = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { former, needed } = yield* Moving.space(sql)
  const earlier = yield* Moving.progress(sql)
  if (Option.isNone(earlier)) yield* refuseFullDisk(needed)
  yield* Effect.logInfo(
    Option.match(earlier, {
      onNone: () =>
        `The addresses are being moved to compact tables, once, before anything is served. They take ${bytesText(former)} on the ` +
        `database's disk, most of which is free afterwards; until then, up to ${bytesText(needed)} more are needed.`,
      onSome: (progress) =>
        `The move of the addresses to compact tables continues; ${Moving.percentOf(progress)} percent have been moved.`
    })
  )
  const now = yield* nowAndThen()
  yield* moveAll(sql, (progress) =>
    now(
      Effect.logInfo(
        progress.done < progress.blocks
          ? `${Moving.percentOf(progress)} percent have been moved: ${numberText(progress.addresses)} addresses.`
          : "All addresses have been moved; their indexes are being built."
      )
    )
  )
  yield* sql`VACUUM (FULL, ANALYZE) street`
  yield* sql`VACUUM address, other_record, origin, label`
})

const waitForOther = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, told: number) {
  const progress = yield* Moving.progress(sql)
  const now = Option.match(progress, { onNone: () => 0, onSome: Moving.percentOf })
  if (now !== told) {
    yield* Effect.logInfo(`Another process is moving the addresses to compact tables: ${now} percent. Waiting for it.`)
  }
  yield* Effect.sleep(lookEvery)
  return now
})

const failed = (moved: Option.Option<Moving.Progress>) => (cause: SqlError.SqlError) => {
  const done = Option.match(moved, {
    onNone: () => "",
    onSome: (found) => ` ${Moving.percentOf(found)} percent have been moved.`
  })
  const mend = isDiskFull(cause)
    ? "The database's disk is full. Free some space there, and start again"
    : `The database says: ${causeMessage(cause)}. Fix that, and start again`
  return new StorageUpgradeFailed({
    message: `The addresses could not be moved to compact tables.${done} ${mend}: the move continues where it stopped.`,
    cause
  })
}

/** Moves what is left to move, or waits until another process has. */
export const upgradeStorage = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  const attempt = Effect.gen(function* () {
    if (!(yield* isMover(sql))) return false
    // Another process may have finished it in between.
    if (yield* Moving.isPending(sql)) yield* move(sql)
    return true
  })
  const work = Effect.gen(function* () {
    for (let told = -1; yield* Moving.isPending(sql);) {
      if (!(yield* Effect.scoped(attempt))) told = yield* waitForOther(sql, told)
    }
  })
  yield* work.pipe(
    // A transaction whose connection is lost cannot be rolled back, which is reported as a defect.
    Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
    Effect.catchTag("SqlError", (cause) =>
      Effect.flatMap(
        Effect.orElseSucceed(Moving.progress(sql), () => Option.none<Moving.Progress>()),
        (moved) => Effect.fail(failed(moved)(cause))
      )
    )
  )
})

export const StorageUpgrade = {
  /** Moves while it is built, on migrated tables. Build it before anything that uses addresses. */
  layer: Layer.effectDiscard(upgradeStorage)
}
