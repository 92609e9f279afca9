import { Effect, Runtime } from "effect"

/** What {@link Runtime.defaultTeardown} gives a program that was interrupted. */
const brokenOff = 130

let wasServing = false

/** Marks what runs until it is told to stop: its stop, by SIGTERM or Ctrl-C, is its success. */
export const untilStopped = <A, E, R>(service: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(service, () =>
    Effect.sync(() => {
      wasServing = true
    })
  )

/**
 * - 0: the command did what it was asked to, or served until it was told to stop
 * - 1: it failed
 * - 2: it said what it would do and did nothing, since it was not told to
 * - 130: it was broken off before it had done so
 */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  Runtime.defaultTeardown(exit, (code) => onExit(wasServing && code === brokenOff ? 0 : code))
