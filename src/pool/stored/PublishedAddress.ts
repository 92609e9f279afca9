import type { Address } from "../../../schemas/Address.ts"

/**
 * An address composed from published rows. It was validated before it was stored, so writing it needs no second
 * validation. Its members are in the contract's order.
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

  // Member by member: Object.assign would take as long as the rest of composing.
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
