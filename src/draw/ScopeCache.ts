import { Effect } from "effect"
import { fold } from "../../schemas/Fold.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import type { PoolFilters } from "../pool/PoolRequests.ts"
import type { Scope } from "./store/PoolStore.ts"

/** Memory in bytes for scopes and their names: usually for 25,000. */
const capacity = 12 * 1024 * 1024

/** Approximate bytes of a scope without any texts. */
const overhead = 350

/** A text of a filter may have 300 characters, and its name has up to six for each. */
const weightOf = ({ q = "" }: Scope, name: string): number => overhead + 2 * (q.length + name.length)

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
 * Recently resolved scopes. They need no expiry, because every read of a scope checks its pool version, and drops it if
 * the version has changed.
 *
 * @param resolve finds the scope of filters, apart from any text
 */
export const makeScopeCache = <E>(resolve: (country: string, filters: PoolFilters) => Effect.Effect<Scope, E>) => {
  const scopes = new LeastRecentlyUsed<Scope>(capacity, weightOf)

  const withText = (country: string, filters: PoolFilters, q: string): Effect.Effect<Scope, E> =>
    Effect.map(get(country, withoutText(filters)), (scope) => ({ ...scope, q: fold(q), withoutText: scope }))

  const get = (country: string, filters: PoolFilters): Effect.Effect<Scope, E> => {
    const name = scopeName(country, filters)
    const known = scopes.get(name)
    if (known !== undefined) return Effect.succeed(known)
    const found = filters.q === undefined ? resolve(country, filters) : withText(country, filters, filters.q)
    return Effect.tap(found, (scope) => Effect.sync(() => scopes.set(name, scope)))
  }

  return {
    get,
    drop: (country: string, filters: PoolFilters): void => {
      scopes.delete(scopeName(country, filters))
      scopes.delete(scopeName(country, withoutText(filters)))
    }
  }
}

const withoutText = (filters: PoolFilters): PoolFilters => {
  const { q, ...places } = filters
  return q === undefined ? filters : places
}
