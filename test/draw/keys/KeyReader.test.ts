import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { makeKeyReader } from "../../../src/draw/keys/KeyReader.ts"
import { makeKeyStatements } from "../../../src/draw/keys/KeyStatements.ts"
import { openScratchIn, ScratchFault } from "../../../sources/scratch/ScratchFile.ts"
import { StorageUnavailable } from "../../../src/database/Outage.ts"
import { decodeKeys } from "../../../src/draw/store/PoolReadsPostgres.ts"
import type { Scope } from "../../../src/draw/store/PoolStore.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"

const edition = "1/0"

const scopeOf = (size: number): Scope => ({
  country: "US",
  pool: { version: 1, edition, sources: ["alpha"], residential: size },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
})

const made = new Map<number, ReadonlyArray<bigint>>()

/** Evenly spaced values of the scope's size, ascending: made once, because each bucket is searched for among them. */
const valuesOfKeys = ({ size }: Scope): ReadonlyArray<bigint> => {
  const values = made.get(size) ?? Array.from({ length: size }, (_, i) => (BigInt(i) << 63n) / BigInt(size))
  made.set(size, values)
  return values
}

const keysOf = (scope: Scope): Sampler.SampleKeys => Sampler.sampleKeys(valuesOfKeys(scope))

const bytesOf = (keys: Sampler.SampleKeys): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(keys.length * 4))
  keys.forEach((word, i) => bytes.setUint32(i * 4, word))
  return new Uint8Array(bytes.buffer)
}

/** A statement or a part of one, along with its values. */
interface Fragment {
  readonly values: ReadonlyArray<unknown>
}

const valuesOf = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.flatMap((value) => (Effect.isEffect(value) ? valuesOf((value as unknown as Fragment).values) : [value]))

/** A client that returns these rows for any statement, unless it is down, and counts statements. */
const clientOf = (rowsFor: (values: ReadonlyArray<unknown>) => ReadonlyArray<object>) => {
  let statements = 0
  const state = { isDown: false }
  const sql = (_: TemplateStringsArray, ...values: ReadonlyArray<unknown>) =>
    Object.assign(
      Effect.suspend(() => {
        statements++
        if (state.isDown) return Effect.fail(new StorageUnavailable({ reason: "Connection", message: "It is down." }))
        return Effect.succeed(rowsFor(valuesOf(values)))
      }),
      { values }
    )
  const client = Object.assign(sql, {
    and: () => "",
    literal: (text: string) => text
  }) as unknown as SqlClient.SqlClient
  return { client, state, statements: () => statements }
}

/**
 * A reader of keys for scopes of one country.
 *
 * @param bytes memory for keys
 * @param fileBytes space for keys on disk; without any, there is no file
 */
const setUp = Effect.fnUntraced(function* (bytes?: number, fileBytes = 0) {
  let drawnFrom = scopeOf(0)
  let read = 0
  const levelOf = () => Sampler.levelOf(drawnFrom.size)
  const between = (low: bigint, high: bigint): Sampler.SampleKeys =>
    Sampler.sampleKeys(valuesOfKeys(drawnFrom).filter((key) => key >= low && key <= high))
  const fast = clientOf((values) => {
    const [, lows, highs] = values.filter(Array.isArray) as ReadonlyArray<ReadonlyArray<bigint>>
    return lows!.map((low, i) => {
      read++
      return { edition, keys: bytesOf(between(low, highs![i]!)) }
    })
  })
  const slow = clientOf((values) => {
    const [low, high] = values.filter((value) => typeof value === "bigint")
    const keys = between(low!, high!)
    if (!values.includes(63 - levelOf())) return [{ edition, keys: bytesOf(keys) }]
    const counted = new Map<number, number>()
    for (let i = 0; i < keys.length; i += 2) {
      const bucket = Sampler.bucketOfKey(levelOf(), keys[i]!)
      counted.set(bucket, (counted.get(bucket) ?? 0) + 1)
    }
    // Each bucket with its size.
    return [{ edition, keys: bytesOf(Uint32Array.from(Array.from(counted).flat())) }]
  })
  const context = yield* Effect.context<never>()
  const scratch = yield* openScratchIn(tmpdir())
  const disk = { isBroken: false }
  const open = Effect.succeed({
    write: (from: Uint8Array, at: number) => scratch.write(from, at),
    read: (to: Uint8Array, at: number) => {
      if (disk.isBroken) throw new ScratchFault(tmpdir(), new Error("EIO"))
      scratch.read(to, at)
    }
  })
  const statements = makeKeyStatements(fast.client, slow.client, context)
  const keys = makeKeyReader(statements, context, { open, keyBytes: bytes, fileBytes })
  return {
    /** Whether draws fail, and what is read beside them. */
    outages: { draws: fast.state, beside: slow.state, disk },
    /**
     * Reads buckets of a scope, asserts that they are right, and returns the number of buckets read and of other
     * statements.
     */
    ask: Effect.fnUntraced(function* (scope: Scope, buckets: ReadonlyArray<number>) {
      drawnFrom = scope
      read = 0
      const before = slow.statements()
      const found = yield* keys.buckets(scope, levelOf(), buckets)
      const all = keysOf(scope)
      assert.deepStrictEqual(
        found.map((each) => Array.from(each)),
        buckets.map((bucket) => Array.from(Sampler.bucketOf(all, levelOf(), bucket)))
      )
      return { read, beside: slow.statements() - before }
    }),
    sizes: (scope: Scope) => keys.bucketSizes(scope, Sampler.levelOf(scope.size)),
    atHand: (scope: Scope) => keys.keysAtHand(scope)?.keys
  }
})

