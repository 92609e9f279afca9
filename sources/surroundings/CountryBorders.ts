import type * as CountryCoder from "@rapideditor/country-coder"
import { createRequire } from "node:module"
import { onFirstUse } from "../../schemas/Memoized.ts"

const require = createRequire(import.meta.url)

/**
 * Borders of countries. Loading them takes 5 MB and a tenth of a second, so this happens at the first look-up; a
 * service that only answers requests never needs them.
 */
export const countryCoder: () => typeof CountryCoder = onFirstUse(() => require("@rapideditor/country-coder"))

/** The country or territory of a position, in degrees, by its own code of ISO 3166-1; undefined at sea. */
export const countryAt = (longitude: number, latitude: number): string | undefined =>
  countryCoder().iso1A2Code([longitude, latitude], { level: "territory" }) ?? undefined
