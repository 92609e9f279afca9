import { identity, Result } from "effect"
import { isRejected, type Manifest, type RawRecord, type SourceRecord } from "../../sources/DataSource.ts"
import { type AddressComponents, DerivationMethod, type DerivedPart } from "../../schemas/Address.ts"
import { isForHome, isStrongEnough, StatedKind } from "../../schemas/StatedEvidence.ts"
import { fold } from "../../schemas/Fold.ts"
import { isForeign, nativeName } from "../gazetteer/RegionNames.ts"
import { addressIdOfFolded, foldComponents, placeKey, type PlaceType } from "../pool/Identity.ts"
import { decompose } from "../pool/stored/Decompose.ts"
import { type KeptRecord, lineOf, type PlaceRef, type RejectReason } from "./KeptRecord.ts"
import { isIn } from "./Borders.ts"
import { isPlaceholderPostcode } from "./PlaceholderPostcode.ts"
import { postcodePatterns } from "../../schemas/PostcodePatterns.ts"
import { Recent } from "../address/Recent.ts"
import { postcodeRequired, regionRequired } from "./RequiredComponents.ts"
import { findRegion, type Region } from "./Regions.ts"

/** Part of every run's fingerprint: raise it when the same raw record would give another kept record. */
export const normalizationVersion = "8"

/** Characters of one component, more than any real one has. */
const longest = 200

/** Where villages number their houses without streets, or blocks take the place of streets. */
const streetOptional = new Set("AT BA CZ EE HR IS JP KR LI LT LV ME MK PL RS SI SK".split(" "))

/** A date that a spreadsheet made of a number range, such as `5-Jan` for 1-5. */
const mangledByDates = /^\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i

/** Degrees around a border within which coordinates count as inside: the borders at hand are simplified. */
const borderTolerance = 0.05

/** Printable ASCII with single blanks between words, as most text is: there is nothing to clean. */
const isClean = /^[!-~]+(?: [!-~]+)*$/

const clean = (text: string | undefined): string | undefined => {
  if (text !== undefined && isClean.test(text)) return text
  const cleaned = text
    ?.normalize("NFC")
    // Soft hyphens and zero-width joiners stand within words.
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  return cleaned === "" ? undefined : cleaned
}

const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" })

const countryNames = new Map<string, string>()

const countryName = (country: string): string => {
  const known = countryNames.get(country) ?? names.of(country) ?? country
  countryNames.set(country, known)
  return known
}

/** The region's name, in the letters in which the rest of the address is written. */
const regionText = (raw: RawRecord, region: Region | undefined): string | undefined => {
  if (region === undefined) return clean(raw.region)
  const native = nativeName(region.code)
  const texts = [raw.street, raw.city, raw.district, raw.region]
  return native !== undefined && texts.some((text) => text !== undefined && isForeign(text)) ? native : region.name
}

const postcodeOf = (raw: RawRecord, country: string): string | undefined => {
  const postcode = clean(raw.postcode)?.toUpperCase()
  return postcode === undefined || isPlaceholderPostcode(country, postcode) ? undefined : postcode
}

/** The components in the order in which addresses show them; each only where the record has it. */
const components = (raw: RawRecord, country: string, region: Region | undefined): AddressComponents => {
  const made: Record<string, string> = {}
  const put = (name: keyof AddressComponents, text: string | undefined): void => {
    if (text !== undefined) made[name] = text
  }
  put("houseNumber", clean(raw.houseNumber))
  put("street", clean(raw.street))
  put("unit", clean(raw.unit))
  put("building", clean(raw.building))
  put("district", clean(raw.district))
  put("city", clean(raw.city))
  put("region", regionText(raw, region))
  put("regionCode", region?.code)
  put("postcode", postcodeOf(raw, country))
  return Object.assign(made, { country: countryName(country) })
}

const postcodeShapes = new Map(
  Object.entries(postcodePatterns).map(([country, pattern]) => [country, new RegExp(`^(?:${pattern})$`, "i")])
)

const insideCountry = (country: string, latitude: number, longitude: number): boolean => {
  if (isIn(country, longitude, latitude)) return true
  return [-borderTolerance, borderTolerance].some(
    (offset) => isIn(country, longitude + offset, latitude) || isIn(country, longitude, latitude + offset)
  )
}

