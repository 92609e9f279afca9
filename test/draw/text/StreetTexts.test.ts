import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import { textBounds } from "../../../src/draw/text/TextBounds.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { database, emptied } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../../sync/support.ts"

/** No selection is small enough to be scanned: draws find the streets with a text, and read the keys of those they need. */
const storage = Layer.mergeAll(
  PoolStorePostgres.layerWith({ ...textBounds, selection: 0 }),
  PublisherPostgres.layerNoDeps()
)

layer(database)("Draws of a text in names of streets", (it) => {
  it.effect("MUST be homes of these streets, be it one or several, asked for one by one or together", () =>
    Effect.gen(function* () {
      yield* emptied
      const records = ["Oak Avenue", "Elm Street", "Ash Street"].flatMap((street) => homes(30, 1, street))
      const { pool, synchronizer } = yield* opened(storage, [sourceOf("alpha", () => Stream.fromIterable(records))])
      yield* synchronizer.run({})
      for (const concurrency of [1, "unbounded"] as const) {
        for (const [q, streets] of [
          ["oak", ["Oak Avenue"]],
          ["street", ["Ash Street", "Elm Street"]]
        ] as const) {
          const drawn = yield* Effect.forEach(
            Array.from({ length: 16 }, (_, i) => `${concurrency} ${i}`),
            (seed) => pool.draw({ country: "US", filters: { q }, seed, strategy: "random" }),
            { concurrency }
          )
          assert.sameMembers([...new Set(drawn.map(({ address }) => address.components.street))], [...streets])
        }
      }
    })
  )
})
