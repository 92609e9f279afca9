import type { DerivationMethod, DerivedPart } from "../../../schemas/Address.ts"
import { planeDistance } from "../../../schemas/Earth.ts"
import { fold } from "../../../schemas/Fold.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { cityForm } from "../../address/identity/SamePlaces.ts"
import {
  Agreement,
  keysOf,
  leastShareOfPostcodes,
  noteSaying,
  type Sayings,
  type Whereabouts,
  withCell
} from "../../gazetteer/Agreement.ts"
import { type CountryGazetteer, nothingKnown } from "../../gazetteer/Gazetteer.ts"
import { borderTolerance } from "../../gazetteer/RegionShapes.ts"
import { isNumber, isPlaceholder } from "../normalize/Placeholders.ts"
import { isPlaceholderPostcode } from "../normalize/PlaceholderPostcode.ts"
import { inOwnForm, isPostcode } from "../normalize/Postcode.ts"
import { postcodeRequired } from "../normalize/RequiredComponents.ts"
import { findRegion } from "../../gazetteer/Regions.ts"

/** Countries that are one city, which stands in their addresses. */
const cityStates: Readonly<Record<string, string>> = {
  GI: "Gibraltar",
  MC: "Monaco",
  MO: "Macau",
  SG: "Singapore",
  VA: "Vatican City"
}

/** The city of a city state, in the script of the street. */
const cityStateOf = (country: string, street: string | null | undefined): string | undefined =>
  country === "MO" && /\p{Script=Han}/u.test(street ?? "") ? "澳門" : cityStates[country]

/** How many kilometres an address may be from the middle of its postcode; if it is farther, one of them is wrong. */
const farthest = 60
/** How many kilometres an address may be from the middle of a place to get its only postcode, or its region. */
const nearest = 15
/** Within this many metres of a border, a position alone does not determine the region. */
const lastTolerance = borderTolerance / 2.5

/**
 * The first postcode of a range of Correios, by which tables list the city in its middle: 01000-000 for São Paulo. Streets
 * of these cities have their own, while a small town has one that ends with zeros, too.
 */
const isHeadOfRange = (country: string, postcode: string): boolean =>
  country === "BR" && /^\d{2}000-?000$/.test(postcode)

const filled = (text: unknown): text is string => typeof text === "string" && text.trim() !== ""

/** Whether a record names its city. A number in the city's place only stays if no city is found. */
export const namesCity = (record: RawRecord): record is RawRecord & { readonly city: string } =>
  filled(record.city) && !isNumber(record.city.trim())

const positionOf = ({ coordinates }: RawRecord) => {
  if (coordinates === undefined || coordinates === null) return undefined
  const { latitude, longitude } = coordinates
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? coordinates : undefined
}

/** Kilometres between a record and a place; undefined if one of them has no position. */
const kilometres = (
  record: RawRecord,
  { latitude, longitude }: { readonly latitude: number | undefined; readonly longitude: number | undefined }
): number | undefined => {
  const at = positionOf(record)
  if (at === undefined || latitude === undefined || longitude === undefined) return undefined
  return planeDistance({ latitude, longitude }, at) / 1000
}

/** Countries that number houses by block: there the district replaces the street. */
const whereabouts = (record: RawRecord): Whereabouts => {
  const at = positionOf(record)
  return {
    postcode: filled(record.postcode) ? record.postcode : undefined,
    street: filled(record.street) ? record.street : filled(record.district) ? record.district : undefined,
    longitude: at?.longitude,
    latitude: at?.latitude
  }
}

/** The same for a postcode, which only addresses of the same city share; undefined if the city is not known. */
const whereaboutsInCity = (record: RawRecord): (Whereabouts & { readonly city: string }) | undefined =>
  namesCity(record) ? { ...whereabouts(record), postcode: undefined, city: record.city } : undefined

type Component = DerivedPart["component"]

/** What records say about their cities, regions and postcodes. */
export interface Notes {
  readonly cities: Sayings
  readonly regions: Sayings
  readonly postcodes: Sayings
}

const named = ["street", "district", "city", "region"] as const

