/** A list of two or more names, whose comma is no inversion. */
const enumerates = / (?:and|y) /

/**
 * A subdivision as its country writes it. ISO 3166-2 sorts some by their distinguishing word, with a comma: `Madrid,
 * Comunidad de`. Italy's bilingual ones (`Bolzano, Bozen`) and lists (`Newry, Mourne and Down`) stay as they are.
 */
export const regionName = (code: string, listed: string): string => {
  if (code.startsWith("IT-")) return listed
  const [, word, generic, note = ""] = /^([^,]+), ([^,(]+?)( \(.+\))?$/.exec(listed) ?? []
  if (word === undefined || generic === undefined || enumerates.test(generic)) return listed
  return `${generic} ${word}${note}`
}
