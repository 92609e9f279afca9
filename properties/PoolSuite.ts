import { type Config, Effect, Random } from "effect"
import * as fc from "fast-check"
import type { Address } from "../schemas/Address.ts"
import { type Effort, property, type PropertyFailed } from "./Bridge.ts"
import * as DrawLaws from "./DrawLaws.ts"
import * as FilterLaws from "./FilterLaws.ts"
import { type FilterPlan, filterPlans, filtersOf, seeds, twistedFilters } from "./Generators.ts"
import { chanceLaws, type Drawing, remembering, scopesOf } from "./ChanceSuite.ts"
import type { TestFinding } from "./Findings.ts"
import { idsOf, type LawBroken, maximumCount } from "./Law.ts"
import type { NoCoverage } from "../schemas/Errors.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { DrawManyRequest, Pool, SubjectFailure } from "./Subject.ts"
import { seedsOutliveRuns, seedsOutliveTime } from "./TimeLaws.ts"
import { versionsAreKept } from "./VersionLaws.ts"
import type { SeededAnswer, Watched } from "./Watch.ts"
import { askEarly, askMuch, askSeedsAgain, findDrawn, unbroken, watched, type WatchedPool } from "./WatchedPool.ts"

/** A promise and whether it holds. Any test runner can show it: a failed Effect is a failed test. */
export interface Check<E, R> {
  readonly promise: string
  readonly holds: Effect.Effect<void | NotApplicable, E, R>
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
  { promise: "MUST answer from the version that is asked for, or not at all", law: versionsAreKept },
  { promise: "MUST return only addresses that match every filter", law: FilterLaws.filtersHold },
  { promise: "MUST know places by their IDs as by their names", law: FilterLaws.idsAgreeWithNames },
  { promise: "MUST say which filter nothing matches", law: FilterLaws.unmatchedFiltersEmpty },
  { promise: "MUST reach every address of a selection", law: FilterLaws.nothingIsUnreachable }
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
  { promise: "MUST never go back to an earlier version of the pool", kind: "versions" },
  { promise: "MUST say how many addresses were asked for and how many came", kind: "returned" },
  { promise: "MUST say of every address of the run what makes it a home", kind: "evidence" },
  { promise: "MUST name licence and attribution of every address of the run", kind: "licences" },
  { promise: "MUST give each address of the run one ID", kind: "identity" }
]

/** How hard the suite tries. */
export interface PoolEffort extends Effort {
  /** Ordinary requests that are made besides, for what only many answers show; 10 times `runs` unless given. */
  readonly requests?: number
  /** Seconds after which seeds of the beginning are asked again; 0 unless given, which leaves it out. */
  readonly late?: number
  /** Seeds of an earlier run, and what they gave. */
  readonly previous?: ReadonlyArray<SeededAnswer>
}

/** Seeds that are asked again, and addresses that are looked up, at the end of a run. */
const lookedAtAgain = 500

/** A pool that is asked once for what several laws look at. */
const watching = <E, R>(
  subject: Effect.Effect<Pool, E, R>,
  country: string,
  { late, requests, ...effort }: PoolEffort & Required<Pick<PoolEffort, "late" | "requests">>
) => {
  const known = new WeakMap<Pool, WatchedPool>()
  const subjects = Effect.flatMap(
    subject,
    Effect.fnUntraced(function* (pool) {
      const there = known.get(pool)
      if (there !== undefined) return there
      const one = watched(pool)
      known.set(pool, one)
      if (late > 0) yield* askEarly(one, country, `early ${effort.seed ?? ""}`)
      return one
    })
  )
  const drawings = new WeakMap<WatchedPool, Drawing & { readonly tests: Array<TestFinding> }>()
  const drawingOf = Effect.fnUntraced(function* (one: WatchedPool) {
    const there = drawings.get(one)
    if (there !== undefined) return there
    const seed = `chance ${effort.seed ?? (yield* Random.nextInt)}`
    const sample = yield* sampleOf(one.pool, country, seed)
    const scopes = yield* scopesOf(one.pool, country, sample)
    const drawing = { pool: one.pool, sample, scopes, seed, tests: [] }
    drawings.set(one, drawing)
    return drawing
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
  return { asked, drawingOf, subjects }
}

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
  const { late = 0, previous, requests = 10 * (effort.runs ?? 10), ...cases } = effort
  const { asked, drawingOf, subjects } = watching(subject, country, { ...effort, late, requests })
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
    ...chanceLaws(country, Math.min(1, Math.max(0.2, (effort.runs ?? 10) / 10))).map(({ law, promise }) => ({
      promise,
      holds: Effect.flatMap(subjects, (one) =>
        Effect.flatMap(drawingOf(one), (drawing) => remembering(drawing.tests, law(drawing)))
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
    {
      promise: "MUST answer the seeds of an earlier report alike, but for what synchronizations have changed",
      holds: Effect.flatMap(subjects, ({ pool }) => seedsOutliveRuns(pool, previous))
    },
    {
      promise: "MUST answer a seed alike half a minute later",
      holds: Effect.flatMap(subjects, (one) => Effect.andThen(asked(one), seedsOutliveTime(one, late)))
    },
    ...ofEveryAnswer.map(({ kind, promise }) => ({
      promise,
      holds: Effect.flatMap(subjects, (one) => Effect.andThen(asked(one), unbroken(one, kind)))
    }))
  ]
}
