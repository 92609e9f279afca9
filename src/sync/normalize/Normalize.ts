import { identity, Predicate, Result, type Types } from "effect"
import {
  isRejected,
  type Manifest,
  type RawRecord,
  type Rejected,
  type SourceRecord
} from "../../../sources/DataSource.ts"
import { type AddressComponents, DerivationMethod, type DerivedPart } from "../../../schemas/Address.ts"
import { MAX_TERMS } from "../../../schemas/Fields.ts"
import { memoized } from "../../../schemas/Memoized.ts"
import { isForHome, isStrongEnough, StatedKind } from "../../../schemas/StatedEvidence.ts"
import { Recent } from "../../address/Recent.ts"
import { addressIdOfWritten } from "../../address/Identity.ts"
import { countryNameOf } from "../../pool/stored/CountryNames.ts"
import { decompose, namesHouse } from "../../pool/stored/Decompose.ts"
import type { StoredStreet } from "../../pool/stored/StoredAddress.ts"
import { clean, onOneLine } from "./CleanText.ts"
import { type KeptRecord, type RejectReason, rejectReasons } from "./KeptRecord.ts"
import { type Locality, Recurring, type RecurringText } from "./Recurring.ts"
import { evidenceNeeded } from "./TellingNumbers.ts"
import { withUnitApart } from "./UnitInNumber.ts"
import { withUnitOffStreet } from "./UnitInStreet.ts"
import { faultOfPosition, isEndless, isStreetRequired, isTooLong } from "./Rejecting.ts"

/** Part of every run's fingerprint. Increase it when the same raw record would give a different kept record. */
export const normalizationVersion = "43"

/** The components of an address, each looked up among repeated ones. */
interface Found {
  readonly houseNumber: RecurringText
  readonly street: RecurringText
  readonly unit: RecurringText
  readonly building: RecurringText
  readonly locality: Locality
}

/** The components in display order, each only if the record has it. */
const componentsOf = ({ building, houseNumber, locality, street, unit }: Found, country: string): AddressComponents => {
  const made: Record<string, string> = {}
  if (houseNumber.text !== undefined) made["houseNumber"] = houseNumber.text
  if (street.text !== undefined) made["street"] = street.text
  if (unit.text !== undefined) made["unit"] = unit.text
  if (building.text !== undefined) made["building"] = building.text
  return Object.assign(made, locality.components, { country: countryNameOf(country) })
}

/** What a record says for or against being a home, if it gives an explanation and a known kind. */
const evidenceOf = ({ evidence }: RawRecord): KeptRecord["evidence"] => {
  const detail = clean(evidence?.detail)
  if (evidence == null || detail === undefined || !StatedKind.literals.includes(evidence.kind)) return undefined
  return { kind: evidence.kind, detail }
}

/** The evidence, unless the number or unit says that it is no home and only stronger evidence makes it one. */
const evidenceFor = (
  country: string,
  components: AddressComponents,
  evidence: KeptRecord["evidence"]
): KeptRecord["evidence"] => {
  if (evidence === undefined || !isForHome(evidence.kind)) return evidence
  const needed = evidenceNeeded(country, components)
  return needed === undefined || isStrongEnough(evidence.kind, needed) ? evidence : undefined
}

const derivable: ReadonlySet<string> = new Set(["district", "city", "region", "postcode"])

/** What was derived rather than stated, if its form is known and the record has the component. */
const derivedOf = ({ derived }: RawRecord, made: AddressComponents): ReadonlyArray<DerivedPart> | undefined => {
  if (derived == null) return undefined
  const parts = derived.filter(
    ({ component, method }) =>
      derivable.has(component) && made[component] !== undefined && DerivationMethod.literals.includes(method)
  )
  return parts.length === 0 ? undefined : parts.map(({ component, method }) => ({ component, method }))
}

const isText = (value: unknown): boolean => value === undefined || typeof value === "string"

/** Names that are no texts, such as numbers from JSON, would fail only when somebody asks for a translation. */
const faultOfNames = ({ names = {} }: RawRecord): RejectReason | undefined => {
  for (const translated of Object.values(names)) {
    if (!Predicate.isObject(translated)) return "malformed-record"
    const texts = Object.values(translated)
    if (!texts.every(isText)) return "malformed-record"
    if (texts.some((text) => text !== undefined && isTooLong(text))) return "text-too-long"
  }
  return undefined
}

/** Names in other languages, cleaned as the components are; undefined if none is left. */
const namesOf = ({ names = {} }: RawRecord): KeptRecord["names"] => {
  const cleaned = Object.entries(names).flatMap(([language, translated]) => {
    const texts = Object.entries(translated).flatMap(([component, given]) => {
      const text = clean(given)
      return text === undefined ? [] : [[component, text] as const]
    })
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)] as const]
  })
  return cleaned.length === 0 ? undefined : Object.fromEntries(cleaned)
}

/** What a source says of itself is shown on one line, as what a record says for itself is. Every record asks for it. */
const termsOf = memoized(
  ({ attribution, homepage, license }: Manifest) => ({
    license: onOneLine(license),
    attribution: onOneLine(attribution),
    url: onOneLine(homepage)
  }),
  new WeakMap<Manifest, { readonly license: string; readonly attribution: string; readonly url: string }>()
)

/** Every response with the address carries these texts. An ID may be a path or an address on the web. */
const isSourceTooLong = ({ attribution, evidence, language, license, recordId, url }: RawRecord): boolean =>
  isEndless(recordId) ||
  isEndless(language) ||
  [license, attribution, url, evidence?.detail].some((text) => text !== undefined && text.length > MAX_TERMS)

