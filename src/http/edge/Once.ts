import { Effect, Fiber } from "effect"

/**
 * Makes something when it is first needed, and to its end, even if nobody waits for it any more: `Effect.cached` would
 * discard it then, so that requests, which have a time limit, never got what takes longer.
 */
export const once = <A, E, R>(make: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.map(Effect.cached(Effect.forkDetach(make)), Effect.flatMap(Fiber.join))
