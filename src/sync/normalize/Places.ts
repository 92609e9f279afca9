import type { AddressComponents } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import { Recent } from "../../address/Recent.ts"
import { placeKey } from "../../address/Identity.ts"
import { identifyingForm } from "../../address/identity/OneForm.ts"
import type { PlaceRef } from "./KeptRecord.ts"
import type { Region } from "../../gazetteer/Regions.ts"

/** Places recur with every address in them, so recent ones are cached, hashed and folded. */
const known = new Recent<PlaceRef>(20_000)

const placeOf = (
  country: string,
  type: PlaceRef["type"],
  path: ReadonlyArray<string>,
  name: string,
  parent: PlaceRef | undefined,
  names?: ReadonlyArray<string>
): PlaceRef => {
  const label = [country, type, name, ...path].join("\n")
  const found = known.get(label)
  if (found !== undefined) return found
  const place: PlaceRef = {
    key: placeKey(country, type, path),
    type,
    name,
    names: names ?? [fold(name)],
    ...(parent === undefined ? {} : { parent: parent.key })
  }
  known.set(label, place)
  return place
}

/**
 * The places of an address, largest first. Spellings of one name are one place: "Sankt Gallen", "St. Gallen" and
 * "ST GALLEN". So are the names of a city in its languages: "Biel", "Bienne" and "Biel/Bienne". They are told apart by the
 * rules by which addresses are.
 */
export const placesOf = (
  country: string,
  { city, district, postcode, region, regionCode }: Partial<AddressComponents>,
  found: Region | undefined
): ReadonlyArray<PlaceRef> => {
  const code = regionCode === undefined ? {} : { regionCode: fold(regionCode) }
  const form = (name: "region" | "city" | "district", text: string): string =>
    identifyingForm(country, { ...code, [name]: fold(text) })[name] ?? text
  const regionPath = regionCode ?? (region === undefined ? "" : form("region", region))
  const cityPath = city === undefined ? [] : [regionPath, form("city", city)]
  const inRegion =
    region === undefined ? undefined : placeOf(country, "region", [regionPath], region, undefined, found?.names)
  const inCity = city === undefined ? undefined : placeOf(country, "city", cityPath, city, inRegion)
  const inDistrict =
    city === undefined || district === undefined
      ? undefined
      : placeOf(country, "district", [...cityPath, form("district", district)], district, inCity)
  const inPostcode = postcode === undefined ? undefined : placeOf(country, "postcode", [postcode], postcode, undefined)
  return [inRegion, inCity, inDistrict, inPostcode].filter((place) => place !== undefined)
}
