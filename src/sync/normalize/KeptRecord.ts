import type { AddressComponents, Coordinates, DerivedPart } from "../../../schemas/Address.ts"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { TranslatedNames } from "../../../sources/DataSource.ts"
import { formatAddress } from "../../formatting/AddressFormat.ts"
import type { PlaceType } from "../../address/Identity.ts"
import type { Parts } from "../../pool/stored/Decompose.ts"

/** A place of an address, in the catalog's form. */
export interface PlaceRef {
  readonly key: bigint
  readonly type: PlaceType
  /** Key of the place above it, absent for regions, postcodes, and cities without a region. */
  readonly parent?: bigint
  readonly name: string
  /** Folded names, codes and aliases that filters may use, including the name itself. */
  readonly names: ReadonlyArray<string>
}

/** A raw record that passed normalization: one source's statement that this address exists. */
export interface KeptRecord {
  readonly recordId: string
  readonly addressId: string
  readonly countryCode: string
  readonly components: AddressComponents
  readonly places: ReadonlyArray<PlaceRef>
  readonly coordinates?: Coordinates
  /**
   * Evidence for or against a home. Absent if nothing says so. An address that is not a home is counted but never
   * drawn.
   */
  readonly evidence?: { readonly kind: StatedKind; readonly detail: string }
  readonly language?: string
  /** Components that the record lacks. */
  readonly derived?: ReadonlyArray<DerivedPart>
  /** What the source calls components in other languages, by BCP 47 tag. */
  readonly names?: Readonly<Record<string, TranslatedNames>>
  readonly license: string
  readonly attribution: string
  readonly url: string
  /** Its stored parts. */
  readonly parts: Parts
}

/** The address on one line, in its country's own format. */
export const lineOf = ({ components, countryCode }: KeptRecord): string =>
  formatAddress(countryCode, components).formattedAddress

/** Why a raw record was rejected. Each reason is counted in the run, and explained in `diagnosis/Reasons.ts`. */
export const rejectReasons = [
  "malformed-record",
  "malformed-text",
  "filtered",
  "other-country",
  "missing-record-id",
  "missing-house-number",
  "malformed-house-number",
  "placeholder-house-number",
  "missing-street",
  "missing-city",
  "missing-region",
  "unknown-region",
  "missing-postcode",
  "malformed-postcode",
  "coordinates-out-of-range",
  "coordinates-outside-country",
  "text-too-long",
  "duplicate"
] as const
export type RejectReason = (typeof rejectReasons)[number]
