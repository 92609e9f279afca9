import { Schema } from "effect"
import { isCountryCode } from "../../../../schemas/CountryCodes.ts"
import { FilterText, Id, MAX_TEXT, type Strategy } from "../../../../schemas/Fields.ts"
import { MAX_BATCH } from "../../../../schemas/Generation.ts"

/** A chosen place of the catalog. */
export interface ChosenPlace {
  readonly id: string
  readonly value: string
}

export const placeFields = ["region", "city", "district", "postcode"] as const
export type PlaceField = (typeof placeFields)[number]

/** What is requested. */
export interface Selection {
  readonly country: string
  readonly places: Partial<Readonly<Record<PlaceField, ChosenPlace>>>
  readonly q: string
  readonly seed: string
  readonly strategy: Strategy
  /** 1 requests one address; more request a batch. */
  readonly count: number
}

/** Filters for both endpoints, with places by their stable IDs. */
export const filtersOf = ({ country, places, q }: Selection) => ({
  country,
  ...(places.region && { regionId: places.region.id }),
  ...(places.city && { cityId: places.city.id }),
  ...(places.district && { districtId: places.district.id }),
  ...(places.postcode && { postcodeId: places.postcode.id }),
  ...(Schema.is(FilterText)(q.trim()) && { q: q.trim() })
})

/** How addresses are drawn, for both endpoints. */
export const optionsOf = ({ seed, strategy }: Selection) => ({
  ...(seed !== "" && { seed }),
  ...(strategy === "instant" && { strategy })
})

/** A place in a URL: by its ID, and its name for people. If the ID is not valid, there is no place. */
export const placeOf = (parameters: URLSearchParams, field: PlaceField): ChosenPlace | undefined => {
  const id = parameters.get(`${field}Id`)
  return id === null || !Schema.is(Id)(id) ? undefined : { id, value: parameters.get(field) || id }
}

const textOf = (text: string | null): string =>
  Array.from((text ?? "").toWellFormed())
    .slice(0, MAX_TEXT)
    .join("")

/** The selection in a link to the page. A link never contains a token. Invalid values are ignored. */
export const selectionOfLink = (search: string): Selection => {
  const parameters = new URLSearchParams(search)
  const places: Partial<Record<PlaceField, ChosenPlace>> = {}
  for (const field of placeFields) {
    const place = placeOf(parameters, field)
    if (place !== undefined) places[field] = place
  }
  const count = Number(parameters.get("count") ?? 1)
  const country = (parameters.get("country") ?? "").toUpperCase()
  return {
    country: isCountryCode(country) ? country : "",
    places: isCountryCode(country) ? places : {},
    q: textOf(parameters.get("q")),
    seed: textOf(parameters.get("seed")),
    strategy: parameters.get("strategy") === "instant" ? "instant" : "random",
    count: Number.isInteger(count) && count >= 1 && count <= MAX_BATCH ? count : 1
  }
}

/** The reverse: the query string for a selection. */
export const linkOf = (selection: Selection): string => {
  const parameters = new URLSearchParams({ ...filtersOf(selection), ...optionsOf(selection) })
  for (const field of placeFields) {
    const place = selection.places[field]
    if (place !== undefined) parameters.set(field, place.value)
  }
  if (selection.count > 1) parameters.set("count", String(selection.count))
  return selection.country === "" ? "/try" : `/try?${parameters}`
}
