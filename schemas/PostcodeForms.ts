import { postcodePatterns } from "./PostcodePatterns.ts"

/** The whole text of a postcode, in either case, by ISO 3166-1 alpha-2 code. Countries whose form is unknown have none. */
export const postcodeForms: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(postcodePatterns).map(([country, pattern]) => [country, new RegExp(`^(?:${pattern})$`, "i")])
)
