import { Option } from "effect"
import type { Coordinates } from "../../schemas/Address.ts"
import { greatCircle, radians } from "../../schemas/Earth.ts"
import { entriesOf, placesOf } from "./CatalogReadsMemory.ts"
import { type CatalogStore, type FoundPlace, nearbyKilometres } from "./CatalogStore.ts"
import type { MemoryPlace, PoolEntry, ServedPools } from "../pool/MemoryPools.ts"

type Request = Parameters<CatalogStore["Service"]["locate"]>[0]

/** A place that may be the one, with what decides whether it is. */
interface Candidate {
  readonly place: MemoryPlace
  readonly residential: number
  /** From the coordinates of the request; infinite where either side has none. */
  readonly kilometres: number
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

/** Kilometres from the coordinates to the middle of the city's addresses. */
const away = (entries: ReadonlyArray<PoolEntry>, { key, type }: MemoryPlace, from: Coordinates | undefined): number => {
  const center = centerOf(entries.filter((entry) => entry.places.city === key))
  return type !== "city" || from === undefined || center === undefined ? Infinity : greatCircle(center, from) / 1000
}

/** Namesakes: one nearby first, then the one with most homes. */
const byHomes = (a: Candidate, b: Candidate): number =>
  Number(b.kilometres <= nearbyKilometres) - Number(a.kilometres <= nearbyKilometres) ||
  b.residential - a.residential ||
  (a.place.key < b.place.key ? -1 : 1)

const byDistance = (a: Candidate, b: Candidate): number =>
  a.kilometres - b.kilometres || (a.place.key < b.place.key ? -1 : 1)

const toFound = (best: Candidate | undefined, places: ReadonlyMap<bigint, MemoryPlace>): Option.Option<FoundPlace> => {
  if (best === undefined) return Option.none()
  const { place, residential } = best
  const region = place.parent === undefined ? undefined : places.get(place.parent)
  return Option.some({
    key: place.key,
    name: place.name ?? place.names[0]!,
    residential,
    ...(region === undefined ? {} : { region: { key: region.key, name: region.name ?? region.names[0]! } })
  })
}

/** The first name with a place decides; for a city without one, the nearest city that has homes. */
export const locate = (pools: ServedPools, { coordinates, country, level, names, within }: Request) => {
  const places = placesOf(pools, country)
  const entries = entriesOf(pools, country)
  const eligible = Array.from(places.values()).filter(
    (place) => place.type === level && (within === undefined || place.parent === within)
  )
  const toCandidate = (place: MemoryPlace): Candidate => ({
    place,
    residential: entries.filter((entry) => entry.residential && entry.places[place.type] === place.key).length,
    kilometres: away(entries, place, coordinates)
  })
  for (const name of names) {
    const namesakes = eligible.filter((place) => place.names.includes(name))
    const [best] = namesakes.map(toCandidate).sort(byHomes)
    if (best !== undefined) return toFound(best, places)
  }
  if (level !== "city" || coordinates === undefined) return Option.none()
  const [nearest] = eligible
    .map(toCandidate)
    .filter(({ kilometres, residential }) => residential > 0 && kilometres <= nearbyKilometres)
    .sort(byDistance)
  return toFound(nearest, places)
}
