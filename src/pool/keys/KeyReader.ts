import { type Context, Effect } from "effect"
import type { PoolChanged, PoolUnavailable } from "../PoolErrors.ts"
import type { Scope } from "../PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { KeyMemory } from "./KeyMemory.ts"
import { besideDraws, isReadWhole, partsOf } from "./KeyPolicy.ts"
import type { KeyStatements } from "./KeyStatements.ts"
import { makeSharedReads } from "./SharedReads.ts"

/** Buckets that are read for a text before its matches are enumerated. */
const fewBuckets = 4

/** Matches of a text that are enumerated at most; what is more frequent is met by drawing. */
const mostMatches = 250_000

/** Undefined: more than were to be enumerated. */
type Matches = Sampler.SampleKeys | undefined

/**
 * Reads the keys of scopes: from memory where they are known, else by the statements; and lets the policy say what is
 * kept of them.
 *
 * @param bytes memory for the keys of places
 */
export const makeKeyReader = (statements: KeyStatements, context: Context.Context<never>, bytes?: number) => {
  const memory = new KeyMemory(bytes)
  const shared = makeSharedReads<Scope, Matches, PoolChanged | PoolUnavailable>(context)
  /** Scopes whose text is too frequent to enumerate its matches. */
  const frequent = new WeakSet<Scope>()

  const allMatches = (scope: Scope, q: string, most: number): Effect.Effect<Matches, PoolChanged | PoolUnavailable> => {
    const known = memory.keys(scope)
    if (known !== undefined) return Effect.succeed(known.keys)
    return shared(scope, statements.matches(scope, q, most), (found) => {
      if (found !== undefined) memory.keepMatches(scope, found)
    })
  }

  const allKeys = (scope: Scope): Effect.Effect<Matches, PoolChanged | PoolUnavailable> => {
    const known = memory.keys(scope)
    if (known !== undefined) return Effect.succeed(known.keys)
    const read = Effect.suspend(() => {
      memory.miss(scope, 2 ** Sampler.levelOf(scope.size))
      return Effect.map(statements.buckets(scope, 0, [0]), ([found]) => found)
    })
    return shared(scope, read, (found) => {
      if (found !== undefined) memory.keep(scope, found)
    })
  }

  const keys = (scope: Scope) =>
    Effect.suspend(() =>
      Effect.map(scope.q === undefined ? allKeys(scope) : allMatches(scope, scope.q, scope.size), (found) => found!)
    )

  /** Cuts the buckets from all matches, where these are few enough to be enumerated. */
  const matching = Effect.fnUntraced(function* (scope: Scope, q: string, level: number, wanted: ReadonlyArray<number>) {
    // The first buckets of a draw hold a match of any frequent text.
    if (wanted.length > fewBuckets && !frequent.has(scope)) {
      const matches = yield* allMatches(scope, q, mostMatches)
      if (matches !== undefined) return wanted.map((bucket) => Sampler.bucketOf(matches, level, bucket))
      frequent.add(scope)
    }
    return yield* statements.buckets(scope, level, wanted)
  })

  /** Reads all keys of a scope, a part after the other. */
  const readAll = Effect.fnUntraced(function* (scope: Scope) {
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
  const countAll = Effect.fnUntraced(function* (scope: Scope) {
    const level = Sampler.levelOf(scope.size)
    const counted = new Uint8Array(2 ** level)
    for (const part of partsOf(scope.size)) yield* statements.countWithin(scope, part, level, counted)
    memory.count(scope, level, counted)
  })

  let isReading = false

  /**
   * Reads all of a scope that is drawn from often, or counts it, beside the draws. What comes of it does not concern
   * them. One at a time: on its way from the server a scope takes several times the memory of its keys.
   */
  const readBeside = (scope: Scope, missing: number): void => {
    memory.miss(scope, missing)
    if (isReading) return
    const next = besideDraws(memory.standing(scope))
    if (next === "nothing") return
    isReading = true
    const done = Effect.sync(() => {
      isReading = false
      memory.forgetMissed(scope)
    })
    Effect.runForkWith(context)(Effect.onExit(next === "read" ? readAll(scope) : countAll(scope), () => done))
  }

  const buckets = (scope: Scope, level: number, wanted: ReadonlyArray<number>) => {
    const known = memory.keys(scope)
    if (known !== undefined) return Effect.succeed(wanted.map((bucket) => known.bucket(level, bucket)))
    if (scope.q !== undefined) return matching(scope, scope.q, level, wanted)
    if (isReadWhole(memory.standing(scope))) {
      return Effect.map(keys(scope), (all) => wanted.map((bucket) => Sampler.bucketOf(all, level, bucket)))
    }
    return Effect.tap(statements.buckets(scope, level, wanted), () =>
      Effect.sync(() => readBeside(scope, wanted.length))
    )
  }

  const bucketSizes = (scope: Scope, level: number) => memory.sizes(scope, level)

  return { buckets, bucketSizes, keys }
}
