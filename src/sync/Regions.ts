import { iso31662 } from "iso-3166"
import { fold } from "../../schemas/Fold.ts"

/** A first-level subdivision of ISO 3166-2. */
export interface Region {
  /** Such as `US-CA`. */
  readonly code: string
  readonly name: string
  /** Folded name, code, and the code's part after the country. */
  readonly names: ReadonlyArray<string>
}

const index = new Map<string, Map<string, Region>>()

for (const { code, name } of iso31662) {
  const country = code.slice(0, 2)
  const names = Array.from(new Set([name, code, code.slice(3)].map(fold)))
  const region: Region = { code, name, names }
  const ofCountry = index.get(country) ?? new Map<string, Region>()
  index.set(country, ofCountry)
  // First come, first kept: ISO lists an upper level before the levels below it that share a name with it.
  for (const folded of names) if (!ofCountry.has(folded)) ofCountry.set(folded, region)
}

/** The subdivision that a source calls by name, full code or short code, as ISO 3166-2 lists it; or undefined. */
export const findRegion = (country: string, text: string): Region | undefined => index.get(country)?.get(fold(text))
