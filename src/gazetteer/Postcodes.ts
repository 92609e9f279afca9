import { fold } from "../../schemas/Fold.ts"

/** What a table says of a postcode. Several places: it does not say which. */
export interface Postal {
  readonly cities: ReadonlyArray<string>
  /** ISO 3166-2 codes. */
  readonly regions: ReadonlyArray<string>
  /** Middle of the places that the table has positions of. */
  readonly latitude: number | undefined
  readonly longitude: number | undefined
}

/** Letters and digits alone, which is how postcodes are compared. */
const compact = (postcode: string): string => postcode.toUpperCase().replace(/[^\p{L}\p{Nd}]/gu, "")

/** Royal Mail's post town of these postcode areas is London; tables of localities name its parts. */
const london = /^(?:E|EC|N|NW|SE|SW|W|WC)\d/

/** What is added to a place's name to tell a part of it, or its post offices. */
const addition = /\s*\(.*\)$|\s+CEDEX.*$/iu

/** Canada's table names the parts of a city: `Vancouver (North Hastings)`, but `Downtown Toronto` too. */
const namesParts: ReadonlySet<string> = new Set(["CA"])

/** The part of a Japanese address that follows the town: 四丁目, 4丁目, or its number alone. */
const block = /(?:[\d０-９一二三四五六七八九十]+(?:丁目)?)$/u

/** A district without the number of its block, as tables of postcodes have it. */
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

const mean = (numbers: ReadonlyArray<number>): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(texts.filter((text) => text !== "")))

/** Lines that a number of 53 bits has room for beside 30 bits of a hash. */
const room = 2 ** 23

const hash = (text: string): number => {
  let bits = 0x811c9dc5
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
  return (bits ^ (bits >>> 15)) >>> 2
}

/** Numbers of lines by a name that they have: a sorted number for each, which is all that is kept of the names. */
class ByName {
  readonly #entries: Float64Array

  constructor(names: ReadonlyArray<string | undefined>) {
    this.#entries = Float64Array.from(names, (name, i) => (name === undefined ? -1 : hash(name) * room + i)).sort()
  }

  /** Lines that may have the name, in their order: another name can have the same hash. */
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

/** The table of a country's postcodes: a line each, sorted, so that it takes its own text and no more. */
export class Postcodes {
  readonly #country: string
  readonly #lines: ReadonlyArray<string>
  readonly #keys: ReadonlyArray<string>
  /** Length of every postcode, where they all have one. */
  readonly #length: number | undefined
  readonly #isSettlement: (name: string) => boolean
  /** Lines by their folded city, and by the town within it, made when they are first asked for. */
  #named: { readonly cities: ByName; readonly towns: ByName } | undefined

  constructor(country: string, text: string, isSettlement: (name: string) => boolean = () => true) {
    const rows = text
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

  /** Tables of some countries have the first part of a postcode only; the United States' postcodes can be extended. */
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

  find(postcode: string): Postal | undefined {
    const lines = this.#linesOf(postcode)
    if (lines.length === 0) return undefined
    const known = lines.filter(({ latitude }) => latitude !== "")
    const isLondon = this.#country === "GB" && london.test(compact(postcode))
    return {
      cities: isLondon ? ["London"] : distinct(lines.map(({ city }) => this.#cityOf(city))),
      regions: distinct(lines.map(({ region }) => region)),
      latitude: mean(known.map(({ latitude }) => Number(latitude))),
      longitude: mean(known.map(({ longitude }) => Number(longitude)))
    }
  }

  #byName() {
    if (this.#named !== undefined) return this.#named
    const known = new Map<string, string>()
    const folded = (city: string): string => {
      const name = known.get(city) ?? fold(city)
      known.set(city, name)
      return name
    }
    const rows = this.#lines.map(parse)
    const cities = new ByName(rows.map(({ city }) => folded(city)))
    const towns = new ByName(rows.map(({ district }) => (district === "" ? undefined : townOf(district))))
    this.#named = { cities, towns }
    return this.#named
  }

  /** @param region ISO 3166-2; undefined: of any */
  #linesOfTown(region: string | undefined, town: string): ReadonlyArray<Line> {
    return this.#byName()
      .towns.of(town)
      .map((i) => parse(this.#lines[i]!))
      .filter((line) => (region === undefined || line.region === region) && townOf(line.district) === town)
  }

  /** The one city of a region that has a part of this name, where the table has parts of cities. */
  cityOfDistrict(region: string, district: string): string | undefined {
    const inside = this.#linesOfTown(region, townOf(district))
    const [city, ...more] = distinct(inside.map((line) => line.city))
    return more.length === 0 ? city : undefined
  }

  /** The one postcode that a place has, written in full; where no region is known, that all places of the name have. */
  postcodeOf(
    region: string | undefined,
    city: string,
    district: string | undefined
  ): (Postal & { readonly postcode: string }) | undefined {
    const place = fold(city)
    const isThere = (line: Line): boolean =>
      (region === undefined || line.region === region) && fold(line.city) === place
    const inCity = this.#byName().cities.of(place)
    // A large city has thousands of lines, of which the first tells.
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
