import { Effect, Layer, Option } from "effect"
import { randomBytes } from "node:crypto"
import type { Coordinates } from "../../schemas/Address.ts"
import { officialRegions } from "../gazetteer/OfficialRegions.ts"
import { type CatalogRow, CatalogStore, type Listing, nearbyKilometres, type Position } from "./CatalogStore.ts"
import type { PlaceType } from "../address/Identity.ts"
import { type MemoryPlace, type PoolEntry, servedPools } from "../pool/MemoryPools.ts"

interface Counts {
  total: number
  residential: number
}

/** By code point, as PostgreSQL's collation "C" compares; JavaScript compares UTF-16 code units. */
const compare = (a: Position, b: Position): number =>
  Buffer.compare(Buffer.from(a.folded), Buffer.from(b.folded)) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres (haversine). */
const distance = (a: Coordinates, b: Coordinates): number => {
  const latitude = Math.sin(radians(a.latitude - b.latitude) / 2) ** 2
  const longitude = Math.sin(radians(a.longitude - b.longitude) / 2) ** 2
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(latitude + cosines * longitude)))
}

/** The direction of the mean of the addresses' positions as vectors. */
const centerOf = (entries: ReadonlyArray<PoolEntry>): Coordinates | undefined => {
  let x = 0
  let y = 0
  let z = 0
  const positions = entries.flatMap(({ address }) => address.coordinates ?? [])
  for (const { latitude, longitude } of positions) {
    x += Math.cos(radians(latitude)) * Math.cos(radians(longitude))
    y += Math.cos(radians(latitude)) * Math.sin(radians(longitude))
    z += Math.sin(radians(latitude))
  }
  if (positions.length === 0) return undefined
  return {
    latitude: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
    longitude: (Math.atan2(y, x) * 180) / Math.PI
  }
}

/** The catalog of the pools in `MemoryPools`, counted for each request: slow, but obviously correct. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const pools = yield* servedPools
    const secret = yield* Effect.sync(() => randomBytes(32))

    const entriesOf = (country: string) => Array.from(pools.get(country)?.entries.values() ?? [])

    /** Every place of an address, and the official regions. */
    const placesOf = (country: string): ReadonlyMap<bigint, MemoryPlace> => {
      if (!pools.isEnabled(country) || !pools.settings.has(country)) return new Map()
      const inUse = new Set(entriesOf(country).flatMap((entry) => Object.values(entry.places)))
      const official = officialRegions(country).map((region): [bigint, MemoryPlace] => [
        region.key,
        { ...region, type: "region" }
      ])
      const published = Array.from(pools.get(country)?.places ?? []).filter(([key]) => inUse.has(key))
      return new Map([...official, ...published])
    }

    const countsOf = ({ country, type, within }: Listing): ReadonlyMap<bigint, Counts> => {
      const counts = new Map<bigint, Counts>()
      for (const { places, residential } of entriesOf(country)) {
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

    const rowsOf = (listing: Listing): ReadonlyArray<CatalogRow> => {
      const { country, only, text, type, within } = listing
      const places = placesOf(country)
      const counts = countsOf(listing)
      const lies = ({ key, parent }: MemoryPlace): boolean => {
        if (within === undefined) return true
        if (type === "postcode") return counts.has(key)
        const above = type === "district" && within.level === "region" ? places.get(parent ?? -1n)?.parent : parent
        return within.places.includes(above ?? -1n)
      }
      const hasText = ({ names }: MemoryPlace): boolean =>
        text === undefined || (text.aliases ? names : names.slice(0, 1)).some((name) => name.includes(text.folded))
      return Array.from(places.values())
        .filter((place) => place.type === type && lies(place) && hasText(place))
        .filter((place) => only === undefined || only.includes(place.key))
        .map(({ key, name, names }) => ({
          key,
          name: name ?? names[0]!,
          folded: names[0]!,
          ...(counts.get(key) ?? { total: 0, residential: 0 })
        }))
        .sort(compare)
    }

    const named = (country: string, type: PlaceType, folded: string) =>
      Array.from(placesOf(country).values()).filter((place) => place.type === type && place.names.includes(folded))

    const homesIn = (country: string, place: MemoryPlace): number =>
      entriesOf(country).filter((entry) => entry.residential && entry.places[place.type] === place.key).length

    return CatalogStore.of({
      slice: (listing, after, limit) =>
        Effect.sync(() => {
          const rows = rowsOf(listing)
          const behind = after === undefined ? rows : rows.filter((row) => compare(row, after) > 0)
          return { total: rows.length, rows: behind.slice(0, limit) }
        }),
      regionsNamed: (country, folded) => Effect.sync(() => named(country, "region", folded).map(({ key }) => key)),
      cityOf: (country, city) =>
        Effect.sync(() => {
          const place = placesOf(country).get(city)
          return place?.type === "city" ? { region: place.parent } : undefined
        }),
      locate: ({ coordinates, country, level, names, within }) =>
        Effect.sync(() => {
          const places = placesOf(country)
          const entries = entriesOf(country)
          const found = (place: MemoryPlace, kilometres: number) => ({
            place,
            residential: homesIn(country, place),
            kilometres
          })
          const away = (place: MemoryPlace): number => {
            const center = centerOf(entries.filter((entry) => entry.places.city === place.key))
            if (place.type !== "city" || coordinates === undefined || center === undefined) return Infinity
            return distance(center, coordinates)
          }
          const eligible = (place: MemoryPlace) =>
            place.type === level && (within === undefined || place.parent === within)
          for (const name of names) {
            const [best] = named(country, level, name)
              .filter(eligible)
              .map((place) => found(place, away(place)))
              .sort(
                (a, b) =>
                  Number(b.kilometres <= nearbyKilometres) - Number(a.kilometres <= nearbyKilometres) ||
                  b.residential - a.residential ||
                  (a.place.key < b.place.key ? -1 : 1)
              )
            if (best !== undefined) return Option.some(toFound(best, places))
          }
          if (level !== "city" || coordinates === undefined) return Option.none()
          const [nearest] = Array.from(places.values())
            .filter(eligible)
            .map((place) => found(place, away(place)))
            .filter(({ kilometres, residential }) => residential > 0 && kilometres <= nearbyKilometres)
            .sort((a, b) => a.kilometres - b.kilometres || (a.place.key < b.place.key ? -1 : 1))
          return nearest === undefined ? Option.none() : Option.some(toFound(nearest, places))
        }),
      secret: Effect.succeed(secret)
    })
  })
)

const toFound = (
  { place, residential }: { readonly place: MemoryPlace; readonly residential: number },
  places: ReadonlyMap<bigint, MemoryPlace>
) => {
  const region = place.parent === undefined ? undefined : places.get(place.parent)
  return {
    key: place.key,
    name: place.name ?? place.names[0]!,
    residential,
    ...(region === undefined ? {} : { region: { key: region.key, name: region.name ?? region.names[0]! } })
  }
}
