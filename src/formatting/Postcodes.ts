/**
 * Countries and territories without postcodes, according to both libaddressinput's formats and the Universal Postal
 * Union (Postal addressing systems in member countries). Whatever data have in place of a postcode there, often zeros,
 * is not written on an envelope.
 */
const without: ReadonlySet<string> = new Set(
  (
    "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GM GQ GY HK KI KM KP ML MO MR NR NU QA RW " +
    "SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW"
  ).split(" ")
)

/** Whether the country's addresses have a postcode. */
export const hasPostcodes = (countryCode: string): boolean => !without.has(countryCode)
