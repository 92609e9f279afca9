import { countryName } from "../../schemas/CountryAliases.ts"
import { partsOfWhole } from "../registers/guess/WholeAddresses.ts"
import { hasAny } from "../surroundings/Pursuits.ts"
import { blockOf, isInBlock, isLettered, namedBlockOf } from "./BlockTags.ts"
import type { Tags } from "./PbfBlock.ts"
import { placesIn, type TaggedPlaces } from "./PlaceTags.ts"
import { first, single, text } from "./TagTexts.ts"

/**
 * An address as tagged: https://wiki.openstreetmap.org/wiki/Key:addr. Missing components may come from its
 * surroundings.
 */
export interface TaggedAddress extends TaggedPlaces {
  /** Distinguishes several records of one object: empty if the object has one address. */
  readonly part: string
  readonly houseNumber: string | undefined
  readonly street: string | undefined
  readonly unit: string | undefined
  readonly building: string | undefined
}

/** The parts of an address that a relation, line or building may state for all of its houses. */
export interface AddressParts {
  readonly street: string | undefined
  readonly city: string | undefined
  readonly postcode: string | undefined
}

/** Keys of a house's number or name. */
export const houseKeys: ReadonlySet<string> = new Set([
  "addr:conscriptionnumber",
  "addr:housename",
  "addr:housenumber",
  "addr:provisionalnumber",
  "addr:streetnumber"
])

/** An object with one of these keys has an address; one with a block only if that is one of flats, as in Brasília. */
export const addressKeys: ReadonlySet<string> = new Set([...houseKeys, "addr:block"])

/**
 * Splits a list of values; in a single name, a semicolon occurs only by mistake. The text has no leading or trailing
 * spaces.
 */
const listed = (value: string): ReadonlyArray<string> =>
  value.includes(";")
    ? Array.from(
        new Set(
          value
            .split(";")
            .map((part) => part.trim())
            .filter((part) => part !== "")
        )
      )
    : [value]

/** A number with an optional letter or fraction, as in a list; text such as `12, Floor 2` does not match. */
const plainNumber = /^\d+\s?\p{L}?$|^\d+\s?(?:bis|ter|quater)$/iu

/** What separates numbers, or occurs within a single one. */
const betweenNumbers = /[,+&]/

/** Whether each number is higher than the one before: `12+1` is how superstitious owners write 13. */
const isRising = (numbers: ReadonlyArray<string>): boolean =>
  numbers.every((number, i) => i === 0 || Number.parseInt(number, 10) > Number.parseInt(numbers[i - 1]!, 10))

/**
 * The house numbers or flats of an object. The wiki separates several by semicolons. Many mappers write commas, `+` or
 * `&`, which also occur within single numbers, so they separate only if every part is a plain number. A range (`12-14`)
 * is kept: in many places it is the number of one house.
 */
const numbersIn = (value: string): ReadonlyArray<string> => {
  // Nearly all values are like this.
  if (!betweenNumbers.test(value)) return listed(value)
  return listed(value).flatMap((number) => {
    const parts = number.split(betweenNumbers).map((part) => part.trim())
    const isList = parts.length > 1 && parts.every((part) => plainNumber.test(part))
    return isList && (!/[+&]/.test(number) || isRising(parts)) ? Array.from(new Set(parts)) : [number]
  })
}

/** Letters in a list that stand for the number before them: 12a;b is 12a and 12b. */
const withNumbers = (numbers: ReadonlyArray<string>): ReadonlyArray<string> => {
  let before = ""
  const whole = numbers.map((number) => {
    if (/^\p{L}$/u.test(number)) return `${before}${number}`
    before = /^(\d+\s?)\p{L}?$/u.exec(number)?.[1] ?? ""
    return number
  })
  return Array.from(new Set(whole))
}

/** The same list with commas, which begins with a letter after its number. */
const commaBetweenLetters = /^\d+\s?\p{L}(?:\s*,\s*\p{L})+$/u

const houseNumbersIn = (value: string): ReadonlyArray<string> => {
  const isShort = value.includes(",") && commaBetweenLetters.test(value)
  const numbers = isShort ? value.split(/\s*,\s*/) : numbersIn(value)
  return numbers.length < 2 ? numbers : withNumbers(numbers)
}

