import { Effect } from "effect"
import { MAX_BATCH } from "../schemas/Generation.ts"
import { idsOf, promise } from "./Law.ts"
import type { DrawRequest, Pool } from "./Subject.ts"
import { drawsAreUniform, type Road } from "./UniformityLaws.ts"

/**
 * The right to be left alone: a suppressed address is never returned, and the rest are drawn as if it had never
 * existed.
 */

const law = promise("A pool MUST never return a suppressed address")

/** Ways to request an address. */
const ways = ["seeded", "random", "instant", "unique batch", "repeating batch"] as const
export type Way = (typeof ways)[number]

/** How much was checked. */
export interface Looked {
  /** How many addresses were returned. */
  readonly returned: number
  /**
   * The smallest share of returned addresses that suppressed ones could have had and been detected with a probability
   * of 99.9 percent. A rarer fault may have been missed.
   */
  readonly detects: number
}

/** The share that this many draws detect with a probability of 99.9 percent. */
export const detectable = (draws: number): number => 1 - Math.pow(0.001, 1 / draws)

const ask = (pool: Pool, request: DrawRequest, way: Way, seed: string, count: number) => {
  const { seed: _, ...unseeded } = request
  switch (way) {
    case "seeded":
      return Effect.map(pool.draw({ ...request, seed }), ({ address }) => [address])
    case "random":
    case "instant":
      return Effect.map(pool.draw({ ...unseeded, strategy: way }), ({ address }) => [address])
    case "unique batch":
    case "repeating batch":
      return Effect.map(
        pool.drawMany({ ...request, seed, count, unique: way === "unique batch" }),
        ({ addresses }) => addresses
      )
  }
}

/** @returns how many addresses were returned */
const askOnce = Effect.fnUntraced(function* (
  pool: Pool,
  requests: ReadonlyArray<DrawRequest>,
  suppressed: ReadonlySet<string>,
  nth: number,
  seed: string
) {
  const way = ways[nth % ways.length]!
  const request = requests[Math.floor(nth / ways.length) % requests.length]!
  const addresses = yield* ask(pool, request, way, `${seed} ${nth}`, MAX_BATCH)
  const met = idsOf(addresses).find((id) => suppressed.has(id))
  yield* law.hold(met === undefined, `A draw returned ${met}, which is suppressed.`, {
    way,
    request: way === "random" || way === "instant" ? request : { ...request, seed: `${seed} ${nth}` }
  })
  return addresses.length
})

/** Requests addresses in every way and scope in turn until enough were returned, then looks up the suppressed ones. */
export const neverReturned = Effect.fnUntraced(function* (
  pool: Pool,
  requests: ReadonlyArray<DrawRequest>,
  suppressed: ReadonlyArray<string>,
  { draws, seed }: { readonly draws: number; readonly seed: string }
) {
  yield* law.hold(suppressed.length > 0, "Nothing is suppressed, so the law cannot be tested.")
  const known = new Set(suppressed)
  let returned = 0
  for (let asked = 0; returned < draws; asked += 64) {
    const counts = yield* Effect.forEach(
      Array.from({ length: 64 }, (_, i) => asked + i),
      (nth) => askOnce(pool, requests, known, nth, seed),
      { concurrency: 8 }
    )
    returned += counts.reduce((sum, count) => sum + count, 0)
  }
  for (const id of suppressed.slice(0, 1000)) {
    const isThere = yield* Effect.match(pool.findById(id), {
      onSuccess: () => true,
      onFailure: (error) => error._tag !== "UnknownAddress"
    })
    yield* law.hold(!isThere, `${id} is suppressed, but the response differs from that for an unknown ID.`)
  }
  const looked: Looked = { returned, detects: detectable(returned) }
  return looked
})

/** The remaining addresses are equally likely, and are counted correctly. */
export const theRestIsUniform = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  left: ReadonlyArray<string>,
  { draws, road, seed }: { readonly draws: number; readonly road: Road; readonly seed: string }
) {
  const counted = promise("Suppressed addresses MUST NOT be counted")
  const { eligibleCount } = yield* pool.draw({ ...request, seed })
  yield* counted.hold(
    eligibleCount === undefined || eligibleCount === left.length,
    `eligibleCount is ${eligibleCount}, but ${left.length} addresses are left.`,
    request
  )
  yield* drawsAreUniform(pool, request, left, { draws, road, seed })
})
