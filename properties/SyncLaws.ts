import { Effect, type Scope } from "effect"
import type { Address } from "../schemas/Address.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import type { WorldPlan } from "./Generators.ts"
import { batchOrNone, drawOrNone, enumerate, idsOf, promise } from "./Law.ts"
import { expectedHomes, expectedPool, homesOf } from "./Model.ts"
import type { Pool, SubjectFailure, World } from "./Subject.ts"

/** Every address of the world's country that can be drawn. The worlds of these laws have up to 550 addresses. */
export const published = (world: Pool & { readonly country: string }) =>
  enumerate(world, { country: world.country, filters: {}, seed: "published" })

/** Documents by ID, without the time of their last change. */
const documents = (addresses: ReadonlyArray<Address>) =>
  Object.fromEntries(addresses.map((address) => [address.id, { ...address, updatedAt: "" }]))

/** The responses to a draw and to twenty at once, which show that keys and versions are unchanged too. */
const answers = (world: World) => {
  const request = { country: world.country, filters: {}, seed: "sync" }
  return Effect.all([drawOrNone(world, request), batchOrNone(world, { ...request, count: 20, unique: false })])
}

const answeredIds = (world: World) =>
  Effect.map(answers(world), ([one, many]) => [one?.address.id, ...idsOf(many?.addresses ?? [])])

const both = (world: World): readonly [string, string] => [world.sources[0]!, world.sources[1]!]

/** The pool contains what the sources say together: each address once, with all its sources, homes only. */
export const poolIsWhatSourcesSay = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise("The pool MUST contain each home of any source once, with every source that has it")
  const [first, second] = both(world)
  yield* world.synchronize(first, { records: plan.first })
  yield* world.synchronize(second, { records: plan.second })
  const expected = expectedPool(plan.gazetteer, [
    [first, plan.first],
    [second, plan.second]
  ])
  yield* law.same(homesOf(yield* published(world)), expectedHomes(expected), "Its contents differ.")
})

/** Synchronizing the same records again changes nothing: no document, no version, no draw. */
export const synchronizingTwiceChangesNothing = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise("A second synchronization of the same records MUST change nothing")
  const [first, second] = both(world)
  yield* world.synchronize(first, { records: plan.first })
  yield* world.synchronize(second, { records: plan.second })
  const [addresses, drawn] = [yield* published(world), yield* answers(world)]
  for (const [source, records] of [
    [first, plan.first],
    [second, plan.second]
  ] as const) {
    // In another order: a source may list its records in any order.
    const { added, changed, outcome, withdrawn } = yield* world.synchronize(source, { records: records.toReversed() })
    yield* law.hold(outcome === "published" || outcome === "unchanged", `It ended as ${outcome}.`)
    yield* law.same({ added, changed, withdrawn }, { added: 0, changed: 0, withdrawn: 0 }, "It reports changes.")
  }
  yield* law.same(yield* published(world), addresses, "Documents have changed.")
  yield* law.same(yield* answers(world), drawn, "Draws, or the version that they report, have changed.")
})

/**
 * Two sources make the same pool in either order: the same documents, and the same address for each seed. The worlds
 * are created one after the other, because they may share a database.
 */
export const orderDoesNotMatter = Effect.fnUntraced(function* <R>(
  fresh: Effect.Effect<World, SubjectFailure, R | Scope.Scope>,
  plan: WorldPlan
) {
  const law = promise("The pool MUST NOT depend on the order in which sources are synchronized")
  const outcome = (feeds: ReadonlyArray<readonly [source: 0 | 1, records: ReadonlyArray<RawRecord>]>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const world = yield* fresh
        for (const [source, records] of feeds) yield* world.synchronize(world.sources[source]!, { records })
        return { documents: documents(yield* published(world)), drawn: yield* answeredIds(world) }
      })
    )
  const one = yield* outcome([
    [0, plan.first],
    [1, plan.second]
  ])
  const other = yield* outcome([
    [1, plan.second.toReversed()],
    [0, plan.first.toReversed()]
  ])
  yield* law.same(one.documents, other.documents, "Documents differ.")
  yield* law.same(one.drawn, other.drawn, "Draws differ.")
})

/**
 * Evidence against a home never makes a home. Whatever a source adds against addresses, every home in the pool
 * afterwards was a home before, and an address that a register speaks against is a home only if a register says so.
 */
export const againstMakesNoHomes = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise(
    "Evidence against a home MUST make no address a home, and MUST outrank weaker evidence of every source"
  )
  const [first, second] = both(world)
  const ids = Effect.map(published(world), (addresses) => addresses.map(({ id }) => id).sort())
  yield* world.synchronize(first, { records: plan.first })
  yield* world.synchronize(second, { records: plan.second })
  const before = yield* ids
  const known = new Set(before)
  const against = plan.first.map((record, i): RawRecord => ({
    ...record,
    recordId: `against ${record.recordId}`,
    evidence:
      i % 2 === 0
        ? { kind: "against", detail: "It is a restaurant." }
        : { kind: "register-against", detail: "Its use code is office." }
  }))
  const said = [...plan.second, ...against]
  yield* world.synchronize(second, { records: said, anyway: true })
  const now = yield* ids
  yield* law.hold(
    now.every((id) => known.has(id)),
    "An address became a home.",
    now.filter((id) => !known.has(id))
  )
  const expected = expectedPool(plan.gazetteer, [
    [first, plan.first],
    [second, said]
  ])
  yield* law.same(
    homesOf(yield* published(world)),
    expectedHomes(expected),
    "The pool's contents differ from the model."
  )
  yield* world.synchronize(second, { records: plan.second, anyway: true })
  yield* law.same(yield* ids, before, "With the evidence against removed, different addresses are homes.")
})

