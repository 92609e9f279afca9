import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { Storehouse } from "./Storehouse.ts"

const request = { country: "US", filters: { city: "Savannah" }, strategy: "random" } as const
const batch = { ...request, count: 50, unique: true, excludeAddressIds: [] }

const opened = Effect.fnUntraced(function* (homes: number) {
  const storehouse = new Storehouse()
  storehouse.publish(homes, "Oak Avenue")
  return { storehouse, pool: Context.get(yield* Layer.build(storehouse.layer), PoolRepository) }
})

/** Publishes another pool just before the draw's next read after `after` others. */
const publishWithin = (storehouse: Storehouse, after: number, homes: number) => {
  let left = after
  storehouse.beforeRead = () => {
    if (left-- === 0) storehouse.publish(homes, "Elm Street")
  }
}

describe("a publication during a draw", () => {
  for (const homes of [20, 200, 5000]) {
    for (const after of [0, 1]) {
      it.effect(`MUST never be mixed with the previous pool: ${homes} homes, before read ${after}`, () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { pool, storehouse } = yield* opened(homes)
            publishWithin(storehouse, after, homes / 2)
            const one = yield* pool.draw({ ...request, seed: "abc" })
            assert.strictEqual(one.poolVersion, 2)
            assert.strictEqual(one.eligibleCount, homes / 2)
            assert.strictEqual(one.address.components.street, "Elm Street")
            publishWithin(storehouse, after, homes)
            const many = yield* pool.drawMany({ ...batch, seed: "abc" })
            assert.strictEqual(many.poolVersion, 3)
            assert.strictEqual(many.addresses.length, Math.min(50, homes))
            assert.isTrue(many.addresses.every((address) => address.components.street === "Elm Street"))
          })
        )
      )
    }
  }

  it.effect("MUST be survived by a draw and by a batch, up to eight times in a row", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* opened(200)
        const publishNext = (times: number) => {
          let left = times
          storehouse.beforeRead = () => {
            if (left-- > 0) storehouse.publish(200, "Elm Street")
          }
        }
        for (const times of [2, 8]) {
          publishNext(times)
          const { address } = yield* pool.draw(request)
          assert.strictEqual(address.components.street, "Elm Street")
          publishNext(times)
          assert.lengthOf((yield* pool.drawMany(batch)).addresses, 50)
        }
      })
    )
  )

  it.effect("MUST be noticed by draws of a text, whose places are remembered by themselves", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* opened(200)
        const text = { ...request, filters: { ...request.filters, q: "savannah" } }
        for (const version of [1, 2]) {
          assert.strictEqual((yield* pool.draw(text)).poolVersion, version)
          assert.strictEqual((yield* pool.drawMany({ ...batch, ...text })).poolVersion, version)
          storehouse.publish(200, "Elm Street")
        }
      })
    )
  )

  it.effect("MUST end in an error, not in an endless draw, if publications never stop", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* opened(20)
        storehouse.beforeRead = () => storehouse.publish(20, "Elm Street")
        const failure = yield* Effect.flip(pool.draw(request))
        assert.strictEqual(failure._tag, "StorageUnavailable")
        assert.match(failure.message, /is being published; try again/)
      })
    )
  )
})
