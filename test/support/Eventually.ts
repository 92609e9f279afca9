import { setTimeout } from "node:timers/promises"
import { inspect } from "node:util"
import { Effect } from "effect"

/**
 * Milliseconds between two checks after waiting that long: most conditions hold within a few. Those that do not would cost more
 * in being asked than what is waited for.
 */
const intervalAfter = (waited: number) => Math.min(Math.max(10, waited / 10), 200)

/** Milliseconds before giving up: starting a process or a server takes some seconds on a busy machine. */
const patience = 120_000

const describe = (what: string, found: unknown) =>
  new Error(`${what} did not happen within ${patience / 1000} seconds. Last seen: ${inspect(found)}`)

/**
 * Polls until a condition holds in another process, in PostgreSQL or on disk, which send no events. It returns as soon
 * as the condition holds and dies if it never does. It uses real time, whatever clock the test has.
 */
export const eventually = Effect.fnUntraced(function* <A, E, R>(
  what: string,
  look: Effect.Effect<A, E, R>,
  isSo: (found: A) => boolean
) {
  const begun = performance.now()
  for (;;) {
    const found = yield* look
    if (isSo(found)) return found
    const waited = performance.now() - begun
    if (waited > patience) return yield* Effect.die(describe(what, found))
    yield* Effect.promise(() => setTimeout(intervalAfter(waited)))
  }
})
