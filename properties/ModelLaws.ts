import { Effect } from "effect"
import * as fc from "fast-check"
import { canonicalJson } from "../schemas/CanonicalJson.ts"
import type { Address } from "../schemas/Address.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import type { Gazetteer } from "./Gazetteer.ts"
import { type FilterPlan, filterPlans, filtersOf, gazetteers, recordsOf, seeds } from "./Generators.ts"
import { batchOrNone, drawOrNone, idsOf, matches, promise } from "./Law.ts"
import { expectedHomes, expectedPool, homesOf } from "./Model.ts"
import type { DrawManyRequest, Pool, World } from "./Subject.ts"
import { published } from "./SyncLaws.ts"

/** One step in a random history of a pool. Plain data, so that a counterexample reads as a story. */
export type Action =
  | { readonly do: "synchronize"; readonly source: 0 | 1; readonly records: ReadonlyArray<RawRecord> }
  | { readonly do: "again"; readonly source: 0 | 1 }
  | { readonly do: "withdraw"; readonly source: 0 | 1; readonly keepEvery: number }
  | { readonly do: "fail"; readonly source: 0 | 1; readonly after: number }
  | { readonly do: "generate"; readonly plan: FilterPlan; readonly seed: string }
  | {
      readonly do: "batch"
      readonly plan: FilterPlan
      readonly seed: string
      readonly count: number
      readonly unique: boolean
      readonly exclude: number
    }
  | { readonly do: "find"; readonly which: number }
  | { readonly do: "repeat" }
  | { readonly do: "reopen" }

export interface Story {
  readonly gazetteer: Gazetteer
  readonly actions: ReadonlyArray<Action>
}

const actionIn = (gazetteer: Gazetteer): fc.Arbitrary<Action> => {
  const source = fc.constantFrom(0 as const, 1 as const)
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("synchronize" as const),
        source,
        records: recordsOf(gazetteer, { maximum: 40 })
      })
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("withdraw" as const), source, keepEvery: fc.integer({ min: 2, max: 9 }) })
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("again" as const), source }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("fail" as const), source, after: fc.nat({ max: 40 }) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("generate" as const), plan: filterPlans, seed: seeds }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("batch" as const),
        plan: filterPlans,
        seed: seeds,
        count: fc.integer({ min: 1, max: 50 }),
        unique: fc.boolean(),
        exclude: fc.nat({ max: 60 })
      })
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("find" as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.constant({ do: "repeat" } as const) },
    { weight: 1, arbitrary: fc.constant({ do: "reopen" } as const) }
  )
}

export const stories: fc.Arbitrary<Story> = gazetteers.chain((gazetteer) =>
  fc.record({
    gazetteer: fc.constant(gazetteer),
    actions: fc
      .tuple(
        recordsOf(gazetteer, { minimum: 5, maximum: 40 }),
        fc.array(actionIn(gazetteer), { minLength: 1, maxLength: 25, size: "max" })
      )
      .map(([records, actions]) => [{ do: "synchronize", source: 0, records } as const, ...actions])
  })
)

const law = promise("Whatever happens to a pool, it MUST behave like a plain model")

type Way = "generate" | "batch"

/** The model: each source's records, and the results since the pool last changed. */
interface State {
  readonly held: [ReadonlyArray<RawRecord>, ReadonlyArray<RawRecord>]
  known: ReadonlyArray<Address>
  gone: ReadonlyArray<string>
  version: number | undefined
  readonly answered: Map<string, { readonly by: Way; readonly request: DrawManyRequest; readonly answer: unknown }>
  pool: Pool
}

const expected = (world: World, gazetteer: Gazetteer, held: State["held"]) =>
  expectedPool(
    gazetteer,
    held.map((records, i) => [world.sources[i]!, records] as const)
  )

/** Runs a synchronization: compares its report with the model, and the published pool afterwards. */
const synchronize = Effect.fnUntraced(function* (
  world: World,
  gazetteer: Gazetteer,
  state: State,
  source: 0 | 1,
  records: ReadonlyArray<RawRecord>
) {
  const before = expected(world, gazetteer, state.held)
  const result = yield* world.synchronize(world.sources[source]!, { records, anyway: true })
  state.held[source] = records
  const after = expected(world, gazetteer, state.held)
  const added = Array.from(after.keys()).filter((id) => !before.has(id)).length
  const withdrawn = Array.from(before.keys()).filter((id) => !after.has(id)).length
  yield* law.same(
    { outcome: result.outcome, added: result.added, withdrawn: result.withdrawn },
    { outcome: "published", added, withdrawn },
    "The synchronization's report differs from the model."
  )
  const known = yield* published(world)
  const fresh = new Map(known.map((address) => [address.id, address]))
  const rewritten = state.known.filter(
    (address) => canonicalJson(fresh.get(address.id) ?? address) !== canonicalJson(address)
  )
  yield* law.hold(rewritten.length <= result.changed, "More documents have changed than it reports.", result)
  yield* law.same(homesOf(known), expectedHomes(after), "The pool's contents differ from the model.")
  if (added + withdrawn + result.changed > 0) {
    const ids = new Set(idsOf(known))
    state.gone = [...state.gone, ...idsOf(state.known)].filter((id) => !ids.has(id))
    state.known = known
    state.version = undefined
    state.answered.clear()
  } else {
    yield* law.same(known, state.known, "It reports no change, but documents have changed.")
  }
  return result
})

