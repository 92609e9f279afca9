import { Effect } from "effect"
import { chanceOfCounts, chiSquare, upperTail } from "./ChiSquare.ts"
import { maximumCount, promise } from "./Law.ts"
import type { DrawRequest, Pool } from "./Subject.ts"

/** How often a right sampler fails this law at most: once in so many, all its looks taken together. */
const onceIn = 10_000_000

/** A spread that chance shows more rarely than this is looked at more closely, with twice the draws. */
const suspicious = 0.001

/** How often draws are doubled. */
const doublings = 5

/** Which way to draw is held to be uniform. */
export type Road =
  /** One address a request; without a seed of the caller's where it says so. */
  | { readonly by: "draw"; readonly strategy?: "random" | "instant"; readonly seeded?: boolean }
  /** Batches that may repeat: every position is a draw of its own. */
  | { readonly by: "batch" }
  /** One position of unique batches, where the positions before it have taken their addresses. */
  | { readonly by: "position"; readonly position: number }

/** Requests that are under way at once. */
const concurrency = 8

const single = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest, seed: string, road: Road) {
  if (road.by === "draw") {
    const { seed: _, ...unseeded } = request
    const asked = road.seeded === false ? unseeded : { ...request, seed }
    const { strategy = request.strategy } = road
    return [(yield* pool.draw(strategy === undefined ? asked : { ...asked, strategy })).address.id]
  }
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
 * A suspicion is followed with twice as many draws, until it is certain or gone, so that a slight bias is seen without
 * many draws for every right sampler.
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
  const certain = 0.5 / onceIn / (doublings + 1)
  const degrees = members.length - 1
  let [drawn, asked] = [0, 0]
  for (let wanted = draws, doubled = 0; ; wanted *= 2, doubled++) {
    while (drawn < wanted) {
      const each = road.by === "batch" ? maximumCount : 1
      const requests = Math.min(Math.ceil((wanted - drawn) / each), 256)
      const from = asked
      asked += requests
      const found = yield* Effect.forEach(
        Array.from({ length: requests }, (_, i) => from + i),
        (i) => Effect.map(single(pool, request, `${seed} ${i}`, road), (ids) => ({ i, ids })),
        { concurrency }
      )
      for (const { i, ids } of found) {
        yield* law.hold(ids.length > 0, `Seed ${seed} ${i} gave no address.`)
        for (const id of ids) {
          const count = counts.get(id)
          if (count === undefined) return yield* law.broken(`${id} was drawn, and is not in the selection.`)
          counts.set(id, count + 1)
        }
        drawn += ids.length
      }
    }
    const times = Array.from(counts.values())
    const chi = chiSquare(times)
    const tail = upperTail(chi, degrees)
    // Where few addresses share few draws, a perfectly even spread is not rare, though the approximation has it as never.
    const chance = Math.min(tail, Math.max(1 - tail, chanceOfCounts(times)))
    yield* law.hold(
      chance > certain,
      `Chi-square of ${drawn} draws is ${chi.toFixed(1)} with ${degrees} degrees of freedom, which a uniform sampler shows with a chance of ${chance.toExponential(1)}.`,
      mostDrawn(counts)
    )
    if (chance > suspicious || doubled === doublings) return
  }
})

/** The address that came most often, to look at. */
const mostDrawn = (counts: ReadonlyMap<string, number>) => {
  const [[id, times] = ["", 0]] = Array.from(counts).sort(([, one], [, other]) => other - one)
  return { id, times }
}
