import type { AddressComponents, Coordinates, DerivedPart } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import { Recent } from "../../address/Recent.ts"
import { contentDigest, contentDigestOf, type PlaceType, writtenPart } from "../../address/Identity.ts"
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

/** What a source says about an address, before it is taken apart. */
export interface Statement {
  readonly source: string
  readonly addressId: string
  readonly country: string
  readonly recordId: string
  readonly components: AddressComponents
  /** Keys of its places. */
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

/** A statement, taken apart. */
export interface Parts {
  readonly record: StoredRecord
  readonly street: StoredStreet
  readonly origin: StoredOrigin
  /** The record's texts that `q` searches. */
  readonly labels: ReadonlyArray<StoredLabel>
}

/** Streets and origins recur: each is hashed once, as long as it recurs soon. */
const knownStreets = new Recent<StoredStreet>(20_000)
const knownOrigins = new Recent<StoredOrigin>(5_000)
const knownLabels = new Recent<StoredLabel>(20_000)

const isOwn = (name: string): boolean => ownComponents.some((own) => own === name)

/** Names of a house are stored with the house, so that all houses of a street share it. */
export const namesHouse = (names: Names): boolean => Object.values(names).some((one) => Object.keys(one).some(isOwn))

/** The places of a street, and what all its rows share about them. */
export interface Surroundings {
  readonly country: string
  readonly components: Omit<StoredStreet["components"], "street">
  readonly region: bigint
  readonly city: bigint
  readonly district: bigint
  readonly postcode: bigint
  /** Components and keys in the form in which they are hashed into a key. */
  readonly label: string
  readonly keys: string
  readonly search: string
}

export const surroundingsOf = (
  country: string,
  components: Partial<AddressComponents>,
  { city = 0n, district = 0n, postcode = 0n, region = 0n }: Statement["places"]
): Surroundings => {
  const own: Partial<Record<(typeof streetComponents)[number], string>> = {}
  for (const name of streetComponents) {
    if (name !== "street" && components[name] !== undefined) own[name] = components[name]
  }
  return {
    country,
    components: own,
    region,
    city,
    district,
    postcode,
    label: streetComponents.flatMap((name) => (name === "street" ? [] : [own[name] ?? ""])).join("\n"),
    keys: [region, city, district, postcode].map((key) => writtenPart(String(key))).join(""),
    search: Object.values(own).map(fold).join("\n")
  }
}

/**
 * @param folded the street's name, folded
 * @param names of the street in other languages
 */
export const streetIn = (
  { components, country, keys, label, search, ...rest }: Surroundings,
  street: string | undefined,
  folded: string,
  names: Names | undefined
): StoredStreet => {
  const spelled = names === undefined ? "" : JSON.stringify(names)
  const whole = `${country}\n${street ?? ""}\n${label}\n${spelled}`
  return {
    key: contentDigestOf(writtenPart("street") + writtenPart(whole) + keys),
    country,
    components: street === undefined ? components : { street, ...components },
    region: rest.region,
    city: rest.city,
    district: rest.district,
    postcode: rest.postcode,
    search: street === undefined ? search : search === "" ? folded : `${folded}\n${search}`,
    names
  }
}

const streetOf = ({ components, country, places }: Statement, names: Names | undefined): StoredStreet => {
  const { city = 0n, district = 0n, region = 0n } = places
  const spelled = names === undefined ? "" : JSON.stringify(names)
  const label = [country, ...streetComponents.map((name) => components[name] ?? ""), spelled].join("\n")
  const known = knownStreets.get(label)
  if (known !== undefined && known.region === region && known.city === city && known.district === district) return known
  const { street } = components
  const made = streetIn(surroundingsOf(country, components, places), street, fold(street ?? ""), names)
  knownStreets.set(label, made)
  return made
}

/** Shorter IDs occur in texts by chance. */
const shortestId = 3

const isWord = /[\p{L}\p{N}]/u

/** The text with a mark in place of the record's ID, if that occurs as a separate word. */
const withoutRecord = (text: string, recordId: string): string => {
  const at = recordId.length < shortestId ? -1 : text.lastIndexOf(recordId)
  if (at < 0 || isWord.test(text[at - 1] ?? " ") || isWord.test(text[at + recordId.length] ?? " ")) return text
  return text.slice(0, at) + recordMark + text.slice(at + recordId.length)
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at)!)

