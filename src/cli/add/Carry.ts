import { Console, Effect, Schedule } from "effect"
import { AddCountry } from "../../directory/AddCountry.ts"
import type { AddPlan } from "../../directory/AddPlan.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import type { Run } from "../../sync/run/Run.ts"
import { Synchronizer } from "../../sync/run/Synchronizer.ts"
import { reportBrokenOff } from "../sync/BrokenOff.ts"
import { formatReport, makeProgress } from "../sync/Progress.ts"

/** The result of adding one country. */
export interface Carried {
  readonly plan: AddPlan
  readonly outcome: Run["outcome"]
  readonly message: string | undefined
  /** Whether the message has already been printed. */
  readonly told: boolean
}

/** Waits for another process's run of the same source and country. */
const follow = Effect.fnUntraced(function* (plan: AddPlan, run: Run) {
  yield* Console.error(
    `${run.source} ${run.country} is already being read by another process: waiting until it ends. Ctrl-C leaves it running.`
  )
  const publisher = yield* Publisher
  const ended = yield* publisher
    .run(run.id)
    .pipe(Effect.repeat({ schedule: Schedule.spaced("1 second"), while: (now) => now?.outcome === "running" }))
  const carried: Carried = { plan, outcome: ended?.outcome ?? "failed", message: ended?.message, told: false }
  return carried
})

/** Configures the sources and reads them, one after another if there is no room for several at once. */
export const carryOut = Effect.fnUntraced(function* (plans: ReadonlyArray<AddPlan>, file: string | undefined) {
  const adding = yield* AddCountry
  const publisher = yield* Publisher
  const synchronizer = yield* Synchronizer
  const progress = yield* makeProgress

  const one = Effect.fnUntraced(function* (plan: AddPlan) {
    const { country } = plan
    const source = yield* adding.configure(plan, "command", file)
    const running = (yield* publisher.running).find((run) => run.source === source && run.country === country)
    if (running !== undefined) return yield* follow(plan, running)
    const reports = yield* synchronizer.run({
      source,
      country,
      onProgress: progress.onProgress,
      onSetback: progress.onSetback,
      onReport: (report) => Effect.andThen(progress.onReport(report), Console.error(formatReport(report)))
    })
    const [report] = reports
    const carried: Carried = { plan, outcome: report?.outcome ?? "failed", message: report?.message, told: true }
    return carried
  })

  return yield* Effect.forEach(
    plans,
    (plan) =>
      one(plan).pipe(
        // A failure with one country does not keep others from being added.
        Effect.catch(({ message }) => Effect.succeed<Carried>({ plan, outcome: "failed", message, told: false }))
      ),
    { concurrency: "unbounded" }
  ).pipe(
    Effect.ensuring(progress.done),
    Effect.onInterrupt(() =>
      Effect.andThen(reportBrokenOff(progress.underWay()), Console.error("To continue, run the same command again."))
    )
  )
})
