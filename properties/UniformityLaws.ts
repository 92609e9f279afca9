import { Effect } from "effect"
import { chiSquare, upperTail } from "./ChiSquare.ts"
import { maximumCount, promise } from "./Law.ts"
import type { DrawRequest, Pool } from "./Subject.ts"

/** How often a right sampler fails this law: once in so many. */
const onceIn = 1_000_000

/** Which way to draw is held to be uniform. */
export type Road =
  /** One address a request. */
  | { readonly by: "draw" }
  /** Batches that may repeat: every position is a draw of its own. */
  | { readonly by: "batch" }
  /** One position of unique batches, where the positions before it have taken their addresses. */
  | { readonly by: "position"; readonly position: number }

const single = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest, seed: string, road: Road) {
  if (road.by === "draw") return [(yield* pool.draw({ ...request, seed })).address.id]
  const batch = yield* pool.drawMany({
    ...request,
    seed,
    count: road.by === "batch" ? maximumCount : road.position + 1,
    unique: road.by === "position"
  })
  const ids = batch.addresses.map(({ id }) => id)
  return road.by === "batch" ? ids : ids.slice(road.position, road.position + 1)
})

/**
 * Each of `members` comes with the same chance: chi-square over at least `draws` draws with the seeds `<seed> 0`,
 * `<seed> 1`, … At least 5 draws per member make the test a fair one. Too even a spread is not chance either, and fails.
 */
export const drawsAreUniform = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  members: ReadonlyArray<string>,
  { draws, road, seed }: { readonly draws: number; readonly road: Road; readonly seed: string }
) {
  const law = promise("Each address of a selection MUST have the same chance")
  yield* law.hold(
    draws >= 5 * members.length,
    `${draws} draws say too little of ${members.length} addresses; 5 per address are needed.`
  )
  const counts = new Map(members.map((id) => [id, 0]))
  for (let drawn = 0, i = 0; drawn < draws; i++) {
    const ids = yield* single(pool, request, `${seed} ${i}`, road)
    yield* law.hold(ids.length > 0, `Seed ${seed} ${i} gave no address.`)
    for (const id of ids) {
      const count = counts.get(id)
      if (count === undefined) return yield* law.broken(`${id} was drawn, and is not in the selection.`)
      counts.set(id, count + 1)
    }
    drawn += ids.length
  }
  const chi = chiSquare(Array.from(counts.values()))
  const degrees = members.length - 1
  const tail = upperTail(chi, degrees)
  yield* law.hold(
    tail > 0.5 / onceIn && tail < 1 - 0.5 / onceIn,
    `Chi-square is ${chi.toFixed(1)} with ${degrees} degrees of freedom, which a uniform sampler shows with a chance of ${tail}.`
  )
})
