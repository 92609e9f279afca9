import { Clock, Deferred, Effect } from "effect"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import type { NoPoolCoverage } from "../pool/PoolErrors.ts"
import type { Draw, DrawRequest } from "../pool/PoolRequests.ts"
import type { PoolStore } from "./store/PoolStore.ts"
import { scopeName } from "./ScopeCache.ts"
import type { StorageUnavailable } from "../database/Outage.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

/** How many draws all buffers together may hold. With its response, each takes 5 KB. */
const mostDraws = 2048

/**
 * The initial and the maximum number of draws in a buffer. A buffer is refilled when it is half empty, and each refill
 * doubles its size while there is room. So a scope that is requested once costs little, and a frequent one gets many
 * draws at a time.
 */
const firstSize = 16
const largestSize = 256

/**
 * A buffer makes room for another scope's after this many milliseconds without use. Otherwise they would only evict
 * each other.
 */
const idleAfter = 1000

/** A buffer is served only while its pool was seen in the database this recently, in milliseconds. */
const freshFor = 1000

/** How often the pool is checked, and how long an unused scope keeps its buffer, in milliseconds. */
const checkEvery = 400
const forgottenAfter = 60_000

interface Buffer {
  readonly request: DrawRequest
  draws: Array<Draw>
  /** That of the pool that the draws are from; undefined before the first. */
  edition: string | undefined
  /** How many draws it is to hold, which is its weight in the cache. It is only changed while the buffer is outside of it. */
  size: number
  confirmedAt: number
  usedAt: number
  /** Set while a refill is in progress, and completed at its end, even if it failed. */
  filling: Deferred.Deferred<void> | undefined
}

type Drawing<A> = Effect.Effect<A, NoPoolCoverage | StorageUnavailable>

/** Draws from one edition of a pool. */
interface FreshDraws {
  readonly edition: string
  readonly draws: ReadonlyArray<Draw>
}

/** Makes draws: one, or as many as there is room for. */
interface Draws {
  readonly fresh: (request: DrawRequest) => Drawing<Draw>
  readonly freshMany: (request: DrawRequest, count: number) => Drawing<FreshDraws>
}

/** Milliseconds between two moments: one that lies ahead was before the clock was set back, nobody knows how far. */
const apart = (now: number, then: number): number => Math.abs(now - then)

/** Fills a buffer. Requests that wait for it continue even if it fails. */
const refill = (buffer: Buffer, { freshMany }: Draws): Effect.Effect<void> =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const { draws, edition } = yield* freshMany(buffer.request, buffer.size - buffer.draws.length)
    const { write } = buffer.request
    const made = write === undefined ? draws : draws.map((draw): Draw => ({ ...draw, written: write(draw) }))
    // A buffer never mixes editions: the newest draws replace older ones.
    buffer.draws = buffer.edition === edition ? [...buffer.draws, ...made] : [...made]
    buffer.edition = edition
    buffer.confirmedAt = Math.max(buffer.confirmedAt, startedAt)
  }).pipe(
    Effect.ignore,
    Effect.ensuring(
      Effect.suspend(() => {
        const filled = buffer.filling!
        buffer.filling = undefined
        return Deferred.succeed(filled, undefined)
      })
    )
  )

/** Drops draws from pools that are no longer current, and buffers of scopes that are no longer requested. */
const confirm = (store: PoolStore["Service"], buffers: LeastRecentlyUsed<Buffer>) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const byCountry = new Map<string, Array<Buffer>>()
    for (const [name, buffer] of Array.from(buffers.entries())) {
      if (apart(now, buffer.usedAt) > forgottenAfter) buffers.delete(name)
      else byCountry.set(buffer.request.country, [...(byCountry.get(buffer.request.country) ?? []), buffer])
    }
    for (const [country, ofCountry] of byCountry) {
      const current = yield* Effect.map(store.pool(country), (pool) => pool?.edition)
      for (const buffer of ofCountry) {
        if (buffer.edition !== current) buffer.draws = []
        buffer.confirmedAt = now
      }
    }
  })

/** A response written by a different function cannot be used. */
const withoutText = (draw: Draw): Draw => {
  const { written, ...plain } = draw
  return written === undefined ? draw : plain
}

const currentDraw = (buffer: Buffer | undefined, now: number): Draw | undefined =>
  buffer !== undefined && apart(now, buffer.confirmedAt) < freshFor ? buffer.draws.pop() : undefined

/**
 * The `instant` strategy: draws prepared for the scopes in use, each from a fresh seed and handed out once, so that a
 * response needs no database round trip. Draws from a superseded pool are dropped. If the database cannot say
 * which one is current, draws go to the database, and fail there as `random` does.
 */
export const makeInstantBuffer = Effect.fnUntraced(function* (
  store: PoolStore["Service"],
  fresh: Draws["fresh"],
  freshMany: Draws["freshMany"]
) {
  const layerScope = yield* Effect.scope
  const buffers = new LeastRecentlyUsed<Buffer>(mostDraws, ({ size }) => size)
  yield* confirm(store, buffers).pipe(repeatedly(checkEvery), Effect.forkIn(layerScope))

  /** Whether another scope may get a buffer. */
  const mayBegin = (now: number): boolean => {
    if (buffers.weight + firstSize <= mostDraws) return true
    const [[, leastUsed] = []] = buffers.entries()
    return leastUsed === undefined || apart(now, leastUsed.usedAt) > idleAfter
  }

  const grow = (name: string, buffer: Buffer): void => {
    buffers.delete(name)
    if (buffers.weight + buffer.size * 2 <= mostDraws) buffer.size = Math.min(largestSize, buffer.size * 2)
    buffers.set(name, buffer)
  }

  const begin = (request: DrawRequest, now: number): Buffer => ({
    request,
    draws: [],
    edition: undefined,
    size: firstSize,
    confirmedAt: 0,
    usedAt: now,
    filling: undefined
  })

  const take = Effect.fnUntraced(function* (request: DrawRequest) {
    const name = scopeName(request.country, request.filters)
    const now = yield* Clock.currentTimeMillis
    const known = buffers.get(name)
    let draw = currentDraw(known, now)
    if (draw === undefined && known?.filling !== undefined) {
      // Waiting for the refill costs everyone less than one more draw.
      yield* Deferred.await(known.filling)
      draw = currentDraw(known, now)
    }
    // A scope gets its buffer only after a successful draw, so that misspelt filters evict none.
    const answer = draw ?? (yield* fresh(request))
    const buffer = buffers.get(name) ?? known ?? (mayBegin(now) ? begin(request, now) : undefined)
    if (buffer === undefined) return answer
    buffer.usedAt = now
    if (buffer.filling === undefined && buffer.draws.length <= buffer.size / 2) {
      buffer.filling = Deferred.makeUnsafe()
      if (known === undefined) buffers.set(name, buffer)
      else grow(name, buffer)
      yield* Effect.forkIn(refill(buffer, { fresh, freshMany }), layerScope)
    }
    return buffer.request.write === request.write ? answer : withoutText(answer)
  })

  return { take }
})
