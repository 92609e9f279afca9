import { Clock, Effect, Result } from "effect"
import type { NotApplicable } from "./SourceLaw.ts"
import { SubjectFailure } from "./Subject.ts"

/** How many seconds prepared draws and replicas may lag behind a publication, and then some. */
export const settling = 10

/** How often a law is held again: more publications rarely come one after the other. */
const most = 2

/** How often the version is looked at after a law broke: the first to answer may not know the newest. */
export const looks = 4

const restless = {
  because: "Needs a pool that nothing is published to meanwhile: each time, it became another."
} satisfies NotApplicable

/**
 * When responses last came from another version than the one before. The parts of a deployment learn of a publication
 * one after the other, so for a moment responses of both versions come in turn.
 */
export class Turns {
  #last = 0
  /** In milliseconds. */
  at = Number.NEGATIVE_INFINITY

  note(version: number, now: number): void {
    if (this.#last !== 0 && version !== this.#last) this.at = now
    this.#last = version
  }

  hasSettled(now: number): boolean {
    return this.at + settling * 1000 <= now
  }
}

const isUnreachable = (failure: unknown): boolean => failure instanceof SubjectFailure && failure.unreachable === true

/** Requests the version that a response has now. */
type Look<E, R> = Effect.Effect<{ readonly poolVersion: number }, E, R>

/** Looks at the version a few times, until one differs. */
const looked = Effect.fnUntraced(function* <E, R>(look: Look<E, R>, before: number) {
  const seen = Effect.orElseSucceed(look, () => ({ poolVersion: before }))
  for (let i = 0; i < looks; i++) if ((yield* seen).poolVersion !== before) return true
  return false
})

interface Watched<E, R> {
  readonly turns: Turns
  readonly look: Look<E, R>
}

/**
 * Holds a law again that broke while the pool became another: it has compared two versions of it. So has one that broke
 * soon afterwards, while parts of the deployment still had the earlier version; it is held again once they know.
 *
 * @param seen what the law looks at, with the version of the pool now, or 0 if it is not known
 */
export const unlessPublished = <Seen extends { readonly poolVersion: number }, A, E, R, E2, R2, E3, R3>(
  seen: Effect.Effect<Seen, E2, R2>,
  law: (seen: Seen) => Effect.Effect<A, E, R>,
  watched: Watched<E3, R3>,
  again = most
): Effect.Effect<A | NotApplicable, E | E2, R | R2 | R3> =>
  Effect.gen(function* () {
    const { look, turns } = watched
    const from = yield* Clock.currentTimeMillis
    const before = yield* seen
    const held = yield* Effect.result(law(before))
    // Before anything was seen, there was nothing to compare with.
    if (Result.isSuccess(held) || isUnreachable(held.failure) || before.poolVersion === 0)
      return yield* Effect.fromResult(held)
    const isAnother = yield* looked(look, before.poolVersion)
    if (!isAnother && turns.hasSettled(from)) return yield* Effect.fromResult(held)
    if (again === 0) return restless
    const now = yield* Clock.currentTimeMillis
    if (!isAnother || again === 1) yield* Effect.sleep(Math.max(0, turns.at + settling * 1000 - now))
    return yield* unlessPublished(seen, law, watched, again - 1)
  })
