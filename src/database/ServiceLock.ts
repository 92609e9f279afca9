import { Effect, Exit, Option, Scope } from "effect"
import type { SqlError } from "effect/sql"
import { DataDirInUse } from "./DatabaseErrors.ts"
import type { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { isAlive, thisProcess } from "./HostProcess.ts"
import type { Restore, ServerSession } from "./ServerSession.ts"
import { lockClass, lockService, openSession } from "./ServerSession.ts"

const prefix = "doorstep service "

const tryLock = (session: ServerSession) =>
  session.check("SELECT pg_try_advisory_lock($1::int4, $2::int4)", [lockClass, lockService])

/** The process that holds the lock. Each service puts its process ID into the name of its connection. */
const holder = (session: ServerSession) =>
  session
    .query(
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND objsubid = 2`,
      [lockClass, lockService]
    )
    .pipe(
      Effect.map(([row]) => {
        const name = row?.["name"]
        const processId = typeof name === "string" && name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN
        return Number.isInteger(processId) ? Option.some(processId) : Option.none<number>()
      }),
      Effect.orElseSucceed(() => Option.none<number>())
    )

const inUse = (dataDir: string, processId: Option.Option<number>): DataDirInUse =>
  new DataDirInUse({
    dataDir,
    ...(Option.isSome(processId) ? { processId: processId.value } : {}),
    message:
      `Another Doorstep service${Option.isSome(processId) ? ` (process ${processId.value})` : ""} already uses the ` +
      `data directory ${dataDir}. Stop it, or set DATA_DIR to another folder.`
  })

/** PostgreSQL takes a moment to notice that a process was killed, and longer if the process exits by itself. */
const retryMillis = 50
const retriesAlive = 10
const retriesGone = 100

const obtain = Effect.fnUntraced(function* (session: ServerSession, dataDir: string) {
  for (let attempt = 0; ; attempt++) {
    if (yield* tryLock(session)) return
    const processId = yield* holder(session)
    const alive = Option.isNone(processId) || (yield* isAlive(processId.value))
    if (attempt >= (alive ? retriesAlive : retriesGone)) return yield* inUse(dataDir, processId)
    yield* Effect.sleep(retryMillis)
  }
})

interface Held {
  readonly session: ServerSession
  readonly scope: Scope.Closeable
}

const take = Effect.fnUntraced(function* (
  server: EmbeddedPostgres["Service"],
  restore: Restore
): Effect.fn.Return<Held, DataDirInUse | SqlError.SqlError> {
  const scope = yield* Scope.make()
  const opened = Effect.tap(openSession(server.url, `${prefix}${thisProcess.pid}`), (session) =>
    obtain(session, server.dataDir)
  )
  const session = yield* restore(Scope.provide(opened, scope)).pipe(
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  return { session, scope }
})

/**
 * The right to be the only service of a DATA_DIR: an advisory lock on a connection of its own, held as long as the
 * scope. PostgreSQL frees it when the process dies, however it dies. If the server restarts while the service runs, the
 * lock is taken again.
 *
 * Fails with {@link DataDirInUse}, whose message is the one line to show.
 */
export const holdServiceLock = Effect.fn("ServiceLock.hold")(function* (server: EmbeddedPostgres["Service"]) {
  let held: Held
  yield* Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(take(server, restore), (first) => {
      held = first
      return Effect.addFinalizer(() => Scope.close(held.scope, Exit.void))
    })
  )
  const again = (restore: Restore): Effect.Effect<Held> =>
    take(server, restore).pipe(
      // This also fails while the server is away. That is reported by the code that monitors the server.
      Effect.tapErrorTag("DataDirInUse", (error) => Effect.logError(error.message)),
      Effect.catch(() =>
        Effect.andThen(
          restore(Effect.sleep("500 millis")),
          Effect.suspend(() => again(restore))
        )
      )
    )
  const keep = Effect.gen(function* () {
    yield* held.session.lost
    yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const next = yield* again(restore)
        yield* Scope.close(held.scope, Exit.void)
        held = next
      })
    )
  })
  yield* Effect.forkScoped(Effect.forever(keep))
})