const every = ({ size }: Scope) => Array.from({ length: 2 ** Sampler.levelOf(size) }, (_, bucket) => bucket)

const sizesOf = (scope: Scope) => {
  const [all, level] = [keysOf(scope), Sampler.levelOf(scope.size)]
  return every(scope).map((bucket) => Sampler.keyCount(Sampler.bucketOf(all, level, bucket)))
}

/** Room for the keys of two scopes of 4,000 addresses and little more. */
const roomForTwo = 70_000

describe("the keys of a frequently drawn scope", () => {
  it.effect("MUST be read beside the draws, which then read no more of them", () =>
    Effect.gen(function* () {
      const { ask, atHand, sizes } = yield* setUp()
      const scope = scopeOf(4000)
      const sixteenth = every(scope).length / 16
      assert.deepStrictEqual(yield* ask(scope, every(scope).slice(0, sixteenth)), { read: sixteenth, beside: 0 })
      assert.deepStrictEqual(yield* ask(scope, [sixteenth]), { read: 1, beside: 1 })
      assert.deepStrictEqual(yield* ask(scope, every(scope)), { read: 0, beside: 0 })
      assert.deepStrictEqual(atHand(scope), keysOf(scope))
      // Sizes are not needed for buckets whose keys are in memory.
      assert.isUndefined(sizes(scope))
    })
  )

  it.effect("MUST be counted if the cached ones are in use, and replace these if they were missed twice over", () =>
    Effect.gen(function* () {
      const { ask, sizes } = yield* setUp(roomForTwo)
      const [one, two, third] = [scopeOf(4000), scopeOf(4000), scopeOf(4000)]
      const count = every(third).length
      for (const scope of [one, two]) assert.strictEqual((yield* ask(scope, every(scope))).beside, 1)
      assert.isUndefined(sizes(third))
      assert.deepStrictEqual(yield* ask(third, every(third)), { read: count, beside: 1 })
      assert.deepStrictEqual(Array.from(sizes(third)!), sizesOf(third))
      for (let time = 0; time < 2; time++) {
        assert.deepStrictEqual(yield* ask(third, every(third)), { read: count, beside: 0 })
        assert.deepStrictEqual(yield* ask(two, every(two)), { read: 0, beside: 0 })
      }
      assert.deepStrictEqual(yield* ask(third, [0]), { read: 1, beside: 1 })
      assert.deepStrictEqual(yield* ask(third, every(third)), { read: 0, beside: 0 })
      assert.deepStrictEqual(yield* ask(two, every(two)), { read: 0, beside: 0 })
      assert.strictEqual((yield* ask(one, [0])).read, 1)
    })
  )

  it.effect("MUST be read from a file if memory has no room, in which they are counted too", () =>
    Effect.gen(function* () {
      const { ask, atHand, outages, sizes } = yield* setUp(0, 100_000)
      const scope = scopeOf(4000)
      const count = every(scope).length
      assert.strictEqual((yield* ask(scope, every(scope))).read, count)
      assert.deepStrictEqual(yield* ask(scope, every(scope)), { read: 0, beside: 0 })
      assert.deepStrictEqual(Array.from(sizes(scope)!), sizesOf(scope))
      assert.isUndefined(atHand(scope))
      // What cannot be read any more comes from the database. It has been counted.
      outages.disk.isBroken = true
      assert.deepStrictEqual(yield* ask(scope, [0, 1]), { read: 2, beside: 0 })
      assert.deepStrictEqual(yield* ask(scope, every(scope)), { read: count, beside: 0 })
      assert.deepStrictEqual(Array.from(sizes(scope)!), sizesOf(scope))
    })
  )

  it.effect("MUST stay counted when others take their place in the file, and go back once a sixteenth was missed", () =>
    Effect.gen(function* () {
      const { ask, sizes } = yield* setUp(0, 40_000)
      const [one, other] = [scopeOf(4000), scopeOf(4000)]
      const sixteenth = every(one).length / 16
      assert.deepStrictEqual(yield* ask(one, [0]), { read: 1, beside: 1 })
      assert.deepStrictEqual(yield* ask(one, every(one)), { read: 0, beside: 0 })
      assert.deepStrictEqual(yield* ask(other, [0]), { read: 1, beside: 1 })
      assert.deepStrictEqual(Array.from(sizes(one)!), sizesOf(one))
      const missed = every(one).slice(0, sixteenth)
      assert.deepStrictEqual(yield* ask(one, missed), { read: sixteenth, beside: 0 })
      assert.deepStrictEqual(yield* ask(one, [0]), { read: 1, beside: 1 })
      assert.deepStrictEqual(yield* ask(one, every(one)), { read: 0, beside: 0 })
    })
  )

  it.effect("MUST be read at once if they are few, and bucket by bucket if there is no room for them", () =>
    Effect.gen(function* () {
      const { ask, atHand, sizes } = yield* setUp(roomForTwo)
      const [few, fewOther] = [scopeOf(400), scopeOf(400)]
      assert.deepStrictEqual(yield* ask(few, [3]), { read: 1, beside: 0 })
      assert.deepStrictEqual(yield* ask(few, every(few)), { read: 0, beside: 0 })
      for (const scope of [scopeOf(4000), scopeOf(3600)]) yield* ask(scope, every(scope))
      // All keys are read at once, which also reveals the buckets' sizes.
      assert.deepStrictEqual(yield* ask(fewOther, [3, 4]), { read: 1, beside: 0 })
      assert.deepStrictEqual(Array.from(sizes(fewOther)!), sizesOf(fewOther))
      assert.isUndefined(atHand(fewOther))
      assert.deepStrictEqual(yield* ask(fewOther, [3, 4]), { read: 2, beside: 0 })
      assert.deepStrictEqual(yield* ask(few, every(few)), { read: 0, beside: 0 })
    })
  )
})

