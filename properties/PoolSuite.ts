import { type Config, Effect, Random } from "effect"
import * as fc from "fast-check"
import { MAX_BATCH } from "../schemas/Generation.ts"
import type { Address } from "../schemas/Address.ts"
import { type Effort, property, type PropertyFailed } from "./Bridge.ts"
import * as DrawLaws from "./DrawLaws.ts"
import * as FilterLaws from "./FilterLaws.ts"
import { type FilterPlan, filterPlans, filtersOf, seeds, twistedFilters, withText } from "./Generators.ts"
import { chanceLaws, type Drawing, remembering, scopesOf } from "./ChanceSuite.ts"
import type { TestFinding } from "./Findings.ts"
import { idsOf, type LawBroken } from "./Law.ts"
import type { NoCoverage } from "../schemas/Errors.ts"
import type { NotApplicable } from "./SourceLaw.ts"
import type { DrawManyRequest, Pool, SubjectFailure } from "./Subject.ts"
import { seedsOutliveRuns, seedsOutliveTime } from "./TimeLaws.ts"
import { versionsAreKept } from "./VersionLaws.ts"
import type { SeededAnswer, Watched } from "./Watch.ts"
import { askEarly, askMuch, askSeedsAgain, findDrawn, unbroken, watched, type WatchedPool } from "./WatchedPool.ts"

/** A promise and whether it holds. Fits any test runner: a failed Effect is a failed test. */
export interface Check<E, R> {
  readonly promise: string
  readonly holds: Effect.Effect<void | NotApplicable, E, R>
}

/** Why a check failed: a broken law, a failure of the subject, or invalid settings to replay a case. */
export type LawFailure = PropertyFailed | LawBroken | NoCoverage | SubjectFailure | Config.ConfigError

/** A request to be made from addresses known to be in the pool. */
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
  count: fc.integer({ min: 1, max: MAX_BATCH }),
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
  {
    promise: "MUST give the same response to the same seed and request, with either strategy",
    law: DrawLaws.seedsRepeat
  },
  { promise: "MUST name a seed that replays the response", law: DrawLaws.answersReplay },
  { promise: "MUST vary without a seed", law: DrawLaws.unseededDrawsVary },
  { promise: "MUST never return an address twice in a unique batch", law: DrawLaws.batchesAreUnique },
  { promise: "MUST fill a batch that may repeat addresses", law: DrawLaws.repeatingBatchesAreFull },
  { promise: "MUST never return an excluded address, of up to 500", law: DrawLaws.exclusionsHold },
  { promise: "MUST return an empty batch if everything is excluded", law: DrawLaws.nothingIsLeft },
  { promise: "MUST make position i of a seeded batch independent of its count", law: DrawLaws.prefixesAreStable },
  { promise: "MUST find a drawn address by its ID", law: DrawLaws.drawnIsFound },
  { promise: "MUST return all of a small selection", law: DrawLaws.smallScopesComeWhole },
  { promise: "MUST report the same about the pool in a draw and a batch", law: DrawLaws.contextsAgree },
  { promise: "MUST draw from the requested version or not at all", law: versionsAreKept },
  { promise: "MUST return only addresses that match every filter", law: FilterLaws.filtersHold },
  { promise: "MUST select the same place by its ID and by its name", law: FilterLaws.idsAgreeWithNames },
  { promise: "MUST name the filter that nothing matches", law: FilterLaws.unmatchedFiltersEmpty },
  { promise: "MUST reach every address of a selection", law: FilterLaws.nothingIsUnreachable }
]

/** 50 addresses that depend only on the case, so that a counterexample can be replayed. */
const sampleOf = (pool: Pool, country: string, seed: string) =>
  Effect.map(pool.drawMany({ country, filters: {}, seed, count: MAX_BATCH }), ({ addresses }) => addresses)

/** Promises about every response of the run. They are checked last, when the most responses have been seen. */
const ofEveryAnswer: ReadonlyArray<{ readonly promise: string; readonly kind: Watched }> = [
  { promise: "MUST match every filter in every response of the run", kind: "filters" },
  { promise: "MUST respect exclusions in every response of the run", kind: "exclusions" },
  { promise: "MUST never return an address twice in any unique batch of the run", kind: "uniqueness" },
  { promise: "MUST fill every batch of the run as far as the selection allows", kind: "sizes" },
  { promise: "MUST report the same count of a selection in every response of the run", kind: "eligible" },
  { promise: "MUST give a seed the same response throughout the run", kind: "seeds" },
  { promise: "MUST draw anew for each request without a seed", kind: "anew" },
  { promise: "MUST return the same document of an address in every response of the run", kind: "documents" },
  { promise: "MUST name the sources of every address of the run", kind: "sources" },
  { promise: "MUST never go back to an earlier version of the pool", kind: "versions" },
  { promise: "MUST state how many addresses were requested and how many are returned", kind: "returned" },
  { promise: "MUST state the evidence that makes each address of the run a home", kind: "evidence" },
  { promise: "MUST name the licence and the attribution of every address of the run", kind: "licences" },
  { promise: "MUST give each address of the run a single ID", kind: "identity" }
]

