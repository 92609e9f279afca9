/** Words of a folded text in the form that language rules compare: without punctuation, hyphens and dots. */

/** A dot followed by a new word, as in "St.James" and "ул.Ленина", but not in "p.zza" or "n.w.". */
const dotBetweenWords = /(?<=\p{L}{2})\.(?=\p{L}{3})|(?<=\p{L})\.(?=\p{L}{4})/gu

const dots = /(?<=\p{L})\.(?=\p{L})/gu

const apostrophes = /['’‘ʼʻ׳`´]/g

const separators = /[^\p{L}\p{M}\p{N}]+/u

/**
 * The words of a folded text. In languages that elide, a new word begins after an apostrophe ("l'église"); in others,
 * the apostrophe is part of the word ("o'connell"). A text of punctuation alone is a single word.
 */
export const wordsOf = (folded: string, elides: boolean): ReadonlyArray<string> => {
  const words = folded
    .replace(apostrophes, elides ? " " : "")
    .replace(dotBetweenWords, " ")
    .replace(dots, "")
    .split(separators)
    .filter((word) => word !== "")
  return words.length === 0 ? [folded] : words
}