describe("keys that could not be read", () => {
  it.effect("MUST be read when the database is back", () =>
    Effect.gen(function* () {
      const { ask, outages } = yield* setUp()
      const few = scopeOf(400)
      outages.draws.isDown = true
      assert.strictEqual((yield* Effect.flip(ask(few, [3])))._tag, "StorageUnavailable")
      outages.draws.isDown = false
      assert.deepStrictEqual(yield* ask(few, [3]), { read: 1, beside: 0 })
    })
  )

  it.effect("MUST be read beside the draws when the database is back, which went on meanwhile", () =>
    Effect.gen(function* () {
      const { ask, atHand, outages } = yield* setUp()
      const scope = scopeOf(4000)
      // One more than a sixteenth.
      const some = every(scope).slice(0, every(scope).length / 16 + 1)
      outages.beside.isDown = true
      assert.deepStrictEqual(yield* ask(scope, some), { read: some.length, beside: 1 })
      outages.beside.isDown = false
      assert.deepStrictEqual(yield* ask(scope, some), { read: some.length, beside: 1 })
      assert.deepStrictEqual(atHand(scope), keysOf(scope))
    })
  )
})

describe("keys from the server", () => {
  it("MUST be read in order, even from a part of a larger array", () => {
    const keys = keysOf(scopeOf(50))
    assert.deepStrictEqual(decodeKeys(bytesOf(keys)), keys)
    const within = new Uint8Array(401)
    within.set(bytesOf(keys), 1)
    assert.deepStrictEqual(decodeKeys(within.subarray(1)), keys)
    assert.strictEqual(decodeKeys(null).length, 0)
  })
})
