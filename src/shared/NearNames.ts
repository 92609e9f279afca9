import { distance } from "../../schemas/EditDistance.ts"

/** The longest text that is compared with names. Anything longer is not a mistyped name. */
const LONGEST = 60
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
export const canBeName = (folded: string): boolean => folded.length >= 3 && folded.length <= LONGEST

/** Names that a mistyped one may have meant, nearest first, each once. */
export const nearest = (folded: string, names: ReadonlyArray<PlaceName>): ReadonlyArray<string> => {
  const most = tolerated(folded)
  const near = names
    .map((place) => ({ name: place.name, letters: distance(folded, place.folded, most) }))
    .filter(({ letters }) => letters <= most)
    .sort((a, b) => a.letters - b.letters || (a.name < b.name ? -1 : 1))
  return Array.from(new Set(near.map(({ name }) => name))).slice(0, MOST_NAMES)
}
