import { Array as Arr, Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { AdminPassword } from "../../admin/AdminPassword.ts"
import * as App from "../../App.ts"
import { DEFAULT_COUNTRY } from "../../../schemas/Fields.ts"
import { SourceModules } from "../../plugins/SourceModules.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import { Synchronizer } from "../../sync/run/Synchronizer.ts"
import { settings } from "../../settings/Settings.ts"
import { SyncJobs } from "../../sync/run/SyncJobs.ts"
import { stopWithin } from "./BoundedStop.ts"
import { untilStopped } from "../ExitCode.ts"
import { reportFailure } from "../Failure.ts"
import { wholeNumber } from "../Numbers.ts"
import { describeFirstToken, firstToken } from "./FirstToken.ts"
import { failedReports, formatReport, makeProgress } from "../sync/Progress.ts"
import { moduleFlag, withModules } from "../source/SourceModuleFlags.ts"
import { announceReady, isLeader, isWorker, supervise } from "./Workers.ts"
import { invocation, newModule } from "../../shared/Invocation.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** The service's URL on this machine. */
const baseUrl = (server: HttpServer.HttpServer["Service"]): string =>
  HttpServer.formatAddress(server.address).replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//localhost")

/** A service that reads no sources leaves the first synchronization to runners. */
const orderAll = Effect.fnUntraced(function* (sources: ReadonlyArray<string | undefined>) {
  const jobs = yield* SyncJobs
  // Another service may have ordered it already.
  const order = (source: string | undefined) =>
    Effect.catchTag(jobs.start({ source, force: true }), "RunInProgress", () => Effect.succeed([]))
  const ordered = (yield* Effect.forEach(sources, order)).flat()
  if (ordered.length === 0) return
  const names = Array.from(new Set(ordered.map(({ source }) => source))).join(", ")
  yield* Console.log(
    `Waiting for a runner, because nothing of them is published yet: ${names}. Start one: ${invocation("work")}`
  )
})

/**
 * Fills the pools of a new installation, so that it can generate at once. If they are filled, reads only those sources
 * of modules that have published nothing yet.
 */
const fillPools = Effect.gen(function* () {
  const pool = yield* PoolRepository
  const publisher = yield* Publisher
  const synchronizer = yield* Synchronizer
  const published = (yield* pool.counts).reduce((total, country) => total + country.residential, 0)
  const ofModules = (yield* SourceModules).loaded.flatMap(({ sources }) => sources)
  // Counting the records of each source reads all of them, so it is done only if there is such a source.
  const held =
    published === 0 || ofModules.length === 0
      ? new Set<string>()
      : new Set((yield* publisher.holdings).map(({ source }) => source))
  const waiting = published === 0 ? [undefined] : ofModules.filter((source) => !held.has(source))
  if (waiting.length === 0) return
  if (!(yield* settings.SYNC.value)) return yield* orderAll(waiting)
  yield* Console.log(
    published === 0
      ? "The pools are empty: synchronizing."
      : `Nothing from ${waiting.join(", ")} is published yet: synchronizing.`
  )
  const progress = yield* makeProgress
  const reports = yield* Effect.forEach(waiting, (source) =>
    synchronizer.run({ source, startedBy: "service", onProgress: progress.onProgress, force: true })
  ).pipe(Effect.map(Arr.flatten), Effect.ensuring(progress.done))
  for (const report of reports) yield* Console.log(formatReport(report))
  const failed = failedReports(reports)
  if (Option.isSome(failed)) {
    yield* Console.error(`${failed.value} Fix what is reported above, then run: ${invocation("sync")}`)
  }
})

/** Runs the service until it is stopped. Requires its Layer, which is provided last. */
export const serving = Effect.gen(function* () {
  const server = yield* HttpServer.HttpServer
  if (!isLeader) return yield* Effect.never
  const url = baseUrl(server)
  yield* Console.log(`Doorstep listens on ${url} — documentation: ${url}/docs`)
  const drawn = yield* (yield* AdminPassword).ensure
  if (Option.isSome(drawn)) {
    yield* Console.log(
      `Console: ${url}/console — administrator password, shown only once: ${Redacted.value(drawn.value)}`
    )
  }
  yield* fillPools
  const issued = yield* firstToken
  if (issued !== undefined) {
    const served = (yield* (yield* PoolRepository).counts).map(({ country }) => country)
    const country = served.includes(DEFAULT_COUNTRY) ? DEFAULT_COUNTRY : (served[0] ?? DEFAULT_COUNTRY)
    yield* Console.log(describeFirstToken(issued.token, `${url}/api/v1/generate?country=${country}&seed=abc`))
  }
  yield* Console.log("Ready. Stop with Ctrl-C.")
  yield* announceReady
  return yield* Effect.never
}).pipe(Effect.onInterrupt(() => stopWithin(timeBudgets.stopProcess.time)))

const serveAlone = Effect.provide(serving, App.layerService)

/** `doorstep serve`: the service, in one process or several. */
export const serve = Command.make(
  "serve",
  {
    source: moduleFlag,
    workers: wholeNumber("workers", { what: "a number of processes", least: 1, most: 64 }).pipe(
      Flag.withDescription("How many processes serve the port, from 1 to 64"),
      Flag.withDefault(1)
    )
  },
  Effect.fn(
    function* ({ source, workers }) {
      return yield* workers > 1 && !isWorker ? supervise(workers) : withModules(serveAlone, source)
    },
    untilStopped,
    reportFailure
  )
).pipe(
  Command.withDescription("Serve the API"),
  Command.withExamples([
    { command: "doorstep serve", description: "With the configured sources" },
    { command: "doorstep serve --workers 4", description: "With four processes on one port" },
    { command: `doorstep serve --source ${newModule}`, description: "With a source of your own as well" }
  ])
)
