import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { database, emptied } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../../sync/support.ts"

/** Every text is frequent: draws take homes and test them. */
const storage = Layer.mergeAll(
  PoolStorePostgres.layerWith({ streets: 0, homes: 0, selection: 0 }),
  PublisherPostgres.layerNoDeps()
)

layer(database)("Draws of frequent texts", (it) => {
  it.effect("MUST be answered together as they are one by one, each for its own text", () =>
    Effect.gen(function* () {
      yield* emptied
      const records = [...homes(30, 1, "Oak Avenue"), ...homes(30, 1, "Elm Street")]
      const { pool, synchronizer } = yield* opened(storage, [sourceOf("alpha", () => Stream.fromIterable(records))])
      yield* synchronizer.run({})
      const requests = Array.from({ length: 12 }, (_, i) => ({
        country: "US",
        filters: { q: i % 2 === 0 ? "oak" : "elm" },
        seed: `${i}`,
        strategy: "random" as const
      }))
      const answers = (concurrency: number | "unbounded") =>
        Effect.forEach(requests, (request) => Effect.map(pool.draw(request), ({ address }) => address), { concurrency })
      const alone = yield* answers(1)
      assert.deepStrictEqual(
        alone.map(({ components }) => components.street),
        requests.map(({ filters }) => (filters.q === "oak" ? "Oak Avenue" : "Elm Street"))
      )
      assert.deepStrictEqual(yield* answers("unbounded"), alone)
    })
  )
})
