import { inAsciiDigits } from "../../../schemas/Digits.ts"
import { postcodeForms } from "../../../schemas/PostcodeForms.ts"
import { postcodeAsWritten, postcodeLetters } from "../../formatting/Postcodes.ts"
import { findRegion } from "../../gazetteer/Regions.ts"

/** Postcodes as sources write them: with the sign of their country, in digits of its script, with other separators. */

/** Whether the text has the form of the country's postcodes; true where no form is known. */
export const isPostcode = (country: string, text: string): boolean => postcodeForms.get(country)?.test(text) !== false

/**
 * The signs of vehicles, which Europe's post offices once put before postcodes: `A-1010`, `L-1234`; and Singapore's
 * `S238858`.
 */
const signs: Readonly<Record<string, string>> = {
  AT: "A",
  BE: "B",
  DE: "D",
  EE: "EST",
  ES: "E",
  FI: "FIN",
  FR: "F",
  HU: "H",
  IT: "I",
  LI: "FL",
  LU: "L",
  NO: "N",
  PT: "P",
  SE: "S",
  SG: "S",
  SI: "SLO"
}

/** No postcode is longer, with its country's sign or its region. */
const longest = 16

/** What follows the code of a region of the country: `BC V6B 2E2`, `UT 84105`. */
const afterRegion = (country: string, text: string): string | undefined => {
  const [, code, rest] = /^([A-Z]{2,3})[\s.,-]+([A-Z]?\d.*)$/.exec(text) ?? []
  return code !== undefined && findRegion(country, code) !== undefined ? rest : undefined
}

function* readings(country: string, text: string): Generator<string> {
  const ascii = inAsciiDigits(text)
    .replace(/[\u2010-\u2015\u2212\uff0d]/g, "-")
    .replace(/^〒\s*/u, "")
  yield ascii
  const sign = [country, signs[country] ?? country].find(
    (one) => ascii.startsWith(one) && /^[\s-]*\d/.test(ascii.slice(one.length))
  )
  const own = sign === undefined ? ascii : ascii.slice(sign.length).replace(/^[\s-]+/, "")
  yield own
  if (!/^[\dA-Z](?:[\dA-Z]|[\s-](?=[\dA-Z]))*-?$/.test(own)) return
  const joined = own.replace(/[\s-]/g, "")
  yield joined
  for (const separator of ["-", " "]) {
    for (let at = 1; at < joined.length; at++) yield `${joined.slice(0, at)}${separator}${joined.slice(at)}`
  }
  yield `${postcodeLetters[country] ?? `${country}-`}${joined}`
}

/**
 * The postcode in its country's form, if it is one however it is written; otherwise unchanged. Sources write 1012LG and
 * 1012 LG, which would be two places.
 */
export const inOwnForm = (country: string, text: string): string => {
  if (text.length > longest) return text
  if (!postcodeForms.has(country)) return postcodeAsWritten(country, text)
  const upper = text.toUpperCase()
  if (isPostcode(country, upper)) return postcodeAsWritten(country, upper)
  for (const reading of readings(country, upper)) {
    if (isPostcode(country, reading)) return postcodeAsWritten(country, reading)
  }
  const rest = afterRegion(country, upper)
  const own = rest === undefined ? text : inOwnForm(country, rest)
  return isPostcode(country, own) ? own : text
}
