import { Effect } from "effect"
import { LeastRecentlyUsed } from "./LeastRecentlyUsed.ts"
import type { PoolFilters } from "./PoolRequests.ts"
import type { Scope } from "./PoolStore.ts"

const capacity = 25_000

export const scopeName = (country: string, filters: PoolFilters): string =>
  JSON.stringify([
    country,
    filters.region,
    filters.regionId,
    filters.city,
    filters.cityId,
    filters.district,
    filters.districtId,
    filters.postcode,
    filters.postcodeId,
    filters.q
  ])

/**
 * Scopes that were resolved lately. An entry needs no expiry: every read of a scope checks that its pool version still
 * stands, and whoever finds that it does not drops the entry.
 */
export const makeScopeCache = <E>(resolve: (country: string, filters: PoolFilters) => Effect.Effect<Scope, E>) => {
  const scopes = new LeastRecentlyUsed<Scope>(capacity)
  return {
    get: (country: string, filters: PoolFilters): Effect.Effect<Scope, E> => {
      const name = scopeName(country, filters)
      const known = scopes.get(name)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(resolve(country, filters), (scope) => Effect.sync(() => scopes.set(name, scope)))
    },
    drop: (country: string, filters: PoolFilters): void => scopes.delete(scopeName(country, filters))
  }
}
