import { Cause, Context, Deferred, Effect, Layer, Schedule } from "effect"
import { makeNews } from "../shared/News.ts"
import { settings } from "../settings/Settings.ts"
import { WorkQueue } from "../sync/run/WorkQueue.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { operatorsWords, StorageUnavailable } from "../database/Outage.ts"

const notYet = () =>
  Effect.fail(
    new StorageUnavailable({
      reason: "Timeout",
      message: "Synchronizations cannot be ordered yet: the database does not respond."
    })
  )

/**
 * The queue of work, and if `runs`, a runner that does the work. Startup does not wait for it: it loads in the
 * background, and is retried until it succeeds.
 */
const make = Effect.fnUntraced(function* (runs: boolean) {
  // It is tried every second, and fails alike as long as the reason stands.
  const news = makeNews((what) => Effect.logWarning(`The cluster of runners cannot be joined: ${what}`))
  const tell = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      const error = Cause.squash(cause)
      return news(operatorsWords(error) ?? String(error))
    })
  const built = yield* Deferred.make<WorkQueue["Service"]>()
  const queue = Deferred.await(built).pipe(Effect.timeoutOrElse({ duration: timeBudgets.order.time, orElse: notYet }))
  yield* Effect.promise(() => import("./Runner.ts")).pipe(
    Effect.flatMap(({ layer }) => Layer.build(layer(runs))),
    // The reason is told after the wait: a service that stops while it starts fails for another reason, and is over by then.
    Effect.tapCause((cause) => Effect.andThen(Effect.sleep("1 second"), tell(cause))),
    Effect.sandbox,
    Effect.retry(Schedule.forever),
    Effect.flatMap((context) => Deferred.succeed(built, Context.get(context, WorkQueue))),
    Effect.forkScoped
  )
  return WorkQueue.of({
    put: (work) => Effect.flatMap(queue, ({ put }) => put(work)),
    pending: Effect.flatMap(queue, ({ pending }) => pending),
    inTurn: (decision) => Effect.flatMap(queue, ({ inTurn }) => inTurn(decision))
  })
})

/** Runs work or not, according to `SYNC`. */
export const layerNoDeps = Layer.effect(WorkQueue, Effect.flatMap(settings.SYNC.value, make))

/** Runs work whatever `SYNC` says, which is meant for services. */
export const layerRunner = Layer.effect(WorkQueue, make(true))
