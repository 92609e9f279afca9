import { Clock, Effect } from "effect"

/**
 * Milliseconds on the clock that nobody sets, for how long something takes or may take within a process: the clock of
 * the time of day is set forward by years when a machine without a battery has started, and back whenever it was ahead.
 * Its moments mean nothing to other processes, and it stands still while the machine is suspended.
 */
export const steadyMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1_000

export const steadyMillis = Effect.map(Clock.Clock, steadyMillisOf)

/** A moment by both clocks: one can be set, and the other stands still while the machine is suspended. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly wall: number
  /** Milliseconds on the steady clock. */
  readonly steady: number
}

export const momentOf = (clock: Clock.Clock): Moment => ({
  wall: clock.currentTimeMillisUnsafe(),
  steady: steadyMillisOf(clock)
})

export const moment = Effect.map(Clock.Clock, momentOf)

/**
 * How many milliseconds have passed, by the clock that says more: of what is only believed or left alone for a while, too
 * early an end costs another look, and a clock that was set back by a year would keep it for a year.
 */
export const passed = (since: Moment, until: Moment): number =>
  Math.max(until.wall - since.wall, until.steady - since.steady)
