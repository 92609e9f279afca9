import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { makeKeys } from "../../src/pool/PoolKeysPostgres.ts"
import type { Scope } from "../../src/pool/PoolStore.ts"
import * as Sampler from "../../src/pool/Sampler.ts"

const size = 4000
const version = 1
const level = Sampler.levelOf(size)
const every = Array.from({ length: 2 ** level }, (_, bucket) => bucket)

/** As many keys, evenly apart, ascending. */
const all = Sampler.sampleKeys(Array.from({ length: size }, (_, i) => (BigInt(i) << 63n) / BigInt(size)))

const bytesOf = (keys: Sampler.SampleKeys): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(keys.length * 4))
  keys.forEach((word, i) => bytes.setUint32(i * 4, word))
  return new Uint8Array(bytes.buffer)
}

const scope: Scope = {
  country: "US",
  pool: { version, sources: ["alpha"], residential: size },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
}

/** A client that has such rows for any statement, and counts them. */
const clientOf = (rowsFor: (values: ReadonlyArray<unknown>) => ReadonlyArray<object>) => {
  let statements = 0
  const sql = (_: TemplateStringsArray, ...values: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      statements++
      return rowsFor(values)
    })
  const client = Object.assign(sql, {
    and: () => "",
    literal: (text: string) => text
  }) as unknown as SqlClient.SqlClient
  return { client, statements: () => statements }
}

const sizes = every.map((bucket) => Sampler.keyCount(Sampler.bucketOf(all, level, bucket)))

/** Pairs of a bucket and its size, as the statement gives them that counts. */
const counted = bytesOf(Uint32Array.from(every.flatMap((bucket) => [bucket, sizes[bucket]!])))

describe("keys of a scope that is drawn from often", () => {
  it.effect("MUST be counted and then read beside the draws, which then ask for no more of them", () =>
    Effect.gen(function* () {
      const slow = clientOf((values) => [{ version, keys: values.includes(63 - level) ? counted : bytesOf(all) }])
      let asked: ReadonlyArray<number> = []
      const fast = clientOf(() =>
        asked.map((bucket) => ({ version, keys: bytesOf(Sampler.bucketOf(all, level, bucket)) }))
      )
      const keys = makeKeys(fast.client, slow.client, yield* Effect.context<never>())
      const ask = (buckets: ReadonlyArray<number>) => {
        asked = buckets
        return Effect.map(keys.buckets(scope, level, buckets), (found) => found.map((each) => Array.from(each)))
      }
      assert.isUndefined(keys.bucketSizes(scope, level))
      const few = every.length / 16
      yield* ask(every.slice(0, 1))
      assert.deepStrictEqual([fast.statements(), slow.statements()], [1, 1])
      assert.deepStrictEqual(Array.from(keys.bucketSizes(scope, level)!), sizes)
      yield* ask(every.slice(1, 1 + few))
      assert.deepStrictEqual([fast.statements(), slow.statements()], [2, 1])
      yield* ask([1 + few])
      assert.deepStrictEqual([fast.statements(), slow.statements()], [3, 2])
      const found = yield* ask(every)
      assert.deepStrictEqual([fast.statements(), slow.statements()], [3, 2])
      assert.deepStrictEqual(
        found,
        every.map((bucket) => Array.from(Sampler.bucketOf(all, level, bucket)))
      )
    })
  )
})
