import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { type KeyFile, makeKeyFile } from "../../../src/draw/keys/KeyFile.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"
import type * as PoolStore from "../../../src/draw/store/PoolStore.ts"

const size = 4000
const level = Sampler.levelOf(size)
const every = Array.from({ length: 2 ** level }, (_, bucket) => bucket)

const scopeOf = (): PoolStore.Scope => ({
  country: "US",
  pool: { version: 1, sources: ["alpha"], residential: size },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
})

/** Evenly spaced keys, the first of them this far from the beginning. */
const keysFrom = (first: bigint): Sampler.SampleKeys =>
  Sampler.sampleKeys(Array.from({ length: size }, (_, i) => (BigInt(i) << 63n) / BigInt(size) + first))

const bytes = keysFrom(0n).byteLength

/** Writes the keys in two parts. */
const write = Effect.fnUntraced(function* (file: KeyFile, scope: PoolStore.Scope, keys: Sampler.SampleKeys) {
  const written = yield* file.begin(scope)
  for (const part of [keys.subarray(0, 1000), keys.subarray(1000)]) yield* written!.append(part)
  written!.done()
})

const bucketsOf = (keys: Sampler.SampleKeys) => every.map((bucket) => Array.from(Sampler.bucketOf(keys, level, bucket)))

const read = (file: KeyFile, scope: PoolStore.Scope) =>
  Effect.map(file.buckets(scope, level, every) ?? Effect.undefined, (found) => found?.map((keys) => Array.from(keys)))

describe("a file of keys", () => {
  it.effect("MUST return what was written, and nothing of what was not written as a whole", () =>
    Effect.gen(function* () {
      const file = yield* makeKeyFile(bytes * 3)
      const [one, other, part] = [scopeOf(), scopeOf(), scopeOf()]
      yield* write(file, one, keysFrom(0n))
      yield* write(file, other, keysFrom(7n))
      const written = yield* file.begin(part)
      yield* written!.append(keysFrom(0n).subarray(0, 1000))
      written!.done()
      assert.deepStrictEqual(yield* read(file, one), bucketsOf(keysFrom(0n)))
      assert.deepStrictEqual(yield* read(file, other), bucketsOf(keysFrom(7n)))
      assert.isUndefined(yield* read(file, part))
      assert.isUndefined(yield* read(file, scopeOf()))
    })
  )

  it.effect("MUST not return keys that were overwritten while they were read", () =>
    Effect.gen(function* () {
      const file = yield* makeKeyFile(bytes)
      const [one, other] = [scopeOf(), scopeOf()]
      yield* write(file, one, keysFrom(0n))
      const reading = yield* Effect.forkChild(read(file, one), { startImmediately: true })
      yield* write(file, other, keysFrom(7n))
      assert.isUndefined(yield* Fiber.join(reading))
      assert.deepStrictEqual(yield* read(file, other), bucketsOf(keysFrom(7n)))
    })
  )

  it.effect("MUST be empty for draws that outlive it", () =>
    Effect.gen(function* () {
      const life = yield* Scope.make()
      const file = yield* Scope.provide(makeKeyFile(bytes), life)
      const scope = scopeOf()
      yield* write(file, scope, keysFrom(0n))
      yield* Scope.close(life, Exit.void)
      assert.isUndefined(yield* read(file, scope))
    })
  )
})
