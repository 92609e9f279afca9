import { Console, Effect, Option, Redacted, Schema } from "effect"
import cluster, { type Worker } from "node:cluster"
import * as App from "../../App.ts"
import { Database } from "../../database/Database.ts"
import { secretFileOf } from "../../settings/Setting.ts"
import { settings as known } from "../../settings/Settings.ts"

/** Whether this process is one of several that serve the same port, started by {@link supervise}. */
export const isWorker = cluster.isWorker

/**
 * Whether this process prints the service's messages, fills empty pools and creates the first token. Among several
 * workers this is the first; the others start when it is ready.
 */
export const isLeader = !isWorker || cluster.worker?.id === 1

/** Tells the supervisor, if there is one, that this process is ready. */
export const announceReady = Effect.sync(() => void cluster.worker?.send("ready"))

/** The first worker exited before it was ready. It has reported the reason itself. */
class WorkersFailed extends Schema.TaggedError<WorkersFailed>()("WorkersFailed", { message: Schema.String }) {}

const exited = (worker: Worker) =>
  Effect.callback<void>((resume) => {
    if (worker.isDead()) resume(Effect.void)
    else worker.once("exit", () => resume(Effect.void))
  })

/** A worker process. When the scope closes, it is told to stop, and waited for. */
const startWorker = (settings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => cluster.fork(settings)),
    (worker) =>
      Effect.suspend(() => {
        if (!worker.isDead()) worker.process.kill("SIGTERM")
        return exited(worker)
      })
  )

const ready = (worker: Worker) =>
  Effect.callback<void, WorkersFailed>((resume) => {
    worker.once("message", () => resume(Effect.void))
    worker.once("exit", () => resume(Effect.fail(new WorkersFailed({ message: "The service could not be started." }))))
  })

/** Passes this process's database URL to a worker. It replaces a file that names one, which would be a second URL. */
export const databaseOf = (url: Redacted.Redacted) => ({
  DATABASE_URL: Redacted.value(url),
  [secretFileOf("DATABASE_URL")]: ""
})

/**
 * Serves one port with several processes. This process serves nothing: it runs the database, and replaces workers that
 * die. Requests are counted in the database unless `RATE_LIMIT_STORE` says otherwise, so that a token's limit covers
 * all workers.
 */
export const supervise = Effect.fnUntraced(
  function* (workers: number) {
    const { url } = yield* Database
    const rateLimitStore = Option.getOrElse(yield* known.RATE_LIMIT_STORE.given, () => "database" as const)
    const settings = { ...databaseOf(url), RATE_LIMIT_STORE: rateLimitStore }
    const replace = Effect.gen(function* () {
      yield* Effect.logWarning("A worker ended: starting another")
      yield* Effect.sleep("1 second")
    })
    /** Keeps one worker running, starting the next when it ends. */
    const keep = Effect.forever(Effect.andThen(Effect.scoped(Effect.flatMap(startWorker(settings), exited)), replace))
    const leader = yield* startWorker(settings)
    yield* ready(leader)
    yield* Console.log(`${workers} processes serve.`)
    for (let i = 1; i < workers; i++) yield* Effect.forkScoped(keep)
    yield* exited(leader)
    yield* replace
    return yield* keep
  },
  Effect.scoped,
  Effect.provide(App.layerStorage)
)
