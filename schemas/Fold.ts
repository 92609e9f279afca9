/** Letters that carry no separable mark under Unicode decomposition, yet have a plain Latin reading. */
// Final sigma is a sigma: a text cut off within a word would otherwise not be found in it.
const plain: Record<string, string> = {
  ς: "σ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i"
}

/** Printable ASCII with single blanks between words, as most text is: nothing of it changes but the case. */
const isPlain = (text: string): boolean => /^[!-~]+(?: [!-~]+)*$/.test(text)

/**
 * Text as filters compare it: case, accents, compatibility forms and runs of white space make no difference.
 *
 * Only marks of U+0300–U+036F are dropped, so that Japanese voicing marks and Indic vowel signs, which tell words apart,
 * stay. It is part of the contract: address and place IDs are hashes of folded text, so a change of this function
 * changes IDs.
 */
export const fold = (text: string): string => (isPlain(text) ? text.toLowerCase() : foldAny(text))

const foldAny = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ςßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .normalize("NFC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
