import { countryName } from "../../../schemas/CountryAliases.ts"
import { memoized } from "../../../schemas/Memoized.ts"

/** The English name of a country, which every address shows. */
export const countryNameOf = memoized(countryName)
