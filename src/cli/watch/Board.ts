import { Effect, Queue, Stream } from "effect"
import type { TrialEvent } from "./Trial.ts"

/** The events of the last trial, for open pages and for those opened later. */
export const makeBoard = Effect.sync(() => {
  let told: Array<TrialEvent> = []
  const listeners = new Set<Queue.Queue<TrialEvent>>()
  return {
    tell: (event: TrialEvent): Effect.Effect<void> =>
      Effect.sync(() => {
        if (event.type === "began") told = []
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
