import { availableParallelism } from "node:os"
import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Config, Duration, Effect, Layer, RcRef, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"
import { makePool } from "./Pool.ts"
import { oneThread, Threads } from "./Threads.ts"

/** Starting threads takes about this long. */
const usualPatience = Duration.millis(200)

const mostThreads = 64

/** `READ_THREADS` is invalid. */
class ReadThreadsWrong extends Schema.TaggedError<ReadThreadsWrong>()("ReadThreadsWrong", {
  message: Schema.String
}) {}

/** `READ_THREADS`: 1 to 64; default: the machine's parallelism. */
export const readThreads = Config.String("READ_THREADS").pipe(
  Config.withDefault(""),
  Effect.mapError(() => new ReadThreadsWrong({ message: "READ_THREADS must be one text, not a group of settings." })),
  Effect.flatMap((given) => {
    const text = given.trim()
    if (text === "") return Effect.sync(() => Math.min(mostThreads, availableParallelism()))
    const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
    return count >= 1 && count <= mostThreads
      ? Effect.succeed(count)
      : Effect.fail(
          new ReadThreadsWrong({
            message: `READ_THREADS must be a whole number from 1 to ${mostThreads}, not ${quoted(text)}.`
          })
        )
  })
)

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
    crew: (task, setup) => Effect.map(RcRef.get(pool), ({ crew }) => crew(task, setup))
  })
})

export const layerWith = (options: Options) =>
  Layer.effect(Threads, make(options)).pipe(Layer.provide(NodeWorker.layerPlatform))

/** As set by `READ_THREADS`. */
export const layer = Layer.effect(
  Threads,
  Effect.flatMap(readThreads, (count) => make({ count }))
).pipe(Layer.provide(NodeWorker.layerPlatform))
