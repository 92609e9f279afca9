import { type Config, Effect } from "effect"
import * as fc from "fast-check"
import type { Address } from "../schemas/Address.ts"
import { type Effort, property, type PropertyFailed } from "./Bridge.ts"
import * as DrawLaws from "./DrawLaws.ts"
import * as FilterLaws from "./FilterLaws.ts"
import { type FilterPlan, filterPlans, filtersOf, seeds, twistedFilters } from "./Generators.ts"
import { enumerate, idsOf, type LawBroken, maximumCount } from "./Law.ts"
import type { NoCoverage } from "../schemas/Errors.ts"
import type { DrawManyRequest, Pool, SubjectFailure } from "./Subject.ts"
import { drawsAreUniform, type Road } from "./UniformityLaws.ts"
import { type Watched } from "./Watch.ts"
import { askMuch, askSeedsAgain, findDrawn, unbroken, watched, type WatchedPool } from "./WatchedPool.ts"

/** A promise and whether it holds. Any test runner can show it: a failed Effect is a failed test. */
export interface Check<E, R> {
  readonly promise: string
  readonly holds: Effect.Effect<void, E, R>
}

/** How a check fails when the subject is at fault, or the settings that replay a case. */
export type LawFailure = PropertyFailed | LawBroken | NoCoverage | SubjectFailure | Config.ConfigError

/** A request that is still to be made from addresses that the pool has. */
interface RequestPlan {
  readonly plan: FilterPlan
  readonly seed: string
  readonly count: number
  readonly unique: boolean
  readonly exclude: number
}

const requestPlans: fc.Arbitrary<RequestPlan> = fc.record({
  plan: filterPlans,
  seed: seeds,
  count: fc.integer({ min: 1, max: maximumCount }),
  unique: fc.boolean(),
  exclude: fc.nat({ max: 20 })
})

const requestOf = (
  country: string,
  { count, exclude, plan, seed, unique }: RequestPlan,
  addresses: ReadonlyArray<Address>
) => ({
  country,
  filters: filtersOf(plan, addresses),
  seed,
  count,
  unique,
  excludeAddressIds: idsOf(addresses).slice(0, exclude)
})

type Request = DrawLaws.Seeded<DrawManyRequest>

const laws: ReadonlyArray<{
  readonly promise: string
  readonly law: (pool: Pool, request: Request) => Effect.Effect<void, LawBroken | SubjectFailure>
}> = [
  { promise: "MUST answer the same seed and request alike, by either strategy", law: DrawLaws.seedsRepeat },
  { promise: "MUST name a seed that replays the answer", law: DrawLaws.answersReplay },
  { promise: "MUST vary without a seed", law: DrawLaws.unseededDrawsVary },
  { promise: "MUST never return an address twice in a unique batch", law: DrawLaws.batchesAreUnique },
  { promise: "MUST fill a batch that may repeat addresses", law: DrawLaws.repeatingBatchesAreFull },
  { promise: "MUST never return an excluded address, of up to 500", law: DrawLaws.exclusionsHold },
  { promise: "MUST answer with an empty batch where everything is excluded", law: DrawLaws.nothingIsLeft },
  { promise: "MUST make position i of a seeded batch independent of its count", law: DrawLaws.prefixesAreStable },
  { promise: "MUST find by its ID what was drawn", law: DrawLaws.drawnIsFound },
  { promise: "MUST return a small selection whole", law: DrawLaws.smallScopesComeWhole },
  { promise: "MUST say the same of the pool with a draw and a batch", law: DrawLaws.contextsAgree },
  { promise: "MUST return only addresses that match every filter", law: FilterLaws.filtersHold },
  { promise: "MUST know places by their IDs as by their names", law: FilterLaws.idsAgreeWithNames },
  { promise: "MUST say which filter nothing matches", law: FilterLaws.unmatchedFiltersEmpty },
  { promise: "MUST reach every address of a selection", law: FilterLaws.nothingIsUnreachable }
]

/** The smallest selection that a place of the address makes, of up to `most` addresses, and all of them. */
const smallSelection = Effect.fnUntraced(function* (pool: Pool, country: string, address: Address, most: number) {
  for (const level of ["district", "city", "postcode", "region"] as const) {
    const id = address.locationIds[`${level}Id`]
    if (id === undefined) continue
    const request = { country, filters: { [`${level}Id`]: id } }
    const members = idsOf(yield* enumerate(pool, request))
    if (members.length > 1 && members.length <= most) return { request, members }
  }
  return undefined
})

/** Draws of a selection: 20 an address at least, and more where a request has many. */
const drawsOf = (members: number, { by }: Road): number =>
  Math.max(20 * members, by === "batch" ? Math.min(200 * members, 5000) : 0)

/** Uniformity over small selections that drawn addresses lie in: 20 draws an address and more, on a road. */
const smallSelectionsAreUniform = Effect.fnUntraced(function* (
  pool: Pool,
  country: string,
  {
    addresses,
    most,
    road,
    seed
  }: {
    readonly addresses: ReadonlyArray<Address>
    /** Addresses of a selection; each costs 20 draws. */
    readonly most: number
    readonly road: Road
    readonly seed: string
  }
) {
  for (const address of addresses.slice(0, road.by === "draw" ? 2 : 4)) {
    const selection = yield* smallSelection(pool, country, address, most)
    if (selection === undefined) continue
    const { members, request } = selection
    yield* drawsAreUniform(pool, request, members, { draws: drawsOf(members.length, road), road, seed })
  }
})

