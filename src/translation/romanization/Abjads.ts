import { String as Text } from "effect"
import { arabicWords, hebrewWords, persianWords } from "./AbjadWords.ts"
import { byLetters, letters, titled, type Rewrite } from "./LetterTable.ts"

/**
 * Scripts that do not write their short vowels. What is written is romanized, nothing is added; words that addresses are
 * full of have their usual Latin forms.
 */
const withWords = (words: ReadonlyMap<string, string>, table: Rewrite): Rewrite => {
  return (text) =>
    titled(
      text
        .split(/(?<=[\s,،])|(?=[\s,،])/u)
        .map((word) => words.get(word.replaceAll(/\p{M}/gu, "")) ?? table(word))
        .join("")
    )
}

/** UNGEGN 2017 (Beirut), without its diacritics; the letters of Persian and Urdu occur in names from there. */
const arabicLetters = byLetters(
  letters(
    "ا a أ a إ i آ a ٱ a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع ' غ gh ف f ق q ك k ل l م m ن n ه h و w ي y ى a ة ah ء ' ئ ' ؤ ' پ p چ ch ژ zh گ g ڤ v ک k ی y ہ h ھ h ۃ h ے e ں n ٹ t ڈ d ڑ r"
  )
)
const arabicWord: Rewrite = (word) => {
  const [, article, rest = word] = /^(ال)(\p{L}{2,}\P{L}*)$/u.exec(word.replaceAll(/\p{M}/gu, "")) ?? []
  const known = article === undefined ? undefined : arabicWords.get(rest)
  if (known !== undefined) return `al-${Text.capitalize(known)}`
  const latin = arabicLetters(
    rest
      // In Urdu, ہ behind a consonant ends a word in a vowel.
      .replaceAll(/(?<=(?![اآوی])\p{L})ہ(?!\p{L})/gu, "ة")
      .replaceAll(/(?<=\p{L})و(?=\p{L}|$)/gu, "u")
      .replaceAll(/(?<=\p{L})[يی](?=\p{L}|$)/gu, "i")
  )
  return (article === undefined ? latin : `al-${Text.capitalize(latin)}`).replace(/^'/, "")
}
const arabic = withWords(arabicWords, arabicWord)

/** Letters that only Pashto has (BGN/PCGN 2007, without diacritics). */
const pashtoLetters = letters("ټ t ډ d ړ r ږ zh ښ sh ګ g ڼ n ې e ۍ ey ۀ eh ځ dz څ ts")

/** BGN/PCGN 1958, without diacritics. */
const persianLetters = byLetters(
  pashtoLetters,
  letters(
    "ا a أ a إ e آ a ب b پ p ت t ث s ج j چ ch ح h خ kh د d ذ z ر r ز z ژ zh س s ش sh ص s ض z ط t ظ z ع ' غ gh ف f ق q ک k ك k گ g ل l م m ن n و v ه h ی y ي y ى y ة eh ء ' ئ ' ؤ ' \u200c -"
  )
)
/** Behind and before these letters, و is a consonant. */
const persianVowels = "اآأإوی"
const persian = withWords(persianWords, (word) =>
  persianLetters(
    word
      .replaceAll(/\p{M}/gu, "")
      // Behind a consonant, a ه at the end is the vowel.
      .replaceAll(new RegExp(`(?<=(?![${persianVowels}])\\p{L})ه(?!\\p{L})`, "gu"), "ة")
      .replaceAll(new RegExp(`(?<=(?![${persianVowels}])\\p{L})و(?![${persianVowels}])`, "gu"), "u")
      .replaceAll(/(?<=\p{L})ی(?=\p{L}|$)/gu, "i")
  ).replace(/^'/, "")
)

/**
 * BGN/PCGN 2007, without diacritics. Sorani writes its vowels, all but the short i. The short e used to be ه with a
 * joiner.
 */
const kurdishLetters = byLetters(
  letters(
    "ا a ە e ێ e ۆ o وو u ۊ u و w ی y ي y ب b پ p ت t ج j چ ch ح h خ kh د d ر r ڕ r ز z ژ zh س s ش sh ع ' غ gh ف f ڤ v ق q ک k ك k گ g ل l ڵ l م m ن n ه h ھ h ة e ئ -"
  )
)
const kurdishVowels = "اەێۆ"
const kurdish = withWords(new Map(), (word) =>
  kurdishLetters(
    word
      .replaceAll(/ه\u200c/gu, "ە")
      .replaceAll(/[\p{M}\p{Cf}]/gu, "")
      // Between consonants and at the end of words, و and ی are vowels.
      .replaceAll(new RegExp(`(?<=(?![${kurdishVowels}و])\\p{L})و(?![${kurdishVowels}و])`, "gu"), "u")
      .replaceAll(new RegExp(`(?<=(?![${kurdishVowels}])\\p{L})[یي](?![${kurdishVowels}])`, "gu"), "i")
  ).replace(/^'/, "")
)

/** Academy of the Hebrew Language, 2006, simplified. A geresh gives letters sounds of other languages. */
const hebrewLetters = byLetters(
  letters(
    "ג' j ז' zh צ' ch ץ' ch ת' th ד' dh ח' kh ע' gh א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך kh ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r ש sh ת t"
  )
)
const hebrew = withWords(hebrewWords, (word) =>
  hebrewLetters(
    word
      .replaceAll(/\p{M}/gu, "")
      .replaceAll("וו", "v")
      // A double י is one consonant.
      .replaceAll(/(?<=\p{L})יי(?=\p{L})/gu, "y")
      .replaceAll(/(?<=[\p{L}'])ו(?=[^\p{L}]|$|[א-ת])/gu, "o")
      .replaceAll(/(?<=\p{L})י(?=[א-ת])/gu, "i")
  ).replaceAll(/['"]/gu, "")
)

/** Letters of Sorani that neither Arabic nor Persian has. Uyghur has some of them, too. */
const ofSorani = /[ەێۆڕڵ]/u

const isKurdish = (text: string, country: string, language: string | undefined): boolean =>
  language === undefined ? country !== "CN" && ofSorani.test(text) : language === "ckb" || language === "ku"

export const romanizeArabic = (text: string, country: string, language: string | undefined): string => {
  if (isKurdish(text, country, language)) return kurdish(text)
  // Pashto's و is a w.
  if (language === "ps") return persian(text).replaceAll("v", "w").replaceAll("V", "W")
  return language === "fa" || language === "prs" || (language === undefined && (country === "IR" || country === "AF"))
    ? persian(text)
    : arabic(text)
}

/** Geresh and gershayim, in the characters that keyboards have. */
const withQuotes = (text: string): string => text.replaceAll(/[׳’]/gu, "'").replaceAll(/[״”]/gu, '"')

export const romanizeHebrew = (text: string): string => hebrew(withQuotes(text))
