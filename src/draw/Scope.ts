import { Effect } from "effect"
import { namedCountry } from "../../schemas/CountryAliases.ts"
import { fold } from "../../schemas/Fold.ts"
import { regionsCalled } from "../gazetteer/Regions.ts"
import { canBeName, nearest, type PlaceName, similar } from "../shared/NearNames.ts"
import { type PlaceType, placeKeyOf, placeTypes } from "../address/Identity.ts"
import { misplaced } from "../address/MisplacedId.ts"
import { NoPoolCoverage } from "../pool/PoolErrors.ts"
import { placeFilterNames, type PoolFilters } from "../pool/PoolRequests.ts"
import { placesMeant } from "./NamesMeant.ts"
import { postcodeSpellings } from "../formatting/PostcodeSpellings.ts"
import type { Pool, PoolStore, Scope, Selection } from "./store/PoolStore.ts"

type Store = PoolStore["Service"]

type LocationFilter = (typeof placeFilterNames)[number]

const levelOf = (name: LocationFilter): PlaceType => name.replace("Id", "") as PlaceType

/**
 * A store that reads the names like one once: of a name that no place has, they are what else it could mean, when it is
 * resolved and when it is explained, and what it resembles. They are the dearest of these reads.
 */
const namesReadOnce = (store: Store): Store => {
  const read = new Map<string, ReadonlyArray<PlaceName>>()
  return {
    ...store,
    namesLike: (country, level, folded) => {
      const key = `${country} ${level} ${folded}`
      const known = read.get(key)
      return known !== undefined
        ? Effect.succeed(known)
        : Effect.tap(store.namesLike(country, level, folded), (names) => Effect.sync(() => read.set(key, names)))
    }
  }
}

/**
 * Turns filters into the scope that they select, apart from any text. Looks up places first, then the size of the whole
 * combination. Only if it is empty are the filters tried from broad to narrow, to name the one that emptied it.
 */
export const resolveScope = Effect.fnUntraced(function* (given: Store, country: string, filters: PoolFilters) {
  const store = namesReadOnce(given)
  const pool = yield* store.pool(country)
  if (pool === undefined || pool.residential === 0) return yield* noPool(country, pool)
  const names = placeFilterNames.filter((name) => filters[name] !== undefined)
  let selection: Selection = {}
  for (const name of names) {
    selection = intersect(selection, levelOf(name), yield* placesOf(store, country, name, filters[name]!))
  }
  const size = names.length === 0 ? pool.residential : yield* store.sizeOf(country, selection)
  if (size === 0) return yield* explain(store, country, pool, filters, names)
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

const named = Effect.fnUntraced(function* (store: Store, country: string, level: PlaceType, value: string) {
  const look = (folded: string) => store.placesNamed(country, level, folded)
  if (level === "region") return yield* regionsCalled(look, country, value)
  const found = yield* look(fold(value))
  return found.length > 0 || level === "postcode" ? found : yield* placesMeant(store, country, level, value)
})

const placesOf = (store: Store, country: string, name: LocationFilter, value: string) => {
  const level = levelOf(name)
  if (name === "postcode") return postcodesSpelled(store, country, value)
  if (!name.endsWith("Id")) return named(store, country, level, value)
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

/** Which sources had nothing, as the end of a message. */
export const consulted = (sources: ReadonlyArray<string>): string =>
  sources.length === 0 ? "" : ` Sources consulted: ${sources.join(", ")}.`

/** That a country has nothing to draw, and where to see which have. */
export const nothingPublished = (country: string, consulted = ""): string =>
  `No residential address of ${namedCountry(country)} is published.${consulted} GET /api/v1/availability says which countries have homes.`

const noPool = (country: string, pool: Pool | undefined) =>
  new NoPoolCoverage({
    country,
    filter: "country",
    sourcesTried: pool?.sources ?? [],
    message: nothingPublished(country, consulted(pool?.sources ?? []))
  })

const meant = (filter: LocationFilter | "q", near: ReadonlyArray<string>): string =>
  similar(filter === "postcode" ? "postcodes" : "names", near)

/** Where a value belongs that is no ID of the filter's kind. */
const otherFilter = (name: LocationFilter | "q", value: string): string =>
  name.endsWith("Id") ? misplaced(levelOf(name as LocationFilter), value) : ""

/** Suggestions for a name that no place has. */
const namesNear = (store: Store, country: string, name: LocationFilter, value: string) => {
  const folded = fold(value)
  return name.endsWith("Id") || !canBeName(folded)
    ? Effect.succeed([])
    : Effect.map(store.namesLike(country, levelOf(name), folded), (names) => nearest(folded, names))
}

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
      `${besides === "" ? "" : ` together with ${besides}`}.${otherFilter(filter, value)}${meant(filter, near)}` +
      consulted(pool.sources)
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
