import { Duration, Effect, Exit, Option, Redacted, Scope, identity } from "effect"
import type { FileSystem } from "effect"
import type { SqlError } from "effect/sql"
import type { Cluster } from "./Cluster.ts"
import { superuser } from "./Cluster.ts"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { freePort, isHeldByOther, thisProcess } from "./HostProcess.ts"
import type { PostmasterPid } from "./PostmasterPid.ts"
import { findRunning, isPostmaster, read } from "./PostmasterPid.ts"
import { claim, leave, type SharedFolder } from "./SharedFolder.ts"
import { linesSince, sizeOf } from "./ServerLog.ts"
import { lastPort, launch, stop } from "./ServerProcess.ts"
import type { Restore, ServerSession } from "./ServerSession.ts"
import { causeMessage, lockClass, lockUse, openSession } from "./ServerSession.ts"
import { freeBytes } from "../shared/FreeSpace.ts"
import { steadyMillis } from "../shared/Clocks.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/**
 * Several processes may use one embedded server: a service, and command lines beside it. Each holds a *lease*: a
 * session with the shared advisory lock `lockUse`. A process that leaves releases its shared lock and tries to take the
 * exclusive lock. PostgreSQL grants that only when no other lease exists, and while it is held nobody gets a lease. So
 * the last process to leave stops the server, and no server is stopped under a lease. Two processes that leave at once
 * cannot both miss it, because each tries after it has released its own. PostgreSQL frees the locks of a killed
 * process.
 */
export interface Lease {
  readonly url: Redacted.Redacted
  readonly server: Running
  /** The server was already running: another process uses it, or a killed process left it behind. */
  readonly adopted: boolean
  readonly session: ServerSession
  readonly scope: Scope.Closeable
}

type Running = Pick<PostmasterPid, "pid" | "port">

export interface LeaseOptions {
  readonly fs: FileSystem.FileSystem
  readonly cluster: Cluster
  readonly folder: SharedFolder
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
  /** A port that must be used because clients already know it. */
  readonly port: number | undefined
}

const applicationName = `doorstep lease ${thisProcess.pid}`

/** How long a server may show no progress, and how long startup is retried after transient faults. */
const patienceMillis = Duration.toMillis(timeBudgets.embeddedProgress.time)

const urlOf = (cluster: Cluster, port: number): Redacted.Redacted =>
  Redacted.make(`postgres://${superuser}:${Redacted.value(cluster.password)}@127.0.0.1:${port}/postgres`)

type Opened = Pick<Lease, "session" | "scope">

const open = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  restore: Restore
): Effect.fn.Return<Opened, SqlError.SqlError> {
  const scope = yield* Scope.make()
  const session = yield* restore(Scope.provide(openSession(url, applicationName), scope)).pipe(
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  return { session, scope }
})

const close = (opened: Opened) => Scope.close(opened.scope, Exit.void)

/** @param log the lines that the server wrote, which are none if its disk is full */
const notStarted = Effect.fnUntraced(function* (cluster: Cluster, sentence: string, log: ReadonlyArray<string>) {
  const free = yield* Effect.orElseSucceed(freeBytes(cluster.directory), () => Infinity)
  const said = log.length === 0 ? sentence : `${sentence} Its last log lines:`
  return yield* embeddedError("Start", said, { log, freeBytes: free })
})

