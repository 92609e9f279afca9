import { setTimeout } from "node:timers/promises"
import { inspect } from "node:util"
import { Effect } from "effect"

/** Milliseconds between two looks. Most of what is waited for comes about within a few of them. */
const interval = 10

/** Milliseconds after which it hangs: a busy machine takes some seconds to start a process or a server. */
const patience = 120_000

const describe = (what: string, found: unknown) =>
  new Error(`${what} did not come about within ${patience / 1000} seconds. Last seen: ${inspect(found)}`)

/**
 * Looks until something is so in another process, in PostgreSQL or on the disk, which send no event. It goes on at once
 * when it is so; what does not come about is a defect. The time is the machine's, whatever clock the test has.
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
