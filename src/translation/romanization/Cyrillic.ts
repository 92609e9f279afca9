import { byLetters, cased, letters, type Rewrite } from "./LetterTable.ts"

/** What Cyrillic alphabets share. */
const shared = letters(
  "а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya й y ё yo"
)

/** е is ye at the start of a word and after vowels and signs (BGN/PCGN). */
const withIotation =
  (vowels: string, table: Rewrite): Rewrite =>
  (text) =>
    table(
      text.replaceAll(new RegExp(`(?<=^|[^\\p{L}\\p{M}]|[${vowels}])е`, "giu"), (letter, offset: number) =>
        cased("ye", letter, text, offset)
      )
    )

/** Single letters that are written in another way behind what the pattern `before` looks for. */
const initials = (table: string, before: string): Rewrite => {
  const latinOf = new Map(letters(table))
  const pattern = new RegExp(`${before}[${Array.from(latinOf.keys()).join("")}]`, "giu")
  return (text) =>
    text.replaceAll(pattern, (letter, offset: number) =>
      cased(latinOf.get(letter.toLowerCase())!, letter, text, offset)
    )
}

const russianVowels = "аеёиоуыэюяйъь"

/** BGN/PCGN 1947 without the signs for ь and ъ, as on international maps. */
const russian = withIotation(russianVowels, byLetters(shared))

/** Resolution 55 of Ukraine's Cabinet of Ministers, 2010, recommended by UNGEGN. */
const ukrainianTable = byLetters(shared, letters("г h ґ g и y і i ї i й i є ie ю iu я ia зг zgh ' - ’ - ʼ -"))
const ukrainianInitials = initials("є ye ї yi й y ю yu я ya", "(?<![\\p{L}\\p{M}'’ʼ])")
const ukrainian: Rewrite = (text) => ukrainianTable(ukrainianInitials(text))

/** The national system of 2007, adopted by UNGEGN in 2012, in the letters that it writes with diacritics. */
const belarusianTable = byLetters(
  shared,
  letters("г h ґ g ё io ж ž і i й j ў ŭ х ch ц c ч č ш š э e ю iu я ia е ie ль ĺ нь ń сь ś зь ź ць ć ' - ’ - ʼ -")
)
const belarusianInitials = initials("е je ё jo ю ju я ja", "(?<=^|[^\\p{L}\\p{M}]|[аеёіоуыэюяйьў])")
const belarusian: Rewrite = (text) => belarusianTable(belarusianInitials(text))

/** The Streamlined System of Bulgaria's Transliteration Act, 2009. */
const bulgarianTable = byLetters(shared, letters("х h ц ts щ sht ъ a ь y"))
const bulgarian: Rewrite = (text) => bulgarianTable(text.replaceAll(/ия(?![\p{L}\p{M}])/gu, "иа"))

/** The Latin alphabet of Serbian itself. */
const serbian = byLetters(shared, letters("ђ đ ж ž ј j љ lj њ nj ћ ć х h ц c ч č џ dž ш š"))

/** UNGEGN 1977. */
const macedonian = byLetters(shared, letters("ѓ ǵ ж ž ѕ dz ј j љ lj њ nj ќ ḱ х h ц c ч č џ dž ш š"))

/** BGN/PCGN 1979. */
const kazakh = withIotation("аәеёиіоөуұүыэюяй", byLetters(shared, letters("ә ä ғ gh қ q ң ng ө ö ұ u ү ü һ h і i")))

/** BGN/PCGN 1979. */
const kyrgyz = byLetters(shared, letters("ж j ң ng ө ö ү ü"))

/** MNS 5217:2012. */
const mongolian = byLetters(shared, letters("е ye ж j й i ө ö ү ü ь i"))

/** BGN/PCGN 1994. */
const tajik = withIotation("аеёиӣоуӯэюяй", byLetters(shared, letters("ғ gh ӣ í қ q ӯ ŭ ҳ h ҷ j ъ '")))

/** Uzbekistan's Latin alphabet of 1995. */
const uzbek = withIotation("аеёиоуўэюя", byLetters(shared, letters("ғ g' ж j қ q ў o' х x ҳ h ъ '")))

const languages: Readonly<Record<string, Rewrite>> = {
  be: belarusian,
  bg: bulgarian,
  bs: serbian,
  kk: kazakh,
  ky: kyrgyz,
  mk: macedonian,
  mn: mongolian,
  ru: russian,
  sr: serbian,
  tg: tajik,
  uk: ukrainian,
  uz: uzbek
}

const ofCountry: Readonly<Record<string, string>> = {
  BA: "sr",
  BG: "bg",
  BY: "be",
  KG: "ky",
  KZ: "kk",
  ME: "sr",
  MK: "mk",
  MN: "mn",
  RS: "sr",
  TJ: "tg",
  UA: "uk",
  UZ: "uz",
  XK: "sr"
}

/** Letters that Russian does not have, in languages that are written beside it. */
const ownLetters: Readonly<Record<string, RegExp>> = {
  be: /[іў]/iu,
  kk: /[әғқңөұүһі]/iu,
  ky: /[ңөү]/iu,
  tg: /[ғӣқӯҳҷ]/iu,
  uz: /[ғқўҳ]/iu
}
const russianLetters = /[ыэъщ]/iu

/**
 * Romanizes Cyrillic by its language: the one given, else that of the country. Where Russian is official beside it, a text
 * counts as Russian if it has letters of Russian and none of the country's own.
 */
export const romanizeCyrillic = (text: string, country: string, language: string | undefined): string => {
  const given = language !== undefined && Object.hasOwn(languages, language) ? language : undefined
  const local = given ?? ofCountry[country] ?? "ru"
  const own = ownLetters[local]
  const looksRussian = given === undefined && own !== undefined && !own.test(text) && russianLetters.test(text)
  return languages[looksRussian ? "ru" : local]!(text)
}
