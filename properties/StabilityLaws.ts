import { Effect } from "effect"
import type { RawRecord } from "../sources/DataSource.ts"
import { drawOrNone, promise } from "./Law.ts"
import type { DrawRequest, Pool, World } from "./Subject.ts"

/** The share of seeds that a synchronization may change, among those whose address still exists. */
const mostChanged = 0.05

const drawAll = (pool: Pool, request: DrawRequest, seeds: number) =>
  Effect.forEach(Array.from({ length: seeds }), (_, i) =>
    Effect.map(drawOrNone(pool, { ...request, seed: `stable ${i}` }), (drawn) => drawn?.address.id)
  )

/** Two states of one source that differ by about one percent, and what is drawn from each. */
export interface Step {
  readonly source: string
  readonly before: ReadonlyArray<RawRecord>
  readonly after: ReadonlyArray<RawRecord>
  readonly request: DrawRequest
  /** At least 200. */
  readonly seeds: number
}

/**
 * One percent of new addresses changes at most 5 percent of seeds (about 2 are expected). A seed whose address still
 * exists only changes to a new address.
 *
 * This holds as long as the selection's size does not cross 16 · 2^k addresses, where the key space is partitioned
 * anew.
 */
export const seedsOutliveAdditions = Effect.fnUntraced(function* (world: World, step: Step) {
  const law = promise("A synchronization that adds 1 percent MUST change at most 5 percent of seeds")
  yield* world.synchronize(step.source, { records: step.before })
  const before = yield* drawAll(world, step.request, step.seeds)
  const result = yield* world.synchronize(step.source, { records: step.after })
  yield* law.hold(result.added > 0, "Nothing was added.", result)
  const after = yield* drawAll(world, step.request, step.seeds)
  const changed = before.filter((id, i) => id !== after[i]).length
  yield* law.hold(
    changed <= step.seeds * mostChanged,
    `${changed} of ${step.seeds} seeds changed after ${result.added} additions.`
  )
})

/**
 * Removals change the seeds whose address was removed. Of the others they change at most 5 percent per percent removed:
 * those that read a bucket that has become smaller.
 */
export const seedsOutliveRemovals = Effect.fnUntraced(function* (world: World, step: Step) {
  const law = promise("A removed address MUST change its own seeds, and at most 5 percent of the others")
  yield* world.synchronize(step.source, { records: step.before })
  const before = yield* drawAll(world, step.request, step.seeds)
  const result = yield* world.synchronize(step.source, { records: step.after, anyway: true })
  yield* law.hold(result.withdrawn > 0, "Nothing was withdrawn.", result)
  const after = yield* drawAll(world, step.request, step.seeds)
  const isThere = (id: string) => Effect.match(world.findById(id), { onSuccess: () => true, onFailure: () => false })
  let changed = 0
  for (const [i, id] of before.entries()) {
    const now = after[i]
    if (id === undefined || now === undefined || id === now) continue
    yield* law.hold(yield* isThere(now), `Seed ${i} returns ${now}, which is not published.`)
    if (yield* isThere(id)) changed++
  }
  yield* law.hold(changed <= step.seeds * mostChanged, `${changed} seeds changed although their address still exists.`)
})

/** A publication that affects only other selections changes no seed of this one. */
export const seedsOutliveOtherChanges = Effect.fnUntraced(function* (world: World, step: Step) {
  const law = promise("A change elsewhere MUST NOT change a selection's seeds")
  yield* world.synchronize(step.source, { records: step.before })
  const before = yield* drawAll(world, step.request, step.seeds)
  const result = yield* world.synchronize(step.source, { records: step.after, anyway: true })
  yield* law.hold(result.added + result.withdrawn > 0, "Nothing has changed.", result)
  yield* law.same(yield* drawAll(world, step.request, step.seeds), before, "Seeds have changed.")
})
