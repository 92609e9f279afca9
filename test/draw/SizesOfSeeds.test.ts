import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { sampleKey } from "../../src/address/Identity.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as Sampler from "../../src/draw/Sampler.ts"
import { SipHash } from "../../src/draw/SipHash.ts"
import type { PoolStore, Scope } from "../../src/draw/store/PoolStore.ts"
import { Weights } from "../../src/draw/text/Weights.ts"
import { urnOfKeys } from "../../src/draw/urns/BucketUrns.ts"
import { urnOfMatches } from "../../src/draw/urns/MatchUrn.ts"
import { Storehouse } from "./Storehouse.ts"

// Seeds draw differently below and above certain sizes, which are therefore part of the contract: moving one changes
// the draw of every seed in the scopes between.

const nothingTaken = new Sampler.TakenKeys()
const words = (keys: Sampler.SampleKeys): ReadonlyArray<number> => Array.from(keys)

describe("The sizes at which seeds draw in another way", () => {
  for (const homes of [4095, 4096, 4097]) {
    const way = homes <= 4096 ? "ranked" : "drawn one by one"
    it.effect(`MUST have a unique batch of ${homes} homes ${way}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const storehouse = new Storehouse()
          storehouse.publish(homes, "Oak Avenue")
          const pool = Context.get(yield* Layer.build(storehouse.layer), PoolRepository)
          const { addresses } = yield* pool.drawMany({
            country: "US",
            filters: {},
            strategy: "random",
            seed: "abc",
            count: 20,
            unique: true,
            excludeAddressIds: []
          })
          const keys = Sampler.sampleKeys(Array.from(storehouse.pools.get("US")!.entries.values(), ({ key }) => key))
          const seed = SipHash.fromSeed("abc")
          const ranked = words(Sampler.rank(seed, keys).subarray(0, 40))
          const taken = new Sampler.TakenKeys()
          const oneByOne: Array<number> = []
          for (let i = 0; i < 20; i++) {
            const key = yield* urnOfKeys(keys).draw(Sampler.positionHash(seed, i), taken)
            taken.add(key)
            oneByOne.push(...key)
          }
          assert.notDeepEqual(ranked, oneByOne)
          const drawn = addresses.flatMap(({ id }) => words(Sampler.sampleKeys([sampleKey(id)])))
          assert.deepStrictEqual(drawn, homes <= 4096 ? ranked : oneByOne)
        })
      )
    )
  }

  for (const matches of [511, 512, 513, 700]) {
    const way = matches <= 512 ? "picked" : "drawn from a bucket"
    it.effect(`MUST have a text's match in a street of ${matches} ${way}`, () =>
      Effect.gen(function* () {
        const keys = Sampler.sampleKeys(Array.from({ length: matches }, (_, i) => sampleKey(`home ${i}`)))
        const store = { keysInStreets: () => Effect.succeed([keys]) } as unknown as PoolStore["Service"]
        const urn = urnOfMatches(store, {} as Scope, Weights.of(new Map([[sampleKey("street"), matches]])))
        let differing = 0
        for (let i = 0; i < 20; i++) {
          const hash = SipHash.fromSeed(`seed ${i}`)
          const [picked, inBucket] = [Sampler.pick(hash, keys), yield* urnOfKeys(keys).draw(hash, nothingTaken)]
          if (picked[1] !== inBucket[1]) differing++
          const drawn = yield* urn.draw(hash, nothingTaken)
          assert.deepStrictEqual(words(drawn), words(matches <= 512 ? picked : inBucket))
        }
        assert.isAbove(differing, 10)
      })
    )
  }

  it("MUST split a selection into buckets from 32 homes on, of 16 to 31 each", () => {
    assert.deepStrictEqual(
      [1, 31, 32, 63, 64, 127, 128, 1_000_000].map((homes) => Sampler.levelOf(homes)),
      [0, 0, 1, 1, 2, 2, 3, 15]
    )
  })

  it("MUST accept a bucket by all 64 bits of the hash", () => {
    const accepted = (hi: number, lo: number, size: number) =>
      Sampler.mayDraw({ hi, lo, update: () => undefined } as unknown as SipHash, 0, size)
    // A bucket with one of eighty keys: 2^64 / 80 is 0x3333333.33333333…
    for (const [hi, lo, isAccepted] of [
      [0, 0, true],
      [0x3333332, 0xffffffff, true],
      [0x3333333, 0x33333333, true],
      [0x3333333, 0x33333334, false],
      [0x3333334, 0, false],
      [0xffffffff, 0xffffffff, false]
    ] as const) {
      assert.strictEqual(accepted(hi, lo, 1), isAccepted, `${hi} ${lo}`)
    }
    assert.isTrue(accepted(0xffffffff, 0xffffffff, 80))
    assert.isTrue(accepted(0xffffffff, 0xffffffff, 81))
    assert.isFalse(accepted(0, 0, 0))
  })
})
