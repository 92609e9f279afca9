import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { type RawRecord, SourceError } from "../../../sources/DataSource.ts"
import { database, emptied, memory, postgres, type Storage } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../support.ts"

/** More records than are read ahead, so that some of the part are already staged when it breaks off. */
const many = 8100

const broken = Stream.fail(new SourceError({ source: "alpha", reason: "unreadable", message: "It broke off." }))

layer(database)("A part that breaks off", (it) => {
  for (const [name, storage] of Object.entries({ memory, postgres })) {
    it.effect(
      `MUST leave nothing of what it had read, in ${name}`,
      () =>
        Effect.gen(function* () {
          yield* emptied
          let given: Stream.Stream<RawRecord, SourceError> = Stream.concat(
            Stream.fromIterable(homes(many, 1, "Wrong Street")),
            broken
          )
          const source = sourceOf("alpha", () => Stream.die("It is read by parts."), {
            parts: () =>
              Stream.make(
                // A run can be resumed only if one of its parts was finished.
                { name: "one", records: Stream.fromIterable(homes(3, 101)) },
                { name: "two", records: Stream.suspend(() => given) }
              )
          })
          const { pool, synchronizer } = yield* opened(storage as Storage<never>, [source])
          assert.deepInclude((yield* synchronizer.run({ anyway: true }))[0], { outcome: "failed" })
          given = Stream.fromIterable(homes(10))
          const [report] = yield* synchronizer.run({ anyway: true })
          assert.deepInclude(report, { outcome: "published", read: 13, kept: 13, rejected: {} })
          assert.deepInclude((yield* pool.counts)[0], { country: "US" })
          const drawn = yield* pool.drawMany({
            country: "US",
            filters: {},
            seed: "all",
            strategy: "random",
            count: 13,
            unique: true,
            excludeAddressIds: []
          })
          assert.isTrue(drawn.addresses.every(({ components }) => components.street === "Oak Avenue"))
          assert.strictEqual(drawn.eligibleCount, 13)
        }) as Effect.Effect<void>
    )
  }
})
