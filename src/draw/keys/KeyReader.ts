import { type Context, Effect } from "effect"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { KeyFile, type KeyFileOptions } from "./KeyFile.ts"
import { KeyMemory } from "./KeyMemory.ts"
import { besideDraws, isReadWhole, partsOf, type Step } from "./KeyPolicy.ts"
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

/**
 * Writes all keys of a scope to the file, part by part: they do not fit into memory. How many each bucket holds stays
 * known when others take their place.
 */
const fileAll = Effect.fnUntraced(function* (
  statements: KeyStatements,
  memory: KeyMemory,
  file: KeyFile,
  scope: Scope
) {
  const section = yield* file.begin(scope)
  if (section === undefined) return
  for (const part of partsOf(scope.size)) section.add(yield* statements.keysWithin(scope, part))
  section.finish()
  const level = Sampler.levelOf(scope.size)
  const sizes = file.sizes(scope, level)
  if (sizes !== undefined) memory.count(scope, level, sizes)
})

/** Counts the keys of all buckets of a scope. */
const countAll = Effect.fnUntraced(function* (statements: KeyStatements, memory: KeyMemory, scope: Scope) {
  const level = Sampler.levelOf(scope.size)
  const counted = new Uint8Array(2 ** level)
  for (const part of partsOf(scope.size)) yield* statements.countWithin(scope, part, level, counted)
  memory.count(scope, level, counted)
})

/**
 * Reads, files or counts a whole scope that is drawn from often, in the background: draws neither wait for this nor fail
 * with it. One scope at a time, because during the transfer it takes several times the memory of its keys.
 */
const makeReadBeside = (
  statements: KeyStatements,
  memory: KeyMemory,
  file: KeyFile,
  context: Context.Context<never>
) => {
  const reads: Record<Step, (scope: Scope) => Effect.Effect<void, PoolChanged | StorageUnavailable>> = {
    read: (scope) => readAll(statements, memory, scope),
    file: (scope) => fileAll(statements, memory, file, scope),
    count: (scope) => countAll(statements, memory, scope)
  }
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
    Effect.runForkWith(context)(Effect.onExit(reads[next](scope), () => done))
  }
}

export interface KeyReaderOptions {
  readonly open: KeyFileOptions["open"]
  readonly keyBytes?: number | undefined
  readonly fileBytes?: number | undefined
}

/**
 * Reads the keys of scopes, from memory or from a file if they are known, otherwise with statements. The policy decides
 * what is kept of them. Nothing is kept for scopes with a text.
 *
 * @param options memory for the keys of places, and the file for those that do not fit
 */
export const makeKeyReader = (
  statements: KeyStatements,
  context: Context.Context<never>,
  { fileBytes, keyBytes, open }: KeyReaderOptions
) => {
  const log = Effect.runForkWith(context)
  const file = new KeyFile({
    open,
    bytes: fileBytes,
    onFault: ({ message }) =>
      void log(Effect.logWarning(`Draws from large places read the database more until the next start. ${message}`))
  })
  const memory = new KeyMemory(file, keyBytes)
  const shared = makeSharedReads<Scope, Sampler.SampleKeys, PoolChanged | StorageUnavailable>(context)
  const readBeside = makeReadBeside(statements, memory, file, context)

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
    const filed = file.buckets(scope, level, wanted)
    if (filed !== undefined) return Effect.succeed(filed)
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
