import { Clock, Effect } from "effect"

/**
 * Milliseconds on the clock that nobody sets, for how long something takes or may take: the clock of the time of day is
 * set forward by years when a machine without a battery has started, and back whenever it was ahead.
 */
export const steadyMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1_000

export const steadyMillis = Effect.map(Clock.Clock, steadyMillisOf)
