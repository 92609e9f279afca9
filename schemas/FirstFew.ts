/**
 * The first of several texts, and how many there are beyond them: "a, b and 3 more", or "a; b; and 3 more" for texts that
 * have commas.
 */
export const firstFew = (texts: ReadonlyArray<string>, most: number, mark: "," | ";" = ","): string => {
  const shown = texts.slice(0, most).join(`${mark} `)
  const more = texts.length - most
  return more <= 0 ? shown : `${shown}${mark === "," ? "" : mark} and ${more} more`
}
