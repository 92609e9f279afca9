import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { database, emptied, house, postgres, scripted } from "../../properties/Houses.ts"

const homes = (count: number, street: string): ReadonlyArray<RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `${street} ${i}`,
    houseNumber: String(i + 1),
    street,
    city: "Savannah",
    region: "GA",
    postcode: "31401",
    evidence: { kind: "declared" as const, detail: "Made up for tests." }
  }))

const opened = Effect.fnUntraced(function* (records: ReadonlyArray<RawRecord>) {
  yield* emptied
  const { source, tell } = scripted("alpha", ["US"], { records })
  const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
  const publish = Context.get(context, Synchronizer).run({ country: "US", anyway: true })
  yield* publish
  return {
    pool: Context.get(context, PoolRepository),
    publish: (next: ReadonlyArray<RawRecord>) => {
      tell({ records: next })
      return publish
    }
  }
})

const request = { country: "US", filters: {}, strategy: "random" } as const

layer(database)("keys in memory", (it) => {
  for (const count of [20, 200, 2000]) {
    it.effect(`MUST never lead to what is no longer published: ${count} homes`, () =>
      Effect.gen(function* () {
        const { pool, publish } = yield* opened(homes(count, "Oak Avenue"))
        for (let i = 0; i < 50; i++) yield* pool.draw({ ...request, seed: String(i) })
        yield* publish(homes(count, "Elm Street"))
        for (let i = 0; i < 50; i++) {
          const { address, poolVersion } = yield* pool.draw({ ...request, seed: String(i) })
          assert.strictEqual(address.components.street, "Elm Street")
          assert.strictEqual(poolVersion, 2)
        }
      })
    )
  }

  it.effect("MUST not keep saying that a text matches nothing", () =>
    Effect.gen(function* () {
      const { pool, publish } = yield* opened(homes(2000, "Oak Avenue"))
      const rare = { ...request, filters: { q: "zephyrine" } }
      const batch = { ...rare, count: 5, unique: true, excludeAddressIds: [] }
      for (let i = 0; i < 2; i++) {
        assert.strictEqual((yield* Effect.flip(pool.draw(rare)))._tag, "NoPoolCoverage")
        assert.strictEqual((yield* Effect.flip(pool.drawMany(batch)))._tag, "NoPoolCoverage")
      }
      yield* publish([...homes(2000, "Oak Avenue"), ...homes(2, "Zephyrine Passage")])
      assert.strictEqual((yield* pool.draw(rare)).address.components.street, "Zephyrine Passage")
      assert.strictEqual((yield* pool.drawMany(batch)).addresses.length, 2)
    })
  )

  it.effect("MUST draw what the database would: by buckets and by enumerated matches alike", () =>
    Effect.gen(function* () {
      const records = [...homes(3000, "Oak Avenue"), ...homes(40, "Zephyrine Passage")]
      const { pool } = yield* opened(records)
      const seeds = Array.from({ length: 40 }, (_, i) => String(i))
      const draws = (filters: { readonly q?: string }) =>
        Effect.forEach(
          seeds,
          (seed) => Effect.map(pool.draw({ ...request, filters, seed }), ({ address }) => address.id),
          {
            concurrency: 8
          }
        )
      const cold = yield* draws({ q: "zephyrine" })
      assert.deepStrictEqual(yield* draws({ q: "zephyrine" }), cold)
      const everywhere = yield* draws({})
      assert.deepStrictEqual(yield* draws({}), everywhere)
      // Every address contains it, so that draws hit a match at once and need no list of matches.
      assert.deepStrictEqual(yield* draws({ q: "savannah" }), everywhere)
    })
  )
})