/** The same request gets the same response until the pool changes. */
const remembered = (state: State, by: Way, request: DrawManyRequest, answer: unknown) => {
  const name = canonicalJson({ by, request })
  const before = state.answered.get(name)
  if (before === undefined) state.answered.set(name, { by, request, answer })
  return before === undefined ? Effect.void : law.same(answer, before.answer, `The response to ${name} has changed.`)
}

const checkContext = (
  state: State,
  request: DrawManyRequest,
  drawn: { readonly poolVersion: number; readonly eligibleCount?: number | undefined },
  eligible: ReadonlyArray<Address>
) => {
  state.version ??= drawn.poolVersion
  // The matches of a text are counted in small selections.
  const isCounted = request.filters.q === undefined || drawn.eligibleCount !== undefined
  const count = isCounted ? eligible.length : undefined
  return Effect.andThen(
    law.same(drawn.poolVersion, state.version, "The version changed without a publication."),
    law.same(drawn.eligibleCount, count, `The eligible count of ${canonicalJson(request.filters)} is wrong.`)
  )
}

const ask = Effect.fnUntraced(function* (state: State, request: DrawManyRequest, by: Way) {
  const eligible = state.known.filter((address) => matches(address, request.filters))
  const excluded = request.excludeAddressIds ?? []
  const drawn = by === "generate" ? yield* drawOrNone(state.pool, request) : undefined
  const batch = by === "batch" ? yield* batchOrNone(state.pool, request) : undefined
  const answer = drawn ?? batch
  yield* remembered(state, by, request, answer)
  yield* law.same(
    answer === undefined,
    eligible.length === 0,
    `${canonicalJson(request)}: the subject and the model disagree on whether anything matches.`
  )
  if (answer === undefined) return
  yield* checkContext(state, request, answer, eligible)
  const ids = drawn === undefined ? idsOf(batch!.addresses) : [drawn.address.id]
  const allowed = idsOf(eligible).filter((id) => by === "generate" || !excluded.includes(id))
  const wrong = ids.find((id) => !allowed.includes(id))
  yield* law.hold(wrong === undefined, `${canonicalJson(request)} returned ${wrong}.`)
  if (batch === undefined) return
  const most = request.unique === false && allowed.length > 0 ? request.count : Math.min(request.count, allowed.length)
  yield* law.same(ids.length, most, `${canonicalJson(request)} returned a different number of addresses.`)
  yield* law.hold(request.unique === false || new Set(ids).size === ids.length, "An address was returned twice.", ids)
})

const repeat = Effect.fnUntraced(function* (state: State) {
  for (const { by, request } of Array.from(state.answered.values()).slice(-4)) yield* ask(state, request, by)
})

const step = Effect.fnUntraced(function* (world: World, gazetteer: Gazetteer, state: State, action: Action) {
  const request = { country: world.country, filters: {}, count: 1 }
  switch (action.do) {
    case "synchronize":
      yield* synchronize(world, gazetteer, state, action.source, action.records)
      return
    case "again": {
      const { changed } = yield* synchronize(
        world,
        gazetteer,
        state,
        action.source,
        state.held[action.source].toReversed()
      )
      return yield* law.same(changed, 0, "The same records changed something.")
    }
    case "withdraw": {
      const records = state.held[action.source].filter((_, i) => i % action.keepEvery === 0)
      yield* synchronize(world, gazetteer, state, action.source, records)
      return
    }
    case "fail": {
      const feed = { records: state.held[action.source].slice(1), failsAfter: action.after, anyway: true }
      const { outcome } = yield* world.synchronize(world.sources[action.source]!, feed)
      return yield* law.same(outcome, "failed", "A failed run reports something else.")
    }
    case "generate":
      return yield* ask(
        state,
        { ...request, filters: filtersOf(action.plan, state.known), seed: action.seed },
        "generate"
      )
    case "batch": {
      const { count, exclude, plan, seed, unique } = action
      const excludeAddressIds = idsOf(state.known).slice(0, exclude)
      const filters = filtersOf(plan, state.known)
      return yield* ask(state, { ...request, filters, seed, count, unique, excludeAddressIds }, "batch")
    }
    case "find": {
      const all = [...state.known, ...state.gone.map((id) => ({ id }))]
      const wanted = all[action.which % Math.max(1, all.length)]
      if (wanted === undefined) return
      const found = yield* Effect.catchTag(state.pool.findById(wanted.id), "UnknownAddress", () => Effect.undefined)
      return yield* law.same(
        found,
        "sources" in wanted ? wanted : undefined,
        `Looking up ${wanted.id} returns the wrong result.`
      )
    }
    case "repeat":
      return yield* repeat(state)
    case "reopen":
      state.pool = yield* world.reopened
      return yield* repeat(state)
  }
})

/** Random sequences of synchronizations, failures, draws, batches, look-ups and restarts, against the plain model. */
export const livesLikeTheModel = Effect.fnUntraced(function* (world: World, { actions, gazetteer }: Story) {
  const state: State = { held: [[], []], known: [], gone: [], version: undefined, answered: new Map(), pool: world }
  for (const action of actions) yield* step(world, gazetteer, state, action)
})