/** Connects as soon as the server is ready; none if it exits instead. */
const awaitSession = Effect.fnUntraced(function* (
  { fs, cluster, logFile }: LeaseOptions,
  server: Running,
  logOffset: number,
  restore: Restore
): Effect.fn.Return<Option.Option<Opened>, EmbeddedPostgresError> {
  const started = yield* steadyMillis
  let logSize = yield* sizeOf(fs, logFile)
  let progressed = started
  for (;;) {
    const now = yield* steadyMillis
    const claim = yield* read(fs, cluster.directory)
    let refusal = "it is still starting"
    if (Option.isSome(claim) && claim.value.pid === server.pid && claim.value.ready) {
      const opened = yield* Effect.result(open(urlOf(cluster, server.port), restore))
      if (opened._tag === "Success") return Option.some(opened.success)
      if (opened.failure.reason._tag === "AuthenticationError") {
        return yield* embeddedError(
          "Authentication",
          `PostgreSQL refuses the password stored in ${cluster.directory}. It was changed in one of the two places only.`,
          { cause: opened.failure }
        )
      }
      refusal = causeMessage(opened.failure)
    }
    if (!(yield* isPostmaster(fs, server.pid, cluster.directory))) return Option.none()
    const size = yield* sizeOf(fs, logFile)
    if (size !== logSize) {
      logSize = size
      progressed = now
    }
    if (now - progressed > patienceMillis) {
      const sentence = `PostgreSQL (process ${server.pid}) does not accept connections: ${refusal}.`
      return yield* notStarted(cluster, sentence, yield* linesSince(fs, logFile, logOffset))
    }
    yield* restore(Effect.sleep(now - started < 2_000 ? 10 : 100))
  }
})

/**
 * Transient faults: another program took the port, another process was faster, a killed server's last work is still
 * ending.
 */
const passing = [
  "Address already in use",
  'lock file "postmaster.pid" already exists',
  'lock file "postmaster.pid" is empty',
  "pre-existing shared memory block"
]

/** In the data directory: whoever starts the server holds it until the server can be seen. */
const startSocket = ".s.start"

/** Another process holds that socket, or has just started the server. */
const othersTurn = { lease: Option.none<Lease>(), log: undefined }

const isPassing = (log: ReadonlyArray<string>): boolean =>
  log.some((line) => passing.some((fault) => line.includes(fault))) ||
  // It came up, and another process that used it in the meantime stopped it.
  log.some((line) => /received \w+ shutdown request/.test(line))

/** Takes the shared lock; false if another process is about to stop the server, or the connection is lost. */
const share = (session: ServerSession) =>
  session
    .check("SELECT pg_try_advisory_lock_shared($1::int4, $2::int4)", [lockClass, lockUse])
    .pipe(Effect.orElseSucceed(() => false))

/** Releases the shared lock, and returns whether the server may be stopped. */
const unshare = Effect.fnUntraced(function* (session: ServerSession) {
  yield* session.check("SELECT pg_advisory_unlock_shared($1::int4, $2::int4)", [lockClass, lockUse])
  return yield* session.check("SELECT pg_try_advisory_lock($1::int4, $2::int4)", [lockClass, lockUse])
})

/**
 * Makes sure that a server runs and cannot be stopped by another process: adopts a running one or starts one.
 *
 * Call it uninterruptibly and pass it the `restore` that permits interruption while it waits. An interruption after the
 * lock was taken, and before its finalizer is registered, would leave a server that nobody stops.
 */
export const acquire = Effect.fnUntraced(function* (
  options: LeaseOptions,
  restore: Restore
): Effect.fn.Return<Lease, EmbeddedPostgresError> {
  const { fs, cluster, logFile } = options
  const answers = (port: number) =>
    Effect.scoped(openSession(urlOf(cluster, port), applicationName)).pipe(
      Effect.as(true),
      Effect.orElseSucceed(() => false)
    )
  const giveUp = (yield* steadyMillis) + patienceMillis
  const look = restore(Effect.andThen(claim(options.folder), findRunning(fs, cluster.directory, answers)))
  /** Starts the server, unless another process has or does, maybe in another container; the log lines if it fails. */
  const startAlone = Effect.fnUntraced(function* (attempt: number) {
    if (yield* isHeldByOther(fs, `${cluster.directory}/${startSocket}`)) return othersTurn
    if (Option.isSome(yield* look)) return othersTurn
    const logOffset = yield* sizeOf(fs, logFile)
    const server = yield* start(options, attempt)
    const lease = yield* attach(options, server, false, logOffset, restore).pipe(
      Effect.onError(() => abandon(options, server))
    )
    return { lease, log: Option.isSome(lease) ? [] : yield* linesSince(fs, logFile, logOffset) }
  }, Effect.scoped)
  for (let attempt = 0; ; attempt++) {
    const running = yield* look
    const { lease, log } = Option.isSome(running)
      ? { lease: yield* attach(options, running.value, true, yield* sizeOf(fs, logFile), restore), log: undefined }
      : yield* startAlone(attempt)
    if (Option.isSome(lease)) return lease.value
    const isOverdue = (yield* steadyMillis) > giveUp
    if (log !== undefined && (!isPassing(log) || isOverdue)) {
      return yield* notStarted(cluster, "PostgreSQL did not start.", log)
    }
    if (Option.isNone(running) && isOverdue) {
      return yield* embeddedError(
        "Elsewhere",
        `Another process has begun to start the database in ${cluster.directory}, and does not end, maybe in another ` +
          "container. Stop that one, or set DATA_DIR to another folder."
      )
    }
    yield* restore(Effect.sleep(50))
  }
})