/**
 * If houses are numbered through the settlement and again along the street (CZ, SK), the house number is both: `123/5`.
 * Mappers write it in `addr:housenumber`; if they did not, it is built from its parts.
 */
const composedNumbers = (tags: Tags): ReadonlyArray<string> => {
  const numbersOf = (key: string) => numbersIn(text(tags, key) ?? "").filter((number) => number !== "")
  const stated = numbersOf("addr:conscriptionnumber")
  const streets = numbersOf("addr:streetnumber")
  const houses = stated.length > 0 ? stated : numbersOf("addr:provisionalnumber").map((number) => `ev.${number}`)
  if (houses.length === 0) return streets
  if (houses.length === 1 && streets.length > 0) return streets.map((street) => `${houses[0]}/${street}`)
  // Nothing else says which number along the street is whose.
  return houses.length === streets.length ? houses.map((house, i) => `${house}/${streets[i]}`) : houses
}

/** `addr:block_number` 3 and house number 5 are written 3-5. */
const inBlock = (tags: Tags, country: string, number: string): string => {
  const block = text(tags, "addr:block_number")
  return block === undefined || !isInBlock(tags, country) ? number : `${block}-${number}`
}

/** The flat, unless it is a range of them: `101-116;201-215`. Shorter ones, such as `3-12`, may be a floor and a door. */
const oneFlat = (flat: string | undefined): string | undefined =>
  flat !== undefined && /(?:^|;)\s*\d{3,}\s*[-–]\s*\d{3,}\s*(?:;|$)/.test(flat) ? undefined : flat

/** A list or range of flats describes what is behind an entrance, not a single home. */
const flatOf = (tags: Tags): string | undefined => {
  const flats = text(tags, "addr:flats")
  return flats === undefined || /[;,–-]/.test(flats) ? undefined : flats
}

/** A suite keeps its word, which tells offices in the United States. */
const suiteOf = (tags: Tags): string | undefined => {
  const suite = oneFlat(text(tags, "addr:suite"))
  return suite === undefined || /^\p{L}{2}/u.test(suite) ? suite : `Suite ${suite.replace(/^#\s*/, "")}`
}

/** Keys of a single flat that the wiki does not list. */
const otherUnitKeys = ["addr:apartment", "addr:flat"]

const numbers = (tags: Tags): ReadonlyArray<string> => {
  const number = text(tags, "addr:housenumber")
  return number === undefined ? composedNumbers(tags) : houseNumbersIn(number)
}

/** Numbers of flats such as 1203, which begin with their floor's. */
const namesFloor = (flat: string, floor: string): boolean => flat.length > 2 && flat.startsWith(floor)

