import { Clock, Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import * as App from "../../App.ts"
import { dueAt, Schedules } from "../../sync/run/Schedules.ts"
import { refuse, reportFailure } from "../Failure.ts"

const when = (millis: number | undefined): string =>
  millis === undefined ? "never" : `${new Date(millis).toISOString().slice(0, 19).replace("T", " ")} UTC`

/** Sets a schedule, or removes it with "off". */
export const setSchedule = Effect.fnUntraced(function* (source: string, text: string) {
  const schedules = yield* Schedules
  if (text.trim().toLowerCase() === "off") {
    const had = yield* schedules.remove(source)
    return yield* Console.log(had ? `${source} no longer runs on a schedule.` : `${source} had no schedule.`)
  }
  const schedule = yield* schedules.set(source, text.trim())
  yield* Console.log(
    `${source} runs on the schedule "${schedule.cron}" while the service is up, next at ${when(dueAt(schedule))}.`
  )
})

/** `doorstep source schedule`: when a source is synchronized automatically. */
export const schedule = Command.make(
  "schedule",
  {
    name: Argument.String("name").pipe(Argument.withDescription("Name of the source")),
    cron: Argument.String("cron").pipe(
      Argument.withDescription(
        'Minute, hour, day of month, month and day of week, in UTC ("0 3 * * *"), or off; if omitted, the schedule is shown'
      ),
      Argument.optional
    )
  },
  Effect.fn(
    function* ({ cron, name }) {
      const all = (yield* (yield* SourceRegistry).all).map(({ manifest }) => manifest.name)
      const isOff = Option.exists(cron, (text) => text.trim().toLowerCase() === "off")
      if (!all.includes(name) && !isOff) {
        return yield* refuse(`No source is named "${name}". Sources: ${all.join(", ")}.`)
      }
      if (Option.isSome(cron)) return yield* setSchedule(name, cron.value)
      const known = yield* (yield* Schedules).get(name)
      if (Option.isNone(known)) return yield* Console.log(`${name} has no schedule.`)
      const now = yield* Clock.currentTimeMillis
      const due = dueAt(known.value)
      const next = due !== undefined && due <= now ? "now, because a run was missed" : when(due)
      yield* Console.log(`${name} runs on the schedule "${known.value.cron}", next ${next}.`)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(
  Command.withDescription("Synchronize a source on a schedule, while the service is running"),
  Command.withExamples([
    { command: 'doorstep source schedule karlsruhe "0 3 * * *"', description: "Every day at 3:00 UTC" },
    { command: "doorstep source schedule karlsruhe off", description: "Only when started manually" }
  ])
)
