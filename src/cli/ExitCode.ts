import { Effect, Runtime } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** The exit code that {@link Runtime.defaultTeardown} gives an interrupted program. */
const brokenOff = 130

let wasServing = false
let isOver = false

/** Marks an effect that runs until it is stopped: stopping it by SIGTERM or Ctrl-C is success. */
export const untilStopped = <A, E, R>(service: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(service, () =>
    Effect.sync(() => {
      wasServing = true
    })
  )

/**
 * Runs the garbage collector before a process is ended forcibly.
 *
 * Without it, the process may never end: Node.js waits for its compiler threads, one of which may be waiting for free
 * heap space that only the waiting main thread could make (https://github.com/nodejs/node/issues/54918).
 */
const makeRoom = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  collect()
}

/**
 * - 0: the command succeeded, or served until it was stopped
 * - 1: it failed
 * - 2: it printed what it would do but did nothing, because it was not confirmed
 * - 130: it was interrupted
 */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  Runtime.defaultTeardown(exit, (code) => {
    isOver = true
    if (code !== 0) makeRoom()
    onExit(wasServing && code === brokenOff ? 0 : code)
  })

/** A program that ends by itself before it is over has failed: a schedule would take 0 for a synchronization that was done. */
export const failEarlyEnds = (process: Pick<NodeJS.Process, "exitCode" | "on" | "stderr">): void => {
  process.on("exit", (code) => {
    if (isOver || code !== 0) return
    process.exitCode = 1
    process.stderr.write(
      "Doorstep was ended before it was done. Does a source module call process.exit()? It has to throw, or to fail with a SourceError.\n"
    )
  })
}