const characterBefore = (text: string, at: number): string => {
  const isPair = /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 2), at))
  return text.slice(at - (isPair ? 2 : 1), at)
}

const digitsInRow = /\d{5}/
const ofReference = /[\p{L}\d/_-]/u

/**
 * The first number that few records can share, with its surroundings: `way/4711234`. Its ends are searched outwards
 * from its digits, because a single pattern would try every letter of a long text as the beginning.
 */
const referenceIn = (text: string): string | undefined => {
  const found = digitsInRow.exec(text)
  if (found === null) return undefined
  let [start, end] = [found.index, found.index + 5]
  while (start > 0 && ofReference.test(characterBefore(text, start))) start -= characterBefore(text, start).length
  while (end < text.length && ofReference.test(characterAt(text, end))) end += characterAt(text, end).length
  return text.slice(start, end)
}

/** Sentences without anything specific to their record, which many records share. */
const plainDetails = new Recent<true>(100)

const evidenceOf = ({ evidence, recordId }: Statement) => {
  if (evidence === undefined) return { detail: undefined, reference: undefined }
  const detail = withoutRecord(evidence.detail, recordId)
  if (plainDetails.get(detail) === true) return { detail, reference: undefined }
  const found = referenceIn(detail)
  if (found === undefined) plainDetails.set(detail, true)
  return found === undefined
    ? { detail, reference: undefined }
    : { detail: detail.replace(found, () => referenceMark), reference: found }
}

/** The last origin, which is nearly always that of the next record. */
let lastOrigin: { readonly country: string; readonly origin: StoredOrigin } | undefined

const isOf = (
  { country, origin }: NonNullable<typeof lastOrigin>,
  statement: Statement,
  url: string,
  detail: string | undefined
): boolean =>
  statement.derived === undefined &&
  origin.derived === undefined &&
  origin.detail === detail &&
  origin.evidence === statement.evidence?.kind &&
  origin.source === statement.source &&
  origin.url === url &&
  origin.license === statement.license &&
  origin.attribution === statement.attribution &&
  origin.language === statement.language &&
  country === statement.country

const originOf = (statement: Statement, detail: string | undefined): StoredOrigin => {
  const url = withoutRecord(statement.url, statement.recordId)
  if (lastOrigin !== undefined && isOf(lastOrigin, statement, url, detail)) return lastOrigin.origin
  const origin = labelledOrigin(statement, url, detail)
  lastOrigin = { country: statement.country, origin }
  return origin
}

const labelledOrigin = (statement: Statement, url: string, detail: string | undefined): StoredOrigin => {
  const { attribution, country, derived, evidence, language, license, source } = statement
  const spelled = derived === undefined ? "" : JSON.stringify(derived)
  // Origins are separate per country, so that unused ones can be deleted under that country's lock alone.
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
  const known = knownLabels.get(text)
  if (known !== undefined) return known
  const label = { text, folded: fold(text) }
  knownLabels.set(text, label)
  return label
}

const nothing: ReadonlyArray<StoredLabel> = []

/** Nearly all records have only one. */
const labelsOf = ({ building, houseNumber, unit }: AddressComponents): ReadonlyArray<StoredLabel> => {
  if (unit === undefined && building === undefined) return houseNumber === undefined ? nothing : [labelOf(houseNumber)]
  return [houseNumber, unit, building].filter((text) => text !== undefined).map(labelOf)
}

/**
 * Takes a statement apart into its stored parts.
 *
 * @param rules version of the rules that made it: another version gives the same words another digest
 * @param known its street, if already known
 */
export const decompose = (statement: Statement, rules: string, known?: StoredStreet): Parts => {
  const { addressId, components, coordinates, names, recordId } = statement
  const { building, houseNumber, unit } = components
  const own = names !== undefined && namesHouse(names) ? names : undefined
  const street = known ?? streetOf(statement, own === undefined ? names : undefined)
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
    labels: labelsOf(components)
  }
}
