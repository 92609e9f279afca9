import type { Tags } from "./PbfBlock.ts"
import { first, single, text } from "./TagTexts.ts"

/**
 * Which keys name the places of an address. Countries use them differently: the tables below follow the editor iD, whose
 * forms ask mappers of each country for the parts of an address
 * (https://github.com/openstreetmap/iD/blob/develop/data/address_formats.json).
 */

/** Where an address lies, by its tags; undefined if they do not say it, or name several places. */
export interface TaggedPlaces {
  readonly district: string | undefined
  readonly city: string | undefined
  readonly region: string | undefined
  /** A region by a key that mappers use for other units, too: it counts if no boundary gives one. */
  readonly county: string | undefined
  readonly postcode: string | undefined
}

const withKeys = (
  countries: string,
  keys: ReadonlyArray<string>
): Readonly<Record<string, ReadonlyArray<string> | undefined>> =>
  Object.fromEntries(countries.split(" ").map((country) => [country, keys]))

const cityKeys = ["addr:city", "addr:town", "addr:village"]

/**
 * Countries whose addresses name a suburb, a district or a parish where others name a city. In Australia `addr:city` is
 * the metropolis, which is not written; in Turkey it is the province.
 */
const cityKeysOf = {
  ...withKeys("AU", ["addr:suburb", ...cityKeys]),
  ...withKeys("HK", [...cityKeys, "addr:district", "addr:suburb"]),
  ...withKeys("KR", ["addr:city", "addr:district", "addr:town"]),
  ...withKeys("LV", [...cityKeys, "addr:subdistrict", "addr:district"]),
  ...withKeys("PE TH", [...cityKeys, "addr:district"]),
  ...withKeys("TR", ["addr:district", ...cityKeys]),
  ...withKeys("VN", [...cityKeys, "addr:district", "addr:subdistrict"])
}

const suburbs = ["addr:suburb", "addr:borough", "addr:quarter"]

/** Keys of a part of the city, the first that is not the city itself. */
const districtKeys = [...suburbs, "addr:neighbourhood"]

/** Elsewhere `addr:district` is that of a county; in Mexico the neighbourhood is the colonia, which comes first on a letter. */
const districtKeysOf = {
  ...withKeys("BO MX PE", ["addr:neighbourhood", ...suburbs]),
  ...withKeys("CN HK ID SA TW", [...suburbs, "addr:district", "addr:neighbourhood"]),
  ...withKeys("PH", [...districtKeys, "addr:district", "addr:subdistrict"]),
  ...withKeys("TH", [...suburbs, "addr:subdistrict", "addr:neighbourhood"]),
  ...withKeys("VN", [...suburbs, "addr:district", "addr:subdistrict", "addr:neighbourhood"])
}

const regionKeys = ["addr:state", "addr:province"]
/** Countries in which provinces are not the first level. */
const regionKeysOf = withKeys("BE BF BO CL ES IE IT MA PE", ["addr:state"])
/** Countries whose first level is called a region or a county; elsewhere these keys name what is above or below it. */
const countyKeysOf = {
  ...withKeys("BF BY CL FR GH IT KZ MA PE PH RU TZ UA UZ", ["addr:region"]),
  ...withKeys("EE HR HU IE KE NO RO SE", ["addr:county"])
}

const postcodeKeys = ["addr:postcode", "postal_code"]

/** A number at the end of a Japanese quarter's name that lacks its counter word. */
const bareNumber = /(?<![\d０-９])[\d０-９]+$/u

/** The name, if it is that of a ward of a Japanese city: 中央区. */
export const wardNamed = (name: string | undefined): string | undefined =>
  name?.endsWith("区") === true ? name : undefined

/** Mappers give it in the key of a suburb. */
const wardOf = (tags: Tags): string | undefined => wardNamed(single(text(tags, "addr:suburb")))

/** A ward belongs to the name of its city, 札幌市中央区; those of Tokyo are cities themselves. */
export const withWard = (city: string | undefined, ward: string | undefined): string | undefined => {
  if (ward === undefined || city?.endsWith(ward) === true) return city
  return city === undefined || city.endsWith("都") ? ward : `${city}${ward}`
}

