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
      because: `The run would have to be given --seconds 60 and --requests 4000, or more: it asks seeds again ${lasting + 5} seconds later.`
    } satisfies NotApplicable
  }
  if (watch.breach("seeds") !== undefined) {
    return {
      because: "The deployment would have to offer seeds that repeat at once: another law says that they do not."
    } satisfies NotApplicable
  }
  const passed = (yield* Clock.currentTimeMillis) - early.at
  yield* Effect.sleep(Math.max(0, late * 1000 - passed))
  // The watch compares the responses.
  yield* Effect.forEach(early.answers, ({ request }) => askNow(pool, request), { concurrency, discard: true })
  return yield* unbroken(one, "later")
})

const earlier = promise(
  "A seed of an earlier report MUST give what it gave, but for what synchronizations have changed"
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
  yield* earlier.hold(kept.answer === before, "Its pool version is kept, and gives another one.", {
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
      because: "The run would have to be given an earlier report of this deployment: --previous report.json."
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
      yield* earlier.hold(now.answer === answer, "Its pool version stands, and it gives another one.", {
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
      : yield* caveat(`None of the ${previous.length} addresses of the earlier report is published any more.`)
  }
  const moved = gone / (kept + gone) + grown / kept
  yield* earlier.hold(
    changed.length <= explained(kept, moved),
    `${changed.length} of ${kept} seeds left an address that is still there, where ${(100 * moved).toFixed(1)} percent of addresses came or went:`,
    changed.slice(0, 10)
  )
})