/** The effort of the suite. */
export interface PoolEffort extends Effort {
  /** Additional ordinary requests, for faults that show only in many responses; default 10 times `runs`. */
  readonly requests?: number
  /** After how many seconds the first seeds are requested again; default 0, which leaves this out. */
  readonly late?: number
  /** Seeds of an earlier run, with their responses. */
  readonly previous?: ReadonlyArray<SeededAnswer>
}

/**
 * How many seeds are requested again, and how many addresses are looked up, at the end of a run with this many additional
 * requests: 500 of a default run.
 */
const lookedAtAgain = (requests: number): number => Math.min(500, Math.max(50, Math.ceil(requests / 8)))

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
  const drawings = new WeakMap<
    WatchedPool,
    Drawing & { readonly tests: Array<TestFinding>; readonly version: number }
  >()
  /** The selections to draw from are those of one version of the pool. */
  const drawingOf = Effect.fnUntraced(function* (one: WatchedPool) {
    const there = drawings.get(one)
    if (there !== undefined && there.version === one.watch.version) return there
    const seed = `chance ${effort.seed ?? (yield* Random.nextInt)}`
    const sample = yield* sampleOf(one.pool, country, seed)
    const scopes = yield* scopesOf(one.pool, country, sample)
    const { version } = one.watch
    const drawing = { pool: one.pool, sample, scopes, seed, tests: there?.tests ?? [], version }
    drawings.set(one, drawing)
    return drawing
  })
  const busy = new WeakSet<WatchedPool>()
  /** Sends the additional requests to a pool, once. */
  const asked = Effect.fnUntraced(function* (one: WatchedPool) {
    if (busy.has(one)) return
    busy.add(one)
    const seconds = effort.seconds ?? 20
    yield* askMuch(one, country, `much ${effort.seed ?? ""}`, { requests, seconds })
    yield* askSeedsAgain(one, lookedAtAgain(requests))
  })
  return { asked, drawingOf, subjects }
}

/**
 * Every law of draws, tested on a pool that does not change meanwhile. The requests of a case are made from 50
 * addresses drawn first, so nothing but the pool's country needs to be known. Every response is checked, whichever law
 * requested it; the last laws report what was found.
 *
 * A case takes up to several dozen requests: give a deployment fewer `runs` than a Layer.
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
  ) =>
    Effect.flatMap(subjects, ({ pool, unlessPublished }) =>
      property(arbitrary, (value) => unlessPublished(country, () => law(pool, value)), { ...cases, ...more })
    )

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
          const { plain, twisted } = twistedFilters(plan.count % 2 === 0 ? withText(plan.plan) : plan.plan, sample)
          return FilterLaws.spellingsAreAlike(pool, { ...requestOf(country, plan, sample), filters: plain }, twisted)
        })
      )
    },
    ...chanceLaws(country, Math.min(1, Math.max(0.2, (effort.runs ?? 10) / 10))).map(({ law, promise }) => ({
      promise,
      holds: Effect.flatMap(subjects, (one) =>
        one.unlessPublished(country, () =>
          Effect.flatMap(drawingOf(one), (drawing) => remembering(drawing.tests, law(drawing)))
        )
      )
    })),
    {
      promise: "MUST find every address drawn in the run by its ID",
      holds: Effect.flatMap(subjects, (one) =>
        Effect.andThen(
          asked(one),
          one.unlessPublished(country, () => findDrawn(one, lookedAtAgain(requests)))
        )
      )
    },
    {
      promise: "MUST report the same count of a country in draws and in the list of countries",
      holds: Effect.flatMap(subjects, ({ pool, unlessPublished }) =>
        unlessPublished(country, () => FilterLaws.countryIsCountedAlike(pool, country))
      )
    },
    {
      promise:
        "MUST give the seeds of an earlier report the same response, except where synchronizations explain a change",
      holds: Effect.flatMap(subjects, ({ pool }) => seedsOutliveRuns(pool, previous))
    },
    {
      promise: "MUST give a seed the same response half a minute later",
      holds: Effect.flatMap(subjects, (one) => Effect.andThen(asked(one), seedsOutliveTime(one, late)))
    },
    ...ofEveryAnswer.map(({ kind, promise }) => ({
      promise,
      holds: Effect.flatMap(subjects, (one) => Effect.andThen(asked(one), unbroken(one, kind)))
    }))
  ]
}
