import { Effect } from "effect"
import { namedCountry } from "../../schemas/CountryAliases.ts"
import { fold } from "../../schemas/Fold.ts"
import { placeKeyOf } from "../address/Identity.ts"
import { misplaced } from "../address/MisplacedId.ts"
import { regionsCalled } from "../gazetteer/Regions.ts"
import { canBeName, nearest, similar } from "../shared/NearNames.ts"
import type { CatalogStore } from "./CatalogStore.ts"

type Store = CatalogStore["Service"]

/** The places that a query names, of which its country may not have all. */
export interface NamedPlaces {
  readonly country: string
  readonly region?: string | undefined
  readonly regionId?: string | undefined
  readonly cityId?: string | undefined
}

/** More than any country has at its first level: Slovenia has 212. */
const MOST_REGIONS = 500

const noPlaces = (country: string): string =>
  `There is no pool of ${namedCountry(country)}. GET /api/v1/countries lists the countries that have one.`

const unknownRegion = (country: string, region: string, names: Parameters<typeof nearest>[1]): string => {
  const folded = fold(region)
  const near = canBeName(folded) ? nearest(folded, names) : []
  return `No region of ${namedCountry(country)} is called ${JSON.stringify(region)}.${similar("names", near)}`
}

const unknownId = (country: string, type: "region" | "city", id: string): string =>
  `No ${type} of ${namedCountry(country)} has the ID ${JSON.stringify(id)}.${misplaced(type, id)}`

/**
 * Which of the places that a query without results names does not exist, and similar names; undefined if all do. Only
 * then is it worth its reads.
 */
export const missingPlace = Effect.fnUntraced(function* (
  store: Store,
  { cityId, country, region, regionId }: NamedPlaces
) {
  const { rows: regions } = yield* store.slice({ country, type: "region" }, undefined, MOST_REGIONS)
  if (regions.length === 0) {
    const { total } = yield* store.slice({ country, type: "city" }, undefined, 1)
    if (total === 0) return noPlaces(country)
  }
  if (region !== undefined) {
    const called = yield* regionsCalled((folded) => store.regionsNamed(country, folded), country, fold(region))
    if (called.length === 0) return unknownRegion(country, region, regions)
  }
  if (regionId !== undefined) {
    const key = placeKeyOf("region", regionId)
    if (!regions.some((known) => known.key === key)) return unknownId(country, "region", regionId)
  }
  if (cityId === undefined) return undefined
  const key = placeKeyOf("city", cityId)
  const city = key === undefined ? undefined : yield* store.cityOf(country, key)
  return city === undefined ? unknownId(country, "city", cityId) : undefined
})
