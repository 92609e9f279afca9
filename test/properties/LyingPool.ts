import { Effect } from "effect"
import type { DrawManyRequest, DrawnMany, DrawRequest, Pool } from "../../properties/Subject.ts"
import type { Breaking } from "./BrokenPools.ts"

/** True for every n-th call, beginning with call n. */
const every = (n: number) => {
  let count = 0
  return () => ++count % n === 0
}

export const another = (pool: Pool, request: DrawRequest, salt: string) =>
  Effect.map(
    pool.draw({ country: request.country, filters: request.filters, seed: `${request.seed ?? ""}${salt}` }),
    ({ address }) => address
  )

/** Falsifies some draws. */
export const ofDraws =
  (
    isMeant: (request: DrawRequest) => boolean,
    share: number,
    lie: (pool: Pool, request: DrawRequest, n: number) => ReturnType<Pool["draw"]>
  ): Breaking =>
  (pool) => {
    const now = every(share)
    let n = 0
    return { ...pool, draw: (request) => (isMeant(request) && now() ? lie(pool, request, ++n) : pool.draw(request)) }
  }

/** Falsifies some batches. */
export const ofBatches =
  (
    isMeant: (request: DrawManyRequest) => boolean,
    share: number,
    lie: (
      batch: DrawnMany,
      request: DrawManyRequest,
      pool: Pool
    ) => Effect.Effect<DrawnMany, Effect.Error<ReturnType<Pool["drawMany"]>>>
  ): Breaking =>
  (pool) => {
    const now = every(share)
    return {
      ...pool,
      drawMany: (request) =>
        Effect.flatMap(pool.drawMany(request), (batch) =>
          isMeant(request) && now() ? lie(batch, request, pool) : Effect.succeed(batch)
        )
    }
  }

export const replaced = (pool: Pool, request: DrawRequest, salt: string) =>
  Effect.zipWith(pool.draw(request), another(pool, request, salt), (drawn, address) => ({ ...drawn, address }))

export const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1)

export const isSeeded = ({ seed }: DrawRequest) => seed !== undefined
export const isInstant = ({ seed, strategy }: DrawRequest) => seed === undefined && strategy === "instant"
export const isUnique = ({ addresses }: DrawnMany) => addresses.length > 1
