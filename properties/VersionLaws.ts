import { Effect } from "effect"
import type { Seeded } from "./DrawLaws.ts"
import { batchOrNone, drawOrNone, type LawBroken, promise } from "./Law.ts"
import type { DrawManyRequest, DrawnFrom, DrawRequest, Pool, SubjectFailure } from "./Subject.ts"

// Laws of draws that name the pool version to draw from.

const law = promise("A request for a version of the pool MUST be answered from that version or not at all")

/** Versions that no pool reaches during a run. */
const never = (version: number): ReadonlyArray<number> => [version + 1000, 2_147_483_647]

/** One way to request: undefined if there is nothing, or the version does not exist. */
type Ask = (
  pool: Pool,
  request: Seeded<DrawManyRequest>
) => Effect.Effect<DrawnFrom | undefined, SubjectFailure | LawBroken>

const one = ({ country, filters, poolVersion, seed }: Seeded<DrawManyRequest>): DrawRequest => ({
  country,
  filters,
  seed,
  ...(poolVersion === undefined ? {} : { poolVersion })
})

const ways: Readonly<Record<string, Ask>> = {
  "a draw": (pool, request) => drawOrNone(pool, one(request)),
  "a draw with the strategy instant": (pool, request) => drawOrNone(pool, { ...one(request), strategy: "instant" }),
  "a batch": batchOrNone
}

/**
 * Naming the current version gives the same response as naming none. The previous version, if kept, answers as itself
 * and always the same. A version that never existed gives no response.
 */
export const versionsAreKept = Effect.fnUntraced(function* (pool: Pool, request: Seeded<DrawManyRequest>) {
  for (const [way, ask] of Object.entries(ways)) {
    const current = yield* ask(pool, request)
    // An empty selection is empty whatever the version.
    if (current === undefined) return
    const version = current.poolVersion
    const asked = (poolVersion: number) => ask(pool, { ...request, poolVersion })
    yield* law.same(yield* asked(version), current, `With version ${version}, the current one, ${way} differs.`)
    for (const unknown of never(version)) {
      const answer = yield* asked(unknown)
      yield* law.hold(
        answer === undefined,
        `With version ${unknown}, which never existed, ${way} is answered from ${answer?.poolVersion}.`,
        { request: { ...request, poolVersion: unknown } }
      )
    }
    const before = yield* asked(version - 1)
    if (before === undefined) continue
    yield* law.same(before.poolVersion, version - 1, `With version ${version - 1}, ${way} is from another version.`)
    yield* law.same(yield* asked(version - 1), before, `With version ${version - 1} again, ${way} differs.`)
  }
})
