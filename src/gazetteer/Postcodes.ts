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

/** The table of a country's postcodes: a line each, sorted, so that it takes its own text and no more. */
export class Postcodes {
  readonly #country: string
  readonly #lines: ReadonlyArray<string>
  readonly #keys: ReadonlyArray<string>
  /** Length of every postcode, where they all have one. */
  readonly #length: number | undefined
  readonly #isSettlement: (name: string) => boolean
  /** Lines of a place, by its folded region and name, made when it is first asked for. */
  #places: Map<string, Array<number>> | undefined

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

  /** @param region ISO 3166-2; undefined: of any */
  #linesIn(region: string | undefined, place: string): ReadonlyArray<Line> {
    if (this.#places === undefined) {
      this.#places = new Map()
      this.#lines.forEach((line, i) => {
        const { city, district, region: code } = parse(line)
        for (const name of distinct([city, district])) {
          const place = name === city ? fold(name) : townOf(name)
          // By its region, and by its name alone for who knows no region.
          for (const key of [`${code}\n${place}`, `\n${place}`]) {
            const there = this.#places!.get(key)
            if (there === undefined) this.#places!.set(key, [i])
            else if (there.at(-1) !== i) there.push(i)
          }
        }
      })
    }
    return (this.#places.get(`${region ?? ""}\n${place}`) ?? []).map((i) => parse(this.#lines[i]!))
  }

  /** The one city of a region that has a part of this name, where the table has parts of cities. */
  cityOfDistrict(region: string, district: string): string | undefined {
    const town = townOf(district)
    const inside = this.#linesIn(region, town).filter((line) => townOf(line.district) === town)
    const [city, ...more] = distinct(inside.map((line) => line.city))
    return more.length === 0 ? city : undefined
  }

  /** The one postcode that a place has, written in full; where no region is known, that all places of the name have. */
  postcodeOf(
    region: string | undefined,
    city: string,
    district: string | undefined
  ): (Postal & { readonly postcode: string }) | undefined {
    const lines = this.#linesIn(region, fold(city))
    const parted = lines.some((line) => line.district !== "")
    const town = district === undefined ? undefined : townOf(district)
    const inside = parted ? lines.filter((line) => town !== undefined && townOf(line.district) === town) : lines
    const [postcode, ...more] = distinct(inside.map((line) => line.postcode))
    if (postcode === undefined || more.length > 0) return undefined
    return { postcode, ...this.find(postcode)! }
  }
}
