import type { AddressComponents } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { Recent } from "../../address/Recent.ts"
import { isForeign, nativeName } from "../../gazetteer/RegionNames.ts"
import { type PlaceType, writtenOwn, writtenPlaces } from "../../address/Identity.ts"
import { streetIn, type Surroundings, surroundingsOf } from "../../pool/stored/Decompose.ts"
import type { StoredStreet } from "../../pool/stored/StoredAddress.ts"
import { clean } from "./CleanText.ts"
import type { PlaceRef, RejectReason } from "./KeptRecord.ts"
import { isNoNumber, isPlaceholder, isPostBox } from "./Placeholders.ts"
import { isPlaceholderPostcode } from "./PlaceholderPostcode.ts"
import { inOwnForm } from "./Postcode.ts"
import { placesOf } from "./Places.ts"
import { findRegion, type Region } from "../../gazetteer/Regions.ts"
import { faultOfNumber, faultOfPlaces, isEndless, isTooLong } from "./Rejecting.ts"

/**
 * The repeated parts of a country's records: streets with each of their houses, house numbers in each street, places
 * with each of their streets. They are cleaned, checked, folded and hashed once, and cached as long as they keep
 * recurring.
 */

/** How many texts of each kind, and localities, are cached at least. */
const capacity = 10_000

/**
 * How many street rows are cached. Records come street by street, or from so far apart that a larger cache would not
 * help.
 */
const rowCapacity = 5_000

/** How many texts and localities can be numbered. */
const mostNumbers = 2 ** 26

/** A street's name, a house number, a unit or a building. */
export interface RecurringText {
  /** Unique as long as the text is cached. */
  readonly number: number
  /** Undefined if nothing is left of it after cleaning, or if it stands for nothing. */
  readonly text: string | undefined
  readonly folded: string
  /** The form from which an address ID is hashed. */
  readonly written: string
  readonly isTooLong: boolean
  /** For house numbers and streets: what is wrong with it; if it stands for none, with a record that has nothing instead. */
  readonly fault: RejectReason | undefined
  /** For streets: whether the names of surrounding places are written in a non-Latin script. */
  readonly isForeign: boolean
}

type PlaceComponents = Pick<AddressComponents, "district" | "city" | "region" | "regionCode" | "postcode">

/** The location of a street or a house. */
export interface Locality {
  readonly number: number
  /** For the rows of its streets. */
  readonly surroundings: Surroundings
  readonly components: PlaceComponents
  readonly places: ReadonlyArray<PlaceRef>
  readonly keys: { readonly [Level in PlaceType]?: bigint }
  readonly written: string
  readonly isTooLong: boolean
  readonly fault: RejectReason | undefined
}

/** Forces a copy: a slice would keep the whole text in memory. Shorter slices are copies anyway. */
const ownCopy = (text: string): string => (text.length < 13 ? text : Buffer.from(text, "utf16le").toString("utf16le"))

/** Caches what was made of texts. A repeat of the previous text skips the look-up. */
class Texts {
  readonly #make: (given: string | undefined) => RecurringText
  readonly #known = new Recent<RecurringText>(capacity)
  readonly #absent: RecurringText
  #given: string | undefined
  #before: RecurringText

  constructor(make: (given: string | undefined) => RecurringText) {
    this.#make = make
    this.#absent = make(undefined)
    this.#before = this.#absent
  }

