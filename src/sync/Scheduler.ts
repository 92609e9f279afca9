import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, FiberSet, Layer, Schedule } from "effect"
import { type Claim, dueAt, Schedules, type SourceSchedule } from "./Schedules.ts"
import { SyncJobs } from "./SyncJobs.ts"

/** How often the schedules are looked at, since another process may have changed them: milliseconds. */
const lookEvery = 15_000

/** A claim outlives its holder by this, in milliseconds: then another process makes the run up. */
const lease = 90_000

/**
 * Synchronizes sources by the clock while the service runs. A due time is claimed in the database, so that of several
 * processes one runs it; a time that was missed, because no process was up or the one that ran it was killed, is made up
 * once. A run that fails is not tried again before the next due time.
 */
export class Scheduler extends Context.Service<
  Scheduler,
  {
    /** Starts what is due now. Gives the sources. */
    readonly look: Effect.Effect<ReadonlyArray<string>>
  }
>()("doorstep/Scheduler") {
  static readonly layerNoDeps = Layer.effect(
    Scheduler,
    Effect.gen(function* () {
      const schedules = yield* Schedules
      const jobs = yield* SyncJobs
      const fork = yield* FiberSet.makeRuntime<never, unknown, unknown>()
      const by = randomUUID()
      const claimOf = (source: string) =>
        Effect.map(Clock.currentTimeMillis, (now): Claim => ({ source, by, until: now + lease }))

      const renewed = (source: string) =>
        Effect.flatMap(claimOf(source), schedules.renew).pipe(
          Effect.ignore,
          Effect.repeat(Schedule.spaced(lease / 3)),
          Effect.delay(lease / 3)
        )

      /** Runs a claimed source. Interrupted, it gives the claim back: the time is not done with. */
      const run = Effect.fn("Scheduler.run")(function* (claim: Claim, claimedAt: number) {
        const { source } = claim
        yield* Effect.logInfo(`The schedule of ${source} is due.`)
        yield* jobs.startAndWait({ source, startedBy: "schedule" }).pipe(
          Effect.raceFirst(Effect.andThen(renewed(source), Effect.never)),
          Effect.catch((error) => Effect.logWarning(`The schedule of ${source} was due: ${error.message}`)),
          Effect.onInterrupt(() => Effect.ignore(schedules.settle(claim, 0)))
        )
        yield* schedules.settle(claim, claimedAt)
      })

      const start = Effect.fnUntraced(function* (schedule: SourceSchedule, now: number) {
        const claim = yield* claimOf(schedule.source)
        if (!(yield* schedules.claim(claim, schedule, now))) return []
        fork(Effect.catch(run(claim, now), (error) => Effect.logWarning(error.message)))
        return [schedule.source]
      })

      const look = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const due = (yield* schedules.list).filter((schedule) => (dueAt(schedule) ?? Infinity) <= now)
        return (yield* Effect.forEach(due, (schedule) => start(schedule, now))).flat()
      }).pipe(Effect.catch((error) => Effect.as(Effect.logWarning(error.message), [])))

      const untilNext = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const next = (yield* schedules.list).map((schedule) => dueAt(schedule) ?? Infinity)
        return Math.max(1000, Math.min(lookEvery, ...next.map((at) => at - now)))
      }).pipe(Effect.orElseSucceed(() => lookEvery))

      yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, Effect.flatMap(untilNext, Effect.sleep))))

      return Scheduler.of({ look })
    })
  )
}
