import { availableParallelism } from "node:os"
import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Duration, Effect, Layer, RcRef } from "effect"
import { makePool } from "./Pool.ts"
import { mostThreads, oneThread, Threads } from "./Threads.ts"

/** Starting threads takes about this long. */
const usualPatience = Duration.millis(200)

/** As many as the machine runs side by side. */
export const usualThreads = Effect.sync(() => Math.min(mostThreads, availableParallelism()))

interface Options {
  readonly count: number
  /** Work in the calling thread before others are started; zero: the threads do everything. */
  readonly patience?: Duration.Duration
}

const make = Effect.fnUntraced(function* ({ count, patience = usualPatience }: Options) {
  if (count === 1) return oneThread
  const pool = yield* RcRef.make({ acquire: makePool(count, patience) })
  return Threads.of({
    count,
    crew: (task, setup) => Effect.flatMap(RcRef.get(pool), ({ crew }) => crew(task, setup))
  })
})

export const layerWith = (options: Options) =>
  Layer.effect(Threads, make(options)).pipe(Layer.provide(NodeWorker.layerPlatform))
