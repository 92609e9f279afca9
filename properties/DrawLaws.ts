import { Effect } from "effect"
import { MAX_BATCH, MAX_EXCLUDED } from "../schemas/Generation.ts"
import { canonicalJson } from "../schemas/CanonicalJson.ts"
import { batchOrNone, drawOrNone, enumerate, idsOf, promise } from "./Law.ts"
import type { DrawManyRequest, DrawRequest, Pool } from "./Subject.ts"

// Laws of draws from a pool that does not change. Each law accepts any request, and holds trivially if that selects
// nothing.

/** A request with a seed. */
export type Seeded<Request extends DrawRequest> = Request & { readonly seed: string }

/** The same seed and request always return the same response, with either strategy. */
export const seedsRepeat = Effect.fnUntraced(function* (pool: Pool, request: Seeded<DrawManyRequest>) {
  const law = promise("The same seed, request and pool version MUST give the same response")
  const first = yield* drawOrNone(pool, request)
  const batch = yield* batchOrNone(pool, request)
  yield* law.same(yield* drawOrNone(pool, request), first, "A draw differs from its repetition.")
  yield* law.same(yield* batchOrNone(pool, request), batch, "A batch differs from its repetition.")
  const instant = yield* drawOrNone(pool, { ...request, strategy: "instant" })
  yield* law.same(instant, first, "The strategies random and instant give different responses to one seed.")
  const instantBatch = yield* batchOrNone(pool, { ...request, strategy: "instant" })
  yield* law.same(instantBatch, batch, "The strategies random and instant give different batches to one seed.")
  for (const answer of [first, batch]) {
    if (answer !== undefined) yield* law.same(answer.seed, request.seed, "The response names another seed.")
  }
})

/** A response to a request without a seed names the seed that was chosen, and that seed replays it. */
export const answersReplay = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("The seed named in a response MUST replay it")
  const { seed: _, ...unseeded } = request
  for (const strategy of ["random", "instant"] as const) {
    const drawn = yield* drawOrNone(pool, { ...unseeded, strategy })
    if (drawn === undefined) return
    const replayed = yield* drawOrNone(pool, { ...unseeded, seed: drawn.seed })
    yield* law.same(replayed, drawn, `A draw (${strategy}) differs from its replay.`)
  }
  const batch = yield* batchOrNone(pool, unseeded)
  const replayed = yield* batchOrNone(pool, { ...unseeded, seed: batch?.seed ?? "" })
  yield* law.same(replayed, batch, "A batch differs from its replay.")
})

/** Without a seed, draws vary: 40 draws from a selection of at least 10 do not all return one address. */
export const unseededDrawsVary = Effect.fnUntraced(function* (pool: Pool, request: DrawRequest) {
  const law = promise("Draws without a seed MUST vary")
  const { seed: _, ...unseeded } = request
  const some = yield* batchOrNone(pool, { ...unseeded, count: 10, unique: true, excludeAddressIds: [] })
  if (some === undefined || some.exhausted) return
  for (const strategy of ["random", "instant"] as const) {
    const drawn = yield* Effect.replicateEffect(drawOrNone(pool, { ...unseeded, strategy }), 40)
    const ids = new Set(drawn.map((draw) => draw?.address.id))
    yield* law.hold(ids.size > 1, `40 draws (${strategy}) returned the same address.`, Array.from(ids))
  }
})

/** Two subjects over the same pools return the same: before and after a restart, in memory and in PostgreSQL. */
export const subjectsAgree = Effect.fnUntraced(function* (one: Pool, other: Pool, request: Seeded<DrawManyRequest>) {
  const law = promise("Two services over the same pools MUST give the same responses")
  const same = <A, E, E2>(ask: (pool: Pool) => Effect.Effect<A, E | E2>, what: string) =>
    Effect.flatMap(Effect.all([ask(one), ask(other)]), ([left, right]) => law.same(left, right, `${what} differ.`))
  yield* same((pool) => drawOrNone(pool, request), "Draws")
  yield* same((pool) => batchOrNone(pool, request), "Batches")
})

/** A unique batch never contains an ID twice, never more than `count`, and is shorter only if it says `exhausted`. */
export const batchesAreUnique = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("A unique batch MUST NOT return an address twice")
  const batch = yield* batchOrNone(pool, { ...request, unique: true })
  if (batch === undefined) return
  const ids = idsOf(batch.addresses)
  yield* law.hold(new Set(ids).size === ids.length, "An ID occurs twice:", ids)
  yield* law.hold(ids.length <= request.count, `${ids.length} were returned, ${request.count} were requested.`)
  yield* law.same(batch.exhausted, ids.length < request.count, "`exhausted` contradicts the batch's size.")
})

/** A batch that may repeat is always full, unless the selection is empty. */
export const repeatingBatchesAreFull = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("A batch that may repeat addresses MUST have as many as requested")
  const batch = yield* batchOrNone(pool, { ...request, unique: false, excludeAddressIds: [] })
  if (batch === undefined) return
  yield* law.same(batch.addresses.length, request.count, "It has fewer or more.")
  yield* law.hold(!batch.exhausted, "It says that it is exhausted.")
})

