import { Array as Arr, Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { inCapitals } from "../../../schemas/CountryCodes.ts"
import * as App from "../../App.ts"
import { Synchronizer } from "../../sync/run/Synchronizer.ts"
import { reportBrokenOff } from "./BrokenOff.ts"
import { refuse, reportFailure } from "../Failure.ts"
import { failedReports, formatReport, makeProgress, printSummary } from "./Progress.ts"
import { namesOf, withModulesOf } from "../source/SourceModuleFlags.ts"
import { optionalText, whether } from "../Flags.ts"
import { newModule } from "../../shared/Invocation.ts"

const source = optionalText(
  "source",
  "Only this data source, by its name or the path of a module; if omitted, all of them"
)

const country = Flag.String("country").pipe(
  Flag.withDescription("Only this country (ISO 3166-1 alpha-2 code)"),
  Flag.map(inCapitals),
  Flag.optional
)

const force = whether("force", "Read a source even if it has not changed since its last run")

const publishAnyway = whether(
  "publish-anyway",
  "Publish what was held back because a source lost much, without reading it again"
)

const dryRun = whether("dry-run", "Read, check and count everything, but publish nothing")

/** `doorstep sync`: reads sources and publishes their pools. */
export const sync = Command.make(
  "sync",
  { country, dryRun, force, publishAnyway, source },
  Effect.fn(
    function* (flags) {
      const synchronizer = yield* Synchronizer
      const progress = yield* makeProgress
      const one = (name: string | undefined) =>
        synchronizer.run({
          source: name,
          country: Option.getOrUndefined(flags.country),
          force: flags.force,
          anyway: flags.publishAnyway,
          dryRun: flags.dryRun,
          onProgress: progress.onProgress,
          onSetback: progress.onSetback,
          onReport: (report) => Effect.andThen(progress.onReport(report), Console.log(formatReport(report)))
        })
      const reports = yield* Effect.forEach(yield* namesOf(flags.source), one, { concurrency: "unbounded" }).pipe(
        Effect.map(Arr.flatten),
        Effect.ensuring(progress.done),
        Effect.onInterrupt(() => reportBrokenOff(progress.underWay()))
      )
      if (reports.some(({ read }) => read > 0)) {
        yield* Console.log("")
        yield* printSummary(reports)
      }
      const failed = failedReports(reports)
      if (Option.isSome(failed)) {
        return yield* refuse(failed.value)
      }
    },
    Effect.provide(App.layerCommandLine),
    (effect, { source }) => withModulesOf(effect, source),
    reportFailure
  )
).pipe(
  Command.withDescription("Read data sources and publish their addresses"),
  Command.withExamples([
    { command: "doorstep sync", description: "Synchronize every source" },
    { command: "doorstep sync --source starter --country US", description: "Synchronize one source in one country" },
    { command: "doorstep sync --dry-run", description: "Show what would be published and what would be rejected" },
    { command: `doorstep sync --source ${newModule}`, description: "Synchronize a source of your own" }
  ])
)
