import { Effect } from "effect"
import { makesSmaller } from "../../properties/Bridge.ts"

/** How a law fails that finds a planted fault, in the first case that it finds. */
export const found = <A, E, R>(law: Effect.Effect<A, E, R>): Effect.Effect<E, A, R> =>
  Effect.flip(Effect.provideService(law, makesSmaller, false))
