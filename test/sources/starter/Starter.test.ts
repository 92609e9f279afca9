import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { source as starter } from "../../../sources/starter/Starter.ts"
import { opened } from "../../properties/Houses.ts"
import { tiny } from "../TinySource.ts"

const anything = { country: "US", filters: {}, strategy: "random" } as const
const smallville = { ...anything, filters: { city: "Smallville" } }

describe("The starter", () => {
  it.live("MUST publish 4,000 homes or more, and count what it rejects by reason", () =>
    Effect.gen(function* () {
      const { pool, synchronizer } = yield* opened(starter)
      const [report] = yield* synchronizer.run({})
      assert.strictEqual(report!.outcome, "published")
      assert.isAtLeast(report!.publication!.residential, 4000)
      const rejected = Object.values(report!.rejected).reduce((sum, count) => sum + count, 0)
      assert.strictEqual(report!.kept + rejected, report!.read)
      assert.strictEqual(report!.read, 3220 + 1000)
      assert.isAbove(report!.rejected["missing-house-number"]!, 0)
      const [counts] = yield* pool.counts
      assert.strictEqual(counts!.residential, report!.publication!.residential)
    })
  )

  it.live("MUST change nothing the second time, whether it is read again or not", () =>
    Effect.gen(function* () {
      const { pool, publisher, synchronizer } = yield* opened(starter)
      yield* synchronizer.run({})
      const before = yield* pool.counts
      const [unchanged] = yield* synchronizer.run({})
      assert.deepInclude(unchanged, { outcome: "unchanged", read: 0 })
      const [again] = yield* synchronizer.run({ force: true })
      assert.deepInclude(again!.publication, { added: 0, changed: 0, withdrawn: 0, poolVersion: 1 })
      assert.deepStrictEqual(yield* pool.counts, before)
      const outcomes = (yield* publisher.runs(10)).map(({ outcome }) => outcome)
      assert.deepStrictEqual(outcomes, ["published", "unchanged", "published"])
    })
  )

  it.live("MUST state the origin of every address, and that nothing says it is a home", () =>
    Effect.gen(function* () {
      const { pool, synchronizer } = yield* opened(starter)
      yield* synchronizer.run({})
      const { addresses } = yield* pool.drawMany({
        ...anything,
        seed: "words",
        count: 50,
        unique: true,
        excludeAddressIds: []
      })
      for (const { residential, sources } of addresses) {
        assert.strictEqual(residential.evidence, "assumed")
        assert.match(residential.detail, /neither list says which of them are homes/)
        assert.deepStrictEqual(
          sources.map(({ name }) => name),
          ["starter"]
        )
        assert.match(sources[0]!.license, /^(Public Domain|MIT)$/)
      }
    })
  )

  it.live("MUST coexist with a second source, and be distinguished from it", () =>
    Effect.gen(function* () {
      const { pool, synchronizer } = yield* opened(tiny, starter)
      yield* synchronizer.run({ source: "starter" })
      assert.deepStrictEqual((yield* pool.draw(anything)).sourcesTried, ["starter"])
      const before = yield* Effect.flip(pool.draw(smallville))
      assert.include(before.message, "Sources consulted: starter.")
      yield* synchronizer.run({})
      const drawn = yield* pool.draw(smallville)
      assert.deepStrictEqual(drawn.sourcesTried, ["tiny", "starter"])
      assert.strictEqual(drawn.address.sources[0]!.name, "tiny")
      assert.strictEqual(drawn.address.residential.evidence, "register")
      const after = yield* Effect.flip(pool.draw({ ...anything, filters: { city: "Atlantis" } }))
      assert.include(after.message, "Sources consulted: tiny, starter.")
    })
  )
})
