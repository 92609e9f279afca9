import type { Strategy } from "../../../../schemas/Fields.ts"

/** A place of the catalog that was chosen. */
export interface ChosenPlace {
  readonly id: string
  readonly value: string
}

export const placeFields = ["region", "city", "district", "postcode"] as const
export type PlaceField = (typeof placeFields)[number]

/** What is asked for. */
export interface Selection {
  readonly country: string
  readonly places: Partial<Readonly<Record<PlaceField, ChosenPlace>>>
  readonly q: string
  readonly seed: string
  readonly strategy: Strategy
  /** 1 asks for one address, more for a batch. */
  readonly count: number
}

/** Filters as both endpoints take them, places by their stable IDs. */
export const filtersOf = ({ country, places, q }: Selection) => ({
  country,
  ...(places.region && { regionId: places.region.id }),
  ...(places.city && { cityId: places.city.id }),
  ...(places.district && { districtId: places.district.id }),
  ...(places.postcode && { postcodeId: places.postcode.id }),
  ...(q.trim() !== "" && { q: q.trim() })
})

/** How the addresses are drawn, for both endpoints. */
export const optionsOf = ({ seed, strategy }: Selection) => ({
  ...(seed !== "" && { seed }),
  ...(strategy === "instant" && { strategy })
})

/** The selection that a link to the page asks for. A link never carries a token. */
export const selectionOfLink = (search: string): Selection => {
  const parameters = new URLSearchParams(search)
  const places: Partial<Record<PlaceField, ChosenPlace>> = {}
  for (const field of placeFields) {
    const id = parameters.get(`${field}Id`)
    if (id !== null) places[field] = { id, value: parameters.get(field) ?? id }
  }
  const count = Number(parameters.get("count") ?? 1)
  return {
    country: (parameters.get("country") ?? "").toUpperCase(),
    places,
    q: parameters.get("q") ?? "",
    seed: parameters.get("seed") ?? "",
    strategy: parameters.get("strategy") === "instant" ? "instant" : "random",
    count: Number.isInteger(count) && count >= 1 && count <= 50 ? count : 1
  }
}

/** The other way round: what the page's address says while it shows the selection. */
export const linkOf = (selection: Selection): string => {
  const parameters = new URLSearchParams({ ...filtersOf(selection), ...optionsOf(selection) })
  for (const field of placeFields) {
    const place = selection.places[field]
    if (place !== undefined) parameters.set(field, place.value)
  }
  if (selection.count > 1) parameters.set("count", String(selection.count))
  return `/try?${parameters}`
}
