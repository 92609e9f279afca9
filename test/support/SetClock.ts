import { Clock, Effect } from "effect"

/** The clocks of the machine, of which each may be moved by milliseconds. */
export const movable = Effect.map(Clock.Clock, (live) => {
  const moved = { wall: 0, steady: 0 }
  const nanos = (millis: number) => BigInt(millis) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe() + moved.wall,
    currentTimeMillis: Effect.sync(() => clock.currentTimeMillisUnsafe()),
    currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe() + nanos(moved.wall),
    currentTimeNanos: Effect.sync(() => clock.currentTimeNanosUnsafe()),
    monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe() + nanos(moved.steady),
    monotonicTimeNanos: Effect.sync(() => clock.monotonicTimeNanosUnsafe()),
    sleep: (duration) => live.sleep(duration)
  }
  return { clock, moved }
})
