import { type Config, Effect } from "effect"
import * as fc from "fast-check"
import type { Address } from "../schemas/Address.ts"
import { type Effort, property, type PropertyFailed } from "./Bridge.ts"
import * as DrawLaws from "./DrawLaws.ts"
import * as FilterLaws from "./FilterLaws.ts"
import { type FilterPlan, filterPlans, filtersOf, seeds, twistedFilters } from "./Generators.ts"
import { enumerate, idsOf, type LawBroken, maximumCount } from "./Law.ts"
import type { DrawManyRequest, Pool, SubjectFailure } from "./Subject.ts"
import { drawsAreUniform } from "./UniformityLaws.ts"

/** A promise and whether it holds. Any test runner can show it: a failed Effect is a failed test. */
export interface Check<E, R> {
  readonly promise: string
  readonly holds: Effect.Effect<void, E, R>
}

/** How a check fails when the subject is at fault, or the settings that replay a case. */
export type LawFailure = PropertyFailed | SubjectFailure | Config.ConfigError

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

/** Uniformity over small selections that drawn addresses lie in: 20 draws an address, in batches. */
const smallSelectionsAreUniform = Effect.fnUntraced(function* (
  pool: Pool,
  country: string,
  addresses: ReadonlyArray<Address>,
  seed: string
) {
  for (const address of addresses.slice(0, 4)) {
    const selection = yield* smallSelection(pool, country, address, 100)
    if (selection === undefined) continue
    const { members, request } = selection
    yield* drawsAreUniform(pool, request, members, { draws: 20 * members.length, road: { by: "batch" }, seed })
  }
})

/** 50 addresses that depend on nothing but the case, so that a counterexample can be replayed. */
const sampleOf = (pool: Pool, country: string, seed: string) =>
  Effect.map(pool.drawMany({ country, filters: {}, seed, count: maximumCount }), ({ addresses }) => addresses)

/**
 * Every law of draws, held against a pool that stands still while it runs. A case's request is made from 50 addresses
 * that are drawn from the pool first, so that nothing needs to be known of it but its country.
 *
 * A case costs up to some dozens of requests: give a deployment fewer `runs` than a Layer.
 */
export const poolSuite = <E, R>(
  subject: Effect.Effect<Pool, E, R>,
  country: string,
  effort: Effort = {}
): ReadonlyArray<Check<E | LawFailure, R>> => [
  ...laws.map(({ law, promise }) => ({
    promise,
    holds: Effect.flatMap(subject, (pool) =>
      property(
        requestPlans,
        (plan) =>
          Effect.flatMap(sampleOf(pool, country, plan.seed), (sample) => law(pool, requestOf(country, plan, sample))),
        effort
      )
    )
  })),
  {
    promise: "MUST compare filters without regard to case, accents and white space",
    holds: Effect.flatMap(subject, (pool) =>
      property(
        requestPlans,
        (plan) =>
          Effect.flatMap(sampleOf(pool, country, plan.seed), (sample) => {
            const { plain, twisted } = twistedFilters(plan.plan, sample)
            return FilterLaws.spellingsAreAlike(pool, { ...requestOf(country, plan, sample), filters: plain }, twisted)
          }),
        effort
      )
    )
  },
  {
    promise: "MUST give each address of a small selection the same chance",
    holds: Effect.flatMap(subject, (pool) =>
      property(
        seeds.filter((seed) => seed.length < 200),
        (seed) =>
          Effect.flatMap(sampleOf(pool, country, seed), (sample) =>
            smallSelectionsAreUniform(pool, country, sample, seed)
          ),
        { ...effort, most: 3 }
      )
    )
  }
]
