import { Effect } from "effect"
import type { PoolStore, Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import type { SipHash } from "../SipHash.ts"
import type { Urn, UrnError } from "./Urn.ts"

/** How many buckets the first query of a draw reads; each further query reads twice as many, up to the maximum. */
const firstBuckets = 4
const mostBuckets = 256

/** How many buckets a batch reads for each of its positions in one query, before it evaluates any of them. */
const batchBuckets = 6

/** Where the buckets of a scope are read. */
interface Buckets {
  readonly read: (
    level: number,
    buckets: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<Sampler.SampleKeys>, UrnError>
  /** How many keys they hold, if that is known. */
  readonly sizes: (level: number) => Uint8Array | undefined
}

/** Up to `count` attempts, starting with `from`, whose buckets may be accepted as far as their sizes are known. */
const attemptsFrom = ({ sizes: sizesOf }: Buckets, hash: SipHash, level: number, from: number, count: number) => {
  const sizes = sizesOf(level)
  const attempts: Array<number> = []
  for (let t = from; t < Sampler.bucketLimit && attempts.length < count; t++) {
    if (sizes === undefined || Sampler.mayDraw(hash, t, sizes[Sampler.bucketAt(hash, level, t)]!)) {
      attempts.push(t)
    }
  }
  return attempts
}

/** One key of a scope with `size` addresses; none if the buckets that may be read hold too few eligible keys. */
const drawKey = Effect.fnUntraced(function* (buckets: Buckets, hash: SipHash, size: number, taken: Sampler.TakenKeys) {
  const level = Sampler.levelOf(size)
  if (level === 0) {
    const [all] = yield* buckets.read(0, [0])
    return Sampler.pickFromBucket(hash, 0, 0, taken.without(all!))
  }
  let ask = buckets.sizes(level) === undefined ? firstBuckets : 1
  let attempts = attemptsFrom(buckets, hash, level, 0, ask)
  while (attempts.length > 0) {
    const found = yield* buckets.read(
      level,
      attempts.map((t) => Sampler.bucketAt(hash, level, t))
    )
    for (const [i, t] of attempts.entries()) {
      const drawn = Sampler.pickFromBucket(hash, level, t, taken.without(found[i]!))
      if (drawn.length > 0) return drawn
    }
    ask = Math.min(mostBuckets, ask * 2)
    attempts = attemptsFrom(buckets, hash, level, attempts.at(-1)! + 1, ask)
  }
  return noKeys
})

const noKeys: Sampler.SampleKeys = new Uint32Array(0)

/** All keys of a scope, ascending, from which its buckets are cut. */
type KeysAtHand = Pick<Sampler.IndexedKeys, "keys" | "bucket">

/** What a draw takes from all keys of a scope with `size` addresses, without waiting for any of them. */
const keyAtHand = (keys: KeysAtHand, hash: SipHash, size: number, taken: Sampler.TakenKeys): Sampler.SampleKeys => {
  const level = Sampler.levelOf(size)
  const attempts = level === 0 ? 0 : Sampler.bucketLimit
  for (let t = 0; t < attempts; t++) {
    const bucket = keys.bucket(level, Sampler.bucketAt(hash, level, t))
    const drawn = Sampler.pickFromBucket(hash, level, t, taken.without(bucket))
    if (drawn.length > 0) return drawn
  }
  return Sampler.pick(hash, taken.without(keys.keys))
}

/** An urn over known keys, ascending. */
export const urnOfKeys = (all: Sampler.SampleKeys): Urn => {
  const keys: KeysAtHand = { keys: all, bucket: (level, bucket) => Sampler.bucketOf(all, level, bucket) }
  const size = Sampler.keyCount(all)
  return {
    size,
    keys: Effect.succeed(all),
    readAhead: () => Effect.void,
    draw: (hash, taken) => Effect.sync(() => keyAtHand(keys, hash, size, taken))
  }
}

/** The buckets of a scope. Buckets read ahead are not read again. */
const bucketsAhead = (store: PoolStore["Service"], scope: Scope) => {
  const level = Sampler.levelOf(scope.size)
  let known: Map<number, Sampler.SampleKeys> | undefined

  const readMissing = Effect.fnUntraced(function* (
    found: Map<number, Sampler.SampleKeys>,
    asked: ReadonlyArray<number>
  ) {
    const missing = asked.filter((bucket) => !found.has(bucket))
    if (missing.length > 0) {
      const more = yield* store.buckets(scope, level, missing)
      missing.forEach((bucket, i) => found.set(bucket, more[i]!))
    }
    return asked.map((bucket) => found.get(bucket)!)
  })

  const buckets: Buckets = {
    read: (_, asked) => (known === undefined ? store.buckets(scope, level, asked) : readMissing(known, asked)),
    sizes: () => store.bucketSizes(scope, level)
  }

  const readAhead: Urn["readAhead"] = (hashes) =>
    Effect.suspend(() => {
      const each = buckets.sizes(level) === undefined ? batchBuckets : 1
      const wanted = new Set<number>()
      for (const hash of hashes) {
        for (const t of attemptsFrom(buckets, hash, level, 0, each)) wanted.add(Sampler.bucketAt(hash, level, t))
      }
      known = new Map()
      return Effect.asVoid(readMissing(known, Array.from(wanted)))
    })

  return { buckets, readAhead }
}

/** An urn with all homes of a selection. */
export const urnOfSelection = (store: PoolStore["Service"], scope: Scope): Urn => {
  const { buckets, readAhead } = bucketsAhead(store, scope)
  const keys = Effect.suspend(() => store.keys(scope))

  const drawFromBuckets: Urn["draw"] = (hash, taken) =>
    Effect.flatMap(drawKey(buckets, hash, scope.size, taken), (key) =>
      key.length > 0 || Sampler.levelOf(scope.size) === 0
        ? Effect.succeed(key)
        : Effect.map(keys, (all) => Sampler.pick(hash, taken.without(all)))
    )

  return {
    size: scope.size,
    keys,
    readAhead: (hashes) =>
      Effect.suspend(() => (store.keysAtHand(scope) === undefined ? readAhead(hashes) : Effect.void)),
    draw: (hash, taken) =>
      Effect.suspend(() => {
        const atHand = store.keysAtHand(scope)
        return atHand === undefined
          ? drawFromBuckets(hash, taken)
          : Effect.succeed(keyAtHand(atHand, hash, scope.size, taken))
      })
  }
}
