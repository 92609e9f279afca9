import { fold } from "../../schemas/Fold.ts"
import { Recent } from "../address/Recent.ts"
import { cityForm, namesOf, placeOf } from "../address/identity/SamePlaces.ts"
import { betweenNames } from "./Regions.ts"

/** What a table says about a postcode. With several places, it does not say which. */
export interface Postal {
  readonly cities: ReadonlyArray<string>
  /** ISO 3166-2 codes. */
  readonly regions: ReadonlyArray<string>
  /** The middle of those places whose positions the table has. */
  readonly latitude: number | undefined
  readonly longitude: number | undefined
}

/** Letters and digits only, the form in which postcodes are compared. */
const compact = (postcode: string): string => postcode.toUpperCase().replace(/[^\p{L}\p{Nd}]/gu, "")

/** For these postcode areas, Royal Mail's post town is London, while tables of localities name its parts. */
const london = /^(?:E|EC|N|NW|SE|SW|W|WC)\d/

/** What is appended to a place's name for one of its parts or post offices, or for Liechtenstein (`Mauren FL`). */
const addition = /\s*\(.*\)$|\s+CEDEX.*$|\s+FL$/iu

/** Canada's table names the parts of a city: `Vancouver (North Hastings)`, but `Downtown Toronto` too. */
const namesParts: ReadonlySet<string> = new Set(["CA"])

/** Germany's table has parts of a municipality under its name and theirs: `Beeskow Kohlsdorf`, `Berlin Friedrichshain`. */
const municipalityFirst: ReadonlySet<string> = new Set(["DE"])

/** The part of a Japanese address after the town: 四丁目, 4丁目, or only the number. */
const block = /(?<![\d０-９一二三四五六七八九十])[\d０-９一二三四五六七八九十]+(?:丁目)?$/u

/** A district without its block number, the form in postcode tables. */
const townOf = (district: string): string => fold(district).replace(block, "").replaceAll("ヶ", "ケ")

interface Line {
  readonly postcode: string
  readonly city: string
  readonly region: string
  readonly latitude: string
  readonly longitude: string
  readonly municipality: string
  readonly district: string
}

const parse = (line: string): Line => {
  const [postcode = "", city = "", region = "", latitude = "", longitude = "", municipality = "", district = ""] =
    line.split("\t")
  return { postcode, city, region, latitude, longitude, municipality, district }
}

/**
 * Writes the municipality in place of its part, whose name begins with a capital letter, unlike the addition in `Neustadt
 * an der Weinstraße`. A municipality is a name in the table of the same county and region.
 */
const withMunicipalities = (text: string): string => {
  const keyOf = ({ municipality, region }: Line, city: string): string => `${region}\t${municipality}\t${city}`
  const lines = text.split("\n").map((line) => ({ line, parsed: parse(line) }))
  const known = new Set(lines.map(({ parsed }) => keyOf(parsed, parsed.city)))
  const municipalityOf = (parsed: Line): string | undefined => {
    const parts = Array.from(parsed.city.matchAll(/ (?=\p{Lu})/gu), ({ index }) => parsed.city.slice(0, index))
    return parts.find((name) => known.has(keyOf(parsed, name)))
  }
  return lines
    .map(({ line, parsed }) => {
      const municipality = municipalityOf(parsed)
      return municipality === undefined ? line : line.replace(parsed.city, () => municipality)
    })
    .join("\n")
}

const mean = (numbers: ReadonlyArray<number>): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(texts.filter((text) => text !== "")))

/** Number of lines that fit into a 53-bit number next to a 30-bit hash. */
const room = 2 ** 23

const hash = (text: string): number => {
  let bits = 0x811c9dc5
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
  return (bits ^ (bits >>> 15)) >>> 2
}

/** Line numbers by name: one sorted number per name, which is all that is kept of the names. */
class ByName {
  readonly #entries: Float64Array

  constructor(names: ReadonlyArray<string | undefined>) {
    this.#entries = Float64Array.from(names, (name, i) => (name === undefined ? -1 : hash(name) * room + i)).sort()
  }

  /** Lines that may have the name, in order: another name can have the same hash. */
  of(name: string): ReadonlyArray<number> {
    const first = hash(name) * room
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#entries[middle]! < first) low = middle + 1
      else high = middle
    }
    const found: Array<number> = []
    for (let i = low; this.#entries[i]! < first + room; i++) found.push(this.#entries[i]! - first)
    return found
  }
}

/** The table of a country's postcodes: one sorted line each, so that it takes only the memory of its text. */
export class Postcodes {
  readonly #country: string
  readonly #lines: ReadonlyArray<string>
  readonly #keys: ReadonlyArray<string>
  /** Length of every postcode, if they all have the same. */
  readonly #length: number | undefined
  readonly #isSettlement: (name: string) => boolean
  readonly #forms = new Recent<string>(10_000)
  /** Lines by their folded city, or the form of one with several names, and by the town within it, indexed on first use. */
  #named: { readonly cities: ByName; readonly towns: ByName } | undefined

