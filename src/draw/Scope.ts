import { Effect } from "effect"
import { namedCountry } from "../../schemas/CountryAliases.ts"
import { fold } from "../../schemas/Fold.ts"
import { cityNamesOf } from "../gazetteer/PlaceNames.ts"
import { canBeName, MOST_NAMES, nearest } from "../shared/NearNames.ts"
import { type PlaceType, placeKeyOf, placeTypes } from "../address/Identity.ts"
import { NoPoolCoverage } from "../pool/PoolErrors.ts"
import { placeFilterNames, type PoolFilters } from "../pool/PoolRequests.ts"
import { postcodeSpellings } from "./PostcodeSpellings.ts"
import type { Pool, PoolStore, Scope, Selection } from "./store/PoolStore.ts"

type Store = PoolStore["Service"]

type LocationFilter = (typeof placeFilterNames)[number]

const levelOf = (name: LocationFilter): PlaceType => name.replace("Id", "") as PlaceType

/**
 * Turns filters into the scope that they select, apart from any text. Looks up places first, then the size of the whole
 * combination. Only if it is empty are the filters tried from broad to narrow, to name the one that emptied it.
 */
export const resolveScope = Effect.fnUntraced(function* (store: Store, country: string, filters: PoolFilters) {
  const pool = yield* store.pool(country)
  if (pool === undefined || pool.residential === 0) return yield* noPool(country, pool)
  const given = placeFilterNames.filter((name) => filters[name] !== undefined)
  let selection: Selection = {}
  for (const name of given) {
    selection = intersect(selection, levelOf(name), yield* placesOf(store, country, name, filters[name]!))
  }
  const size = given.length === 0 ? pool.residential : yield* store.sizeOf(country, selection)
  if (size === 0) return yield* explain(store, country, pool, filters, given)
  const scope: Scope = {
    country,
    pool,
    selection,
    size,
    q: undefined,
    narrowest: yield* narrowest(store, country, selection)
  }
  return scope
})

/** In one statement, since look-ups at a time share one. */
const postcodesSpelled = (store: Store, country: string, value: string) =>
  Effect.map(
    Effect.forEach(postcodeSpellings(country, value), (folded) => store.placesNamed(country, "postcode", folded), {
      concurrency: "unbounded"
    }),
    (found) => {
      const [only = [], ...more] = found.filter((keys) => keys.length > 0)
      // The store knows the size of what it has found, by its identity.
      return more.length === 0 ? only : Array.from(new Set([only, ...more].flat()))
    }
  )

const placesOf = (store: Store, country: string, name: LocationFilter, value: string) => {
  const level = levelOf(name)
  if (name === "postcode") return postcodesSpelled(store, country, value)
  if (!name.endsWith("Id")) return store.placesNamed(country, level, fold(value))
  const key = placeKeyOf(level, value)
  return Effect.succeed(key === undefined ? [] : [key])
}

const intersect = (selection: Selection, level: PlaceType, keys: ReadonlyArray<bigint>): Selection => {
  const before = selection[level]
  return { ...selection, [level]: before === undefined ? keys : keys.filter((key) => before.includes(key)) }
}

const narrowest = Effect.fnUntraced(function* (store: Store, country: string, selection: Selection) {
  const levels = placeTypes.filter((level) => selection[level] !== undefined)
  if (levels.length < 2) return levels[0]
  const sizes = yield* Effect.forEach(levels, (level) => store.sizeOf(country, { [level]: selection[level]! }))
  return levels[sizes.indexOf(Math.min(...sizes))]
})

const consulted = (sources: ReadonlyArray<string>): string =>
  sources.length === 0 ? "" : ` Sources consulted: ${sources.join(", ")}.`

const noPool = (country: string, pool: Pool | undefined) =>
  new NoPoolCoverage({
    country,
    sourcesTried: pool?.sources ?? [],
    message: `No residential address of ${namedCountry(country)} is published.${consulted(pool?.sources ?? [])}`
  })

const meant = (near: ReadonlyArray<string>): string =>
  near.length === 0 ? "" : ` Similar names: ${near.map((name) => JSON.stringify(name)).join(", ")}.`

/** What a city that is named in another language is called in the pool: Köln for Cologne. */
const namesHere = (store: Store, country: string, value: string) => {
  const names = new Map(cityNamesOf(country, value).map((name) => [fold(name), name]))
  const isHere = ([folded]: readonly [string, string]) =>
    Effect.map(store.placesNamed(country, "city", folded), (keys) => keys.length > 0)
  // In one statement.
  return Effect.map(Effect.filter(names, isHere, { concurrency: "unbounded" }), (found) =>
    found.map(([, name]) => name)
  )
}

/** Suggestions for a name that no place has: a city's names in other languages, then those that differ in few letters. */
const namesNear = Effect.fnUntraced(function* (store: Store, country: string, name: LocationFilter, value: string) {
  const folded = fold(value)
  if (name.endsWith("Id")) return []
  const level = levelOf(name)
  const here = level === "city" ? yield* namesHere(store, country, value) : []
  const like = canBeName(folded) ? nearest(folded, yield* store.namesLike(country, level, folded)) : []
  return Array.from(new Set([...here, ...like])).slice(0, MOST_NAMES)
})

export const noMatch = (
  country: string,
  pool: Pool,
  filter: LocationFilter | "q",
  value: string,
  besides: string,
  near: ReadonlyArray<string> = []
) =>
  new NoPoolCoverage({
    country,
    filter,
    sourcesTried: pool.sources,
    message:
      `No published residential address of ${namedCountry(country)} matches ${filter} "${value}"` +
      `${besides === "" ? "" : ` together with ${besides}`}.${meant(near)}${consulted(pool.sources)}`
  })

const explain = Effect.fnUntraced(function* (
  store: Store,
  country: string,
  pool: Pool,
  filters: PoolFilters,
  given: ReadonlyArray<LocationFilter>
) {
  let selection: Selection = {}
  for (const [index, name] of given.entries()) {
    const places = yield* placesOf(store, country, name, filters[name]!)
    selection = intersect(selection, levelOf(name), places)
    const empty = index === given.length - 1 || (yield* store.sizeOf(country, selection)) === 0
    if (!empty) continue
    const near = places.length > 0 ? [] : yield* namesNear(store, country, name, filters[name]!)
    return yield* noMatch(country, pool, name, filters[name]!, describe(filters, given.slice(0, index)), near)
  }
  return yield* noPool(country, pool)
})

export const describe = (filters: PoolFilters, names: ReadonlyArray<LocationFilter> = placeFilterNames): string =>
  names
    .filter((name) => filters[name] !== undefined)
    .map((name) => `${name} "${filters[name]!}"`)
    .join(", ")
