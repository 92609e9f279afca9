import type { RawRecord } from "../../sources/DataSource.ts"
import { officialRegions } from "../../src/gazetteer/OfficialRegions.ts"

/**
 * A made-up United States: 50 regions, 2,000 cities, 20,000 postcodes, streets of 20 homes, and any number of
 * addresses, spread evenly. Each address follows from its number, so that a measurement can be repeated anywhere.
 */

export const country = "US"
const cityCount = 2_000

/** The number of addresses, and of postcodes: the fewer postcodes, the more streets in each. */
export interface Size {
  readonly total: number
  readonly postcodes: number
}
const postcodeCount = 20_000
const streetNameCount = 100
export const homesPerStreet = 20
const citiesPerRegion = 40

/** The name of a city in each of ten regions. */
export const manyPlaces = "Springfield"

/**
 * Texts found in ten addresses, however many there are (0.001 percent of 1,000,000), in 1 percent, and in 30 percent:
 * in street names, in place names, and in house numbers, units and building names.
 */
export const texts = {
  streets: { ten: "zephyrine", one: "quail hollow", thirty: "lane" },
  places: { ten: "zoar landing", one: "regis", thirty: "quarter" },
  houses: { ten: "zenobia", one: "1/2", thirty: "apt" }
} as const

const notStates = new Set(["AS", "DC", "GU", "MP", "PR", "UM", "VI"].map((code) => `US-${code}`))

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

/** The first cities of ten regions share one name. */
const cityName = (city: number): string => {
  if (city % citiesPerRegion === 0 && city < 10 * citiesPerRegion) return manyPlaces
  const name = `${cityStarts[city % 50]!}${cityEnds[Math.floor(city / 50)]!}`
  return city % 100 === 7 ? `${name} Regis` : name
}

const streetName = (street: number): string => {
  if (street === 0) return "Quail Hollow Road"
  return `${streetNames[street % 50]!} ${street <= 30 ? "Lane" : street < 50 ? "Street" : "Avenue"}`
}

const streets = Array.from({ length: streetNameCount }, (_, street) => streetName(street))

export const cities = Array.from({ length: cityCount }, (_, city) => cityName(city))
export const postcodes = Array.from({ length: postcodeCount }, (_, postcode) => String(10_000 + postcode * 4))

export const sizeOf = (total: number): Size => ({ total, postcodes: postcodeCount })

/** Ways for an address to be rare; ten addresses of each, all in different postcodes. */
const rarities = ["street", "place", "building"] as const
type Rarity = (typeof rarities)[number]
const rareCount = 10

/** The numbers of the addresses that are rare in this way. */
const rareNumbers = (rarity: Rarity, total: number): ReadonlyArray<number> =>
  Array.from({ length: rareCount }, (_, i) => i * Math.floor(total / rareCount) + i + rarities.indexOf(rarity))

/** The numbers of all rare addresses. */
export const allRare = (total: number): ReadonlyArray<number> =>
  rarities.flatMap((rarity) => rareNumbers(rarity, total))

const rarityOf = (i: number, total: number): Rarity | undefined =>
  rarities.find((rarity) => rareNumbers(rarity, total).includes(i))

/** The components that the homes of a street share, from the postcode and the street's number within it. */
const streetIn = (postcode: number, street: number, rarity?: Rarity) => {
  const city = postcode % cityCount
  const inQuarters = city % 10 >= 4 && city % 10 <= 6 && rarity !== "place"
  return {
    street: rarity === "street" ? "Zephyrine Passage" : streets[(postcode + 37 * street) % streetNameCount]!,
    ...(inQuarters
      ? { district: `${["North", "East", "South", "West"][Math.floor(postcode / cityCount) % 4]!} Quarter` }
      : {}),
    city: rarity === "place" ? "Zoar Landing" : cityName(city),
    region: regions[Math.floor(city / citiesPerRegion)]!.code,
    postcode: postcodes[postcode]!
  }
}

/** The number of different units. */
export const unitCount = 12

/**
 * The components of a single home, from its place in the street, a fraction in its number, and its unit, counted from
 * 1.
 */
export const houseAt = (place: number, hasFraction: boolean, unit: number, rarity?: Rarity) => ({
  houseNumber: `${101 + 4 * place}${hasFraction ? " 1/2" : ""}`,
  ...(unit === 0 ? {} : { unit: `Apt ${unit}` }),
  ...(rarity === "building" ? { building: "Zenobia House" } : {})
})

/** Address number `i`, from 0 to `total` - 1. The statement in Dataset.ts counts in the same way. */
export const record = (i: number, { postcodes: count, total }: Size): RawRecord => {
  const postcode = i % count
  const within = Math.floor(i / count)
  const hundred = Math.floor(postcode / 100)
  const rarity = rarityOf(i, total)
  const unit = (hundred + 3 * within) % 10 < 3 ? 1 + ((postcode + within) % unitCount) : 0
  return {
    recordId: String(i).padStart(16, "0"),
    ...houseAt(within % homesPerStreet, (hundred + 7 * within) % 100 === 0, unit, rarity),
    ...streetIn(postcode, Math.floor(within / homesPerStreet), rarity),
    // All of them in Kansas, whatever their components say: that is inside the country.
    coordinates: {
      latitude: (3_700_000 + (postcode % 200) * 1_000 + ((within * 7) % 997)) / 100_000,
      longitude: (Math.floor(postcode / 200) * 1_000 + ((within * 13) % 991) - 10_100_000) / 100_000
    },
    evidence: { kind: "declared", detail: "Made up for measurements." },
    language: "en"
  }
}

export const manifest = {
  name: "generated",
  countries: [country],
  license: "Public Domain",
  attribution: "Made up",
  homepage: "https://example.com/generated",
  evidence: "Made up for measurements."
} as const
