import { countryName } from "../../../schemas/CountryAliases.ts"

const names = new Map<string, string>()

/** The English name of a country, cached. */
export const countryNameOf = (country: string): string => {
  let name = names.get(country)
  if (name === undefined) {
    name = countryName(country)
    names.set(country, name)
  }
  return name
}
