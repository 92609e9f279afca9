import { letters, titled, type Rewrite } from "./LetterTable.ts"

/** BGN/PCGN 1970, without tones. */
const consonants = new Map(
  letters(
    "က k ခ hk ဂ g ဃ g င ng စ s ဆ hs ဇ z ဈ z ဉ ny ည ny ဋ t ဌ ht ဍ d ဎ d ဏ n တ t ထ ht ဒ d ဓ d န n ပ p ဖ hp ဗ b ဘ b မ m ယ y ရ y လ l ဝ w သ th ဟ h ဠ l အ - ဿ th"
  )
)
const initials = new Map(letters("ဣ i ဤ i ဥ u ဦ u ဧ e ဩ aw ဪ aw ၏ i ၌ hnaik ၍ ywe"))

/** Vowels, by their signs without tones, alone and before what closes the syllable: a nasal, or a stop. */
const vowels: ReadonlyMap<string, readonly [open: string, nasal: string, stopped: string]> = new Map([
  ["", ["a", "an", "at"]],
  ["ာ", ["a", "an", "at"]],
  ["ိ", ["i", "ein", "eik"]],
  ["ု", ["u", "on", "ok"]],
  ["ေ", ["e", "en", "et"]],
  ["ဲ", ["e", "en", "et"]],
  ["ော", ["aw", "aung", "auk"]],
  ["ို", ["o", "aing", "aik"]]
])

/** Consonants whose mark changes the vowel a before them. */
const closed = new Map(letters("က et င in စ it ည i ဉ in ယ e"))

const onsetOf = (consonant: string, medials: string): string => {
  const isPalatal = /[ျြ]/u.test(medials)
  const isBreathed = medials.includes("ှ")
  const glide = medials.includes("ွ") ? "w" : ""
  if (isBreathed && /[ယရ]/u.test(consonant)) return `sh${glide}`
  if (isPalatal && consonant === "ခ") return `ch${glide}`
  return (isBreathed ? "h" : "") + consonants.get(consonant)! + (isPalatal ? "y" : "") + glide
}

const rhymeOf = (signs: string, final: string): string => {
  const vowel = signs.replaceAll("ါ", "ာ").replaceAll("ီ", "ိ").replaceAll("ူ", "ု").replace("ံ", "")
  const [open, nasal, stopped] = vowels.get(vowel) ?? vowels.get("")!
  if (signs.includes("ံ") || /[နမဏင]/u.test(final)) return closed.has(final) && vowel === "" ? closed.get(final)! : nasal
  if (vowel === "" && closed.has(final)) return closed.get(final)!
  return /[ကစတပဋဒဗ]/u.test(final) ? stopped : open
}

const syllable = /([က-အဿ])([ျြွှ]*)([ေါာိီုူဲံ]*)[့း]*(?:်[့း]*)?(?:([က-ဪ])[့း]*[်္][့း]*)?|([ဣ-ဪ၌-၏])/gu

/** Names in Burmese, by their syllables: အောင်ဆန်း Aunghsan. The word for a street is one of its own. */
export const romanizeBurmese: Rewrite = (text) =>
  titled(
    text
      .replaceAll(/(?<=[\u1000-\u109f])(?=လမ်း)/gu, " ")
      .replaceAll(syllable, (given, consonant?: string, medials = "", signs = "", final = "", initial = "") =>
        consonant === undefined
          ? (initials.get(String(initial)) ?? given)
          : onsetOf(consonant, String(medials)) + rhymeOf(String(signs), String(final))
      )
      .replaceAll(/[\u1000-\u109f]/gu, "")
  )

export const isBurmese = (text: string): boolean => /\p{Script=Myanmar}/u.test(text)
