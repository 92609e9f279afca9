import { Effect, Fiber } from "effect"

/**
 * Makes something when it is first needed, and to its end, even if nobody waits for it any more: `Effect.cached` would
 * discard it then, so that requests, which have a time limit, never got what takes longer. What could not be made, for
 * instance because too many files were open, is made again when it is next needed.
 */
export const once = <A, E, R>(make: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.gen(function* () {
    let forget: Effect.Effect<void> = Effect.void
    const [making, invalidate] = yield* Effect.cachedInvalidateWithTTL(
      Effect.forkDetach(Effect.tapCause(make, () => forget)),
      Infinity
    )
    forget = invalidate
    return Effect.flatMap(making, Fiber.join)
  })