const japaneseDistrict = (tags: Tags): string | undefined => {
  const parts = [text(tags, "addr:quarter"), text(tags, "addr:neighbourhood")]
    .filter((part) => part !== undefined)
    // The bare number is that of a 丁目; directly before the block's number, the two would be read as one.
    .map((part) => part.replace(bareNumber, "$&丁目"))
  if (parts.length > 0) return parts.join("")
  return wardOf(tags) === undefined ? first(tags, suburbs) : undefined
}

/** A city that is a province as well: 上海市, 서울특별시. */
const provinceThatIsCity: Readonly<Record<string, RegExp>> = { CN: /市$/u, KR: /시$/u }

/** The district of a Korean metropolis is the city of its addresses, as by its boundaries: 종로구 in 서울특별시. */
const isMetropolis = (country: string, city: string | undefined): boolean =>
  country === "KR" && city !== undefined && /(?:특별시|광역시)$/u.test(city)

const cityIn = (tags: Tags, country: string): string | undefined => {
  const stated = single(first(tags, cityKeysOf[country] ?? cityKeys))
  const named = isMetropolis(country, stated) ? (text(tags, "addr:district") ?? stated) : stated
  if (country === "JP") return withWard(named, wardOf(tags))
  if (named !== undefined) return named
  const province = single(first(tags, regionKeys))
  return province !== undefined && provinceThatIsCity[country]?.test(province) === true ? province : undefined
}

const other = (tags: Tags, keys: ReadonlyArray<string>, city: string | undefined): string | undefined => {
  for (const key of keys) {
    const value = text(tags, key)
    if (value !== undefined && value !== city) return value
  }
  return undefined
}

/** Of the village, the city is the post town. */
const rural = ["addr:townland", "addr:village"]

/** Without a street, the place or the hamlet stands in its place. */
const besideStreet = (tags: Tags): ReadonlyArray<string> => {
  if (text(tags, "addr:street") !== undefined) return ["addr:hamlet", "addr:place", ...rural]
  return tags.has("addr:place") ? ["addr:hamlet", ...rural] : rural
}

/** Beside a Czech street, the place is the part of the municipality, and the suburb a larger administrative one. */
const partOfMunicipality = (tags: Tags, country: string, city: string | undefined): string | undefined =>
  country === "CZ" && text(tags, "addr:street") !== undefined ? other(tags, ["addr:place"], city) : undefined

const districtIn = (tags: Tags, country: string, city: string | undefined): string | undefined =>
  partOfMunicipality(tags, country, city) ??
  other(tags, districtKeysOf[country] ?? districtKeys, city) ??
  other(tags, besideStreet(tags), city)

/** A ward and a town in it are both needed to find a Korean street: 처인구 포곡읍. */
const koreanDistrict = (tags: Tags, city: string | undefined): string | undefined => {
  const parts = ["addr:district", "addr:town"].flatMap((key) => other(tags, [key], city) ?? [])
  return parts.length === 0 ? districtIn(tags, "KR", city) : parts.join(" ")
}

const districtOf = (tags: Tags, country: string, city: string | undefined): string | undefined => {
  if (country === "JP") return japaneseDistrict(tags)
  return country === "KR" ? koreanDistrict(tags, city) : districtIn(tags, country, city)
}

const countyIn = (tags: Tags, country: string, city: string | undefined): string | undefined => {
  const province = text(tags, "addr:city")
  const isProvince = country === "TR" || isMetropolis(country, province)
  return isProvince && province !== city ? province : first(tags, countyKeysOf[country] ?? [])
}

/** In Bahrain the number of the block is the postcode. */
const postcodeIn = (tags: Tags, country: string): string | undefined =>
  first(tags, country === "BH" ? [...postcodeKeys, "addr:block"] : postcodeKeys)

/** Mappers write a line of a letter in its key: `101 Reykjavík`. */
const withoutCity = (postcode: string | undefined, city: string | undefined): string | undefined => {
  if (city === undefined || postcode?.endsWith(city) !== true) return postcode
  return postcode.slice(0, -city.length).replace(/(?<![\s,])[\s,]+$/u, "") || postcode
}

export const placesIn = (tags: Tags, country: string): TaggedPlaces => {
  const city = cityIn(tags, country)
  return {
    district: single(districtOf(tags, country, city)),
    city,
    region: single(first(tags, regionKeysOf[country] ?? regionKeys)),
    county: single(countyIn(tags, country, city)),
    postcode: withoutCity(single(postcodeIn(tags, country)), city)
  }
}
