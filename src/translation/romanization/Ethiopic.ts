import { titled, type Rewrite } from "./LetterTable.ts"

/** Consonants by the place of their row of eight letters in Unicode's block. */
const rows = "h l h m s r s sh k kw k kw b v t ch h hw n ny - k kw h hw w - z zh y d d j g gw g t ch p ts ts f p".split(
  " "
)
const first = 0x1200
const sixth = 5

/** The vowels of a row's letters, in BGN/PCGN 2007 without its marks. The sixth letter has one only if it must. */
const vowels = ["e", "u", "i", "a", "e", "", "o", "wa"]

const word = (text: string): string => {
  let latin = ""
  for (const letter of text) {
    const place = letter.codePointAt(0)! - first
    const consonant = rows[place >> 3]!.replace("-", "")
    const order = place & 7
    const isOpen = /[aeiou]$/.test(latin)
    // The first letters of h and of no consonant at all are spoken with a.
    const vowel = order === 0 && /^h?$/.test(consonant) ? "a" : vowels[order]!
    latin += consonant + (order === sixth && !isOpen ? "i" : vowel)
  }
  return latin
}

/** Names in the script of Amharic and Tigrinya: መንገድ menged, ገብርኤል Gebriel. Double consonants are not written. */
export const romanizeEthiopic: Rewrite = (text) =>
  titled(text.replaceAll("፡", " ").replaceAll(/[\u1200-\u1357]+/gu, word))

export const isEthiopic = (text: string): boolean => /[\u1200-\u1357]/u.test(text)
