import { Effect } from "effect"
import type { Address } from "../schemas/Address.ts"
import { caveat, tell } from "./Findings.ts"
import { drawOrNone, promise } from "./Law.ts"
import { isWrong, lookAt, lookAtPairs } from "./statistics/Looks.ts"
import { detectableShare } from "./statistics/Detectable.ts"
import type { DrawRequest, Filters, Pool } from "./Subject.ts"
import { looked, type Road, roadName, scopeName, shown } from "./UniformityLaws.ts"

// Laws of selections too large to count the draws of each address.

const text = "Draws from a selection MUST fall into its places in proportion to their counts"

/** Places that draws may fall into, each with its share; the last one is everywhere else. */
interface Shares {
  readonly level: "regionId" | "cityId" | "postcodeId"
  readonly ids: ReadonlyArray<string>
  readonly chances: ReadonlyArray<number>
  readonly version: number
}

/** How many places are distinguished at most. */
const mostPlaces = 12

/** The places of a level that occur in a sample, with the pool's counts of their addresses. */
const sharesOf = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  level: Shares["level"],
  { draws, sample }: { readonly draws: number; readonly sample: ReadonlyArray<Address> }
) {
  const whole = yield* drawOrNone(pool, { ...request, seed: "shares" })
  if (whole?.eligibleCount === undefined) return undefined
  const seen = new Map<string, number>()
  for (const { locationIds } of sample) {
    const id = locationIds[level]
    if (id !== undefined) seen.set(id, (seen.get(id) ?? 0) + 1)
  }
  const ids: Array<string> = []
  const chances: Array<number> = []
  for (const [id] of Array.from(seen).sort(([, one], [, other]) => other - one)) {
    if (ids.length === mostPlaces) break
    const filters: Filters = { ...request.filters, [level]: id }
    const part = yield* drawOrNone(pool, { country: request.country, filters, seed: "shares" })
    if (part?.eligibleCount === undefined || part.poolVersion !== whole.poolVersion) return undefined
    const chance = part.eligibleCount / whole.eligibleCount
    // Chi-square says little about a place with only a few expected draws.
    if (chance * draws < 10) continue
    ids.push(id)
    chances.push(chance)
  }
  const rest = 1 - chances.reduce((sum, chance) => sum + chance, 0)
  if (rest * draws < 10 && rest > 1e-12) {
    ids.pop()
    chances.pop()
  }
  const elsewhere = 1 - chances.reduce((sum, chance) => sum + chance, 0)
  if (elsewhere > 1e-12) chances.push(elsewhere)
  return chances.length < 2 ? undefined : ({ level, ids, chances, version: whole.poolVersion } satisfies Shares)
})

/** Pairs of draws that returned the same address. */
const pairsIn = (addresses: ReadonlyArray<Address>): number => {
  const counts = new Map<string, number>()
  let pairs = 0
  for (const { id } of addresses) {
    const before = counts.get(id) ?? 0
    pairs += before
    counts.set(id, before + 1)
  }
  return pairs
}

export interface Large {
  readonly draws: number
  readonly road: Road
  readonly seed: string
  readonly sample: ReadonlyArray<Address>
}

/** Draws from a large selection fall into each of its places in proportion to the place's addresses. */
export const drawsFallToPlaces = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  level: Shares["level"],
  { draws, road, sample, seed }: Large
) {
  const law = promise(text)
  const shares = yield* sharesOf(pool, request, level, { draws, sample })
  if (shares === undefined) {
    return yield* caveat(
      `${scopeName(request)} has no two places of level ${level} large enough to compare with ${draws} draws.`
    )
  }
  const { chances, ids } = shares
  let last: ReadonlyArray<number> = []
  const all = yield* looked(pool, request, { draws, road, seed: `${seed} ${level}` }, (addresses, index) =>
    Effect.sync(() => {
      const counts = chances.map(() => 0)
      for (const { locationIds } of addresses) {
        const at = ids.indexOf(locationIds[level] ?? "")
        const cell = at === -1 ? chances.length - 1 : at
        counts[cell] = counts[cell]! + 1
      }
      last = counts
      return lookAt(counts, index, chances)
    })
  )
  const [scope, way] = [`${scopeName(request)} by ${level}`, roadName(road)]
  const cells = chances.length
  const detects = detectableShare(draws, cells)
  yield* tell({ _tag: "Test", scope, road: way, cells, looks: all, independent: true, detects })
  yield* law.hold(
    !isWrong(all),
    `Of ${scope}, by ${way}: ${shown(all, "draws")}.`,
    ids.map((id, i) => ({ id, drawn: last[i], expected: Math.round(chances[i]! * last.reduce((a, b) => a + b, 0)) }))
  )
})

/** No address of a large selection is drawn more often than chance explains: the birthday problem. */
export const drawsRarelyCoincide = Effect.fnUntraced(function* (
  pool: Pool,
  request: DrawRequest,
  { draws, road, seed }: Omit<Large, "sample">
) {
  const law = promise("Draws from a large selection MUST coincide no more often than chance explains")
  const size = (yield* drawOrNone(pool, { ...request, seed: "pairs" }))?.eligibleCount
  if (size === undefined || size < 5 * draws) {
    return yield* caveat(
      `${scopeName(request)} has ${size ?? "an unknown number of"} addresses, whose draws are counted one by one.`
    )
  }
  let most: readonly [string, number] = ["", 0]
  const all = yield* looked(pool, request, { draws, road, seed: `${seed} pairs` }, (addresses, index) =>
    Effect.sync(() => {
      const counts = new Map<string, number>()
      for (const { id } of addresses) counts.set(id, (counts.get(id) ?? 0) + 1)
      most = Array.from(counts).reduce((one, other) => (other[1] > one[1] ? other : one), most)
      return lookAtPairs(pairsIn(addresses), addresses.length, size, index)
    })
  )
  yield* tell({
    _tag: "Test",
    scope: `${scopeName(request)}, pairs of one address`,
    road: roadName(road),
    cells: size,
    looks: all,
    independent: false
  })
  yield* law.hold(
    !isWrong(all),
    `Of ${size} addresses, ${all.map(({ draws, statistic }) => `${draws} draws had ${statistic} pairs of one address`).join(", then ")}.`,
    {
      id: most[0],
      times: most[1]
    }
  )
})
