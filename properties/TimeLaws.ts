import { Clock, Effect } from "effect"
import { caveat } from "./Findings.ts"
import { promise } from "./Law.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { Pool, SubjectFailure } from "./Subject.ts"
import { answerOf, type Asked, lasting, type SeededAnswer } from "./Watch.ts"
import { unbroken, type WatchedPool } from "./WatchedPool.ts"

// Laws about what time must not change.

/** Concurrent requests. */
const concurrency = 8

interface Now {
  readonly poolVersion: number
  readonly answer: string
}

/** A seed's current response; undefined if nothing matches any more. */
const askNow = (pool: Pool, request: Asked): Effect.Effect<Now | undefined, SubjectFailure> =>
  Effect.gen(function* () {
    if ("count" in request) {
      const drawn = yield* pool.drawMany(request)
      return { poolVersion: drawn.poolVersion, answer: answerOf(drawn, drawn.addresses) }
    }
    const drawn = yield* pool.draw(request)
    return { poolVersion: drawn.poolVersion, answer: answerOf(drawn, [drawn.address]) }
  }).pipe(Effect.catchTag("NoCoverage", () => Effect.succeed(undefined)))

/** Requests seeds from the beginning of the run again, once `late` seconds have passed. */
export const seedsOutliveTime = Effect.fnUntraced(function* (one: WatchedPool, late: number) {
  const { early, pool, watch } = one
  if (late < lasting) {
    return {
      because: `Needs --seconds 60 and --requests 4000 or more: seeds are requested again ${lasting + 5} seconds later.`
    } satisfies NotApplicable
  }
  if (watch.breach("seeds") !== undefined) {
    return {
      because: "Needs seeds that repeat immediately, which they do not: see the law about that."
    } satisfies NotApplicable
  }
  const passed = (yield* Clock.currentTimeMillis) - early.at
  yield* Effect.sleep(Math.max(0, late * 1000 - passed))
  // The watch compares the responses.
  yield* Effect.forEach(early.answers, ({ request }) => askNow(pool, request), { concurrency, discard: true })
  return yield* unbroken(one, "later")
})

const earlier = promise(
  "A seed of an earlier report MUST give the same response, except where synchronizations explain a change"
)

/** The first address of a response, and how many were eligible. */
const firstOf = (answer: string) => {
  const { addresses, eligibleCount } = JSON.parse(answer) as {
    readonly addresses: ReadonlyArray<string>
    readonly eligibleCount?: number
  }
  return { id: addresses[0], eligibleCount }
}

/** An earlier version that is kept gives the same response, unless it has lost suppressed homes. */
const keptIsAsBefore = Effect.fnUntraced(function* (pool: Pool, request: Asked, before: string) {
  const kept = yield* askNow(pool, request)
  if (kept === undefined || firstOf(kept.answer).eligibleCount !== firstOf(before).eligibleCount) return
  yield* earlier.hold(kept.answer === before, "Its pool version is kept, but gives another response.", {
    request,
    before,
    now: kept.answer
  })
})

/** How many changed seeds a synchronization explains: a few percent per percent of addresses added or removed. */
const explained = (kept: number, moved: number): number =>
  kept * Math.min(1, 5 * moved) + 3 * Math.sqrt(kept * moved) + 2

/**
 * The seeds of an earlier report. As long as the pool's version is the same, each gives the same address. Afterwards a
 * seed changes only if its address was removed, except for a few seeds per percent of addresses added or removed.
 */
export const seedsOutliveRuns = Effect.fnUntraced(function* (
  pool: Pool,
  previous: ReadonlyArray<SeededAnswer> | undefined
) {
  if (previous === undefined || previous.length === 0) {
    return {
      because: "Needs an earlier report of this deployment: --previous report.json."
    } satisfies NotApplicable
  }
  const changed: Array<string> = []
  let [kept, gone, grown, compared] = [0, 0, 0, 0]
  for (const { answer, poolVersion, request } of previous) {
    const now = yield* askNow(pool, request)
    if (now?.poolVersion !== poolVersion) {
      yield* keptIsAsBefore(pool, { ...request, poolVersion }, answer)
    }
    if (now?.poolVersion === poolVersion) {
      compared++
      yield* earlier.hold(now.answer === answer, "The pool version is the same, but the response is another one.", {
        request,
        before: answer,
        now: now.answer
      })
      continue
    }
    const before = firstOf(answer)
    if ("count" in request || before.id === undefined) continue
    const isThere = yield* Effect.match(pool.findById(before.id), { onSuccess: () => true, onFailure: () => false })
    if (!isThere) {
      gone++
      continue
    }
    kept++
    const after = now === undefined ? undefined : firstOf(now.answer)
    grown += Math.max(0, (after?.eligibleCount ?? 0) / (before.eligibleCount ?? 1) - 1)
    if (after?.id !== before.id) changed.push(before.id)
  }
  if (kept === 0) {
    return compared > 0
      ? undefined
      : yield* caveat(`None of the ${previous.length} addresses of the earlier report is still published.`)
  }
  const moved = gone / (kept + gone) + grown / kept
  yield* earlier.hold(
    changed.length <= explained(kept, moved),
    `${changed.length} of ${kept} seeds changed although their address still exists, while ${(100 * moved).toFixed(1)} percent of addresses were added or removed:`,
    changed.slice(0, 10)
  )
})
