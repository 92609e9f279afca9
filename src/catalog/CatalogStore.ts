import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Coordinates } from "../../schemas/Address.ts"
import type { PlaceType } from "../address/Identity.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** A list of places of one type, in the order of their folded names by code point, then of their keys. */
export interface Listing {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly type: PlaceType
  /** Places of one level that the listed ones lie in. Counts of postcodes are those within. Absent: the whole country. */
  readonly within?: { readonly level: "region" | "city"; readonly places: ReadonlyArray<bigint> } | undefined
  /** Only these of them. */
  readonly only?: ReadonlyArray<bigint> | undefined
  /** Folded text that must occur in the name; with `aliases`, in any of its names. */
  readonly text?: { readonly folded: string; readonly aliases: boolean } | undefined
}

/** Where a place stands in every list that it is in. It never moves: both are fixed by what the place is. */
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

/** A place by what somebody else calls it. */
export interface LocateRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly level: "region" | "city"
  /** Names and codes in order of preference, in any language. The first that the catalog knows decides. */
  readonly names: ReadonlyArray<string>
  /** ID of the region that the city must lie in. */
  readonly within?: string | undefined
  /** In degrees, WGS 84. Without a known name, they lead to the nearest city with homes. */
  readonly coordinates?: Coordinates | undefined
}

export interface FoundPlace {
  readonly key: bigint
  readonly name: string
  readonly residential: number
  /** Of cities that lie in one. */
  readonly region?: { readonly key: bigint; readonly name: string } | undefined
}

/** How far a city may lie from the coordinates that stand for it, in kilometres. */
export const nearbyKilometres = 50

/** What the catalog reads from storage. Of a country that is disabled, or has neither pool nor settings, it reads nothing. */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /** Regions with this folded name, code or alias. */
    readonly regionsNamed: (country: string, folded: string) => Effect.Effect<ReadonlyArray<bigint>, StorageUnavailable>
    /** The region that the city lies in, if any; undefined when the country has no such city. */
    readonly cityOf: (
      country: string,
      city: bigint
    ) => Effect.Effect<{ readonly region: bigint | undefined } | undefined, StorageUnavailable>
    /** Up to `limit` places of the list behind a position, from the start without one. */
    readonly slice: (
      listing: Listing,
      after: Position | undefined,
      limit: number
    ) => Effect.Effect<Slice, StorageUnavailable>
    /** `names` are folded, `within` is a key. */
    readonly locate: (
      request: Omit<LocateRequest, "within"> & { readonly within: bigint | undefined }
    ) => Effect.Effect<Option.Option<FoundPlace>, StorageUnavailable>
    /** What cursors are signed with: the same for every process on this storage. */
    readonly secret: Effect.Effect<Uint8Array, StorageUnavailable>
  }
>()("doorstep/CatalogStore") {}
