/**
 * Countries and territories whose post knows no postcodes: none in their format by libaddressinput, and none by the
 * Universal Postal Union (Postal addressing systems in member countries). What data hold in a postcode's place there,
 * often zeros, is not written on an envelope.
 */
const without: ReadonlySet<string> = new Set(
  (
    "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GM GQ GY HK KI KM KP ML MO MR NR NU QA RW " +
    "SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW"
  ).split(" ")
)

/** Whether addresses of the country are written with a postcode. */
export const hasPostcodes = (countryCode: string): boolean => !without.has(countryCode)
