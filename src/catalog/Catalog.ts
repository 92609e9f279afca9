import { Context, Effect, Layer, Option, Schema } from "effect"
import { fold } from "../../schemas/Fold.ts"
import { decodeCursor, encodeCursor } from "./CatalogCursor.ts"
import { type CatalogRow, CatalogStore, type Listing, type LocateRequest } from "./CatalogStore.ts"
import { missingPlace, type NamedPlaces } from "./MissingPlace.ts"
import { postcodeSpellings } from "../formatting/PostcodeSpellings.ts"
import { withoutDigraphs } from "../gazetteer/Digraphs.ts"
import { cityNamesOf } from "../gazetteer/PlaceNames.ts"
import { regionsCalled } from "../gazetteer/Regions.ts"
import { namesOf, placesOf } from "../address/identity/SamePlaces.ts"
import { placeId, placeKeyOf, type PlaceType } from "../address/Identity.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** The cursor is malformed, or was issued for another query. The message is what the cursor is. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", { message: Schema.String }) {}

/** `parentType`, `parentId` and `childType` do not fit together. The message is what the parameter is. */
export class InvalidParent extends Schema.TaggedError<InvalidParent>()("InvalidParent", {
  parameter: Schema.Literals(["parentId", "childType"]),
  message: Schema.String
}) {}

interface PageRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  /** Text that must occur in one of its names or codes, ignoring case and accents. */
  readonly q?: string | undefined
  /** Count published residential records only. */
  readonly residential: boolean
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined
  /** Items per page, at least 1; may differ from page to page. */
  readonly limit: number
}

export interface SearchRequest extends PageRequest {
  readonly field: PlaceType
  /** Name or code of a region, folded before the comparison. Several regions of one name all match. */
  readonly region?: string | undefined
  readonly regionId?: string | undefined
  readonly cityId?: string | undefined
}

export type ParentType = "country" | "region" | "city"

export interface ChildrenRequest extends PageRequest {
  readonly parentType: ParentType
  /** Absent for a country. */
  readonly parentId?: string | undefined
  readonly childType: PlaceType
}

export interface CatalogItem {
  /** Usable as a filter. */
  readonly id: string
  readonly value: string
  readonly availableCount: number
  /** A child without a published residential record. */
  readonly disabled?: true
}

/** Sorted by `value`, ignoring case and accents, then by `id`. */
export interface CatalogPage {
  readonly items: ReadonlyArray<CatalogItem>
  /** Length of the whole list. */
  readonly total: number
  readonly nextCursor: string | null
  /** Why the list is empty, if the query names a place that does not exist. */
  readonly hint?: string
}

export interface LocatedPlace {
  readonly id: string
  /** The catalog's own name. */
  readonly name: string
  readonly residentialCount: number
  /** For cities in a region. */
  readonly regionId?: string
  readonly regionName?: string
}

/**
 * The places of the pools: regions, cities, districts and postcodes, with their counts.
 *
 * IDs are hashes of what identifies a place, so they last as long as the place does. The official first-level
 * subdivisions of a country are regions even if they have no address. A cursor stands for a position in a list, not for
 * a number of items: what is published in between moves nothing past it. A country that is disabled, or has neither
 * pool nor settings, has no places.
 */
export class Catalog extends Context.Service<
  Catalog,
  {
    /**
     * Places of one type, by text and by the places that contain them. If `field` is above the given parents, they
     * select it themselves: with filters for regions and cities, those are listed; with a city and field region, its
     * region.
     */
    readonly search: (request: SearchRequest) => Effect.Effect<CatalogPage, InvalidCursor | StorageUnavailable>
    /**
     * What is below a country, region or city. For postcodes, only the part within the parent is counted. Every address
     * of the parent is counted in exactly one child, or in none if it has no place of that type. An unknown ID has no
     * children.
     */
    readonly children: (
      request: ChildrenRequest
    ) => Effect.Effect<CatalogPage, InvalidCursor | InvalidParent | StorageUnavailable>
    /**
     * The place that another data set's name or code means; for a city, also by its names in other languages. Among
     * several, one near the coordinates, then the one with the most homes. For an unknown city name, the nearest city
     * with homes, up to 50 km away.
     */
    readonly locate: (request: LocateRequest) => Effect.Effect<Option.Option<LocatedPlace>, StorageUnavailable>
  }
