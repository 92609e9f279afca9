import { Effect, type Scope } from "effect"
import * as fc from "fast-check"
import { type Effort, property } from "./Bridge.ts"
import { subjectsAgree } from "./DrawLaws.ts"
import * as FilterLaws from "./FilterLaws.ts"
import {
  filterPlans,
  filtersOf,
  gazetteers,
  recordsOf,
  seeds,
  twistedFilters,
  type WorldPlan,
  worlds
} from "./Generators.ts"
import { idsOf, type LawBroken, matches } from "./Law.ts"
import { livesLikeTheModel, stories } from "./ModelLaws.ts"
import type { Check, LawFailure } from "./PoolSuite.ts"
import type { FreshWorld, SubjectFailure, World } from "./Subject.ts"
import * as SyncLaws from "./SyncLaws.ts"

const laws: ReadonlyArray<{
  readonly promise: string
  readonly law: (world: World, plan: WorldPlan) => Effect.Effect<void, LawBroken | SubjectFailure>
}> = [
  { promise: "MUST publish what the sources say, each home once", law: SyncLaws.poolIsWhatSourcesSay },
  { promise: "MUST change nothing when it runs again", law: SyncLaws.synchronizingTwiceChangesNothing },
  { promise: "MUST remove addresses that no source has any more", law: SyncLaws.withdrawnIsGone },
  { promise: "MUST make no home from evidence against it", law: SyncLaws.againstMakesNoHomes },
  { promise: "MUST merge an address that two sources share", law: SyncLaws.sharedAddressesAreOne },
  { promise: "MUST keep the pool when a source collapses", law: SyncLaws.gatesKeepThePool },
  { promise: "MUST restore an address that leaves and comes back", law: SyncLaws.comingBackRestores }
]

/** Fills a world with the plan's sources, and returns what is published. */
const filled = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  yield* world.synchronize(world.sources[0]!, { records: plan.first })
  yield* world.synchronize(world.sources[1]!, { records: plan.second })
  return yield* SyncLaws.published(world)
})

const selections = fc.record({
  plan: worlds,
  filters: filterPlans,
  seed: seeds,
  count: fc.integer({ min: 1, max: 50 })
})

type Selection = typeof selections extends fc.Arbitrary<infer A> ? A : never

/** Laws of draws from a part of a pool whose addresses are known. */
const selectionLaws: ReadonlyArray<{
  readonly promise: string
  readonly law: (world: World, selection: Selection) => Effect.Effect<void, LawBroken | SubjectFailure, Scope.Scope>
}> = [
  {
    promise: "MUST draw exactly what the filters select",
    law: Effect.fnUntraced(function* (world, { filters: plan, plan: worldPlan }) {
      const addresses = yield* filled(world, worldPlan)
      const filters = filtersOf(plan, addresses)
      const expected = new Set(idsOf(addresses.filter((address) => matches(address, filters))))
      yield* FilterLaws.nothingIsUnreachable(world, { country: world.country, filters }, expected)
    })
  },
  {
    promise: "MUST draw the same however a filter is spelled",
    law: Effect.fnUntraced(function* (world, { count, filters: plan, plan: worldPlan, seed }) {
      const { plain, twisted } = twistedFilters(plan, yield* filled(world, worldPlan))
      yield* FilterLaws.spellingsAreAlike(world, { country: world.country, filters: plain, seed, count }, twisted)
    })
  },
  {
    promise: "MUST give seeds the same response after a restart",
    law: Effect.fnUntraced(function* (world, { count, filters: plan, plan: worldPlan, seed }) {
      const filters = filtersOf(plan, yield* filled(world, worldPlan))
      yield* subjectsAgree(world, yield* world.reopened, { country: world.country, filters, seed, count })
    })
  }
]

/** A world, and a source that breaks off while it is read. */
const breaks = gazetteers.chain((gazetteer) =>
  fc.record({
    plan: fc.record({
      gazetteer: fc.constant(gazetteer),
      first: recordsOf(gazetteer),
      second: fc.constant([])
    }),
    others: recordsOf(gazetteer),
    failsAfter: fc.nat({ max: 60 })
  })
)

/**
 * Every law of synchronizations, and those laws of draws that need to know what a pool contains. Each case starts from
 * an empty world.
 */
export const worldSuite = <R>(
  fresh: FreshWorld<R>,
  effort: Effort = {}
): ReadonlyArray<Check<LawFailure, Exclude<R, Scope.Scope>>> => {
  const inWorld = <A>(
    arbitrary: fc.Arbitrary<A>,
    countryOf: (value: A) => string,
    law: (world: World, value: A) => Effect.Effect<void, LawBroken | SubjectFailure, Scope.Scope>
  ) =>
    property(
      arbitrary,
      (value) => Effect.scoped(Effect.flatMap(fresh(countryOf(value)), (world) => law(world, value))),
      effort
    )
  const ofPlan = ({ gazetteer }: WorldPlan) => gazetteer.country

  return [
    ...laws.map(({ law, promise }) => ({ promise, holds: inWorld(worlds, ofPlan, law) })),
    {
      promise: "MUST not depend on the order of synchronizations",
      holds: property(worlds, (plan) => SyncLaws.orderDoesNotMatter(fresh(ofPlan(plan)), plan), effort)
    },
    {
      promise: "MUST keep the pool when a source breaks off",
      holds: inWorld(
        breaks,
        ({ plan }) => ofPlan(plan),
        (world, { failsAfter, others, plan }) => SyncLaws.failuresKeepThePool(world, plan, failsAfter, others)
      )
    },
    {
      promise: "MUST count every address at every level",
      holds: inWorld(worlds, ofPlan, (world, plan) =>
        Effect.flatMap(filled(world, plan), (addresses) => FilterLaws.countsAddUp(world, world.country, addresses))
      )
    },
    ...selectionLaws.map(({ law, promise }) => ({
      promise,
      holds: inWorld(selections, ({ plan }) => ofPlan(plan), law)
    })),
    {
      promise: "MUST behave like a plain model",
      holds: inWorld(stories, ({ gazetteer }) => gazetteer.country, livesLikeTheModel)
    }
  ]
}