/** What a record says for or against being a home, where it says so in words and in one of the kinds that there are. */
const evidenceOf = ({ evidence }: RawRecord): KeptRecord["evidence"] => {
  const detail = clean(evidence?.detail)
  if (evidence == null || detail === undefined || !StatedKind.literals.includes(evidence.kind)) return undefined
  return { kind: evidence.kind, detail }
}

/**
 * строение and сооружение number the structures of an estate, most of them workshops, garages and substations: `12 с1`,
 * `12 стр. 3`. It takes a building that is known to be lived in to make a home of one.
 */
const structure = /\d\p{L}?[\s,]*(?:с|c|стр|строение|соор|сооружение)\.?\s*№?\s*\d/iu
const structured = new Set(["BY", "KZ", "RU"])

const evidenceFor = (
  country: string,
  { houseNumber, unit }: AddressComponents,
  evidence: KeptRecord["evidence"]
): KeptRecord["evidence"] => {
  if (evidence === undefined || !structured.has(country) || !isForHome(evidence.kind)) return evidence
  const isStructure = structure.test(`${houseNumber ?? ""} ${unit ?? ""}`)
  return isStructure && !isStrongEnough(evidence.kind, "building") ? undefined : evidence
}

const derivable: ReadonlySet<string> = new Set(["district", "city", "region", "postcode"])

/** What the record does not say of its components: in the forms that there are, and of components that it has. */
const derivedOf = ({ derived }: RawRecord, made: AddressComponents): ReadonlyArray<DerivedPart> | undefined => {
  if (derived == null) return undefined
  const parts = derived.filter(
    ({ component, method }) =>
      derivable.has(component) && made[component] !== undefined && DerivationMethod.literals.includes(method)
  )
  return parts.length === 0 ? undefined : parts.map(({ component, method }) => ({ component, method }))
}

const isTooLong = (made: Readonly<Record<string, string>>): boolean => {
  for (const name in made) if (made[name]!.length > longest) return true
  return false
}

const reject = (raw: RawRecord, country: string, made: AddressComponents): RejectReason | undefined => {
  const { city, houseNumber, postcode, region, regionCode, street } = made
  if (isTooLong(made)) return "text-too-long"
  if (houseNumber === undefined && made.building === undefined) return "missing-house-number"
  if (houseNumber !== undefined) {
    if (!/\p{Nd}/u.test(houseNumber) || mangledByDates.test(houseNumber)) return "malformed-house-number"
    if (/^0+$/.test(houseNumber)) return "placeholder-house-number"
  }
  if (street === undefined && !streetOptional.has(country)) return "missing-street"
  if (city === undefined) return "missing-city"
  if (regionRequired.has(country)) {
    if (region === undefined) return "missing-region"
    if (regionCode === undefined) return "unknown-region"
  }
  if (postcode === undefined && postcodeRequired.has(country)) return "missing-postcode"
  if (postcode !== undefined && postcodeShapes.get(country)?.test(postcode) === false) return "malformed-postcode"
  if (raw.coordinates !== undefined) {
    const { latitude, longitude } = raw.coordinates
    const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    if (!real || (latitude === 0 && longitude === 0)) return "coordinates-out-of-range"
    if (!insideCountry(country, latitude, longitude)) return "coordinates-outside-country"
  }
  return undefined
}

/** Places recur with every address in them: each is hashed and folded once, as long as it is met again soon. */
const knownPlaces = new Recent<PlaceRef>(20_000)

/** And so do the combinations of them. */
const knownCombinations = new Recent<ReadonlyArray<PlaceRef>>(20_000)

const placeOf = (
  country: string,
  type: PlaceRef["type"],
  path: ReadonlyArray<string>,
  name: string,
  parent: PlaceRef | undefined,
  names?: ReadonlyArray<string>
): PlaceRef => {
  const label = [country, type, name, ...path].join("\n")
  const known = knownPlaces.get(label)
  if (known !== undefined) return known
  const place: PlaceRef = {
    key: placeKey(country, type, path),
    type,
    name,
    names: names ?? [fold(name)],
    ...(parent === undefined ? {} : { parent: parent.key })
  }
  knownPlaces.set(label, place)
  return place
}

