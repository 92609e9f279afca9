import { Effect, Queue, Stream } from "effect"
import type { TrialEvent } from "./Trial.ts"

/** The events of the last trial, for open pages and for those opened later. */
export const makeBoard = Effect.sync(() => {
  let told: Array<TrialEvent> = []
  const listeners = new Set<Queue.Queue<TrialEvent>>()
  return {
    tell: Effect.fnUntraced(function* (event: TrialEvent) {
      if (event.type === "began") {
        told = []
        // A page that does not read, as in a tab that sleeps, has at most the last trial left to read.
        for (const listener of listeners) yield* Queue.clear(listener)
      }
      told.push(event)
      for (const listener of listeners) Queue.offerUnsafe(listener, event)
    }),
    /** All events of the last trial, and those that follow. */
    events: Stream.unwrap(
      Effect.gen(function* () {
        const queue = yield* Queue.unbounded<TrialEvent>()
        const before = [...told]
        listeners.add(queue)
        yield* Effect.addFinalizer(() => Effect.sync(() => listeners.delete(queue)))
        return Stream.concat(Stream.fromIterable(before), Stream.fromQueue(queue))
      })
    )
  }
})

export type Board = Effect.Success<typeof makeBoard>
