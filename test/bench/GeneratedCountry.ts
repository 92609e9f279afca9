import type { RawRecord } from "../../sources/DataSource.ts"
import { officialRegions } from "../../src/pool/CatalogRegions.ts"

/**
 * A made-up United States: 50 regions, 2,000 cities, 20,000 postcodes, and as many addresses as are asked for, spread
 * evenly. Every address follows from its number, so that a measurement can be repeated anywhere.
 */

export const country = "US"
const cityCount = 2_000
export const postcodeCount = 20_000
const streetCount = 100
const citiesPerRegion = 40

/** A city name that is in ten regions. */
export const manyPlaces = "Springfield"

/** Text that 1 percent of all addresses have. */
export const onePercent = "quail hollow"

/** Text that ten addresses have, whatever their number. */
export const tenMatches = "zephyrine"

const notStates = new Set(["AS", "DC", "GU", "MP", "PR", "UM", "VI"].map((code) => `US-${code}`))

/** The states, by code. */
export const regions = officialRegions(country)
  .filter(({ code }) => !notStates.has(code))
  .sort((a, b) => (a.code < b.code ? -1 : 1))

const words = (text: string): ReadonlyArray<string> => text.split(" ")

const cityStarts = words(
  "Ash Birch Cedar Elm Oak Pine Maple Willow Hazel Alder River Lake Brook Stone Marsh Clear Deer Fox Wolf Bear Eagle Swan " +
    "Crane Hawk North South East West Upper Lower Old New Green White Black Red Silver Golden Iron Copper Fair Good High " +
    "Long Broad Sweet Summer Winter Autumn Harvest"
)
const cityEnds = words(
  "ton ville burg ford port dale wood field mont view land haven bridge mill creek gate side hill crest point ridge vale " +
    "worth ham bury stead grove park rock fall spring bend bank cross town chester shire mouth light song"
)
const streetNames = words(
  "Adams Alpine Arbor Aspen Bay Beech Belmont Canyon Carriage Center Cherry Church Clover Colonial Cottage Court Crescent " +
    "Dogwood Dove Eastern Fairway Farm Forest Franklin Garden Glen Grant Hamilton Harbor Heather Hickory Highland Holly " +
    "Jackson Jefferson Juniper Kensington Lakeview Laurel Liberty Lincoln Linden Locust Madison Magnolia Meadow Mission " +
    "Monroe Orchard Overlook"
)

/** The first city of each of ten regions has the name that several regions know. */
const cityName = (city: number): string =>
  city % citiesPerRegion === 0 && city < 10 * citiesPerRegion
    ? manyPlaces
    : `${cityStarts[city % 50]!}${cityEnds[Math.floor(city / 50)]!}`

const streetName = (street: number): string =>
  street === 0 ? "Quail Hollow Road" : `${streetNames[street % 50]!} ${street < 50 ? "Street" : "Avenue"}`

/** Streets by number; every postcode has all of them. */
export const streets = Array.from({ length: streetCount }, (_, street) => streetName(street))
export const rareStreet = "Zephyrine Passage"

export const cities = Array.from({ length: cityCount }, (_, city) => cityName(city))
export const postcodes = Array.from({ length: postcodeCount }, (_, postcode) => String(10_000 + postcode * 4))

/** Which numbers the ten rare addresses have: each in a postcode of its own. */
export const rareNumbers = (total: number): ReadonlyArray<number> =>
  Array.from({ length: 10 }, (_, i) => i * Math.floor(total / 10) + i)

/** The record of a home in that postcode, in the words that a source would give. */
export const recordIn = (postcode: number, home: Pick<RawRecord, "recordId" | "houseNumber" | "street">): RawRecord => {
  const city = postcode % cityCount
  return {
    ...home,
    city: cityName(city),
    region: regions[Math.floor(city / citiesPerRegion)]!.code,
    postcode: postcodes[postcode]!,
    // In Kansas, wherever they are said to be: that is inside the country.
    coordinates: {
      latitude: 37 + (postcode % 200) / 100,
      longitude: -101 + Math.floor(postcode / 200) / 100
    },
    evidence: { kind: "declared", detail: "Made up for measurements." },
    language: "en"
  }
}

/** Address number `i` of `total`, 0 to `total` - 1. The statement in Dataset.ts counts in the same way. */
export const record = (i: number, total: number): RawRecord => {
  const postcode = i % postcodeCount
  const within = Math.floor(i / postcodeCount)
  const street = rareNumbers(total).includes(i) ? rareStreet : streets[(postcode + within) % streetCount]!
  return recordIn(postcode, {
    recordId: String(i),
    houseNumber: String(101 + 4 * Math.floor(within / streetCount)),
    street
  })
}

/** What is said of all of it. */
export const manifest = {
  name: "generated",
  countries: [country],
  license: "Public Domain",
  attribution: "Made up",
  homepage: "https://example.com/generated",
  evidence: "Made up for measurements."
} as const
