import { setTimeout } from "node:timers/promises"
import { inspect } from "node:util"
import { Effect } from "effect"

/** Milliseconds between two checks; most conditions hold within a few. */
const interval = 10

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
  const end = performance.now() + patience
  for (;;) {
    const found = yield* look
    if (isSo(found)) return found
    if (performance.now() > end) return yield* Effect.die(describe(what, found))
    yield* Effect.promise(() => setTimeout(interval))
  }
})
