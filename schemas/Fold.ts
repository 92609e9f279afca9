/** Letters without a separable mark under Unicode decomposition that still have a plain Latin form. */
// Final sigma is folded to sigma: otherwise a prefix of a word would not be found in it.
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

/** Printable ASCII with single spaces between words, as most texts are: only the case changes. */
const isPlain = (text: string): boolean => /^[!-~]+(?: [!-~]+)*$/.test(text)

/**
 * The form in which filters compare text: case, accents, compatibility forms, invisible characters and runs of white
 * space make no difference. Records have no invisible characters: directional marks, soft hyphens and joiners, which
 * Persian and Kurdish keyboards write, are removed when records are read.
 *
 * Only marks of U+0300–U+036F are dropped, so that Japanese voicing marks and Indic vowel signs, which distinguish
 * words, stay. The function is part of the contract: address and place IDs are hashes of folded text, so changing it
 * changes IDs.
 */
export const fold = (text: string): string => (isPlain(text) ? text.toLowerCase() : foldAny(text))

const foldAny = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]|\p{Cf}/gu, "")
    .toLowerCase()
    .replace(/[ςßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .normalize("NFC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
