import { Clock, Effect } from "effect"
import { dueAt, Schedules, type SourceSchedule } from "./Schedules.ts"
import { SyncJobs } from "./SyncJobs.ts"

/** How often the schedules are looked at, since another process may have changed them: milliseconds. */
const lookEvery = 15_000

/**
 * Orders what the schedules say, by one process at a time: the cluster sees to that. A time that was missed, because no
 * process was up, is made up once. A time is settled after it was ordered, and its order is the same one however often it is
 * given: nothing is lost between the two, and nothing is done twice. A run that fails is not tried again before the next
 * due time.
 */
export const makeScheduler = Effect.gen(function* () {
  const schedules = yield* Schedules
  const jobs = yield* SyncJobs

  const start = Effect.fnUntraced(function* (schedule: SourceSchedule, due: number, now: number) {
    const { source } = schedule
    yield* Effect.logInfo(`The schedule of ${source} is due.`)
    const started = yield* jobs.startDue({ source, dueAt: due }).pipe(
      // A source that is gone, or disabled: its time is done with as well.
      Effect.catchTag("UnknownSource", ({ message }) =>
        Effect.as(Effect.logWarning(`The schedule of ${source} was due: ${message}`), [])
      )
    )
    yield* schedules.settle(source, now)
    return started
  })

  /** Starts what is due now. Gives it. */
  const look = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const started = yield* Effect.forEach(yield* schedules.list, (schedule) => {
      const due = dueAt(schedule)
      return due === undefined || due > now
        ? Effect.succeed([])
        : Effect.catch(start(schedule, due, now), ({ message }) => Effect.as(Effect.logWarning(message), []))
    })
    return started.flat()
  }).pipe(Effect.catch(({ message }) => Effect.as(Effect.logWarning(message), [])))

  const untilNext = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const next = (yield* schedules.list).map((schedule) => dueAt(schedule) ?? Infinity)
    return Math.max(1000, Math.min(lookEvery, ...next.map((at) => at - now)))
  }).pipe(Effect.orElseSucceed(() => lookEvery))

  return { look, keepLooking: Effect.forever(Effect.andThen(look, Effect.flatMap(untilNext, Effect.sleep))) }
})