/**
 * An address that no source has any more is gone from draws and look-ups. One that another source still has stays,
 * without the first source.
 */
export const withdrawnIsGone = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise("Exactly the addresses that no source has any more MUST leave the pool")
  const [first, second] = both(world)
  yield* world.synchronize(first, { records: plan.first })
  yield* world.synchronize(second, { records: plan.second })
  const before = yield* published(world)
  const left = plan.second.filter((_, i) => i % 2 === 0)
  for (const records of [left, []]) {
    yield* world.synchronize(second, { records, anyway: true })
    const now = yield* published(world)
    const expected = expectedPool(plan.gazetteer, [
      [first, plan.first],
      [second, records]
    ])
    yield* law.same(homesOf(now), expectedHomes(expected), "The pool's contents differ from the model.")
    const ids = new Set(idsOf(now))
    const gone = idsOf(before).filter((id) => !ids.has(id))
    for (const id of gone.slice(0, 5)) {
      const found = yield* Effect.catchTag(world.findById(id), "UnknownAddress", () => Effect.undefined)
      yield* law.hold(found === undefined, `${id} is gone, but can still be looked up.`)
    }
  }
})

/** An address of two sources is one address with both sources, in registration order, whichever came first. */
export const sharedAddressesAreOne = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise("An address in two sources MUST be one address with two sources")
  const [first, second] = both(world)
  yield* world.synchronize(second, { records: plan.first })
  const alone = yield* published(world)
  const result = yield* world.synchronize(first, { records: plan.first })
  const shared = yield* published(world)
  yield* law.same(idsOf(shared).toSorted(), idsOf(alone).toSorted(), "Different addresses are published.")
  yield* law.same(result.added, 0, "Addresses were added that already exist.")
  const wrong = shared.find(({ sources }) => sources.map(({ name }) => name).join() !== `${first},${second}`)
  yield* law.hold(wrong === undefined, "An address names the wrong sources:", wrong?.sources)
})

/** A source that suddenly has less than half of its records does not change the pool. */
export const gatesKeepThePool = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise("A source that collapses MUST NOT change the pool")
  const [first, second] = both(world)
  yield* world.synchronize(first, { records: plan.first })
  yield* world.synchronize(second, { records: plan.second })
  const [addresses, drawn] = [yield* published(world), yield* answers(world)]
  const known = expectedPool(plan.gazetteer, [[first, plan.first]]).size
  for (const records of [[], plan.first.slice(0, Math.floor(known / 2))]) {
    const { outcome } = yield* world.synchronize(first, { records })
    yield* law.same(outcome, "gated", `${records.length} records for ${known} addresses were let through.`)
  }
  yield* law.same(yield* published(world), addresses, "Documents have changed.")
  yield* law.same(yield* answers(world), drawn, "Draws have changed.")
})

/** A source that breaks off leaves the pool unchanged, however far it came, and the next complete run corrects it. */
export const failuresKeepThePool = Effect.fnUntraced(function* (
  world: World,
  plan: WorldPlan,
  failsAfter: number,
  others: ReadonlyArray<RawRecord>
) {
  const law = promise("A failed synchronization MUST NOT change the pool")
  const [first] = both(world)
  yield* world.synchronize(first, { records: plan.first })
  const [addresses, drawn] = [yield* published(world), yield* answers(world)]
  const { outcome } = yield* world.synchronize(first, { records: others, failsAfter, anyway: true })
  yield* law.same(outcome, "failed", "It does not report that it failed.")
  yield* law.same(yield* published(world), addresses, "Documents have changed.")
  yield* law.same(yield* answers(world), drawn, "Draws have changed.")
  yield* world.synchronize(first, { records: others, anyway: true })
  const expected = expectedPool(plan.gazetteer, [[first, others]])
  yield* law.same(homesOf(yield* published(world)), expectedHomes(expected), "The next run did not correct it.")
})

/** An address that is removed and comes back has the same ID and seeds as before. */
export const comingBackRestores = Effect.fnUntraced(function* (world: World, plan: WorldPlan) {
  const law = promise("An address that comes back MUST have the same ID and seeds as before")
  const [first, second] = both(world)
  yield* world.synchronize(first, { records: plan.first })
  const before = { ids: idsOf(yield* published(world)), drawn: yield* answeredIds(world) }
  yield* world.synchronize(second, { records: plan.second })
  yield* world.synchronize(first, { records: plan.first.slice(0, 1), anyway: true })
  yield* world.synchronize(first, { records: plan.first, anyway: true })
  yield* world.synchronize(second, { records: [], anyway: true })
  const after = { ids: idsOf(yield* published(world)), drawn: yield* answeredIds(world) }
  yield* law.same(after, before, "They differ.")
})
