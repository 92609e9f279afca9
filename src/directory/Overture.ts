import { countryName } from "../../schemas/CountryAliases.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"

/** Overture's information about a country's addresses. */
export interface OvertureCountry {
  readonly country: string
  readonly addresses: number
  /** Names of the licences of the country's datasets. */
  readonly licenses: ReadonlyArray<string>
  /** The attributions, one for each dataset. */
  readonly sources: ReadonlyArray<string>
}

/** Where Overture lists the licences of its sources, and the required attributions. */
const attributionPage = "https://docs.overturemaps.org/attribution/"

/** How many datasets are named if a country has many. */
const mostNamed = 4

/**
 * An entry for Overture's addresses. Buildings decide which are homes. Most of them are OpenStreetMap's, so everything
 * is under its licence.
 */
export const overtureEntry = ({ addresses, country, licenses, sources }: OvertureCountry): DirectoryEntry => {
  const named = sources.length > mostNamed ? `${sources.length} sources that Overture lists` : sources.join(", ")
  const terms = licenses.length > mostNamed ? `${licenses.length} licences` : licenses.join(", ")
  return {
    id: `overture:${country}`,
    country,
    part: null,
    covers: [country],
    upstream: "overture",
    type: "overture",
    options: { location: "latest", countries: [country], buildings: "latest" },
    title: `Overture Maps, ${countryName(country)}`,
    evidence: "building",
    license: {
      name: `${terms} (addresses), ODbL 1.0 (buildings)`,
      shareAlike: true,
      attribution: `${named}; © OpenStreetMap contributors; Overture Maps Foundation`,
      citation: attributionPage
    },
    bytes: null,
    addresses,
    renewed: "monthly",
    access: { kind: "open" },
    homepage: "https://docs.overturemaps.org/guides/addresses/"
  }
}
