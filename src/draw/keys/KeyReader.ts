import { type Context, Effect } from "effect"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { KeyMemory } from "./KeyMemory.ts"
import { besideDraws, isReadWhole, partsOf } from "./KeyPolicy.ts"
import type { KeyStatements } from "./KeyStatements.ts"
import { makeSharedReads } from "../../shared/SharedReads.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** Reads all keys of a scope, part by part. */
const readAll = Effect.fnUntraced(function* (statements: KeyStatements, memory: KeyMemory, scope: Scope) {
  const all = new Uint32Array(scope.size * 2)
  let length = 0
  for (const part of partsOf(scope.size)) {
    const found = yield* statements.keysWithin(scope, part)
    all.set(found, length)
    length += found.length
  }
  memory.keep(scope, all.subarray(0, length))
})

/** Counts the keys of all buckets of a scope. */
const countAll = Effect.fnUntraced(function* (statements: KeyStatements, memory: KeyMemory, scope: Scope) {
  const level = Sampler.levelOf(scope.size)
  const counted = new Uint8Array(2 ** level)
  for (const part of partsOf(scope.size)) yield* statements.countWithin(scope, part, level, counted)
  memory.count(scope, level, counted)
})

/**
 * Reads or counts a whole scope that is drawn from often, in the background: draws neither wait for this nor fail with
 * it. One scope at a time, because during the transfer it takes several times the memory of its keys.
 */
const makeReadBeside = (statements: KeyStatements, memory: KeyMemory, context: Context.Context<never>) => {
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
    const read = next === "read" ? readAll : countAll
    Effect.runForkWith(context)(Effect.onExit(read(statements, memory, scope), () => done))
  }
}

/**
 * Reads the keys of scopes, from memory if they are known, otherwise with statements. The policy decides what is kept
 * of them. Nothing is kept for scopes with a text.
 *
 * @param bytes memory for the keys of places
 */
export const makeKeyReader = (statements: KeyStatements, context: Context.Context<never>, bytes?: number) => {
  const memory = new KeyMemory(bytes)
  const shared = makeSharedReads<Scope, Sampler.SampleKeys, PoolChanged | StorageUnavailable>(context)
  const readBeside = makeReadBeside(statements, memory, context)

  const keys = (scope: Scope): Effect.Effect<Sampler.SampleKeys, PoolChanged | StorageUnavailable> => {
    if (scope.q !== undefined) return statements.matches(scope)
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
    return Effect.tap(statements.buckets(scope, level, wanted), () =>
      Effect.sync(() => readBeside(scope, wanted.length))
    )
  }

  return {
    buckets,
    bucketSizes: (scope: Scope, level: number) => memory.sizes(scope, level),
    keysAtHand: (scope: Scope) => memory.keys(scope),
    keys
  }
}