  of(given: string | undefined): RecurringText {
    if (given === undefined || given === "") return this.#absent
    if (given === this.#given) return this.#before
    if (isEndless(given)) return this.#make(given)
    let known = this.#known.get(given)
    if (known === undefined) {
      const own = ownCopy(given)
      known = this.#make(own)
      this.#known.set(own, known)
    }
    this.#given = given
    return (this.#before = known)
  }
}

/** The region's name, in the script of the rest of the address. */
const regionText = (raw: RawRecord, region: Region | undefined, isStreetForeign: boolean): string | undefined => {
  if (region === undefined) return nameOf(raw.region)
  const native = nativeName(region.code)
  const isWritten = (text: string | undefined) => text !== undefined && isForeign(text)
  return native !== undefined &&
    (isStreetForeign || isWritten(raw.city) || isWritten(raw.district) || isWritten(raw.region))
    ? native
    : region.name
}

const postcodeOf = (raw: RawRecord, country: string): string | undefined => {
  const postcode = clean(raw.postcode)?.toUpperCase()
  return postcode === undefined || isPlaceholderPostcode(country, postcode) ? undefined : inOwnForm(country, postcode)
}

/** The name of a place or street; undefined if it stands for none. */
const nameOf = (text: string | undefined): string | undefined => {
  const name = clean(text)
  return name === undefined || isPlaceholder(name) ? undefined : name
}

/** The city without its postcode, which some sources write beside it as well: "76149 Karlsruhe". */
const withoutPostcode = (city: string, postcode: string | undefined): string => {
  if (postcode === undefined || postcode === "") return city
  if (city.startsWith(`${postcode} `)) return city.slice(postcode.length).trimStart()
  return city.endsWith(` ${postcode}`) ? city.slice(0, -postcode.length).replace(/[\s,]+$/, "") : city
}

/** The city without the region that it is in, which people add to it: "Vancouver, BC". */
const cityOf = (country: string, raw: RawRecord, region: Region | undefined): string | undefined => {
  const given = nameOf(raw.city)
  const name = given === undefined ? undefined : nameOf(withoutPostcode(given, clean(raw.postcode)))
  const comma = name?.lastIndexOf(",") ?? -1
  if (name === undefined || region === undefined || comma < 1) return name
  const isRegion = findRegion(country, name.slice(comma + 1).trim())?.code === region.code
  return isRegion ? nameOf(name.slice(0, comma)) : name
}

const foldAll = (components: PlaceComponents): PlaceComponents => {
  const folded: Record<string, string> = {}
  for (const [name, text] of Object.entries(components)) folded[name] = fold(text)
  return folded
}

/** A locality with a text that is too long: its records are refused. */
const refusedLocality = (country: string, number: number): Locality => ({
  number,
  surroundings: surroundingsOf(country, {}, {}),
  components: {},
  places: [],
  keys: {},
  written: "",
  isTooLong: true,
  fault: undefined
})

const placeTexts = ({ city, district, postcode, region }: RawRecord) => [region, city, district, postcode]

const localityOf = (country: string, number: number, raw: RawRecord, isStreetForeign: boolean): Locality => {
  const isLong = placeTexts(raw).some((text) => isTooLong(clean(text) ?? ""))
  if (isLong) return refusedLocality(country, number)
  const givenRegion = nameOf(raw.region)
  const region = givenRegion === undefined ? undefined : findRegion(country, givenRegion)
  const components: Record<string, string> = {}
  const put = (name: keyof PlaceComponents, text: string | undefined): void => {
    if (text !== undefined) components[name] = ownCopy(text)
  }
  put("district", nameOf(raw.district))
  put("city", cityOf(country, raw, region))
  put("region", regionText(raw, region, isStreetForeign))
  put("regionCode", region?.code)
  put("postcode", postcodeOf(raw, country))
  const places = placesOf(country, components, region)
  const keys = Object.fromEntries(places.map(({ key, type }) => [type, key]))
  return {
    number,
    components,
    places,
    keys,
    surroundings: surroundingsOf(country, components, keys),
    written: writtenPlaces(country, foldAll(components)),
    isTooLong: Object.values(components).some(isTooLong),
    fault: faultOfPlaces(country, components)
  }
}

/** What one kind of text may be. */
interface Kind {
  /** Whether it stands for nothing. */
  readonly isNone: (text: string) => boolean
  /** Why a record with that, and nothing instead of it, is rejected. */
  readonly none?: RejectReason
  readonly fault: (text: string) => RejectReason | undefined
}

const anyText: Kind = { isNone: () => false, fault: () => undefined }

const isSame = (a: RawRecord, b: RawRecord): boolean =>
  a.region === b.region && a.city === b.city && a.district === b.district && a.postcode === b.postcode

/** The repeated parts of one country's records. */
export class Recurring {
  readonly #country: string
  readonly #localities = new Recent<Locality>(capacity)
  /** Rows of streets, by the numbers of locality and name. */
  readonly #rows = new Recent<StoredStreet, number>(rowCapacity)
  #numbers = 0
  #raw: RawRecord | undefined
  #isStreetForeign = false
  #locality: Locality | undefined
  readonly streets: Texts
  readonly numbers: Texts
  readonly units: Texts
  readonly buildings: Texts

  constructor(country: string) {
    const texts = (name: "street" | "houseNumber" | "unit" | "building", { fault, isNone, none }: Kind = anyText) =>
      new Texts((given) => {
        const said = clean(given)
        const long = said !== undefined && isTooLong(said)
        const isEmpty = said !== undefined && !long && isNone(said)
        const text = isEmpty ? undefined : said
        // What is too long is refused. Folding takes time that may grow with the square of the length.
        const used = long ? undefined : text
        const folded = used === undefined ? "" : fold(used)
        return {
          number: ++this.#numbers,
          text,
          folded,
          written: writtenOwn(country, name, used === undefined ? undefined : folded),
          isTooLong: long,
          fault: isEmpty ? none : used === undefined ? undefined : fault(used),
          isForeign: given !== undefined && isForeign(given)
        }
      })
    this.#country = country
    this.streets = texts("street", {
      isNone: isPlaceholder,
      fault: (text) => (isPostBox(text) ? "missing-street" : undefined)
    })
    this.numbers = texts("houseNumber", {
      isNone: (text) => isNoNumber(text) || isPostBox(text),
      none: "placeholder-house-number",
      fault: (text) => faultOfNumber(country, text)
    })
    this.units = texts("unit")
    this.buildings = texts("building")
  }

  /** The record's locality. The script of its street determines that of its region. */
  localityOf(raw: RawRecord, isStreetForeign: boolean): Locality {
    if (
      this.#locality !== undefined &&
      this.#raw !== undefined &&
      this.#isStreetForeign === isStreetForeign &&
      isSame(raw, this.#raw)
    ) {
      return this.#locality
    }
    if (placeTexts(raw).some(isEndless)) return refusedLocality(this.#country, ++this.#numbers)
    const label = `${isStreetForeign ? 1 : 0}${raw.region ?? ""}\n${raw.city ?? ""}\n${raw.district ?? ""}\n${raw.postcode ?? ""}`
    let locality = this.#localities.get(label)
    if (locality === undefined) {
      locality = localityOf(this.#country, ++this.#numbers, raw, isStreetForeign)
      this.#localities.set(label, locality)
    }
    this.#raw = raw
    this.#isStreetForeign = isStreetForeign
    return (this.#locality = locality)
  }

  /** The row of a street without names in other languages. */
  rowOf(locality: Locality, street: RecurringText): StoredStreet {
    const label = locality.number * mostNumbers + street.number
    const known = this.#rows.get(label)
    if (known !== undefined) return known
    const row = streetIn(locality.surroundings, street.text, street.folded, undefined)
    this.#rows.set(label, row)
    return row
  }

  /** Whether all numbers for texts and localities are used up. */
  get isSpent(): boolean {
    return this.#numbers > mostNumbers - 10
  }
}