const placesOf = (country: string, made: AddressComponents, found: Region | undefined): ReadonlyArray<PlaceRef> => {
  const { city, district, postcode, region } = made
  const regionPath = made.regionCode ?? region ?? ""
  const label = `${country}\n${regionPath}\n${region ?? ""}\n${city ?? ""}\n${district ?? ""}\n${postcode ?? ""}`
  const known = knownCombinations.get(label)
  if (known !== undefined) return known
  const inRegion =
    region === undefined ? undefined : placeOf(country, "region", [regionPath], region, undefined, found?.names)
  const inCity = city === undefined ? undefined : placeOf(country, "city", [regionPath, city], city, inRegion)
  const inDistrict =
    city === undefined || district === undefined
      ? undefined
      : placeOf(country, "district", [regionPath, city, district], district, inCity)
  const inPostcode = postcode === undefined ? undefined : placeOf(country, "postcode", [postcode], postcode, undefined)
  const places = [inRegion, inCity, inDistrict, inPostcode].filter((place) => place !== undefined)
  knownCombinations.set(label, places)
  return places
}

/** A raw record as it goes into the pool, or the reason why it does not. Garbage from a plug-in is a reason too. */
export const normalize = (
  manifest: Manifest,
  country: string,
  raw: SourceRecord
): Result.Result<KeptRecord, RejectReason> =>
  Result.flatMap(
    Result.try({
      try: () => (isRejected(raw) ? Result.fail(raw.reason) : normalizeTyped(manifest, country, raw)),
      catch: (): RejectReason => "malformed-record"
    }),
    identity
  )

/** The same with the address on one line, as those who look at records one by one want it. */
export const normalizeInFull = (manifest: Manifest, country: string, raw: SourceRecord) =>
  Result.map(normalize(manifest, country, raw), (kept) => ({ ...kept, formattedAddress: lineOf(kept) }))

type Writable<A> = { -readonly [Name in keyof A]: A[Name] }

/** A record as it is made; writing what only some have costs less than spreading it. */
type Words = Writable<Omit<KeptRecord, "parts">>

const normalizeTyped = (
  manifest: Manifest,
  country: string,
  raw: RawRecord
): Result.Result<KeptRecord, RejectReason> => {
  const givenRegion = clean(raw.region)
  const region = givenRegion === undefined ? undefined : findRegion(country, givenRegion)
  const made = components(raw, country, region)
  const recordId = clean(raw.recordId)
  if (recordId === undefined) return Result.fail("missing-record-id")
  const stated = evidenceOf(raw)
  if (raw.evidence != null && stated === undefined) return Result.fail("malformed-record")
  const reason = reject(raw, country, made)
  if (reason !== undefined) return Result.fail(reason)
  const folded = foldComponents(made)
  const language = clean(raw.language)
  const evidence = evidenceFor(country, made, stated)
  const derived = derivedOf(raw, made)
  const words: Words = {
    recordId,
    addressId: addressIdOfFolded(country, folded),
    countryCode: country,
    components: made,
    places: placesOf(country, made, region),
    license: clean(raw.license) ?? manifest.license,
    attribution: clean(raw.attribution) ?? manifest.attribution,
    url: clean(raw.url) ?? manifest.homepage
  }
  if (raw.coordinates !== undefined) words.coordinates = raw.coordinates
  if (evidence !== undefined) words.evidence = evidence
  if (language !== undefined) words.language = language
  if (derived !== undefined) words.derived = derived
  if (raw.names !== undefined && Object.keys(raw.names).length > 0) words.names = raw.names
  return Result.succeed({ ...words, parts: partsOf(manifest.name, words) })
}

const partsOf = (source: string, words: Readonly<Words>): KeptRecord["parts"] => {
  const places: Partial<Record<PlaceType, bigint>> = {}
  for (const { key, type } of words.places) places[type] = key
  const { addressId, attribution, components, coordinates, countryCode, evidence, language, license, recordId } = words
  return decompose(
    {
      source,
      addressId,
      country: countryCode,
      recordId,
      components,
      places,
      coordinates,
      evidence,
      language,
      derived: words.derived,
      names: words.names,
      license,
      attribution,
      url: words.url
    },
    normalizationVersion
  )
}
