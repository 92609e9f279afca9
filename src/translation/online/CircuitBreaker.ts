import { Duration, Effect, Ref } from "effect"
import { steadyMillis } from "../../shared/Clocks.ts"

/** Passes effects through until too many in a row have failed, then none for a while. */
export interface CircuitBreaker {
  /** Returns `whenOpen` while the breaker is open; otherwise runs the effect, whose outcome counts. */
  readonly protect: <A, E, R, E2>(
    effect: Effect.Effect<A, E, R>,
    whenOpen: Effect.Effect<A, E2>
  ) => Effect.Effect<A, E | E2, R>
}

interface State {
  readonly failures: number
  /** Milliseconds on the steady clock from which one effect may try again. */
  readonly openUntil: number
}

/**
 * Opens for `coolDown` after `failures` in a row. Then one effect is let through: it closes the breaker, or keeps it
 * open for another `coolDown`.
 */
export const makeCircuitBreaker = (options: {
  readonly failures: number
  readonly coolDown: Duration.Input
}): Effect.Effect<CircuitBreaker> =>
  Effect.map(Ref.make<State>({ failures: 0, openUntil: 0 }), (state) => {
    const coolDown = Duration.toMillis(Duration.fromInputUnsafe(options.coolDown))
    const mayTry = (now: number) =>
      Ref.modify(state, (current): [boolean, State] => {
        if (current.failures < options.failures) return [true, current]
        if (now < current.openUntil) return [false, current]
        // Effects that come while this one tries still find the breaker open.
        return [true, { ...current, openUntil: now + coolDown }]
      })
    const count = (now: number) =>
      Ref.update(state, ({ failures }) => ({ failures: failures + 1, openUntil: now + coolDown }))
    return {
      protect: Effect.fnUntraced(function* (effect, whenOpen) {
        if (!(yield* mayTry(yield* steadyMillis))) return yield* whenOpen
        return yield* effect.pipe(
          Effect.tap(() => Ref.set(state, { failures: 0, openUntil: 0 })),
          Effect.tapError(() => Effect.flatMap(steadyMillis, count))
        )
      })
    }
  })
