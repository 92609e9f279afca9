import { Console, Effect, Option, Redacted, Schema } from "effect"
import cluster, { type Worker } from "node:cluster"
import * as App from "../../App.ts"
import { Database } from "../../database/Database.ts"
import { secretFileOf } from "../../settings/Setting.ts"
import { settings as known } from "../../settings/Settings.ts"
import * as WindowStoreSupervised from "../../tokens/WindowStoreSupervised.ts"

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

/** Starts workers. When the scope closes, a worker is told to stop, and waited for. */
const starting = (settings: Readonly<Record<string, string>>, answerClaims: (worker: Worker) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const worker = cluster.fork(settings)
      answerClaims(worker)
      return worker
    }),
    (worker) =>
      Effect.suspend(() => {
        if (!worker.isDead()) worker.process.kill("SIGTERM")
        return exited(worker)
      })
  )

const ready = (worker: Worker) =>
  Effect.callback<void, WorkersFailed>((resume) => {
    const hear = (message: unknown) => {
      if (message !== "ready") return
      worker.off("message", hear)
      resume(Effect.void)
    }
    worker.on("message", hear)
    worker.once("exit", () => resume(Effect.fail(new WorkersFailed({ message: "The service could not be started." }))))
  })

/** Passes this process's database URL to a worker. It replaces a file that names one, which would be a second URL. */
export const databaseOf = (url: Redacted.Redacted) => ({
  DATABASE_URL: Redacted.value(url),
  [secretFileOf("DATABASE_URL")]: ""
})

/** Others may serve from a database that `DATABASE_URL` names: requests are counted there. */
export const rateLimitStoreOf = (embedded: Option.Option<unknown>) =>
  Option.isSome(embedded) ? ("memory" as const) : ("database" as const)

/**
 * Serves one port with several processes. This process serves nothing: it runs the database, and replaces workers that
 * die. In its memory it counts the requests of all workers, unless `RATE_LIMIT_STORE` says otherwise.
 */
export const supervise = Effect.fnUntraced(
  function* (workers: number) {
    const { embedded, url } = yield* Database
    const rateLimitStore = Option.getOrElse(yield* known.RATE_LIMIT_STORE.given, () => rateLimitStoreOf(embedded))
    const startWorker = starting(
      { ...databaseOf(url), RATE_LIMIT_STORE: rateLimitStore },
      yield* WindowStoreSupervised.makeSupervisor
    )
    const replace = Effect.gen(function* () {
      yield* Effect.logWarning("A worker ended: starting another")
      yield* Effect.sleep("1 second")
    })
    /** Keeps one worker running, starting the next when it ends. */
    const keep = Effect.forever(Effect.andThen(Effect.scoped(Effect.flatMap(startWorker, exited)), replace))
    const leader = yield* startWorker
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
