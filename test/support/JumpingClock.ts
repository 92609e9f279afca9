import { Clock, Effect } from "effect"

/** The test's clock, but its time of day is set by so many milliseconds before each look at it. */
export const jumping = (by: number) =>
  Effect.map(Clock.Clock, (clock): Clock.Clock => {
    let skew = 0
    const now = () => clock.currentTimeMillisUnsafe() + (skew += by)
    return { ...clock, currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) }
  })
