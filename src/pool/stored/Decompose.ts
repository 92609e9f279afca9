import type { AddressComponents, Coordinates, DerivedPart } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import { Recent } from "../../address/Recent.ts"
import { contentDigest, type PlaceType } from "../Identity.ts"
import type { Names } from "../PoolRequests.ts"
import { recordMark, referenceMark } from "./Marks.ts"
import {
  ownComponents,
  type StoredLabel,
  type StoredOrigin,
  type StoredRecord,
  type StoredStreet,
  streetComponents
} from "./StoredAddress.ts"

/** What a source says of an address, before it is taken apart. */
export interface Statement {
  readonly source: string
  readonly addressId: string
  readonly country: string
  readonly recordId: string
  readonly components: AddressComponents
  /** Keys of the places that it lies in. */
  readonly places: { readonly [Level in PlaceType]?: bigint | undefined }
  readonly coordinates: Coordinates | undefined
  readonly evidence: { readonly kind: StatedKind; readonly detail: string } | undefined
  readonly language: string | undefined
  readonly derived: ReadonlyArray<DerivedPart> | undefined
  readonly names: Names | undefined
  readonly license: string
  readonly attribution: string
  readonly url: string
}

/** A statement taken apart. */
export interface Parts {
  readonly record: StoredRecord
  readonly street: StoredStreet
  readonly origin: StoredOrigin
  /** What the record has of texts in which `q` is looked for. */
  readonly labels: ReadonlyArray<StoredLabel>
}

/** Streets and origins recur with every address: each is hashed once, as long as it is met again soon. */
const knownStreets = new Recent<StoredStreet>(20_000)
const knownOrigins = new Recent<StoredOrigin>(5_000)
const knownLabels = new Recent<StoredLabel>(20_000)

const isOwn = (name: string): boolean => ownComponents.some((own) => own === name)

/** Names of a house go with the house, so that its street stays one. */
const namesHouse = (names: Names): boolean => Object.values(names).some((one) => Object.keys(one).some(isOwn))

const streetOf = ({ components, country, places }: Statement, names: Names | undefined): StoredStreet => {
  const { city = 0n, district = 0n, postcode = 0n, region = 0n } = places
  const spelled = names === undefined ? "" : JSON.stringify(names)
  const label = [country, ...streetComponents.map((name) => components[name] ?? ""), spelled].join("\n")
  const known = knownStreets.get(label)
  if (known !== undefined && known.region === region && known.city === city && known.district === district) return known
  const own: Partial<Record<(typeof streetComponents)[number], string>> = {}
  for (const name of streetComponents) if (components[name] !== undefined) own[name] = components[name]
  const street: StoredStreet = {
    key: contentDigest(["street", label, ...[region, city, district, postcode].map(String)]),
    country,
    components: own,
    region,
    city,
    district,
    postcode,
    search: Object.values(own).map(fold).join("\n"),
    names
  }
  knownStreets.set(label, street)
  return street
}

/** Shorter IDs are met in a text by chance. */
const shortestId = 3

const isWord = /[\p{L}\p{N}]/u

/** The text with a mark in place of the record's ID, where that stands by itself. */
const withoutRecord = (text: string, recordId: string): string => {
  const at = recordId.length < shortestId ? -1 : text.lastIndexOf(recordId)
  if (at < 0 || isWord.test(text[at - 1] ?? " ") || isWord.test(text[at + recordId.length] ?? " ")) return text
  return text.slice(0, at) + recordMark + text.slice(at + recordId.length)
}

/** A number that only a few records can share, with what belongs to it: `way/4711234`. */
const reference = /[\p{L}\d/_-]*\d{5,}[\p{L}\d/_-]*/u

const evidenceOf = ({ evidence, recordId }: Statement) => {
  if (evidence === undefined) return { detail: undefined, reference: undefined }
  const detail = withoutRecord(evidence.detail, recordId)
  const found = reference.exec(detail)?.[0]
  return found === undefined
    ? { detail, reference: undefined }
    : { detail: detail.replace(found, () => referenceMark), reference: found }
}

const originOf = (statement: Statement, detail: string | undefined): StoredOrigin => {
  const { attribution, country, derived, evidence, language, license, recordId, source } = statement
  const url = withoutRecord(statement.url, recordId)
  const spelled = derived === undefined ? "" : JSON.stringify(derived)
  // A country has origins of its own, so that those which are not needed any more go with its lock alone.
  const words = [
    country,
    source,
    license,
    attribution,
    url,
    language ?? "",
    spelled,
    evidence?.kind ?? "",
    detail ?? ""
  ]
  const label = words.join("\n")
  const known = knownOrigins.get(label)
  if (known !== undefined) return known
  const origin: StoredOrigin = {
    key: contentDigest(["origin", label]),
    source,
    license,
    attribution,
    url,
    language,
    derived,
    evidence: evidence?.kind,
    detail
  }
  knownOrigins.set(label, origin)
  return origin
}

const labelOf = (text: string): StoredLabel => {
  const known = knownLabels.get(text) ?? { text, folded: fold(text) }
  knownLabels.set(text, known)
  return known
}

/**
 * Takes a statement apart into what is kept of it.
 *
 * @param rules version of the rules by which it was made: another one makes another digest of the same words
 */
export const decompose = (statement: Statement, rules: string): Parts => {
  const { addressId, components, coordinates, names, recordId } = statement
  const { building, houseNumber, unit } = components
  const own = names !== undefined && namesHouse(names) ? names : undefined
  const street = streetOf(statement, own === undefined ? names : undefined)
  const { detail, reference } = evidenceOf(statement)
  const origin = originOf(statement, detail)
  const digest = contentDigest([
    rules,
    recordId,
    houseNumber ?? "",
    unit ?? "",
    building ?? "",
    coordinates === undefined ? "" : `${coordinates.latitude} ${coordinates.longitude}`,
    String(street.key),
    String(origin.key),
    reference ?? "",
    own === undefined ? "" : JSON.stringify(own)
  ])
  return {
    record: {
      id: addressId,
      street: street.key,
      origin: origin.key,
      recordId,
      houseNumber,
      unit,
      building,
      coordinates,
      reference,
      names: own,
      digest
    },
    street,
    origin,
    labels: [houseNumber, unit, building].filter((text) => text !== undefined).map(labelOf)
  }
}