/** Completes the records of a part by rules without exceptions. Never changes what a record says. */
export class Deriving {
  #known: CountryGazetteer
  readonly #allowed: ReadonlySet<DerivationMethod>
  readonly #agreed: {
    readonly cities: Agreement
    readonly regions: Agreement
    /** Undefined in countries whose addresses do without. */
    readonly postcodes: Agreement | undefined
  }

  constructor(country: string, allowed: ReadonlySet<DerivationMethod>) {
    this.#agreed = {
      cities: new Agreement((city) => cityForm(country, fold(city), undefined)),
      regions: new Agreement((region) => findRegion(country, region)?.code ?? fold(region)),
      postcodes: postcodeRequired.has(country) ? new Agreement(fold, leastShareOfPostcodes) : undefined
    }
    this.#known = nothingKnown(country)
    this.#allowed = allowed
  }

  /** Provides what is known about the country, which is read when it is first needed. */
  know(known: CountryGazetteer): void {
    this.#known = known
  }

  /**
   * Removes placeholders, which would distort agreement, and what the source itself has derived by a
   * method that it may not use.
   */
  strip(given: RawRecord): RawRecord {
    const stands = filled(given.postcode) && isPlaceholderPostcode(this.#known.country, given.postcode.trim())
    let record = stands ? { ...given, postcode: undefined } : given
    for (const name of named) {
      const text = given[name]
      if (filled(text) && isPlaceholder(text.trim())) record = { ...record, [name]: undefined }
    }
    const refused = record.derived?.filter(({ method }) => !this.#allowed.has(method)) ?? []
    if (refused.length === 0) return record
    const kept = record.derived!.filter(({ method }) => this.#allowed.has(method))
    const without = Object.fromEntries(refused.map(({ component }) => [component, undefined]))
    return { ...record, ...without, derived: kept }
  }

  /** What the record says about its place, each with the keys of its location. */
  #said(record: RawRecord): ReadonlyArray<readonly [about: keyof Notes, keys: ReadonlyArray<number>, value: string]> {
    if (!this.#allowed.has("agreement") || (!namesCity(record) && !filled(record.region))) return []
    const said: Array<readonly [keyof Notes, ReadonlyArray<number>, string]> = []
    const where = whereabouts(record)
    const keys = keysOf(where)
    if (namesCity(record)) said.push(["cities", withCell(keys, where), record.city])
    if (filled(record.region)) said.push(["regions", keys, record.region])
    const postcode = this.#postcodeOf(record)
    if (postcode === undefined) return said
    const inCity = whereaboutsInCity(record)
    if (inCity !== undefined) said.push(["postcodes", withCell(keysOf(inCity), inCity), postcode])
    return said
  }

  /** The record's postcode in its country's form; undefined without a valid one, or where postcodes are not agreed on. */
  #postcodeOf({ postcode }: RawRecord): string | undefined {
    if (this.#agreed.postcodes === undefined || !filled(postcode)) return undefined
    const own = inOwnForm(this.#known.country, postcode.trim())
    return isPostcode(this.#known.country, own) ? own : undefined
  }

  /** Learns what the record says about its place. */
  learn(record: RawRecord): void {
    for (const [about, keys, value] of this.#said(record)) this.#agreed[about]?.learn(keys, value)
  }

  /** Notes the same for another instance, which learns it with {@link learnAll}. */
  note(record: RawRecord, notes: Notes): void {
    for (const [about, keys, value] of this.#said(record)) noteSaying(notes[about], keys, value)
  }

  learnAll({ cities, postcodes, regions }: Notes): void {
    this.#agreed.cities.learnAll(cities)
    this.#agreed.regions.learnAll(regions)
    this.#agreed.postcodes?.learnAll(postcodes)
  }

  #with(record: RawRecord, component: Component, text: string | undefined, method: DerivationMethod): RawRecord {
    if (text === undefined || text === "") return record
    return { ...record, [component]: text, derived: [...(record.derived ?? []), { component, method }] }
  }

  #regionAt(record: RawRecord, tolerance: number): string | undefined {
    const at = this.#allowed.has("polygon") ? positionOf(record) : undefined
    return at === undefined ? undefined : this.#known.regions?.at(at.longitude, at.latitude, tolerance)
  }

  /**
   * Derives what follows from the record itself: the region, if its position is well within one. This is more certain
   * than what the source's records agree on, so it comes first, and a record that is then complete need not wait for
   * the end of its part.
   */
  atOnce(record: RawRecord): RawRecord {
    if (filled(record.region)) return record
    return this.#with(record, "region", this.#regionAt(record, borderTolerance), "polygon")
  }

  /** Whether the part must be read to its end before the record can be completed. */
  hasToWait(record: RawRecord): boolean {
    const hasPostcode = this.#agreed.postcodes === undefined || filled(record.postcode)
    if (!this.#allowed.has("agreement") || (namesCity(record) && filled(record.region) && hasPostcode)) return false
    const { longitude, postcode } = whereabouts(record)
    return postcode !== undefined || longitude !== undefined
  }

  #postal(record: RawRecord) {
    if (!this.#allowed.has("postcode-table") || !filled(record.postcode)) return undefined
    const found = this.#known.postcodes?.find(inOwnForm(this.#known.country, record.postcode.trim()))
    // A postcode that far away is a typing error.
    return found === undefined || (kilometres(record, found) ?? 0) > farthest ? undefined : found
  }

  #city(record: RawRecord): RawRecord {
    const postal = this.#postal(record)
    const table = () => {
      const [city, ...more] = postal?.cities ?? []
      if (city !== undefined && more.length === 0) return city
      const region = this.#regionCode(record)
      if (!this.#allowed.has("postcode-table") || region === undefined || !filled(record.district)) return undefined
      return this.#known.postcodes?.cityOfDistrict(region, record.district)
    }
    const where = whereabouts(record)
    const isAgreed = this.#allowed.has("agreement")
    const agreement = ["agreement", () => (isAgreed ? this.#agreed.cities.of(where) : undefined)] as const
    const postTown = ["postcode-table", table] as const
    const order = [
      // The city of an address of the United States is the post town of its ZIP code, whatever a neighbourhood is called.
      ...(this.#known.country === "US" ? [postTown, agreement] : [agreement, postTown]),
      ["agreement", () => (isAgreed ? this.#agreed.cities.around(where) : undefined)],
      ["settlement", () => this.#settlement(record)]
    ] as const
    for (const [method, step] of order) {
      const city = step()
      if (city !== undefined) return this.#with(record, "city", city, method)
    }
    return record
  }

  #settlement(record: RawRecord): string | undefined {
    if (!this.#allowed.has("settlement")) return undefined
    const at = positionOf(record)
    if (at === undefined) return undefined
    if (filled(record.settlement)) return record.settlement
    return cityStateOf(this.#known.country, record.street) ?? this.#known.settlements?.at(at.longitude, at.latitude)
  }

  #region(record: RawRecord): RawRecord {
    const agreed = this.#allowed.has("agreement") ? this.#agreed.regions.of(whereabouts(record)) : undefined
    if (agreed !== undefined) return this.#with(record, "region", agreed, "agreement")
    const postal = this.#postalRegion(record)
    if (filled(postal.region)) return postal
    const made = this.#with(record, "region", this.#regionAt(record, lastTolerance), "polygon")
    const at = !filled(made.region) && this.#allowed.has("settlement") ? positionOf(record) : undefined
    if (at === undefined) return made
    return this.#with(record, "region", this.#known.regionPlaces?.at(at.longitude, at.latitude), "settlement")
  }

  #postalRegion(record: RawRecord): RawRecord {
    const [region, ...more] = this.#postal(record)?.regions ?? []
    return more.length === 0 ? this.#with(record, "region", region, "postcode-table") : record
  }

  /** The region that all places of the city's name are in that are near. */
  #regionOfCity(record: RawRecord): RawRecord {
    if (!filled(record.city) || !this.#allowed.has("postcode-table")) return record
    const near = (this.#known.postcodes?.placesNamed(record.city) ?? []).filter(
      (place) => (kilometres(record, place) ?? Infinity) <= nearest
    )
    const [region, ...more] = new Set(near.map((place) => place.region))
    return more.length === 0 ? this.#with(record, "region", region, "postcode-table") : record
  }

  #regionCode(record: RawRecord): string | undefined {
    return filled(record.region) ? findRegion(this.#known.country, record.region)?.code : undefined
  }

  /** Whether neighbours name the city in a country whose cities are post towns: theirs may have another postcode. */
  #mayBeOfOtherTown({ derived }: RawRecord): boolean {
    const isAgreed = derived?.some(({ component, method }) => component === "city" && method === "agreement")
    return this.#known.country === "US" && isAgreed === true
  }

  #postcode(record: RawRecord): RawRecord {
    if (!filled(record.city) || !this.#allowed.has("postcode-table") || this.#mayBeOfOtherTown(record)) return record
    const region = this.#regionCode(record)
    // An unknown region says nothing about the place.
    if (region === undefined && filled(record.region)) return record
    const found = this.#known.postcodes?.postcodeOf(region, record.city, record.district)
    if (found === undefined || (kilometres(record, found) ?? 0) > nearest) return record
    // Tables of some countries have only the first part of a postcode, which is not a postcode.
    if (!isPostcode(this.#known.country, found.postcode)) return record
    if (isHeadOfRange(this.#known.country, found.postcode)) return record
    return this.#with(record, "postcode", found.postcode, "postcode-table")
  }

  #agreedPostcode(record: RawRecord): RawRecord {
    const where = this.#allowed.has("agreement") ? whereaboutsInCity(record) : undefined
    if (where === undefined || this.#agreed.postcodes === undefined) return record
    const found = this.#agreed.postcodes.of(where) ?? this.#agreed.postcodes.around(where)
    return this.#with(record, "postcode", found, "agreement")
  }

  /** Completes a record once the whole part is known. */
  complete(record: RawRecord): RawRecord {
    let made = this.atOnce(record)
    if (!filled(made.region)) made = this.#region(made)
    if (!namesCity(made)) made = this.#city(made)
    // Some homes of a city without its region would be a city of their own.
    if (!filled(made.region)) made = this.#regionOfCity(made)
    if (!filled(made.postcode)) made = this.#postcode(made)
    if (!filled(made.postcode)) made = this.#agreedPostcode(made)
    return filled(made.region) ? made : this.#postalRegion(made)
  }
}
