import type { Types } from "effect"
import type { Address, AddressComponents, AddressSource } from "../../../schemas/Address.ts"
import { isForHome } from "../../../schemas/StatedEvidence.ts"
import { evidenceRank } from "../../address/EvidenceRank.ts"
import { formatAddress } from "../../formatting/AddressFormat.ts"
import type { Names } from "../PoolRequests.ts"
import { countryNameOf } from "./CountryNames.ts"
import { recordMark, referenceMark } from "./Marks.ts"
import { PublishedAddress } from "./PublishedAddress.ts"
import { locationIdsOf, type ShownStreet } from "./ShownStreet.ts"
import type { StoredOrigin, StoredRecord, StoredStreet } from "./StoredAddress.ts"

/** What another source's record contributes to an address. */
export interface OtherRecord {
  readonly record: Pick<StoredRecord, "recordId" | "reference" | "coordinates" | "names">
  readonly street: Pick<StoredStreet, "names">
  readonly origin: StoredOrigin
  /** Its rank among the address's sources, in registration order. */
  readonly nth: number
}

/** A record together with its shared parts. */
export interface WholeRecord extends OtherRecord {
  readonly record: Omit<StoredRecord, "digest" | "street" | "origin">
  readonly street: ShownStreet
}

/** What is read of an address: the record whose words it takes, and those of its other sources. */
export interface WholeAddress {
  readonly main: WholeRecord
  readonly others: ReadonlyArray<OtherRecord>
  /** ISO 8601 in UTC. */
  readonly updatedAt: string
}

export const componentsOf = ({ record, street }: WholeRecord): AddressComponents => {
  const { building, houseNumber, unit } = record
  const { components, country } = street
  const made: Types.Mutable<Partial<AddressComponents>> = {}
  if (houseNumber !== undefined) made.houseNumber = houseNumber
  if (components.street !== undefined) made.street = components.street
  if (unit !== undefined) made.unit = unit
  if (building !== undefined) made.building = building
  if (components.district !== undefined) made.district = components.district
  if (components.city !== undefined) made.city = components.city
  if (components.region !== undefined) made.region = components.region
  if (components.regionCode !== undefined) made.regionCode = components.regionCode
  if (components.postcode !== undefined) made.postcode = components.postcode
  return Object.assign(made, { country: countryNameOf(country) })
}

const put = (text: string, mark: string, by: string): string => {
  const at = text.indexOf(mark)
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + mark.length)
}

const filled = (text: string, { recordId, reference = "" }: OtherRecord["record"]): string =>
  put(put(text, recordMark, recordId), referenceMark, reference)

const sourceOf = ({ origin, record }: OtherRecord): AddressSource => ({
  name: origin.source,
  recordId: record.recordId,
  license: origin.license,
  attribution: origin.attribution,
  url: filled(origin.url, record)
})

/** Strongest evidence first; among equals, the source that was registered first. */
const byEvidence = (one: OtherRecord, other: OtherRecord): number =>
  evidenceRank(one.origin.evidence) - evidenceRank(other.origin.evidence) || one.nth - other.nth

const firstOf = <A>({ main, others }: WholeAddress, get: (record: OtherRecord) => A | undefined): A | undefined => {
  const own = get(main)
  if (own !== undefined || others.length === 0) return own
  for (const other of others.toSorted(byEvidence)) {
    const found = get(other)
    if (found !== undefined) return found
  }
  return undefined
}

/** Names of the components in other languages: the first source that has them, in the order of evidence. */
export const namesOf = (address: WholeAddress): Names | undefined =>
  firstOf(address, ({ record, street }) => record.names ?? street.names)

/** In registration order. */
const sourcesOf = ({ main, others }: WholeAddress): ReadonlyArray<AddressSource> =>
  others.length === 0 ? [sourceOf(main)] : [main, ...others].sort((one, other) => one.nth - other.nth).map(sourceOf)

/** An address's own data, without its evidence and sources. */
const wordsOf = (address: WholeAddress) => {
  const { origin, record, street } = address.main
  const components = componentsOf(address.main)
  const { formattedAddress, lines } = formatAddress(street.country, components)
  const coordinates = firstOf(address, (one) => one.record.coordinates)
  const words: Types.Mutable<Omit<Address, "residential" | "sources" | "updatedAt">> = {
    id: record.id,
    countryCode: street.country,
    formattedAddress,
    lines,
    components,
    locationIds: locationIdsOf(street)
  }
  if (origin.language !== undefined) words.language = origin.language
  if (origin.derived !== undefined) words.derived = origin.derived
  if (coordinates !== undefined) words.coordinates = coordinates
  return words
}

const detailOf = ({ origin, record }: WholeRecord): string => filled(origin.detail ?? "", record)

/**
 * The address as clients receive it, with its members in the contract's order. An address that is not a home has no
 * `residential`.
 */
export const compose = (
  address: WholeAddress
): Omit<Address, "residential"> & Partial<Pick<Address, "residential">> => {
  const { evidence } = address.main.origin
  const isHome = evidence !== undefined && isForHome(evidence)
  const residential = isHome ? { residential: { evidence, detail: detailOf(address.main) } } : {}
  return Object.assign(wordsOf(address), residential, { sources: sourcesOf(address), updatedAt: address.updatedAt })
}

/** The same for an address that is stored as a home. */
export const composeHome = (address: WholeAddress): PublishedAddress => {
  const { evidence } = address.main.origin
  const kind = evidence !== undefined && isForHome(evidence) ? evidence : "assumed"
  const residential = { evidence: kind, detail: detailOf(address.main) }
  return new PublishedAddress(wordsOf(address), residential, sourcesOf(address), address.updatedAt)
}
