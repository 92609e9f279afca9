import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { tmpdir } from "node:os"
import { openScratchIn, ScratchFault } from "../../../sources/scratch/ScratchFile.ts"
import { KeyFile } from "../../../src/draw/keys/KeyFile.ts"
import type { Scope } from "../../../src/draw/store/PoolStore.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"

const fileBytes = 40_000

const scopeOf = (size: number, version = 1, country = "US"): Scope => ({
  country,
  pool: { version, edition: String(version), sources: ["alpha"], residential: size },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
})

/** Keys at random places, but those of each scope its own. */
const keysOf = ({ size }: Scope, salt: number): Sampler.SampleKeys =>
  Sampler.sampleKeys(
    Array.from({ length: size }, (_, i) => BigInt.asUintN(63, BigInt(i * 977 + salt) * 0x9e3779b97f4a7c15n))
  )

const levelOf = ({ size }: Scope): number => Sampler.levelOf(size)

const every = (scope: Scope) => Array.from({ length: 2 ** levelOf(scope) }, (_, bucket) => bucket)

const write = Effect.fnUntraced(function* (file: KeyFile, scope: Scope, keys: Sampler.SampleKeys, parts = 1) {
  const section = (yield* file.begin(scope))!
  const length = Math.ceil(Sampler.keyCount(keys) / parts) * 2
  for (let from = 0; from < keys.length; from += length) section.add(keys.subarray(from, from + length))
  section.finish()
})

/** Whether the scope is in the file; if so, all of its buckets must be right. */
const holds = (file: KeyFile, scope: Scope, keys: Sampler.SampleKeys): boolean => {
  const level = levelOf(scope)
  const found = file.buckets(scope, level, every(scope))
  const expected = every(scope).map((bucket) => Sampler.bucketOf(keys, level, bucket))
  if (found !== undefined) assert.deepStrictEqual(found, expected)
  const sizes = file.sizes(scope, level)
  assert.deepStrictEqual(sizes && Array.from(sizes), found && expected.map(Sampler.keyCount))
  return found !== undefined
}

const opened = Effect.map(
  openScratchIn(tmpdir()),
  (scratch) =>
    new KeyFile({ open: Effect.succeed(scratch), onFault: ({ message }) => assert.fail(message), bytes: fileBytes })
)

describe("keys in a file", () => {
  it.effect("MUST be those of each bucket, however often it was written over", () =>
    Effect.gen(function* () {
      const run = Effect.runSyncWith(yield* Effect.context<never>())
      const file = yield* opened
      fc.assert(
        fc.property(
          fc.array(fc.record({ size: fc.integer({ min: 1, max: 5000 }), parts: fc.integer({ min: 1, max: 5 }) }), {
            maxLength: 12
          }),
          (given) => {
            const written: Array<{ readonly scope: Scope; readonly keys: Sampler.SampleKeys }> = []
            for (const { parts, size } of given) {
              const scope = scopeOf(size)
              const keys = keysOf(scope, written.length)
              run(write(file, scope, keys, parts))
              written.push({ scope, keys })
              assert.isTrue(holds(file, scope, keys))
            }
            const held = written.filter(({ keys, scope }) => holds(file, scope, keys))
            assert.isAtMost(
              held.reduce((bytes, { keys }) => bytes + keys.byteLength, 0),
              fileBytes
            )
          }
        ),
        { numRuns: 50 }
      )
    })
  )

  it.effect("MUST all stay while there is space", () =>
    Effect.gen(function* () {
      const file = yield* opened
      const scopes = [scopeOf(2000), scopeOf(1000), scopeOf(1999)]
      for (const [i, scope] of scopes.entries()) yield* write(file, scope, keysOf(scope, i))
      for (const [i, scope] of scopes.entries()) assert.isTrue(holds(file, scope, keysOf(scope, i)))
    })
  )

  it.effect("MUST go with their version, and only in their country", () =>
    Effect.gen(function* () {
      const file = yield* opened
      const [old, other, next] = [scopeOf(500), scopeOf(500, 1, "FR"), scopeOf(500, 2)]
      const afterFailover: Scope = { ...next, pool: { ...next.pool, edition: "another" } }
      for (const [scope, held] of [
        [old, [true, false, false, false]],
        [other, [true, true, false, false]],
        [next, [false, true, true, false]],
        [afterFailover, [false, true, false, true]]
      ] as const) {
        yield* write(file, scope, keysOf(scope, 0))
        const found = [old, other, next, afterFailover].map((each) => holds(file, each, keysOf(each, 0)))
        assert.deepStrictEqual(found, [...held])
      }
    })
  )

  it.effect("MUST not be found before all are written, nor if there are more or fewer than the scope has", () =>
    Effect.gen(function* () {
      const file = yield* opened
      const [first, second, third] = [scopeOf(1000), scopeOf(1000), scopeOf(2500)]
      for (const [i, scope] of [first, second, third].entries()) yield* write(file, scope, keysOf(scope, i))
      // At the beginning again, before the second.
      const more = scopeOf(1000)
      yield* write(file, more, keysOf(scopeOf(4500), 3), 3)
      assert.isFalse(holds(file, more, keysOf(more, 3)))
      assert.isTrue(holds(file, second, keysOf(second, 1)))
      const fewer = scopeOf(1000)
      yield* write(file, fewer, keysOf(scopeOf(999), 4), 3)
      assert.isFalse(holds(file, fewer, keysOf(fewer, 4)))
      assert.isFalse(file.mayHold(scopeOf(fileBytes / 8 + 1)))
      assert.isUndefined(yield* file.begin(scopeOf(fileBytes / 8 + 1)))
    })
  )

  for (const fault of ["open", "write", "read"] as const) {
    it.effect(`MUST be given up with one report if the disk fails to ${fault}`, () =>
      Effect.gen(function* () {
        const faults: Array<string> = []
        const failing = (kind: string) => () => {
          if (kind === fault) throw new ScratchFault("there", new Error(kind))
        }
        const file = new KeyFile({
          open:
            fault === "open"
              ? Effect.fail(new ScratchFault("there", new Error(fault)))
              : Effect.succeed({ write: failing("write"), read: failing("read") }),
          onFault: ({ message }) => void faults.push(message)
        })
        const scope = scopeOf(500)
        for (let time = 0; time < 2; time++) {
          const section = yield* file.begin(scope)
          section?.add(keysOf(scope, 0))
          section?.finish()
          assert.isUndefined(file.buckets(scope, levelOf(scope), [0, 1]))
        }
        assert.isFalse(file.mayHold(scope))
        assert.deepStrictEqual(faults, [`A temporary file in there cannot be written or read (${fault}).`])
      })
    )
  }
})