/** Ways to draw that must be uniform alike, and how large a selection each is tried with. */
const roads: ReadonlyArray<{ readonly promise: string; readonly road: Road; readonly most: number }> = [
  { promise: "MUST give each address of a small selection the same chance", road: { by: "batch" }, most: 100 },
  {
    promise: "MUST give each address the same chance in single draws with a seed",
    road: { by: "draw", seeded: true },
    most: 12
  },
  {
    promise: "MUST give each address the same chance in single draws without a seed",
    road: { by: "draw", seeded: false },
    most: 12
  },
  {
    promise: "MUST give each address the same chance in single draws by the strategy instant",
    road: { by: "draw", seeded: false, strategy: "instant" },
    most: 12
  }
]

/** 50 addresses that depend on nothing but the case, so that a counterexample can be replayed. */
const sampleOf = (pool: Pool, country: string, seed: string) =>
  Effect.map(pool.drawMany({ country, filters: {}, seed, count: maximumCount }), ({ addresses }) => addresses)

/** What no answer of the whole run may break: held last, when most has been seen. */
const ofEveryAnswer: ReadonlyArray<{ readonly promise: string; readonly kind: Watched }> = [
  { promise: "MUST match every filter in every answer of the run", kind: "filters" },
  { promise: "MUST keep exclusions in every answer of the run", kind: "exclusions" },
  { promise: "MUST never return an address twice in any unique batch of the run", kind: "uniqueness" },
  { promise: "MUST give as many addresses as there are in every batch of the run", kind: "sizes" },
  { promise: "MUST count a selection alike in every answer of the run", kind: "eligible" },
  { promise: "MUST answer a seed alike in all of the run", kind: "seeds" },
  { promise: "MUST show an address alike in every answer of the run", kind: "documents" },
  { promise: "MUST name the sources of every address of the run", kind: "sources" },
  { promise: "MUST never go back to an earlier version of the pool", kind: "versions" }
]

/** How hard the suite tries. */
export interface PoolEffort extends Effort {
  /** Ordinary requests that are made besides, for what only many answers show; 10 times `runs` unless given. */
  readonly requests?: number
}

/** Seeds that are asked again, and addresses that are looked up, at the end of a run. */
const lookedAtAgain = 500

/**
 * Every law of draws, held against a pool that stands still while it runs. A case's request is made from 50 addresses
 * that are drawn from the pool first, so that nothing needs to be known of it but its country. Every answer is looked at,
 * whichever law asked for it; the last laws say what was seen.
 *
 * A case costs up to some dozens of requests: give a deployment fewer `runs` than a Layer.
 */
export const poolSuite = <E, R>(
  subject: Effect.Effect<Pool, E, R>,
  country: string,
  effort: PoolEffort = {}
): ReadonlyArray<Check<E | LawFailure, R>> => {
  const { requests = 10 * (effort.runs ?? 10), ...cases } = effort
  const known = new WeakMap<Pool, WatchedPool>()
  const subjects = Effect.map(subject, (pool) => {
    const one = known.get(pool) ?? watched(pool)
    known.set(pool, one)
    return one
  })
  const busy = new WeakSet<WatchedPool>()
  /** Asks much of a pool, once. */
  const asked = Effect.fnUntraced(function* (one: WatchedPool) {
    if (busy.has(one)) return
    busy.add(one)
    const seconds = effort.seconds ?? 20
    yield* askMuch(one, country, `much ${effort.seed ?? ""}`, { requests, seconds })
    yield* askSeedsAgain(one, lookedAtAgain)
  })
  const held = <A, L>(
    arbitrary: fc.Arbitrary<A>,
    law: (pool: Pool, value: A) => Effect.Effect<void, L>,
    more: Effort = {}
  ) => Effect.flatMap(subjects, ({ pool }) => property(arbitrary, (value) => law(pool, value), { ...cases, ...more }))

  return [
    ...laws.map(({ law, promise }) => ({
      promise,
      holds: held(requestPlans, (pool, plan) =>
        Effect.flatMap(sampleOf(pool, country, plan.seed), (sample) => law(pool, requestOf(country, plan, sample)))
      )
    })),
    {
      promise: "MUST compare filters without regard to case, accents and white space",
      holds: held(requestPlans, (pool, plan) =>
        Effect.flatMap(sampleOf(pool, country, plan.seed), (sample) => {
          const { plain, twisted } = twistedFilters(plan.plan, sample)
          return FilterLaws.spellingsAreAlike(pool, { ...requestOf(country, plan, sample), filters: plain }, twisted)
        })
      )
    },
    ...roads.map(({ most, promise, road }) => ({
      promise,
      holds: held(
        seeds.filter((seed) => seed.length < 200),
        (pool, seed) =>
          Effect.flatMap(sampleOf(pool, country, seed), (addresses) =>
            smallSelectionsAreUniform(pool, country, { addresses, most, road, seed })
          ),
        { most: road.by === "draw" ? 1 : 3 }
      )
    })),
    {
      promise: "MUST find by its ID every address that was drawn in the run",
      holds: Effect.flatMap(subjects, (one) => Effect.andThen(asked(one), findDrawn(one, lookedAtAgain)))
    },
    {
      promise: "MUST count a country alike in draws and in the list of countries",
      holds: Effect.flatMap(subjects, ({ pool }) => FilterLaws.countryIsCountedAlike(pool, country))
    },
    ...ofEveryAnswer.map(({ kind, promise }) => ({
      promise,
      holds: Effect.flatMap(subjects, (one) => Effect.andThen(asked(one), unbroken(one, kind)))
    }))
  ]
}