>()("doorstep/Catalog") {
  /** With any store; PostgreSQL and memory differ only in the store. */
  static readonly layerNoDeps = Layer.effect(
    Catalog,
    Effect.gen(function* () {
      const store = yield* CatalogStore

      const page = Effect.fnUntraced(function* (
        query: string,
        listing: Listing,
        { cursor, limit }: PageRequest,
        named: NamedPlaces,
        toItem: (row: CatalogRow) => CatalogItem
      ) {
        const secret = yield* store.secret
        const after = cursor === undefined ? undefined : decodeCursor(secret, query, cursor)
        if (cursor !== undefined && after === undefined) return yield* invalidCursor()
        // One extra row shows whether another page follows.
        const { rows, total } = yield* store.slice(listing, after, limit + 1)
        const last = rows.length > limit ? rows[limit - 1] : undefined
        const hint = total > 0 ? undefined : yield* missingPlace(store, named)
        const found: CatalogPage = {
          items: rows.slice(0, limit).map(toItem),
          total,
          nextCursor: last === undefined ? null : encodeCursor(secret, query, last),
          ...(hint === undefined ? {} : { hint })
        }
        return found
      })

      const search = Effect.fn("Catalog.search")(function* (request: SearchRequest) {
        const { cityId, country, field, region, regionId, residential } = request
        const q = request.q === undefined ? undefined : fold(request.q)
        const named = region === undefined ? undefined : fold(region)
        const query = JSON.stringify(["search", country, field, q, named, regionId, cityId, residential])
        const listing: Listing = {
          ...(yield* listingOf(store, { country, field, named, regionId, cityId })),
          text: q,
          meant: meantBy(country, field, request.q)
        }
        return yield* page(query, listing, request, request, ({ key, name, ...counts }) => ({
          id: placeId(field, key),
          value: name,
          availableCount: residential ? counts.residential : counts.total
        }))
      })

      const children = Effect.fn("Catalog.children")(function* (request: ChildrenRequest) {
        const { childType, country, parentId, parentType, residential } = request
        const q = request.q === undefined ? undefined : fold(request.q)
        const query = JSON.stringify(["children", country, parentType, parentId, childType, q, residential])
        const listing: Listing = {
          country,
          type: childType,
          within: yield* parentOf(request),
          text: q,
          meant: meantBy(country, childType, request.q)
        }
        const parent = parentType === "country" ? {} : { [`${parentType}Id`]: parentId }
        return yield* page(query, listing, request, { country, ...parent }, ({ key, name, ...counts }) => ({
          id: placeId(childType, key),
          value: name,
          availableCount: residential ? counts.residential : counts.total,
          ...(residential && counts.residential === 0 ? { disabled: true } : {})
        }))
      })

      const locate = Effect.fn("Catalog.locate")(function* ({ within, ...request }: LocateRequest) {
        const { country } = request
        const region = within === undefined ? undefined : placeKeyOf("region", within)
        if (within !== undefined && region === undefined) return Option.none()
        const others = request.level === "city" ? request.names.flatMap((name) => cityNamesOf(country, name)) : []
        const names = Array.from(new Set([...request.names, ...others].map(fold))).filter((name) => name !== "")
        const found = yield* store.locate({ ...request, names, within: region })
        return Option.map(found, ({ key, name, region, residential }): LocatedPlace => ({
          id: placeId(request.level, key),
          name,
          residentialCount: residential,
          ...(region === undefined ? {} : { regionId: placeId("region", region.key), regionName: region.name })
        }))
      })

      return Catalog.of({ search, children, locate })
    })
  )
}

const invalidCursor = () =>
  new InvalidCursor({
    message: "is malformed, or was issued for another query: omit it to start from the first page"
  })

/** Other names of the city or district that a text names, Köln for Cologne and Koeln, and other spellings of a postcode. */
const meantBy = (country: string, type: PlaceType, text: string | undefined) => {
  if (text === undefined || type === "region") return undefined
  if (type === "postcode") return postcodeSpellings(country, text)
  const folded = fold(text)
  const others = [...placesOf(country, folded).flatMap(namesOf), withoutDigraphs(country, folded)]
  return Array.from(new Set([...(type === "city" ? cityNamesOf(country, text) : []), ...others].map(fold)))
}

const nothing: ReadonlyArray<bigint> = []

const listingOf = Effect.fnUntraced(function* (
  store: CatalogStore["Service"],
  filters: {
    readonly country: string
    readonly field: PlaceType
    readonly named: string | undefined
    readonly regionId: string | undefined
    readonly cityId: string | undefined
  }
): Effect.fn.Return<Listing, StorageUnavailable> {
  const { cityId, country, field, named, regionId } = filters
  const byName =
    named === undefined
      ? undefined
      : yield* regionsCalled((folded) => store.regionsNamed(country, folded), country, named)
  const byId = regionId === undefined ? undefined : keysOf("region", regionId)
  const regions = byName === undefined ? byId : byId === undefined ? byName : byName.filter((key) => byId.includes(key))
  const listing = { country, type: field }
  if (cityId === undefined) {
    if (regions === undefined) return listing
    return field === "region"
      ? { ...listing, only: regions }
      : { ...listing, within: { level: "region", places: regions } }
  }
  const cities = keysOf("city", cityId)
  const city = cities.length === 0 ? undefined : yield* store.cityOf(country, cities[0]!)
  const region = city?.region
  const outside = regions !== undefined && (region === undefined || !regions.includes(region))
  if (city === undefined || outside) return { ...listing, only: nothing }
  if (field === "region") return { ...listing, only: region === undefined ? nothing : [region] }
  return field === "city" ? { ...listing, only: cities } : { ...listing, within: { level: "city", places: cities } }
})

const keysOf = (type: "region" | "city", id: string): ReadonlyArray<bigint> => {
  const key = placeKeyOf(type, id)
  return key === undefined ? nothing : [key]
}

const levels: ReadonlyArray<ParentType | PlaceType> = ["country", "region", "city", "district"]

const parentOf = Effect.fnUntraced(function* ({ childType, parentId, parentType }: ChildrenRequest) {
  if (childType !== "postcode" && levels.indexOf(childType) <= levels.indexOf(parentType)) {
    const message = `must be a smaller place than its parent: a ${childType} is not part of a ${parentType}`
    return yield* new InvalidParent({ parameter: "childType", message })
  }
  if (parentType === "country") {
    if (parentId === undefined) return undefined
    const message = "must be omitted for a country: it is the ID of a region or city"
    return yield* new InvalidParent({ parameter: "parentId", message })
  }
  const key = parentId === undefined ? undefined : placeKeyOf(parentType, parentId)
  if (key === undefined) {
    const what = parentId === undefined ? "is missing" : `is not a ${parentType} ID`
    const message = `${what}: with parentType ${parentType}, it is the ID of a ${parentType}`
    return yield* new InvalidParent({ parameter: "parentId", message })
  }
  return { level: parentType, places: [key] }
})
