import { Clock, Deferred, Effect, Schedule } from "effect"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import type { NoPoolCoverage } from "../pool/PoolErrors.ts"
import type { Draw, DrawRequest } from "../pool/PoolRequests.ts"
import type { PoolStore } from "./store/PoolStore.ts"
import { scopeName } from "./ScopeCache.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Scopes that may have a buffer at once. */
const maximumScopes = 256

/** Draws that a full buffer holds at first, and at most after it ran dry. Half of it starts a refill. */
const firstSize = 64
const largestSize = 256

/** A buffer is served only while its pool version was seen in the database this recently, in milliseconds. */
const freshFor = 1000

/** How often that is looked up, and how long a scope that nobody asks for keeps its buffer, in milliseconds. */
const checkEvery = 400
const forgottenAfter = 60_000

interface Buffer {
  readonly request: DrawRequest
  draws: Array<Draw>
  size: number
  confirmedAt: number
  usedAt: number
  /** Set while a refill is under way; completed when the refill ends, even if it failed. */
  filling: Deferred.Deferred<void> | undefined
}

type Drawing<A> = Effect.Effect<A, NoPoolCoverage | StorageUnavailable>

/** How draws are made: one, or as many as there is room for. */
interface Draws {
  readonly fresh: (request: DrawRequest) => Drawing<Draw>
  readonly freshMany: (request: DrawRequest, count: number) => Drawing<ReadonlyArray<Draw>>
}

/** Fills a buffer. Requests that wait for it continue even if it fails. */
const refill = (buffer: Buffer, { freshMany }: Draws): Effect.Effect<void> =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const drawn = yield* freshMany(buffer.request, buffer.size - buffer.draws.length)
    // A buffer never mixes versions: the newest draws replace older ones.
    const version = drawn.at(-1)?.poolVersion
    buffer.draws = [...buffer.draws, ...drawn].filter((draw) => draw.poolVersion === version)
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

/** Throws away what was drawn from versions that no longer stand, and forgets scopes that nobody asks for. */
const confirm = (store: PoolStore["Service"], buffers: LeastRecentlyUsed<Buffer>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const byCountry = new Map<string, Array<Buffer>>()
    for (const [name, buffer] of Array.from(buffers.entries())) {
      if (now - buffer.usedAt > forgottenAfter) buffers.delete(name)
      else byCountry.set(buffer.request.country, [...(byCountry.get(buffer.request.country) ?? []), buffer])
    }
    for (const [country, ofCountry] of byCountry) {
      const version = yield* Effect.map(store.pool(country), (pool) => pool?.version)
      for (const buffer of ofCountry) {
        buffer.draws = buffer.draws.filter((draw) => draw.poolVersion === version)
        buffer.confirmedAt = now
      }
    }
  }).pipe(Effect.ignore)

const currentDraw = (buffer: Buffer | undefined, now: number): Draw | undefined =>
  buffer !== undefined && Math.abs(now - buffer.confirmedAt) < freshFor ? buffer.draws.pop() : undefined

/**
 * The `instant` strategy: draws made ahead for the scopes in use, each from a fresh seed and handed out once, so that an
 * answer needs no database round trip. Draws from a superseded pool version are thrown away. When the database cannot say
 * which version is current, draws go to the database, and fail there as `random` does.
 */
export const makeInstantBuffer = Effect.fnUntraced(function* (
  store: PoolStore["Service"],
  fresh: Draws["fresh"],
  freshMany: Draws["freshMany"]
) {
  const layerScope = yield* Effect.scope
  const buffers = new LeastRecentlyUsed<Buffer>(maximumScopes)
  yield* Effect.forkIn(Effect.repeat(confirm(store, buffers), Schedule.spaced(checkEvery)), layerScope)

  const take = Effect.fnUntraced(function* (request: DrawRequest) {
    const name = scopeName(request.country, request.filters)
    const now = yield* Clock.currentTimeMillis
    const known = buffers.get(name)
    let draw = currentDraw(known, now)
    if (draw === undefined && known?.filling !== undefined) {
      // Waiting for the refill costs everyone less than one more draw.
      if (known.draws.length === 0) known.size = Math.min(largestSize, known.size * 2)
      yield* Deferred.await(known.filling)
      draw = currentDraw(known, now)
    }
    // A scope gets its buffer only after a successful draw, so that misspelt filters evict none.
    const answer = draw ?? (yield* fresh(request))
    const buffer = known ?? { request, draws: [], size: firstSize, confirmedAt: 0, usedAt: now, filling: undefined }
    buffer.usedAt = now
    if (buffers.get(name) === undefined) buffers.set(name, buffer)
    if (buffer.draws.length < buffer.size / 2 && buffer.filling === undefined) {
      buffer.filling = Deferred.makeUnsafe()
      yield* Effect.forkIn(refill(buffer, { fresh, freshMany }), layerScope)
    }
    return answer
  })

  return { take }
})
