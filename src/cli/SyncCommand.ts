import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as App from "../App.ts"
import { Publisher } from "../sync/Publisher.ts"
import { Synchronizer } from "../sync/Synchronizer.ts"
import { CommandFailed, reportFailure } from "./Failure.ts"
import { failedReports, formatReport, makeProgress } from "./Progress.ts"

const source = Flag.String("source").pipe(
  Flag.withDescription("Only this data source; without it, every registered one"),
  Flag.optional
)

const country = Flag.String("country").pipe(
  Flag.withDescription("Only this country (ISO 3166-1 alpha-2)"),
  Flag.map((code) => code.toUpperCase()),
  Flag.optional
)

const force = Flag.Boolean("force").pipe(
  Flag.withDescription("Read a source even if it has not changed since its last run"),
  Flag.withDefault(false)
)

const publishAnyway = Flag.Boolean("publish-anyway").pipe(
  Flag.withDescription("Publish even if a source lost more of its records than its gate allows"),
  Flag.withDefault(false)
)

/** `doorstep sync`: reads sources and publishes their pools. */
export const sync = Command.make(
  "sync",
  { country, force, publishAnyway, source },
  Effect.fn(
    function* (flags) {
      const publisher = yield* Publisher
      const synchronizer = yield* Synchronizer
      const progress = yield* makeProgress(yield* publisher.runs(100))
      const reports = yield* synchronizer
        .run({
          source: Option.getOrUndefined(flags.source),
          country: Option.getOrUndefined(flags.country),
          force: flags.force,
          anyway: flags.publishAnyway,
          onProgress: progress.onProgress
        })
        .pipe(Effect.ensuring(progress.done))
      for (const report of reports) yield* Console.log(formatReport(report))
      const failed = failedReports(reports)
      if (Option.isSome(failed)) {
        yield* Console.error(failed.value)
        return yield* Effect.fail(new CommandFailed())
      }
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(
  Command.withDescription("Read data sources and publish their addresses"),
  Command.withExamples([
    { command: "doorstep sync", description: "Synchronize every source" },
    { command: "doorstep sync --source starter --country US", description: "Synchronize one source in one country" }
  ])
)
