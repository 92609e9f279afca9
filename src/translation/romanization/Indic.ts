import { titled } from "./LetterTable.ts"

/**
 * Scripts whose blocks have the order of Devanagari (ISCII), so that its table serves all of them: Bengali, Gurmukhi,
 * Gujarati, Odia, Tamil, Telugu, Kannada and Malayalam.
 */
const first = 0x0900
const last = 0x0d7f
const blockSize = 0x80

/** Each letter's sound by its place in Devanagari's block: Hunterian, India's national system, without long marks. */
const sounds = (table: string): ReadonlyMap<string, string> => {
  const words = table.split(" ")
  return new Map(Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!]))
}
const consonants = sounds(
  "क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n \u0929 n प p फ ph ब b भ bh म m य y र r \u0931 r ल l ळ l \u0934 zh व v श sh ष sh स s ह h \u0958 q \u0959 kh \u095a gh \u095b z \u095c r \u095d rh \u095e f \u095f y"
)
const vowels = sounds("अ a आ a इ i ई i उ u ऊ u ऋ ri ऍ e ऎ e ए e ऐ ai ऑ o ऒ o ओ o औ au")
const signs = sounds(
  "\u093e a \u093f i \u0940 i \u0941 u \u0942 u \u0943 ri \u0945 e \u0946 e \u0947 e \u0948 ai \u0949 o \u094a o \u094b o \u094c au \u0957 au"
)
/** Letters with a dot below. */
const dotted = sounds("क q ख kh ग gh ज z ड r ढ rh फ f य y")
const nasals = /[\u0901\u0902]/u
const virama = "\u094d"
const nukta = "\u093c"

/** Letters of one script that are not where Devanagari's are. */
const own: Readonly<Record<string, string>> = {
  // Bengali's য is j, and য় is y.
  "\u09af": "ज",
  "\u09ce": "त\u094d",
  "\u09f0": "र",
  "\u09f1": "व",
  // Gurmukhi's tippi is a nasal; addak doubles a consonant.
  "\u0a70": "\u0902",
  "\u0a71": "",
  "\u0b71": "व",
  // Malayalam's consonants without a vowel.
  "\u0d7a": "ण\u094d",
  "\u0d7b": "न\u094d",
  "\u0d7c": "र\u094d",
  "\u0d7d": "ल\u094d",
  "\u0d7e": "ळ\u094d",
  "\u0d7f": "क\u094d"
}

/** Devanagari, Bengali, Gurmukhi and Gujarati do not write that the a of a consonant is silent. */
const hasSilentVowels = /[\u0900-\u0aff]/u

const letter = /[\u0900-\u0d7f]/u

export const isIndic = (text: string): boolean => letter.test(text)

/** A letter of any of these scripts as that of Devanagari. */
const inDevanagari = (character: string): string => {
  const code = character.codePointAt(0)!
  return code < first || code > last ? character : (own[character] ?? String.fromCodePoint(first + (code % blockSize)))
}

/** A consonant with the vowel behind it, or a vowel alone. */
interface Unit {
  /** Empty if the unit is a vowel. */
  readonly consonant: string
  /** Empty if the consonant is followed by another one. */
  vowel: string
  /** Whether the vowel is the `a` that is not written. */
  readonly isInherent: boolean
  nasal: boolean
}

const unitsOf = (word: string): Array<Unit> => {
  const units: Array<Unit> = []
  const letters = Array.from(word)
  for (let at = 0; at < letters.length; at++) {
    const given = letters[at]!
    const vowel = vowels.get(given)
    if (vowel !== undefined) units.push({ consonant: "", vowel, isInherent: false, nasal: false })
    else if (nasals.test(given) && units.length > 0) units.at(-1)!.nasal = true
    else if (given === "\u0903") units.push({ consonant: "h", vowel: "", isInherent: false, nasal: false })
    else if (consonants.has(given)) {
      const isDotted = letters[at + 1] === nukta
      if (isDotted) at++
      const isVelar = given === "ङ" && !/^\u094d[क-घ]/.test(letters.slice(at + 1, at + 3).join(""))
      const consonant = isVelar ? "ng" : ((isDotted ? dotted.get(given) : undefined) ?? consonants.get(given)!)
      const sign = signs.get(letters[at + 1] ?? "")
      const isBare = letters[at + 1] === virama
      if (sign !== undefined || isBare) at++
      units.push({
        consonant,
        vowel: isBare ? "" : (sign ?? "a"),
        isInherent: sign === undefined && !isBare,
        nasal: false
      })
    }
  }
  return units
}

const hasVowel = (unit: Unit | undefined): boolean => unit !== undefined && unit.vowel !== ""

/** Behind another consonant, a is only silent where both are easily spoken at the end of a word: मार्ग Marg, चन्द्र Chandra. */
const isEasyEnd = (before: Unit, unit: Unit): boolean =>
  /^(?:[rnmsl]|sh)$/.test(before.consonant) && !/^[yrvlnm]$/.test(unit.consonant)

/**
 * The a at the end of a word is silent, and so is one between a vowel and a single consonant with a vowel: राजपथ Rajpath.
 * Words are read from their end.
 */
const silence = (units: ReadonlyArray<Unit>): void => {
  for (let at = units.length - 1; at > 0; at--) {
    const [before, unit, after] = [units[at - 1]!, units[at]!, units[at + 1]]
    if (!unit.isInherent || unit.nasal) continue
    const isSilent =
      after === undefined
        ? hasVowel(before) || (at > 1 && isEasyEnd(before, unit))
        : hasVowel(before) && after.consonant !== "" && hasVowel(after)
    if (isSilent) unit.vowel = ""
  }
}

/** A nasal takes the place of the consonant behind it. */
const nasalBefore = (consonant: string | undefined, atEnd: string): string => {
  if (consonant === undefined) return atEnd
  return consonant === "m" ? "" : /^(?:ph?|bh?)$/.test(consonant) ? "m" : "n"
}

const write = (units: ReadonlyArray<Unit>, atEnd: string): string =>
  units
    .map(
      ({ consonant, nasal, vowel }, at) =>
        consonant + vowel + (nasal ? nasalBefore(units[at + 1]?.consonant, atEnd) : "")
    )
    .join("")

/** Towns are often named after somebody and called nagar, which stays a word of its own: गांधीनगर Gandhinagar. */
const compound = /(?<=^..+)(?=नगर$)/u

const word = (text: string): string => {
  const devanagari = Array.from(text.normalize("NFC").replaceAll("\u09af\u09bc", "\u09df"), inDevanagari).join("")
  // ज्ञ is spoken gy, and ङ्ङ, which Malayalam writes, as one.
  const parts = devanagari.replaceAll("ज\u094dञ", "ग\u094dय").replaceAll("ङ\u094dङ", "ङ").split(compound)
  if (!hasSilentVowels.test(text)) return parts.map((part) => write(unitsOf(part), "m")).join("")
  return parts
    .map((part) => {
      const units = unitsOf(part)
      silence(units)
      return write(units, "n")
    })
    .join("")
}

/** Names in the scripts of India and Nepal, word by word. The punctuation and digits between words stay. */
export const romanizeIndic = (text: string): string =>
  titled(text.replaceAll(/[\u0964\u0965]/gu, ".").replaceAll(/[\u0900-\u0d7f]+/gu, word))
