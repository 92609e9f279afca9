import { Effect } from "effect"
import { MAX_BATCH } from "../schemas/Generation.ts"
import type { Address } from "../schemas/Address.ts"
import { tell } from "./Findings.ts"
import { type LawBroken, promise } from "./Law.ts"
import { detectableShare } from "./statistics/Detectable.ts"
import { isOver, isWrong, type Look, lookAt, looks } from "./statistics/Looks.ts"
import type { DrawRequest, Pool } from "./Subject.ts"

/** The way of drawing that is tested. */
export type Road =
  /** One address per request; without the caller's seed unless `seeded`. */
  | { readonly by: "draw"; readonly strategy?: "random" | "instant"; readonly seeded?: boolean }
  /** Batches that may repeat: every position is a draw of its own. */
  | { readonly by: "batch"; readonly seeded?: boolean }
  /** One position of unique batches, after the earlier positions have taken their addresses. */
  | { readonly by: "position"; readonly position: number }

/** The way of drawing in words, for reports. */
export const roadName = (road: Road): string => {
  if (road.by === "position") return `position ${road.position + 1} of unique batches`
  const seeded = road.seeded === false ? "without a seed" : "with a seed"
  if (road.by === "batch") return `repeating batches ${seeded}`
  return `single draws ${seeded}${road.strategy === undefined ? "" : `, ${road.strategy}`}`
}

/** The filters in words, for reports. */
export const scopeName = ({ country, filters }: DrawRequest): string =>
  [country, ...Object.entries(filters).map(([name, value]) => `${name}=${value}`)].join(" ")

/** Concurrent requests. */
const concurrency = 8

const single = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest, seed: string, road: Road) {
  const { seed: _, ...unseeded } = request
  const asked = road.by !== "position" && road.seeded === false ? unseeded : { ...request, seed }
  if (road.by === "draw") {
    const { strategy = request.strategy } = road
    return [(yield* pool.draw(strategy === undefined ? asked : { ...asked, strategy })).address]
  }
  const { addresses } = yield* pool.drawMany({
    ...asked,
    count: road.by === "batch" ? MAX_BATCH : road.position + 1,
    unique: road.by === "position"
  })
  return road.by === "batch" ? addresses : addresses.slice(road.position, road.position + 1)
})

/** Draws in one way, with seeds counted up from `<seed> <from>`, and how many requests that took. */
const drawsOn = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  {
    draws,
    from,
    road,
    seed
  }: { readonly draws: number; readonly from: number; readonly road: Road; readonly seed: string }
) {
  const law = promise("Each address of a selection MUST be equally likely")
  const requests = Math.ceil(draws / (road.by === "batch" ? MAX_BATCH : 1))
  const found = yield* Effect.forEach(
    Array.from({ length: requests }, (_, i) => `${seed} ${from + i}`),
    (each) =>
      Effect.tap(single(pool, request, each, road), (addresses) =>
        law.hold(addresses.length > 0, `Seed ${each} returned no address.`)
      ),
    { concurrency }
  )
  return { requests, addresses: found.flat() }
})

/** What a law tests: how many draws at first, drawn in which way, with which seeds. */
interface Drawn {
  readonly draws: number
  readonly road: Road
  readonly seed: string
}

/**
 * Tests draws until they are unsuspicious or certainly wrong. `look` receives new draws each time, and which look this
 * is.
 */
export const looked = Effect.fnUntraced(function* <E, R>(
  pool: Pool,
  request: DrawRequest,
  { draws, road, seed }: Drawn,
  look: (addresses: ReadonlyArray<Address>, index: number) => Effect.Effect<Look, E, R>
) {
  const all: Array<Look> = []
  let from = 0
  for (const [index, { times }] of looks.entries()) {
    const { addresses, requests } = yield* drawsOn(pool, request, { draws: draws * times, from, road, seed })
    from += requests
    const one = yield* look(addresses, index)
    all.push(one)
    if (isOver(one, index)) break
  }
  return all
})

/** Says about several looks that a correct sampler would not produce them. */
export const shown = (all: ReadonlyArray<Look>, what: string): string =>
  all
    .map(
      ({ degrees, draws, p, statistic }) =>
        `chi-square of ${draws} ${what} is ${statistic.toFixed(1)} with ${degrees} degrees of freedom (p ${p.toExponential(1)})`
    )
    .join(", then ")

/**
 * Each of `members` is equally likely: chi-square over at least `draws` draws with the seeds `<seed> 0`, `<seed> 1`, …
 * At least 5 draws per member keep the approximation accurate. A spread that is too even is not chance either, and
 * fails. statistics/Looks.ts says how a suspicion is followed up.
 */
export const drawsAreUniform = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  members: ReadonlyArray<string>,
  { draws, road, seed }: { readonly draws: number; readonly road: Road; readonly seed: string }
) {
  const law = promise("Each address of a selection MUST be equally likely")
  yield* law.hold(
    draws >= 5 * members.length,
    `${draws} draws are too few for ${members.length} addresses; 5 per address are needed.`
  )
  let last: ReadonlyMap<string, number> = new Map()
  const all = yield* looked(
    pool,
    request,
    { draws, road, seed },
    Effect.fnUntraced(function* (addresses, index) {
      last = yield* counted(members, addresses, law.broken)
      return lookAt(Array.from(last.values()), index)
    })
  )
  const [scope, way] = [scopeName(request), roadName(road)]
  const cells = members.length
  yield* tell({
    _tag: "Test",
    scope,
    road: way,
    cells,
    looks: all,
    independent: true,
    detects: detectableShare(draws, cells)
  })
  yield* law.hold(!isWrong(all), `Of ${scope}, by ${way}: ${shown(all, "draws")}.`, mostDrawn(last))
})

/** How often each member was drawn. */
const counted = Effect.fnUntraced(function* (
  members: ReadonlyArray<string>,
  addresses: ReadonlyArray<{ readonly id: string }>,
  broken: (message: string) => LawBroken
) {
  const counts = new Map(members.map((id) => [id, 0]))
  for (const { id } of addresses) {
    const count = counts.get(id)
    if (count === undefined) return yield* broken(`${id} was drawn, but is not in the selection.`)
    counts.set(id, count + 1)
  }
  return counts
})

/** The address that was drawn most often, as evidence. */
const mostDrawn = (counts: ReadonlyMap<string, number>) => {
  const [[id, times] = ["", 0]] = Array.from(counts).sort(([, one], [, other]) => other - one)
  return { id, times }
}
