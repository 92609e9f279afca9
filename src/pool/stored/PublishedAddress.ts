import type { Address } from "../../../schemas/Address.ts"

/**
 * An address that was put together from what is published. It was checked before it was stored, so that whoever writes it
 * needs no second check. Its members are in the order of the contract.
 */
export class PublishedAddress implements Address {
  readonly id: string
  readonly countryCode: string
  readonly formattedAddress: string
  readonly lines: Address["lines"]
  readonly components: Address["components"]
  readonly locationIds: Address["locationIds"]
  declare readonly language?: NonNullable<Address["language"]>
  declare readonly derived?: NonNullable<Address["derived"]>
  declare readonly coordinates?: NonNullable<Address["coordinates"]>
  readonly residential: Address["residential"]
  readonly sources: Address["sources"]
  readonly updatedAt: string

  // Member by member: to assign all of an object at once takes as long as all the rest of composing.
  constructor(
    words: Omit<Address, "residential" | "sources" | "updatedAt">,
    residential: Address["residential"],
    sources: Address["sources"],
    updatedAt: string
  ) {
    this.id = words.id
    this.countryCode = words.countryCode
    this.formattedAddress = words.formattedAddress
    this.lines = words.lines
    this.components = words.components
    this.locationIds = words.locationIds
    if (words.language !== undefined) this.language = words.language
    if (words.derived !== undefined) this.derived = words.derived
    if (words.coordinates !== undefined) this.coordinates = words.coordinates
    this.residential = residential
    this.sources = sources
    this.updatedAt = updatedAt
  }
}
