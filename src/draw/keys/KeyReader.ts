import { type Context, Effect } from "effect"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import * as BucketSizes from "./BucketSizes.ts"
import { type KeyFile, makeKeyFile } from "./KeyFile.ts"
import { keyBytes, KeyMemory } from "./KeyMemory.ts"
import { besideDraws, isReadWhole, partsOf } from "./KeyPolicy.ts"
import type { KeyStatements } from "./KeyStatements.ts"
import { makeSharedReads } from "../../shared/SharedReads.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** Where keys are kept. */
interface Places {
  readonly memory: KeyMemory
  readonly file: KeyFile
}

/** Reads all keys of a scope into memory, part by part. */
const readIntoMemory = Effect.fnUntraced(function* (statements: KeyStatements, { memory }: Places, scope: Scope) {
  const all = new Uint32Array(scope.size * 2)
  let length = 0
  for (const part of partsOf(scope.size)) {
    const found = yield* statements.keysWithin(scope, part)
    all.set(found, length)
    length += found.length
  }
  memory.keep(scope, all.subarray(0, length))
})

/** Reads all keys of a scope into the file, and the number of keys in each bucket into memory. */
const readIntoFile = Effect.fnUntraced(function* (statements: KeyStatements, { file, memory }: Places, scope: Scope) {
  const level = Sampler.levelOf(scope.size)
  const sizes = new Uint8Array(2 ** level)
  const written = yield* file.begin(scope)
  for (const part of partsOf(scope.size)) {
    const found = yield* statements.keysWithin(scope, part)
    BucketSizes.count(sizes, level, found)
    if (written !== undefined) yield* written.append(found)
  }
  written?.done()
  memory.count(scope, level, sizes)
})

/**
 * Reads a whole scope that is drawn from often, in the background: draws neither wait for this nor fail with it. One
 * scope at a time, because during the transfer it takes several times the memory of its keys.
 */
const makeReadBeside = (statements: KeyStatements, places: Places, context: Context.Context<never>) => {
  const { memory } = places
  let isReading = false
  return (scope: Scope, missing: number): void => {
    memory.miss(scope, missing)
    if (isReading) return
    const next = besideDraws(memory.standing(scope))
    if (next === "nothing") return
    isReading = true
    const done = Effect.sync(() => {
      isReading = false
      memory.forgetMissed(scope)
    })
    const read = next === "memory" ? readIntoMemory : readIntoFile
    Effect.runForkWith(context)(Effect.onExit(read(statements, places, scope), () => done))
  }
}

/** How much larger the file may be than the memory for keys. */
const fileTimes = 5

/**
 * Reads the keys of scopes: from memory, from the file, or else with statements. The policy decides where they are kept.
 * Nothing is kept for scopes with a text.
 *
 * @param bytes memory for the keys of places
 */
export const makeKeyReader = Effect.fnUntraced(function* (
  statements: KeyStatements,
  context: Context.Context<never>,
  bytes = keyBytes
) {
  const memory = new KeyMemory(bytes)
  const file = yield* makeKeyFile(bytes * fileTimes)
  const shared = makeSharedReads<Scope, Sampler.SampleKeys, PoolChanged | StorageUnavailable>(context)
  const readBeside = makeReadBeside(statements, { memory, file }, context)

  const keys = (scope: Scope): Effect.Effect<Sampler.SampleKeys, PoolChanged | StorageUnavailable> => {
    if (scope.q !== undefined) return statements.keysWithin(scope, Sampler.bucketRange(0, 0))
    const known = memory.keys(scope)
    if (known !== undefined) return Effect.succeed(known.keys)
    const read = Effect.suspend(() => {
      memory.miss(scope, 2 ** Sampler.levelOf(scope.size))
      return Effect.map(statements.buckets(scope, 0, [0]), ([found]) => found!)
    })
    return shared(scope, read, (found) => memory.keep(scope, found))
  }

  const buckets = (scope: Scope, level: number, wanted: ReadonlyArray<number>) => {
    const known = memory.keys(scope)
    if (known !== undefined) return Effect.succeed(wanted.map((bucket) => known.bucket(level, bucket)))
    if (isReadWhole(memory.standing(scope))) {
      return Effect.map(keys(scope), (all) => wanted.map((bucket) => Sampler.bucketOf(all, level, bucket)))
    }
    const read = statements.buckets(scope, level, wanted)
    const filed = file.buckets(scope, level, wanted)
    return Effect.tap(
      filed === undefined
        ? read
        : Effect.flatMap(filed, (found) => (found === undefined ? read : Effect.succeed(found))),
      () => Effect.sync(() => readBeside(scope, wanted.length))
    )
  }

  return {
    buckets,
    bucketSizes: (scope: Scope, level: number) => memory.sizes(scope, level),
    keysAtHand: (scope: Scope) => memory.keys(scope),
    keys
  }
})
