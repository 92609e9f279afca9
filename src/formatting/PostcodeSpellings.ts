import { inAsciiDigits } from "../../schemas/Digits.ts"
import { fold } from "../../schemas/Fold.ts"
import { postcodeForms } from "../../schemas/PostcodeForms.ts"
import { postcodeAsWritten, postcodeLetters } from "./Postcodes.ts"

/** No postcode is longer, with its country's sign. */
const longest = 16

/** The text in one piece, and with a space or a hyphen at each place. */
function* divisions(joined: string): Generator<string> {
  yield joined
  for (const separator of [" ", "-"]) {
    for (let at = 1; at < joined.length; at++) yield `${joined.slice(0, at)}${separator}${joined.slice(at)}`
  }
}

/**
 * The folded texts under which a country's sources may have a postcode, however it is typed: `1012 LG` and `1012LG`,
 * `105 63` and `10563`, `L-2561` and `2561`, `〒100-0005` and `100-0005`, digits of the country's own script. Names of
 * places are compared as they are, while a postcode has no one spelling: registers leave out the space that people
 * write.
 */
export const postcodeSpellings = (country: string, value: string): ReadonlyArray<string> => {
  const folded = fold(inAsciiDigits(value)).replace(/^〒 ?/, "")
  if (folded.length > longest) return [folded]
  const shape = postcodeForms.get(country)
  if (shape === undefined) return Array.from(new Set([folded, fold(postcodeAsWritten(country, folded))]))
  const joined = folded.replace(/[\s-]/g, "")
  const sign = /^[a-z]{1,3}(?=\d)/.exec(joined)?.[0] ?? ""
  const spellings = new Set([folded])
  for (const text of [
    joined,
    joined.slice(sign.length),
    `${(postcodeLetters[country] ?? country).toLowerCase()}${joined}`
  ]) {
    for (const division of divisions(text)) if (shape.test(division)) spellings.add(division)
  }
  return Array.from(spellings)
}
