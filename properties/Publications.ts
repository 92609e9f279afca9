import { Effect, Result } from "effect"
import { LawBroken } from "./Law.ts"
import type { NotApplicable } from "./SourceLaw.ts"

/** How often a law is held again: more publications rarely come one after the other. */
const most = 2

const restless = {
  because: "Needs a pool that nothing is published to meanwhile: each time, it became another."
} satisfies NotApplicable

/**
 * Holds a law again that broke while the pool became another: it has compared two versions of it.
 *
 * @param seen what the law looks at, with the version of the pool now, or 0 if it is not known
 */
export const unlessPublished = <Seen extends { readonly poolVersion: number }, A, E, R, E2, R2>(
  seen: Effect.Effect<Seen, E2, R2>,
  law: (seen: Seen) => Effect.Effect<A, E, R>,
  again = most
): Effect.Effect<A | NotApplicable, E | E2, R | R2> =>
  Effect.gen(function* () {
    const before = yield* seen
    const held = yield* Effect.result(law(before))
    const isBroken = Result.isFailure(held) && held.failure instanceof LawBroken
    // Before anything was seen, there was nothing to compare with.
    if (!isBroken || before.poolVersion === 0 || (yield* seen).poolVersion === before.poolVersion)
      return yield* Effect.fromResult(held)
    return again === 0 ? restless : yield* unlessPublished(seen, law, again - 1)
  })
