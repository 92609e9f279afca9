import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Coordinates } from "../../schemas/Address.ts"
import type { PlaceType } from "../address/Identity.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** A list of places of one type, sorted by folded name (by code point), then by key. */
export interface Listing {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly type: PlaceType
  /**
   * Places of one level that must contain the listed ones. Counts of postcodes are those within. Absent: the whole
   * country.
   */
  readonly within?: { readonly level: "region" | "city"; readonly places: ReadonlyArray<bigint> } | undefined
  /** Only these. */
  readonly only?: ReadonlyArray<bigint> | undefined
  /** Folded text that must occur in one of its names. */
  readonly text?: string | undefined
  /** Folded names that are meant by the text too: a place with one of them is listed. */
  readonly meant?: ReadonlyArray<string> | undefined
}

/** A place's position in every list that contains it. It never moves, because both parts depend only on the place. */
export interface Position {
  readonly folded: string
  readonly key: bigint
}

export interface CatalogRow extends Position {
  readonly name: string
  /** Synchronized addresses, within the listing's places. */
  readonly total: number
  /** Published residential ones of them. */
  readonly residential: number
}

export interface Slice {
  /** Length of the whole list. */
  readonly total: number
  readonly rows: ReadonlyArray<CatalogRow>
}

/** A place by another data set's name for it. */
export interface LocateRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly level: "region" | "city"
  /** Names and codes in order of preference, in any language. The first one known to the catalog decides. */
  readonly names: ReadonlyArray<string>
  /** ID of the region that must contain the city. */
  readonly within?: string | undefined
  /** In degrees, WGS 84. Without a known name, the nearest city with homes is used. */
  readonly coordinates?: Coordinates | undefined
}

export interface FoundPlace {
  readonly key: bigint
  readonly name: string
  readonly residential: number
  /** For cities in a region. */
  readonly region?: { readonly key: bigint; readonly name: string } | undefined
}

/** How far a city may be from the coordinates that it is found by, in kilometres. */
export const nearbyKilometres = 50

/**
 * What the catalog reads from storage. It reads nothing about a country that is disabled, or has neither pool nor
 * settings.
 */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /** Regions with this folded name, code or alias. */
    readonly regionsNamed: (country: string, folded: string) => Effect.Effect<ReadonlyArray<bigint>, StorageUnavailable>
    /** The region of the city, if it has one; undefined if the country has no such city. */
    readonly cityOf: (
      country: string,
      city: bigint
    ) => Effect.Effect<{ readonly region: bigint | undefined } | undefined, StorageUnavailable>
    /** Up to `limit` places of the list after a position, or from the start. */
    readonly slice: (
      listing: Listing,
      after: Position | undefined,
      limit: number
    ) => Effect.Effect<Slice, StorageUnavailable>
    /** `names` are folded, `within` is a key. */
    readonly locate: (
      request: Omit<LocateRequest, "within"> & { readonly within: bigint | undefined }
    ) => Effect.Effect<Option.Option<FoundPlace>, StorageUnavailable>
    /** The key for signing cursors: the same for every process on this storage. */
    readonly secret: Effect.Effect<Uint8Array, StorageUnavailable>
  }
>()("doorstep/CatalogStore") {}
