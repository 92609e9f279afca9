import type { AddressComponents, Coordinates, DerivedPart } from "../../../schemas/Address.ts"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { Names } from "../PoolRequests.ts"

/**
 * How an address is kept: a row holds what is its own, and what it shares with others stands once.
 *
 * What is shared has a key that is a hash of its content. So a row under a key never changes, whoever remembers one needs
 * not ask again, and records that are prepared side by side agree on keys without asking each other.
 */

/** Components that belong to one house. */
export const ownComponents = ["houseNumber", "unit", "building"] as const

/** Components that the addresses of a street share, in the order in which they are searched. */
export const streetComponents = ["street", "district", "city", "region", "regionCode", "postcode"] as const

type StreetComponent = (typeof streetComponents)[number]

/**
 * A street, as far as it lies in one postcode of one district, city and region, as records spell them. Where there are
 * no streets, the place that numbers its houses.
 */
export interface StoredStreet {
  readonly key: bigint
  readonly country: string
  readonly components: Pick<AddressComponents, StreetComponent>
  /** Keys of the places that it lies in; 0 where it lies in none of that level. */
  readonly region: bigint
  readonly city: bigint
  readonly district: bigint
  readonly postcode: bigint
  /** Its components folded, a line each, in which `q` is looked for. */
  readonly search: string
  /** What sources call its components in other languages, by BCP 47 tag. */
  readonly names: Names | undefined
}

/** Where records come from and what they say besides their place: the same for thousands of them. */
export interface StoredOrigin {
  readonly key: bigint
  readonly source: string
  readonly license: string
  readonly attribution: string
  /** The page of a record; `{record}` stands for its ID. */
  readonly url: string
  readonly language: string | undefined
  readonly derived: ReadonlyArray<DerivedPart> | undefined
  readonly evidence: StatedKind | undefined
  /** The evidence in words; `{record}` stands for the record's ID, and `{reference}` for what the row has of it. */
  readonly detail: string | undefined
}

/** What one record says of one address: the row of an address is that of its main record. */
export interface StoredRecord {
  readonly id: string
  readonly street: bigint
  readonly origin: bigint
  readonly recordId: string
  readonly houseNumber: string | undefined
  readonly unit: string | undefined
  readonly building: string | undefined
  readonly coordinates: Coordinates | undefined
  /** What the sentence of the evidence names, such as `way/4711`. */
  readonly reference: string | undefined
  /** Names in other languages, of which one is the house's own: then all of them are here and none at the street. */
  readonly names: Names | undefined
  /** Changes when anything above does. */
  readonly digest: bigint
}

/** A text as it is written and as `q` looks for it: house numbers, units and names of buildings, which recur. */
export interface StoredLabel {
  readonly text: string
  readonly folded: string
}
