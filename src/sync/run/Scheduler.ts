import { Clock, Effect } from "effect"
import { dueAt, Schedules, type SourceSchedule } from "./Schedules.ts"
import { SyncJobs } from "./SyncJobs.ts"
import { unbroken } from "../../shared/Repeatedly.ts"

/** How often the schedules are checked, in milliseconds, because another process may have changed them. */
const lookEvery = 15_000

/**
 * Orders what is due, in one process at a time, which the cluster ensures. Times missed while no process was running
 * are made up for once. A time is settled only after it was ordered, and ordering it again is the same order: so
 * nothing is lost in between, and nothing is done twice. A failed run is not retried before the next due time.
 */
export const makeScheduler = Effect.gen(function* () {
  const schedules = yield* Schedules
  const jobs = yield* SyncJobs

  const start = Effect.fnUntraced(function* (schedule: SourceSchedule, due: number, now: number) {
    const { source } = schedule
    yield* Effect.logInfo(`The schedule of ${source} is due.`)
    const started = yield* jobs.startDue({ source, dueAt: due }).pipe(
      // The source is gone or disabled; its time is settled anyway.
      Effect.catchTag("UnknownSource", ({ message }) =>
        Effect.as(Effect.logWarning(`The schedule of ${source} was due: ${message}`), [])
      )
    )
    yield* schedules.settle(source, now)
    return started
  })

  /**
   * A clock that was ahead has settled times to come, for which nothing would run until then. If some of them were
   * ordered, ordering them again is the same order.
   */
  const present = Effect.fnUntraced(function* (now: number) {
    const all = yield* schedules.list
    if (all.every(({ settledUntil }) => settledUntil <= now)) return all
    yield* Effect.logWarning("The clock was set back: schedules apply from now on.")
    yield* schedules.unsettle(now)
    return yield* schedules.list
  })

  /** Starts what is due now, and returns it. */
  const look = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const started = yield* Effect.forEach(yield* present(now), (schedule) => {
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

  return { look, keepLooking: Effect.forever(Effect.andThen(unbroken(look), Effect.flatMap(untilNext, Effect.sleep))) }
})
