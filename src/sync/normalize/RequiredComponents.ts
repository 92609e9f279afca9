/**
 * Components without which an address of a country is rejected, in addition to house number (or building), street and
 * city.
 *
 * Post offices require more than that: by the `require` fields of libaddressinput's country data (Google, Apache-2.0,
 * as of 2025-06), 66 countries require a postcode and 32 a region. Open data does not comply. Of the records kept from
 * real extracts, these had no postcode though the post requires one: Liechtenstein (OpenStreetMap, 2015) 790 of 961,
 * Vancouver 1,152 of 1,631, Helsinki 233 of 615, Bucks County (OpenAddresses) 83 of 83, a French Base Adresse Locale 19
 * of 19; and all 2,782 in Rome had no province. A rule by the postal format would discard such sources, homes and all.
 *
 * So a component is required only if the post requires it and the country's open data nearly always has it: then a
 * record without it is broken, rather than merely short. Everywhere else the address is kept, and shown without the
 * component.
 */

/**
 * Germany: of 5,455 records of three extracts (2026), 239 have none, and no postal area around them gives one. Their
 * neighbors give it to all but 96.
 */
export const postcodeRequired: ReadonlySet<string> = new Set(["DE"])

/**
 * Countries where many states have cities of the same name, and sources state the state with each record or in the path
 * of its file.
 */
export const regionRequired: ReadonlySet<string> = new Set(["US", "CA", "AU"])
