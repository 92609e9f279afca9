import { Duration, Effect, Fiber, Layer } from "effect"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { steadyMillis } from "../shared/Clocks.ts"

/** How long a look at the locks may take before the last one counts. The cluster gives up after all of the interval. */
const patience = Duration.times(timeBudgets.clusterSign.time, 0.8)

/** How long it counts. The server holds the locks for twice that time. */
const countsFor = Duration.toMillis(timeBudgets.clusterDead.time) / 2

/**
 * Keeps the locks of a runner whose look at them takes long, as on a machine under load. Effect's cluster gives up all
 * locks after one such look, and interrupts all work on them, which then begins again, and in the end is given up. A look
 * that fails is passed on.
 */
export const layer = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.gen(function* () {
    const storage = yield* RunnerStorage.RunnerStorage
    const scope = yield* Effect.scope
    let confirmedAt = Number.NEGATIVE_INFINITY

    const refresh: typeof storage.refresh = Effect.fnUntraced(function* (address, shards) {
      const all = Array.from(shards)
      const askedAt = yield* steadyMillis
      const confirm = Effect.sync(() => void (confirmedAt = askedAt))
      const look = yield* Effect.forkIn(Effect.tap(storage.refresh(address, all), confirm), scope)
      // Without any locks, the cluster asks whether the server answers at all.
      if (all.length === 0) return yield* Fiber.join(look)
      const inTime = yield* Effect.timeoutOption(Fiber.join(look), patience)
      if (inTime._tag === "Some") return inTime.value
      return (yield* steadyMillis) - confirmedAt < countsFor ? all : yield* Fiber.join(look)
    })

    return RunnerStorage.RunnerStorage.of({ ...storage, refresh })
  })
)
