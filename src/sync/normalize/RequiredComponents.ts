/**
 * Components without which an address of a country is rejected, beside house number (or building), street and city.
 *
 * Post offices require more than that: by the `require` fields of libaddressinput's country data (Google, Apache-2.0,
 * state of 2025-06) 66 countries want a postcode and 32 a region. Open data does not follow them. Of what was kept of real
 * extracts, these had no postcode though the post requires one: Liechtenstein (OpenStreetMap, 2015) 790 of 961, Vancouver
 * 1,152 of 1,631, Helsinki 233 of 615, Bucks County (OpenAddresses) 83 of 83, a French Base Adresse Locale 19 of 19; and
 * every one of 2,782 in Rome had no province. A rule by the postal format would throw such sources away, homes and all.
 *
 * So a component is required only where the post requires it and the country's open data has it nearly always: then one
 * that lacks it is broken, and not merely short. Everywhere else the address is kept, and shows without it.
 */

/** Germany: 13 of 5,225 records of three extracts (2026) have none, and no postal area around them gives one. */
export const postcodeRequired: ReadonlySet<string> = new Set(["DE"])

/** Cities of one name are in many states there, and sources give the state with each record or in the path of its file. */
export const regionRequired: ReadonlySet<string> = new Set(["US", "CA", "AU"])