/** What is needed beside the door to find a flat: its staircase and floor, if the tags give a single one. */
const wayTo = (tags: Tags, keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.flatMap((key) => single(text(tags, key)) ?? [])

/**
 * The flats of an object. If staircase, floor and door have a tag each, all are needed to tell flats apart: `2/1/5`. In
 * Austria `addr:unit` is the staircase of `addr:door`.
 */
const units = (tags: Tags): ReadonlyArray<string> => {
  const door = oneFlat(text(tags, "addr:door"))
  const unit = oneFlat(text(tags, "addr:unit"))
  const flat = door ?? unit ?? oneFlat(first(tags, otherUnitKeys)) ?? suiteOf(tags) ?? flatOf(tags)
  if (flat === undefined) return []
  const stairs = wayTo(tags, door === undefined ? ["addr:staircase"] : ["addr:unit", "addr:staircase"])
  const floors = wayTo(tags, ["addr:floor"])
  return numbersIn(flat).map((each) =>
    [...stairs, ...floors.filter((floor) => !namesFloor(each, floor)), each].join("/")
  )
}

export const interpolationKey = "addr:interpolation"

/**
 * Whether a line stands for houses that were not mapped. On a building or an entrance, the same key says which numbers
 * of its range there are: https://wiki.openstreetmap.org/wiki/Key:addr:interpolation
 */
export const isInterpolation = (tags: Tags): boolean => tags.has(interpolationKey)

/** What stands in the street field of a house without a street. */
export const placeKeys = ["addr:place", "addr:hamlet"] as const

/** Without one of these, a house number alone does not identify a house. */
const streetKeys = ["addr:street", ...placeKeys]

export const hasStreet = (tags: Tags, country: string): boolean => streetOf(tags, country) !== undefined

/** The street of an object that has one for each language of the place alone: that in the country's first language. */
const streetInLanguages = (tags: Tags, country: string): string | undefined => {
  const keys = Array.from(tags.keys()).filter((key) => /^addr:street:[a-z]{2,3}$/.test(key))
  if (keys.length === 0) return undefined
  return first(tags, [`addr:street:${new Intl.Locale(`und-${country}`).maximize().language}`, ...keys.sort()])
}

/** Bulgarian blocks of flats without a street are numbered in their estate: ж.к. Младост 1, бл. 45. */
const estateOf = (tags: Tags, country: string): string | undefined =>
  country === "BG" && tags.has("addr:block") && first(tags, streetKeys) === undefined
    ? first(tags, ["addr:quarter", "addr:suburb", "addr:neighbourhood"])
    : undefined

/**
 * The street, place or hamlet in an object's tags. A row or mews off a street has numbers of its own, and is written
 * before it: https://wiki.openstreetmap.org/wiki/Addresses_in_the_United_Kingdom
 */
const streetOf = (tags: Tags, country: string): string | undefined => {
  const street = first(tags, streetKeys) ?? streetInLanguages(tags, country) ?? estateOf(tags, country)
  const parts = [text(tags, "addr:substreet"), street, text(tags, "addr:parentstreet")]
  const given = parts.filter((part) => part !== undefined)
  return given.length < 2 ? given[0] : Array.from(new Set(given)).join(", ")
}

/** The street with its block, of which each has a Street 5; or the block alone, if its houses are numbered through. */
const streetInBlock = (tags: Tags, country: string, street: string | undefined): string | undefined => {
  const block = blockOf(tags, country, street)
  if (block === undefined || street === undefined) return street ?? block
  return `${block}, ${street}`
}

/**
 * The streets of an object: the first of several, which are one street under two names, or a corner with one number. If
 * there are as many numbers, each belongs to its street.
 */
const streetsOf = (tags: Tags, country: string, houses: number): ReadonlyArray<string | undefined> => {
  const street = tags.has("addr:street") && isInBlock(tags, country) ? undefined : streetOf(tags, country)
  const all = street === undefined ? [] : listed(street)
  return all.length === houses ? all : Array.from({ length: Math.max(1, houses) }, () => all[0])
}

/**
 * Keys of a second address, of a house at a corner: those of the proposal
 * https://wiki.openstreetmap.org/wiki/Proposed_Features/addrN, and what mappers and editors write instead.
 */
const furtherKeys = [
  ...[2, 3, 4].map((n) => ({ part: `addr${n}`, number: `addr${n}:housenumber`, street: `addr${n}:street` })),
  { part: "addr2", number: "addr:housenumber2", street: "addr:street2" },
  { part: "addr2", number: "addr:housenumber:2", street: "addr:street:2" },
  { part: "addr2", number: "addr:housenumber_1", street: "addr:street_1" }
] as const

const isFurther = new Set<string>(furtherKeys.map(({ number }) => number))

/** Further addresses of a house. One in another city or with another postcode is not read. */
const furtherOf = (tags: Tags, own: ReadonlyArray<TaggedAddress>): ReadonlyArray<TaggedAddress> => {
  const [one] = own
  if (one === undefined || !hasAny(tags, isFurther)) return []
  const found: Array<TaggedAddress> = []
  for (const { number, part, street: key } of furtherKeys) {
    const houseNumber = text(tags, number)
    if (houseNumber === undefined || /[;,]/.test(houseNumber)) continue
    const differs = (name: "city" | "postcode") => (text(tags, `${part}:${name}`) ?? one[name]) !== one[name]
    if (differs("city") || differs("postcode")) continue
    const street = single(text(tags, key)) ?? one.street
    const isSame = (other: TaggedAddress) => other.houseNumber === houseNumber && other.street === street
    if ([...own, ...found].some((other) => isSame(other) || other.part === part)) continue
    found.push({ ...one, part, houseNumber, street, unit: undefined })
  }
  return found
}

export const partsIn = (tags: Tags, country: string): AddressParts => {
  const { city, postcode } = placesIn(tags, country)
  return { street: single(streetOf(tags, country)), city, postcode }
}

/** Wrong country codes that mappers use, with the right ones. */
const mistaken: Readonly<Record<string, string>> = { UK: "GB", EL: "GR" }

/** ISO 3166-1 alpha-2 code of the country in the object's tags. */
export const countryOf = (tags: Tags): string | undefined => {
  const country = text(tags, "addr:country")?.toUpperCase()
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return undefined
  const code = mistaken[country] ?? country
  return countryName(code) === code ? undefined : code
}

/** The key of a whole address on one line: https://wiki.openstreetmap.org/wiki/Key:addr:full */
export const fullKey = "addr:full"

/** What may stand beside it, and be in it, too; a name of the house need not. */
const besideFull = new Set([fullKey, "addr:country", "addr:housename", "addr:postcode"])

/** The address on one line, if it is all that the tags say, and in the country's form to the last letter. */
const inFull = (tags: Tags, country: string): ReadonlyArray<TaggedAddress> => {
  const line = text(tags, fullKey)
  if (line === undefined) return []
  for (const key of tags.keys()) if (key.startsWith("addr:") && !besideFull.has(key)) return []
  const parts = partsOfWhole(country, line)
  if (parts?.houseNumber === undefined) return []
  const { city, district, houseNumber, region, street, unit } = parts
  const building = parts.building ?? text(tags, "addr:housename")
  const postcode = parts.postcode ?? single(text(tags, "addr:postcode"))
  return [{ part: "", houseNumber, street, unit, building, district, city, region, county: undefined, postcode }]
}

/**
 * The addresses in an object's tags. If houses are numbered within a place and not along a street, `addr:place` or
 * `addr:hamlet` stands in the street field, as on a letter.
 */
export const addressesOf = (tags: Tags, country: string): ReadonlyArray<TaggedAddress> => {
  const whole = inFull(tags, country)
  if (whole.length > 0 || !hasAny(tags, addressKeys)) return whole
  const own = ownAddressesOf(tags, country)
  return [...own, ...furtherOf(tags, own)]
}

/** The numbers of an object, and the name of its house. Mappers exchange the keys: a name that is a number is one. */
const housesOf = (tags: Tags, country: string) => {
  const houses = numbers(tags)
  const name = text(tags, "addr:housename")
  if (name === undefined && houses.length === 1 && isLettered(houses[0]!)) return { houses: [], building: houses[0] }
  const building = name ?? namedBlockOf(tags, country)
  if (building === undefined || !plainNumber.test(building)) return { houses, building }
  if (houses.length === 0) return { houses: [building], building: undefined }
  return { houses, building: houses.includes(building) ? undefined : building }
}

const ownAddressesOf = (tags: Tags, country: string): ReadonlyArray<TaggedAddress> => {
  const { building, houses } = housesOf(tags, country)
  if (houses.length === 0 && building === undefined) return []
  const homes = units(tags)
  const streets = streetsOf(tags, country, houses.length)
  const places = placesIn(tags, country)
  const shared = {
    street: streetInBlock(tags, country, streets[0]),
    building,
    ...places,
    district: places.district === estateOf(tags, country) ? undefined : places.district
  }
  if (houses.length > 1) {
    const unit = homes.length === 1 ? homes[0] : undefined
    return houses.map((number, i): TaggedAddress => ({
      ...shared,
      street: streetInBlock(tags, country, streets[i]),
      part: number,
      houseNumber: inBlock(tags, country, number),
      unit
    }))
  }
  const houseNumber = houses[0] === undefined ? undefined : inBlock(tags, country, houses[0])
  if (homes.length < 2) return [{ ...shared, part: "", houseNumber, unit: homes[0] }]
  return homes.map((unit): TaggedAddress => ({ ...shared, part: unit, houseNumber, unit }))
}
