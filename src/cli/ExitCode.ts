import { Effect, Runtime } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

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
 * Collects what is no longer needed, before a process is ended by force.
 *
 * Node.js then waits for its threads that compile, and one of them may wait for room on the heap, which the thread that
 * waits for it were to make: the process would never end (https://github.com/nodejs/node/issues/54918).
 */
const makeRoom = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  collect()
}

/**
 * - 0: the command did what it was asked to, or served until it was told to stop
 * - 1: it failed
 * - 2: it said what it would do and did nothing, since it was not told to
 * - 130: it was broken off before it had done so
 */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  Runtime.defaultTeardown(exit, (code) => {
    if (code !== 0) makeRoom()
    onExit(wasServing && code === brokenOff ? 0 : code)
  })
