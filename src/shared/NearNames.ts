import { distance } from "../../schemas/EditDistance.ts"

/** The longest text that is compared with names. Anything longer is not a mistyped name. */
const LONGEST = 60
/** A shorter text begins too many names. */
const SHORTEST = 3
/** The most names suggested. */
export const MOST_NAMES = 3

/** A place's name, as displayed and folded. */
export interface PlaceName {
  readonly name: string
  readonly folded: string
}

/** How many letters may be wrong: one in three, at most three. */
const tolerated = (folded: string): number => Math.min(3, Math.max(1, Math.floor(Array.from(folded).length / 3)))

/** Whether the text could be a mistyped name at all. */
export const canBeName = (folded: string): boolean => folded.length >= SHORTEST && folded.length <= LONGEST

/** Where one word ends: `2511` is the first of `2511bl`. */
const endsWord = /(?<=\p{L})(?!\p{L})|(?<=\p{N})(?!\p{N})|(?<=[^\p{L}\p{N}])/uy

const isWordEnd = (text: string, at: number): boolean => {
  endsWord.lastIndex = at
  return endsWord.test(text)
}

/** Whether the whole text has all words of the part, at its start: Frankfurt in Frankfurt am Main. */
const begins = (whole: string, part: string): boolean =>
  part.length >= SHORTEST && whole.startsWith(part) && isWordEnd(whole, part.length)

/** The same at its end: Köln in 50667 Köln. */
const ends = (whole: string, part: string): boolean =>
  part.length >= SHORTEST && whole.endsWith(part) && isWordEnd(whole, whole.length - part.length)

/**
 * How far a name is from the text, least for one of which the text is the beginning; undefined if they are not alike.
 * Texts that say more than a name do (Savannah, GA) are no typing errors, and less likely than one.
 */
const remoteness = (folded: string, name: string, most: number): number | undefined => {
  if (begins(name, folded)) return 0
  const letters = distance(folded, name, most)
  if (letters <= most) return letters
  return ends(name, folded) || begins(folded, name) || ends(folded, name) ? most + 1 : undefined
}

/** Names that a mistyped, shortened or extended one may have meant, nearest first, each once. */
export const nearest = (folded: string, names: ReadonlyArray<PlaceName>): ReadonlyArray<string> => {
  const most = tolerated(folded)
  const near = names
    .flatMap((place) => {
      const far = remoteness(folded, place.folded, most)
      return far === undefined ? [] : [{ name: place.name, far }]
    })
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
  return Array.from(new Set(near.map(({ name }) => name))).slice(0, MOST_NAMES)
}

/** The suggestions, as the end of a message. */
export const similar = (kind: "names" | "postcodes", near: ReadonlyArray<string>): string =>
  near.length === 0 ? "" : ` Similar ${kind}: ${near.map((name) => JSON.stringify(name)).join(", ")}.`
