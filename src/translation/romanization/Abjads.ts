import { byLetters, letters, titled, type Rewrite } from "./LetterTable.ts"

/**
 * Scripts that do not write their short vowels. What is written is romanized, nothing is added; words that addresses are
 * full of have their usual Latin forms.
 */
const withWords = (words: ReadonlyMap<string, string>, table: Rewrite): Rewrite => {
  return (text) =>
    titled(
      text
        .split(/(?<=\s)|(?=\s)/u)
        .map((word) => words.get(word) ?? table(word))
        .join("")
    )
}

/** UNGEGN 2017 (Beirut), without its diacritics. */
const arabicLetters = byLetters(
  letters(
    "ا a أ a إ i آ a ٱ a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع ' غ gh ف f ق q ك k ل l م m ن n ه h و w ي y ى a ة ah ء ' ئ ' ؤ ' پ p چ ch ژ zh گ g ڤ v"
  )
)
const arabicWords = new Map([
  ["شارع", "shari'"],
  ["طريق", "tariq"],
  ["ميدان", "midan"],
  ["حي", "hayy"],
  ["مدينة", "madinat"],
  ["حارة", "harat"],
  ["زقاق", "zuqaq"],
  ["محافظة", "muhafazat"],
  ["عمارة", "'imarat"],
  ["برج", "burj"],
  ["بن", "bin"],
  ["ابن", "ibn"],
  ["عبد", "abd"]
])
const arabicWord: Rewrite = (word) => {
  const [, article, rest = word] = /^(ال)(\p{L}{2,})$/u.exec(word.replaceAll(/\p{M}/gu, "")) ?? []
  const latin = arabicLetters(
    rest.replaceAll(/(?<=\p{L})و(?=\p{L}|$)/gu, "u").replaceAll(/(?<=\p{L})ي(?=\p{L}|$)/gu, "i")
  )
  return (article === undefined ? latin : `al-${latin.charAt(0).toUpperCase()}${latin.slice(1)}`).replace(/^'/, "")
}
const arabic = withWords(arabicWords, arabicWord)

/** BGN/PCGN 1958, without diacritics. */
const persianLetters = byLetters(
  letters(
    "ا a أ a إ e آ a ب b پ p ت t ث s ج j چ ch ح h خ kh د d ذ z ر r ز z ژ zh س s ش sh ص s ض z ط t ظ z ع ' غ gh ف f ق q ک k ك k گ g ل l م m ن n و v ه h ی y ي y ى y ة eh ء ' ئ ' ؤ ' \u200c -"
  )
)
const persianWords = new Map([
  ["خیابان", "khiaban-e"],
  ["کوچه", "kuche-ye"],
  ["میدان", "meydan-e"],
  ["بلوار", "bolvar-e"],
  ["بزرگراه", "bozorgrah-e"],
  ["استان", "ostan-e"],
  ["شهر", "shahr"],
  ["تهران", "tehran"]
])
const persian = withWords(persianWords, (word) =>
  persianLetters(word.replaceAll(/\p{M}/gu, "").replaceAll(/(?<=\p{L})ی(?=\p{L}|$)/gu, "i")).replace(/^'/, "")
)

/** Academy of the Hebrew Language, 2006, simplified. */
const hebrewLetters = byLetters(
  letters(
    "א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך kh ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r ש sh ת t"
  )
)
const hebrewWords = new Map([
  ["רחוב", "rehov"],
  ["רח'", "rehov"],
  ["שדרות", "sderot"],
  ["שד'", "sderot"],
  ["דרך", "derekh"],
  ["כיכר", "kikar"],
  ["סמטת", "simtat"],
  ["תל", "tel"],
  ["אביב", "aviv"],
  ["אביב-יפו", "aviv-Yafo"],
  ["יפו", "yafo"],
  ["ירושלים", "yerushalayim"],
  ["חיפה", "haifa"]
])
const hebrew = withWords(hebrewWords, (word) =>
  hebrewLetters(
    word
      .replaceAll(/\p{M}/gu, "")
      .replaceAll("וו", "v")
      .replaceAll(/(?<=\p{L})ו(?=[^\p{L}]|$|[א-ת])/gu, "o")
      .replaceAll(/(?<=\p{L})י(?=[א-ת])/gu, "i")
  )
)

export const romanizeArabic = (text: string, country: string, language: string | undefined): string =>
  language === "fa" || language === "prs" || (language === undefined && (country === "IR" || country === "AF"))
    ? persian(text)
    : arabic(text)

export const romanizeHebrew = (text: string): string => hebrew(text)