/** An excluded address is never returned, by unique batches or others, even with 500 exclusions. */
export const exclusionsHold = Effect.fnUntraced(function* (pool: Pool, request: Seeded<DrawManyRequest>) {
  const law = promise("An excluded address MUST NOT be returned")
  const known = yield* enumerate(pool, { ...request, seed: "exclusions" })
  if (known.length === 0) return
  const some = idsOf(known).slice(0, Math.max(1, Math.floor(known.length / 2)))
  const country = request.country.toLowerCase()
  // IDs of no address: excluding them is allowed and changes nothing.
  const unknown = Array.from({ length: MAX_EXCLUDED }, (_, i) => `${country}-${String(i).padStart(20, "0").slice(-20)}`)
  // The first and the last exclusions count too, so the existing IDs are at either end of a full list.
  const first = [...some, ...unknown].slice(0, MAX_EXCLUDED)
  for (const excluded of [some, first, [...unknown, ...some].slice(-MAX_EXCLUDED)]) {
    for (const unique of [true, false]) {
      const batch = yield* batchOrNone(pool, {
        ...request,
        count: MAX_BATCH,
        unique,
        excludeAddressIds: excluded
      })
      const returned = idsOf(batch?.addresses ?? []).filter((id) => excluded.includes(id))
      yield* law.same(returned, [], `A batch (unique: ${unique}) returned excluded IDs.`)
    }
  }
  const whole = { ...request, count: MAX_BATCH, excludeAddressIds: [] }
  yield* law.same(
    idsOf((yield* batchOrNone(pool, { ...whole, excludeAddressIds: unknown }))?.addresses ?? []),
    idsOf((yield* batchOrNone(pool, whole))?.addresses ?? []),
    "Excluding IDs of no address changed a batch."
  )
})

/**
 * If every address is excluded, a batch is empty and exhausted. This is not an error, because the selection has
 * addresses.
 */
export const nothingIsLeft = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("If every address of a selection is excluded, the batch MUST be empty and exhausted")
  const all = idsOf(yield* enumerate(pool, request))
  if (all.length === 0 || all.length > MAX_EXCLUDED) return
  for (const unique of [true, false]) {
    const batch = yield* batchOrNone(pool, { ...request, unique, excludeAddressIds: all })
    yield* law.hold(batch !== undefined, `The batch (unique: ${unique}) failed as if nothing matched.`)
    yield* law.same(idsOf(batch!.addresses), [], `The batch (unique: ${unique}) has addresses.`)
    yield* law.hold(batch!.exhausted, `The batch (unique: ${unique}) does not say that it is exhausted.`)
  }
  const [kept] = all
  const last = yield* batchOrNone(pool, { ...request, count: 1, excludeAddressIds: all.slice(1) })
  yield* law.same(idsOf(last?.addresses ?? []), [kept], "The only remaining address was not returned.")
})

/** Position i of a seeded batch depends only on earlier positions, never on the batch's size. */
export const prefixesAreStable = Effect.fnUntraced(function* (pool: Pool, request: Seeded<DrawManyRequest>) {
  const law = promise("Position i of a seeded batch MUST NOT depend on `count`")
  const most = yield* batchOrNone(pool, { ...request, count: MAX_BATCH })
  if (most === undefined) return
  const ids = idsOf(most.addresses)
  for (const count of new Set([1, 2, Math.ceil(request.count / 2), request.count, 49])) {
    const batch = yield* batchOrNone(pool, { ...request, count })
    yield* law.same(
      idsOf(batch?.addresses ?? []),
      ids.slice(0, count),
      `A batch of ${count} is not a prefix of the larger one.`
    )
  }
})

/** A drawn address can be looked up by its ID, and is exactly the same. */
export const drawnIsFound = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("`addresses/{id}` MUST return what a draw returned")
  const drawn = yield* drawOrNone(pool, request)
  const batch = yield* batchOrNone(pool, request)
  const addresses = [...(drawn === undefined ? [] : [drawn.address]), ...(batch?.addresses ?? [])].slice(0, 5)
  for (const address of addresses) {
    const found = yield* Effect.catchTag(pool.findById(address.id), "UnknownAddress", () => Effect.undefined)
    yield* law.same(found, address, `${address.id} was drawn as one address and looked up as another.`)
  }
})

/**
 * A unique batch of 50 from n ≤ 50 addresses returns each of them once, and says `exhausted` if n is below 50. It never
 * gives up on a small place.
 */
export const smallScopesComeWhole = Effect.fnUntraced(function* (pool: Pool, request: DrawManyRequest) {
  const law = promise("A batch of 50 from a smaller selection MUST return each address once")
  const batch = yield* batchOrNone(pool, { ...request, count: MAX_BATCH, unique: true, excludeAddressIds: [] })
  if (batch?.eligibleCount === undefined) return
  const ids = new Set(idsOf(batch.addresses))
  const expected = Math.min(MAX_BATCH, batch.eligibleCount)
  yield* law.same(
    ids.size,
    expected,
    `From ${batch.eligibleCount} eligible addresses, the batch did not return ${expected}.`
  )
  yield* law.same(batch.exhausted, batch.eligibleCount < MAX_BATCH, "`exhausted` is wrong.")
})

/** A single draw and a batch report the same pool version and counts. */
export const contextsAgree = Effect.fnUntraced(function* (pool: Pool, request: Seeded<DrawManyRequest>) {
  const law = promise("A draw and a batch from one selection MUST report the same about its pool")
  const drawn = yield* drawOrNone(pool, request)
  const batch = yield* batchOrNone(pool, request)
  yield* law.same(drawn === undefined, batch === undefined, "Only one of them found something.")
  if (drawn === undefined || batch === undefined) return
  const { address: _, ...ofDraw } = drawn
  const { addresses: __, exhausted: ___, stated: ____, ...ofBatch } = batch
  yield* law.same(ofDraw, ofBatch, "They differ.")
  const names = new Set(batch.addresses.flatMap(({ sources }) => sources.map(({ name }) => name)))
  const untold = Array.from(names).filter((name) => !drawn.sourcesTried.includes(name))
  yield* law.same(untold, [], "A source of a drawn address is not among the sources tried.")
  yield* law.hold(canonicalJson(drawn.sourcesTried) !== "[]", "No source was tried, yet an address was drawn.")
})
