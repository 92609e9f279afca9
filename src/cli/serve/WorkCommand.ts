import { Console, Effect, Metric, Schedule } from "effect"
import { Command } from "effect/cli"
import * as App from "../../App.ts"
import { ProcessName } from "../../shared/ProcessName.ts"
import { keepGivingSigns } from "../../cluster/Heartbeat.ts"
import { partsRead } from "../../cluster/PartsRead.ts"
import { giveSigns, takeSignAway } from "../../cluster/Signs.ts"
import { WorkQueue } from "../../sync/run/WorkQueue.ts"
import { stopWithin } from "./BoundedStop.ts"
import { untilStopped } from "../ExitCode.ts"
import { reportFailure } from "../Failure.ts"
import { moduleFlag, withModules } from "../source/SourceModuleFlags.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** Runs until it is stopped. Another runner continues unfinished work. */
const working = Effect.gen(function* () {
  const queue = yield* WorkQueue
  const waiting = yield* Effect.retry(queue.pending, Schedule.spaced("1 second"))
  const orders =
    waiting.length === 0 ? "No synchronization is waiting." : `Synchronizations waiting: ${waiting.length}.`
  yield* giveSigns
  yield* keepGivingSigns(
    "work",
    Effect.map(Metric.value(partsRead), ({ count }) => ({ partsRead: count }))
  )
  yield* Console.log(`Running as ${yield* ProcessName}. ${orders} Stop with Ctrl-C.`)
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.onInterrupt(() => stopWithin(timeBudgets.stopProcess.time))
)

/** `doorstep work`: a runner without HTTP. */
export const work = Command.make(
  "work",
  { source: moduleFlag },
  Effect.fn(
    function* ({ source }) {
      yield* takeSignAway
      return yield* withModules(Effect.provide(working, App.layerWork), source)
    },
    untilStopped,
    reportFailure
  )
).pipe(
  Command.withDescription("Run ordered and scheduled synchronizations for services with the same database"),
  Command.withExamples([
    { command: "doorstep work", description: "With the settings of the services: DATABASE_URL above all" },
    { command: "SYNC=off doorstep serve", description: "A service that leaves synchronizations to runners" }
  ])
)
