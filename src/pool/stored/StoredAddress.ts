import type { AddressComponents, Coordinates, DerivedPart } from "../../../schemas/Address.ts"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { Names } from "../PoolRequests.ts"

/**
 * How an address is stored: a row holds its own parts, and what it shares with others is stored once.
 *
 * The key of a shared part is a hash of its content. So the content under a key never changes, caches never need to
 * check it again, and records prepared in parallel get the same keys without coordination.
 */

/** Components that belong to a single house. */
export const ownComponents = ["houseNumber", "unit", "building"] as const

/** Components that the addresses of a street share, in the order in which they are searched. */
export const streetComponents = ["street", "district", "city", "region", "regionCode", "postcode"] as const

type StreetComponent = (typeof streetComponents)[number]

/**
 * The part of a street within one postcode, district, city and region, spelled as in the records. If there are no
 * streets, the place in which the houses are numbered.
 */
export interface StoredStreet {
  readonly key: bigint
  readonly country: string
  readonly components: Pick<AddressComponents, StreetComponent>
  /** Keys of its places; 0 if it is in none of that level. */
  readonly region: bigint
  readonly city: bigint
  readonly district: bigint
  readonly postcode: bigint
  /** Its folded components, one per line, in which `q` searches. */
  readonly search: string
  /** Names of its components in other languages, by BCP 47 tag. */
  readonly names: Names | undefined
}

/** The origin of records, and what they say apart from their place: the same for thousands of them. */
export interface StoredOrigin {
  readonly key: bigint
  readonly source: string
  readonly license: string
  readonly attribution: string
  /** The page of a record; `recordMark` stands for its ID. */
  readonly url: string
  readonly language: string | undefined
  readonly derived: ReadonlyArray<DerivedPart> | undefined
  readonly evidence: StatedKind | undefined
  /** The evidence in words; `recordMark` stands for the record's ID, and `referenceMark` for the row's own part. */
  readonly detail: string | undefined
}

/** What one record says about one address. The row of an address is that of its main record. */
export interface StoredRecord {
  readonly id: string
  readonly street: bigint
  readonly origin: bigint
  readonly recordId: string
  readonly houseNumber: string | undefined
  readonly unit: string | undefined
  readonly building: string | undefined
  readonly coordinates: Coordinates | undefined
  /** What the sentence about the evidence refers to, such as `way/4711`. */
  readonly reference: string | undefined
  /**
   * Names in other languages. If one of them belongs to the house itself, all of them are here and none at the street.
   */
  readonly names: Names | undefined
  /** Changes if anything above does. */
  readonly digest: bigint
}

/** A text as written and as `q` searches it: house numbers, units and names of buildings, which recur. */
export interface StoredLabel {
  readonly text: string
  readonly folded: string
}