  constructor(country: string, text: string, isSettlement: (name: string) => boolean = () => true) {
    const rows = (municipalityFirst.has(country) ? withMunicipalities(text) : text)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [compact(line.slice(0, line.indexOf("\t"))), line] as const)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    this.#country = country
    this.#keys = rows.map(([key]) => key)
    this.#lines = rows.map(([, line]) => line)
    const [first = ""] = this.#keys
    this.#length = this.#keys.every((key) => key.length === first.length) ? first.length : undefined
    this.#isSettlement = isSettlement
  }

  get size(): number {
    return this.#lines.length
  }

  /** Lines of a compact postcode. */
  #find(key: string): ReadonlyArray<Line> {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#keys[middle]! < key) low = middle + 1
      else high = middle
    }
    const found: Array<Line> = []
    for (let i = low; this.#keys[i] === key; i++) found.push(parse(this.#lines[i]!))
    return found
  }

  /**
   * Tables of some countries have only the first part of a postcode, and postcodes of the United States can be
   * extended.
   */
  #linesOf(postcode: string): ReadonlyArray<Line> {
    const key = compact(postcode)
    const exact = this.#find(key)
    if (exact.length > 0) return exact
    if (this.#country === "GB") return key.length > 4 ? this.#find(key.slice(0, -3)) : []
    return this.#length !== undefined && key.length > this.#length ? this.#find(key.slice(0, this.#length)) : []
  }

  #cityOf(place: string): string {
    const plain = place.replace(addition, "").trim()
    return namesParts.has(this.#country) && !this.#isSettlement(plain) ? "" : plain
  }

  /** The form that all names of a city share. */
  #formOf(city: string): string {
    const known = this.#forms.get(city)
    if (known !== undefined) return known
    const form = cityForm(this.#country, fold(city), undefined)
    this.#forms.set(city, form)
    return form
  }

  /** Each city once, by the name that stands for all of its names, if it is among them. */
  #eachOnce(cities: ReadonlyArray<string>): ReadonlyArray<string> {
    if (cities.length < 2) return cities
    const byForm = Map.groupBy(cities, (city) => this.#formOf(city))
    return Array.from(byForm, ([form, names]) => names.find((name) => fold(name) === form) ?? names[0]!)
  }

  find(postcode: string): Postal | undefined {
    const lines = this.#linesOf(postcode)
    if (lines.length === 0) return undefined
    const known = lines.filter(({ latitude }) => latitude !== "")
    const isLondon = this.#country === "GB" && london.test(compact(postcode))
    return {
      cities: isLondon ? ["London"] : this.#eachOnce(distinct(lines.map(({ city }) => this.#cityOf(city)))),
      regions: distinct(lines.map(({ region }) => region)),
      latitude: mean(known.map(({ latitude }) => Number(latitude))),
      longitude: mean(known.map(({ longitude }) => Number(longitude)))
    }
  }

  #byName() {
    if (this.#named !== undefined) return this.#named
    const known = new Map<string, string>()
    const keyOf = (city: string): string => {
      const key = known.get(city) ?? (betweenNames.test(city) ? this.#formOf(city) : fold(city))
      known.set(city, key)
      return key
    }
    const rows = this.#lines.map(parse)
    const cities = new ByName(rows.map(({ city }) => keyOf(city)))
    const towns = new ByName(rows.map(({ district }) => (district === "" ? undefined : townOf(district))))
    this.#named = { cities, towns }
    return this.#named
  }

  /** Lines that may be of the city, by any of its names. */
  #ofCity(city: string): ReadonlyArray<number> {
    const folded = fold(city)
    const names = namesOf(placeOf(this.#country, folded, undefined)).map(fold)
    const keys = new Set([folded, this.#formOf(city), ...names])
    return Array.from(new Set(Array.from(keys).flatMap((key) => this.#byName().cities.of(key))))
  }

  /** @param region ISO 3166-2; undefined for any */
  #linesOfTown(region: string | undefined, town: string): ReadonlyArray<Line> {
    return this.#byName()
      .towns.of(town)
      .map((i) => parse(this.#lines[i]!))
      .filter((line) => (region === undefined || line.region === region) && townOf(line.district) === town)
  }

  /** The only city of a region with a part of this name, if the table has parts of cities. */
  cityOfDistrict(region: string, district: string): string | undefined {
    const inside = this.#linesOfTown(region, townOf(district))
    const [city, ...more] = distinct(inside.map((line) => line.city))
    return more.length === 0 ? city : undefined
  }

  /** The places of a name that the table locates, each as often as it has postcodes. */
  placesNamed(city: string): ReadonlyArray<{
    /** ISO 3166-2; empty if the table has none. */
    readonly region: string
    readonly latitude: number
    readonly longitude: number
  }> {
    const place = this.#formOf(city)
    return this.#ofCity(city)
      .map((i) => parse(this.#lines[i]!))
      .filter((line) => line.latitude !== "" && this.#formOf(line.city) === place)
      .map(({ latitude, longitude, region }) => ({
        region,
        latitude: Number(latitude),
        longitude: Number(longitude)
      }))
  }

  /** The only postcode of a place, in full; if the region is unknown, only one shared by all places of the name. */
  postcodeOf(
    region: string | undefined,
    city: string,
    district: string | undefined
  ): (Postal & { readonly postcode: string }) | undefined {
    const place = this.#formOf(city)
    const isThere = (line: Line): boolean =>
      (region === undefined || line.region === region) && this.#formOf(line.city) === place
    const inCity = this.#ofCity(city)
    // A large city has thousands of lines; the first one is representative.
    const isParted = inCity.some((i) => {
      const line = parse(this.#lines[i]!)
      return line.district !== "" && isThere(line)
    })
    const inTown = () => (district === undefined ? [] : this.#linesOfTown(region, townOf(district)))
    const inside = (isParted ? inTown() : inCity.map((i) => parse(this.#lines[i]!))).filter(isThere)
    const [postcode, ...more] = distinct(inside.map((line) => line.postcode))
    if (postcode === undefined || more.length > 0) return undefined
    return { postcode, ...this.find(postcode)! }
  }
}
