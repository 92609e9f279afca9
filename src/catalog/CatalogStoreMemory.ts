import { Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import { locate } from "./CatalogLocateMemory.ts"
import { entriesOf, placesOf } from "./CatalogReadsMemory.ts"
import { type CatalogRow, CatalogStore, type Listing, type Position } from "./CatalogStore.ts"
import { type MemoryPlace, type ServedPools, servedPools } from "../pool/MemoryPools.ts"

interface Counts {
  total: number
  residential: number
}

/** By code point, as PostgreSQL's collation "C" compares; JavaScript compares UTF-16 code units. */
const compare = (a: Position, b: Position): number =>
  Buffer.compare(Buffer.from(a.folded), Buffer.from(b.folded)) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** How many addresses each place of the listing's type has; a postcode only those within the listing's places. */
const countsOf = (pools: ServedPools, { country, type, within }: Listing): ReadonlyMap<bigint, Counts> => {
  const counts = new Map<bigint, Counts>()
  for (const { places, residential } of entriesOf(pools, country)) {
    const key = places[type]
    const parent = within === undefined ? undefined : places[within.level]
    if (key === undefined) continue
    if (type === "postcode" && within !== undefined && !within.places.includes(parent ?? -1n)) continue
    const count = counts.get(key) ?? { total: 0, residential: 0 }
    count.total++
    if (residential) count.residential++
    counts.set(key, count)
  }
  return counts
}

const hasText = ({ names }: MemoryPlace, { meant = [], text }: Listing): boolean =>
  text === undefined || names.some((name) => name.includes(text) || meant.includes(name))

const rowsOf = (pools: ServedPools, listing: Listing): ReadonlyArray<CatalogRow> => {
  const { country, only, type, within } = listing
  const places = placesOf(pools, country)
  const counts = countsOf(pools, listing)
  const lies = ({ key, parent }: MemoryPlace): boolean => {
    if (within === undefined) return true
    if (type === "postcode") return counts.has(key)
    const above = type === "district" && within.level === "region" ? places.get(parent ?? -1n)?.parent : parent
    return within.places.includes(above ?? -1n)
  }
  return Array.from(places.values())
    .filter((place) => place.type === type && lies(place) && hasText(place, listing))
    .filter((place) => only === undefined || only.includes(place.key))
    .map(({ key, name, names }) => ({
      key,
      name: name ?? names[0]!,
      folded: names[0]!,
      ...(counts.get(key) ?? { total: 0, residential: 0 })
    }))
    .sort(compare)
}

const slice = (pools: ServedPools, listing: Listing, after: Position | undefined, limit: number) => {
  const rows = rowsOf(pools, listing)
  const behind = after === undefined ? rows : rows.filter((row) => compare(row, after) > 0)
  return { total: rows.length, rows: behind.slice(0, limit) }
}

const regionsNamed = (pools: ServedPools, country: string, folded: string): ReadonlyArray<bigint> =>
  Array.from(placesOf(pools, country).values())
    .filter((place) => place.type === "region" && place.names.includes(folded))
    .map(({ key }) => key)

const cityOf = (pools: ServedPools, country: string, city: bigint) => {
  const place = placesOf(pools, country).get(city)
  return place?.type === "city" ? { region: place.parent } : undefined
}

/** The catalog of the pools in `MemoryPools`, counted for each request: slow, but obviously correct. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const pools = yield* servedPools
    const secret = yield* Effect.sync(() => randomBytes(32))
    return CatalogStore.of({
      slice: (listing, after, limit) => Effect.sync(() => slice(pools, listing, after, limit)),
      regionsNamed: (country, folded) => Effect.sync(() => regionsNamed(pools, country, folded)),
      cityOf: (country, city) => Effect.sync(() => cityOf(pools, country, city)),
      locate: (request) => Effect.sync(() => locate(pools, request)),
      secret: Effect.succeed(secret)
    })
  })
)
