import { availableParallelism, totalmem } from "node:os"
import { constrainedMemory } from "node:process"
import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Duration, Effect, Layer, RcRef } from "effect"
import { makePool } from "./Pool.ts"
import { mostThreads, oneThread, Threads } from "./Threads.ts"

/** Starting threads takes about this long. */
const usualPatience = Duration.millis(200)

const megabyte = 1024 * 1024

/**
 * As many as the machine runs side by side, and as its memory holds. A thread takes some 130 MB; 256 MB for each, beyond
 * 512 MB for the process and its database, leave room for what these need when they publish. (With 24 threads, a process
 * took 2.6 GB: a container of a large machine has its processors but not its memory.)
 *
 * @param memory of the machine or, if less, of its container, in bytes
 */
export const threadsFor = (processors: number, memory: number): number =>
  Math.max(1, Math.min(mostThreads, processors, Math.floor((memory / megabyte - 512) / 256)))

/** Of the container if it is limited, else of the machine, in bytes. */
const memory = () => Math.min(constrainedMemory() || Infinity, totalmem())

export const usualThreads = Effect.sync(() => threadsFor(availableParallelism(), memory()))

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
