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

/**
 * Where countries divide postcodes that data often have in one piece, or divide otherwise, and the sign between the
 * parts, as in libaddressinput's examples and the Universal Postal Union's sheets of each country.
 */
const divided: ReadonlyArray<readonly [countries: string, parts: RegExp, sign: string]> = [
  ["GB GG IM JE", /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/i, " "],
  ["CA", /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/i, " "],
  ["MT", /^([A-Z]{3})(\d{2,4})$/i, " "],
  ["BM", /^([A-Z]{2})([A-Z\d]{2})$/i, " "],
  ["JP", /^(\d{3})(\d{4})$/, "-"],
  ["NL", /^(\d{4})([A-Z]{2})$/i, " "],
  ["IE", /^([A-Z]\d[\dW])-?([A-Z\d]{4})$/i, " "],
  ["CZ GR SE SK", /^(\d{3})(\d{2})$/, " "],
  ["LB", /^(\d{4})(\d{4})$/, " "],
  ["BR", /^(\d{5})(\d{3})$/, "-"],
  ["IR", /^(\d{5})(\d{5})$/, "-"],
  ["AS FM GU MH MP PR US VI", /^(\d{5}) ?(\d{4})$/, "-"],
  ["FR", /^(\d{2}) (\d{3})$/, ""],
  ["LC", /^(LC\d{2}) *(\d{3})$/i, " "],
  ["MS WS", /^(MSR|WS) (\d{4})$/i, ""],
  ["TT", /^(\d{3}) (\d{3})$/, ""]
]

const dividers = new Map(
  divided.flatMap(([countries, parts, sign]) =>
    countries.split(" ").map((country) => [country, { parts, sign }] as const)
  )
)

/** The letters that are part of a country's postcodes, and that sources and people leave out: `CP 1101`. */
export const postcodeLetters: Readonly<Record<string, string>> = { SV: "CP " }

/** The postcode with the space or hyphen that the country's post puts into it. */
export const postcodeAsWritten = (countryCode: string, postcode: string): string => {
  const divider = dividers.get(countryCode)
  return divider === undefined ? postcode : postcode.replace(divider.parts, `$1${divider.sign}$2`)
}
