/** Words of a folded text, as the rules of a language compare them: without punctuation, hyphens and dots. */

/** A dot after which a word of its own begins, as in "St.James" and "ул.Ленина", and not in "p.zza" or "n.w.". */
const dotBetweenWords = /(?<=\p{L}{2})\.(?=\p{L}{3})|(?<=\p{L})\.(?=\p{L}{4})/gu

const dots = /(?<=\p{L})\.(?=\p{L})/gu

const apostrophes = /['’‘ʼ`´]/g

const separators = /[^\p{L}\p{M}\p{N}]+/u

/**
 * Words of a folded text. After an apostrophe a new word begins where the language elides ("l'église"); elsewhere it stands
 * within one ("o'connell"). A text of nothing but punctuation is one word as it is.
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