/** A lease of a server that runs or is starting; none if it exits instead or is about to be stopped. */
const attach = Effect.fnUntraced(function* (
  options: LeaseOptions,
  server: Running,
  adopted: boolean,
  logOffset: number,
  restore: Restore
): Effect.fn.Return<Option.Option<Lease>, EmbeddedPostgresError> {
  const opened = yield* awaitSession(options, server, logOffset, restore)
  if (Option.isNone(opened)) return Option.none()
  if (yield* share(opened.value.session)) {
    return Option.some({ ...opened.value, url: urlOf(options.cluster, server.port), server, adopted })
  }
  yield* close(opened.value)
  return Option.none()
})

const start = Effect.fnUntraced(function* (options: LeaseOptions, attempt: number) {
  const { fs, cluster } = options
  const wanted = options.port ?? (attempt === 0 ? yield* lastPort(fs, cluster.directory) : undefined)
  const port =
    options.port ??
    (yield* freePort(wanted).pipe(
      Effect.mapError((cause) =>
        embeddedError("Start", `PostgreSQL gets no port of 127.0.0.1: ${cause.message}.`, { cause })
      )
    ))
  return { pid: yield* launch(fs, cluster, options.logFile, port, options.settings), port }
})

/** For a server that this process has no session with: stops it unless another process uses it. */
const abandon = Effect.fnUntraced(function* (options: LeaseOptions, server: Running) {
  const { cluster, fs } = options
  if (!(yield* isPostmaster(fs, server.pid, cluster.directory))) return
  const opened = yield* Effect.option(open(urlOf(cluster, server.port), identity))
  const isUnused = (session: ServerSession) => Effect.orElseSucceed(unshare(session), () => true)
  // Nobody can be using a server that refuses everybody.
  let unused = Option.isNone(opened) || (yield* isUnused(opened.value.session))
  // A session that this process has lost may hold the lock until the server notices that it has ended.
  for (let tries = 0; !unused && Option.isSome(opened) && tries < 50; tries++) {
    yield* Effect.sleep(20)
    unused = yield* isUnused(opened.value.session)
  }
  if (unused) yield* stop(fs, cluster.directory, server.pid)
  if (Option.isSome(opened)) yield* close(opened.value)
})

/** Releases the lease, and stops the server if this was the last one. */
export const release = Effect.fnUntraced(function* (options: LeaseOptions, lease: Lease) {
  const unused = yield* Effect.option(unshare(lease.session))
  if (Option.isNone(unused)) yield* abandon(options, lease.server)
  else if (unused.value) yield* stopLast(options, lease.server)
  yield* close(lease)
})

/** Stops the server, and leaves its data to any machine unless another process is about to start it again. */
const stopLast = Effect.fnUntraced(function* ({ cluster, folder, fs }: LeaseOptions, server: Running) {
  const isStarted = yield* isHeldByOther(fs, `${cluster.directory}/${startSocket}`)
  yield* stop(fs, cluster.directory, server.pid)
  if (!isStarted) yield* leave(folder)
}, Effect.scoped)