/** Whether a record without a street needs one. */
const lacksStreet = ({ derived }: RawRecord, country: string, found: Found): boolean => {
  const components = componentsOf(found, country)
  const isDerived = (part: string) => derived?.some(({ component }) => component === part) === true
  const stated = Object.fromEntries(Object.entries(components).filter(([part]) => !isDerived(part)))
  return isStreetRequired(country, components, stated)
}

const faultOf = (raw: RawRecord, country: string, found: Found): RejectReason | undefined => {
  const { building, houseNumber, locality, street, unit } = found
  if (houseNumber.isTooLong || street.isTooLong || unit.isTooLong || building.isTooLong || locality.isTooLong) {
    return "text-too-long"
  }
  if (![raw.license, raw.attribution, raw.url, raw.language].every(isText)) return "malformed-record"
  if (isSourceTooLong(raw)) return "text-too-long"
  const faultOfName = faultOfNames(raw)
  if (faultOfName !== undefined) return faultOfName
  if (houseNumber.text === undefined && building.text === undefined) {
    return houseNumber.fault ?? "missing-house-number"
  }
  if (houseNumber.text !== undefined && houseNumber.fault !== undefined) return houseNumber.fault
  if (street.fault !== undefined) return street.fault
  if (street.text === undefined && lacksStreet(raw, country, found)) return "missing-street"
  if (locality.fault !== undefined) return locality.fault
  return raw.coordinates === undefined ? undefined : faultOfPosition(country, raw.coordinates)
}

/** One cache per country being read: repeated parts of the whole world would take too much memory. */
const countries = new Recent<Recurring>(2)

const recurringIn = (country: string): Recurring => {
  const known = countries.get(country)
  if (known !== undefined && !known.isSpent) return known
  const made = new Recurring(country)
  countries.set(country, made)
  return made
}

/** Why the source rejects a record. A reason of a plug-in's own would stand for nothing. */
const reasonOf = ({ reason }: Rejected): RejectReason => (rejectReasons.includes(reason) ? reason : "malformed-record")

/**
 * The record in the form in which it enters the pool, or the reason why it does not. Garbage from a plug-in is a reason
 * too.
 */
export const normalize = (
  manifest: Manifest,
  country: string,
  raw: SourceRecord
): Result.Result<KeptRecord, RejectReason> =>
  Result.flatMap(
    Result.try({
      try: () => (isRejected(raw) ? Result.fail(reasonOf(raw)) : normalizeTyped(manifest, country, raw)),
      catch: (): RejectReason => "malformed-record"
    }),
    identity
  )

/** Mutable during construction: setting optional members is cheaper than spreading them. */
type Words = Types.Mutable<Omit<KeptRecord, "parts">>

const normalizeTyped = (
  manifest: Manifest,
  country: string,
  raw: RawRecord
): Result.Result<KeptRecord, RejectReason> => {
  const recurring = recurringIn(country)
  const off = withUnitOffStreet(country, raw.street, raw.unit)
  const street = recurring.streets.of(off.street)
  const apart = withUnitApart(country, raw.houseNumber, off.unit)
  const found: Found = {
    street,
    houseNumber: recurring.numbers.of(apart.houseNumber),
    unit: recurring.units.of(apart.unit),
    building: recurring.buildings.of(raw.building),
    locality: recurring.localityOf(raw, street.isForeign)
  }
  const { building, houseNumber, locality, unit } = found
  const recordId = clean(raw.recordId)
  if (recordId === undefined) return Result.fail("missing-record-id")
  const stated = evidenceOf(raw)
  if (raw.evidence != null && stated === undefined) return Result.fail("malformed-record")
  const reason = faultOf(raw, country, found)
  if (reason !== undefined) return Result.fail(reason)
  const made = componentsOf(found, country)
  const language = clean(raw.language)
  const evidence = evidenceFor(country, made, stated)
  const derived = derivedOf(raw, made)
  const own = termsOf(manifest)
  const words: Words = {
    recordId,
    addressId: addressIdOfWritten(country, locality.written, {
      street: street.written,
      houseNumber: houseNumber.written,
      unit: unit.written,
      building: building.written
    }),
    countryCode: country,
    components: made,
    places: locality.places,
    license: clean(raw.license) ?? own.license,
    attribution: clean(raw.attribution) ?? own.attribution,
    url: clean(raw.url) ?? own.url
  }
  if (raw.coordinates !== undefined) words.coordinates = raw.coordinates
  if (evidence !== undefined) words.evidence = evidence
  if (language !== undefined) words.language = language
  if (derived !== undefined) words.derived = derived
  const names = namesOf(raw)
  if (names !== undefined) words.names = names
  const isNamed = words.names !== undefined && !namesHouse(words.names)
  const row = isNamed ? undefined : recurring.rowOf(locality, street)
  return Result.succeed({ ...words, parts: partsOf(manifest.name, words, locality, row) })
}

const partsOf = (
  source: string,
  words: Readonly<Words>,
  { keys }: Locality,
  street: StoredStreet | undefined
): KeptRecord["parts"] =>
  decompose(
    {
      source,
      addressId: words.addressId,
      country: words.countryCode,
      recordId: words.recordId,
      components: words.components,
      places: keys,
      coordinates: words.coordinates,
      evidence: words.evidence,
      language: words.language,
      derived: words.derived,
      names: words.names,
      license: words.license,
      attribution: words.attribution,
      url: words.url
    },
    normalizationVersion,
    street
  )
