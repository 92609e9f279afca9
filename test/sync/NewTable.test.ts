import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import { Countries } from "../../src/pool/Countries.ts"
import * as CountriesPostgres from "../../src/pool/CountriesPostgres.ts"
import * as PoolStorePostgres from "../../src/pool/PoolStorePostgres.ts"
import * as PublisherPostgres from "../../src/sync/PublisherPostgres.ts"
import { database, emptied, type Storage } from "../properties/Houses.ts"
import { faults, left, shapes } from "./stored.ts"
import { homes, opened, sourceOf } from "./support.ts"

/** Publishes with a table that is written anew from so many affected addresses on. */
const storage = (from: number) =>
  Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps(undefined, from)) as Storage<never>

const ways = { anew: storage(1), byRows: storage(Infinity) }

const kinds = ["register", "against", "building", "declared", "assumed"] as const

/** Few addresses, in few streets, of which each record may say something else. */
const record: fc.Arbitrary<RawRecord> = fc
  .record({
    number: fc.integer({ min: 1, max: 6 }),
    street: fc.constantFrom("Oak Street", "OAK STREET", "Elm Street"),
    city: fc.constantFrom("Savannah", "SAVANNAH", "Pooler"),
    postcode: fc.constantFrom("31401", "31322"),
    unit: fc.constantFrom(undefined, "2", "Apt 2"),
    kind: fc.constantFrom(...kinds, undefined),
    detail: fc.constantFrom("As parcel 4711-12 says.", "As it says."),
    more: fc.constantFrom<Partial<RawRecord>>(
      {},
      { coordinates: { latitude: 32.08, longitude: -81.09 } },
      { coordinates: { latitude: 32.09, longitude: -81.1 }, language: "en" },
      { names: { fr: { street: "Rue" } } },
      { names: { fr: { street: "Rue", building: "Tour" } }, building: "Tower" }
    ),
    id: fc.integer({ min: 1, max: 3 })
  })
  .map(({ city, detail, id, kind, more, number, postcode, street, unit }) => ({
    recordId: `${street}/${number}/${id}`,
    houseNumber: String(number),
    street,
    unit,
    city,
    region: "GA",
    postcode,
    evidence: kind === undefined ? undefined : { kind, detail },
    ...more
  }))

const records = fc.array(record, { maxLength: 14 })

/** What sources say, and the weakest evidence that counts, step by step. */
const steps = fc.array(
  fc.record(
    { alpha: records, beta: records, weakest: fc.constantFrom("building" as const, "declared" as const, "assumed" as const) },
    { requiredKeys: [] }
  ),
  { minLength: 2, maxLength: 4 }
)

type Steps = typeof steps extends fc.Arbitrary<infer A> ? A : never

layer(database)("A country's table that is written anew", (it) => {
  /** What is left after each step, with what was told of it. */
  const lived = Effect.fnUntraced(function* (way: keyof typeof ways, story: Steps) {
    yield* emptied
    const said: Record<"alpha" | "beta", ReadonlyArray<RawRecord>> = { alpha: [], beta: [] }
    let version = 0
    const sources = (["alpha", "beta"] as const).map((name) =>
      sourceOf(name, () => Stream.suspend(() => Stream.fromIterable(said[name])), {
        fingerprint: Effect.sync(() => String(version))
      })
    )
    const { publisher, synchronizer } = yield* opened(ways[way], sources, 1)
    const countries = Context.get(yield* Layer.build(CountriesPostgres.layerNoDeps), Countries)
    const seen = []
    for (const { alpha, beta, weakest } of story) {
      version++
      said.alpha = alpha ?? said.alpha
      said.beta = beta ?? said.beta
      if (weakest !== undefined) yield* countries.setEvidence("US", weakest)
      const told = []
      for (const source of ["alpha", "beta"]) {
        const [report] = yield* synchronizer.run({ source, anyway: true })
        assert.strictEqual(report!.outcome, "published")
        const [run] = yield* publisher.runs(1)
        told.push({ publication: report!.publication, changes: yield* publisher.changes(run!.id) })
      }
      assert.deepStrictEqual(yield* faults, {})
      seen.push({ told, left: yield* left })
    }
    return seen
  }, Effect.scoped)

  it.effect(
    "MUST leave and tell what changes of its rows leave and tell, whatever two sources say of it",
    () =>
      property(
        steps,
        (story) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* lived("anew", story), yield* lived("byRows", story))
          }),
        { most: 4 }
      ) as Effect.Effect<void>,
    60_000
  )
})
