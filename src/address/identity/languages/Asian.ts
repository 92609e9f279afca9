import { fold } from "../../../../schemas/Fold.ts"
import { english } from "./English.ts"
import { alikeInCyrillic } from "./Slavic.ts"
import { inDigits } from "../Numbers.ts"
import { type LanguageRules, type Phrase, spellings } from "../Rules.ts"

const arabicLetters = (pairs: ReadonlyArray<readonly [string, string]>) =>
  // Vowel signs and the line that lengthens words are often left out.
  new Map([...Array.from("ًٌٍَُِّْـ", (mark) => [mark, ""] as const), ...pairs])

/** Arabic, whose keyboards and registers differ in hamzas and in final letters. */
export const arabic: LanguageRules = {
  // A quarter is one without the word.
  placePhrases: [[/^(?:ال)?حي +(?=\p{L})/u, ""]],
  letters: arabicLetters([
    ["أ", "ا"],
    ["إ", "ا"],
    ["آ", "ا"],
    ["ٱ", "ا"],
    ["ى", "ي"],
    ["ی", "ي"],
    ["ک", "ك"],
    ["ة", "ه"]
  ]),
  first: spellings("شارع ش; ميدان; طريق; جاده; نهج; زقاق"),
  numberPhrases: [[/^رقم ?(?=\d)/u, ""]],
  units: spellings("apartment شقه; floor دور الدور طابق الطابق")
}

/** Persian, which Arabic keyboards write with other letters. */
export const persian: LanguageRules = {
  letters: arabicLetters([
    ["ي", "ی"],
    ["ى", "ی"],
    ["ك", "ک"],
    ["أ", "ا"],
    ["إ", "ا"],
    ["ة", "ه"],
    ["ۀ", "ه"]
  ]),
  first: spellings("خیابان خ; کوچه ک; بلوار; میدان م; بزرگراه"),
  numberPhrases: [[/^(?:پلاک|پ|شماره) ?(?=\d)/u, ""]],
  units: spellings("apartment واحد; floor طبقه")
}

/** Hebrew. Its registers leave out the word for a street. */
export const hebrew: LanguageRules = {
  places: spellings("קריית קרית"),
  first: spellings("רחוב רח; שדרות שד; דרך; סמטת סמ; כיכר ככר"),
  silent: new Set(["רחוב"]),
  numberPhrases: [[/(?<=\d ?[א-ת])['’׳]/u, ""]],
  units: spellings("apartment דירה דר; entrance כניסה כנ; floor קומה")
}

export const georgian: LanguageRules = {
  last: spellings("ქუჩა ქ; გამზირი გამზ; შესახვევი შეს; ჩიხი ჩ; მოედანი მოედ"),
  alike: alikeInCyrillic,
  units: spellings("apartment ბინა; entrance სადარბაზო; floor სართული სართ")
}

export const armenian: LanguageRules = {
  last: spellings("փողոց փող փ; պողոտա պող պ; նրբանցք նրբ; հրապարակ հր"),
  alike: alikeInCyrillic,
  units: spellings("apartment բնակարան բն; entrance մուտք")
}

export const azerbaijani: LanguageRules = {
  last: spellings("küçəsi küç küçə; prospekti pr prosp prospekt; döngəsi döng döngə"),
  alike: alikeInCyrillic,
  unitPhrases: [[/(?<!\p{L})m\. ?(?=\d)/gu, "mənzil "]],
  units: spellings("apartment mənzil")
}

const rankOfThai = (short: string, rank: string): Phrase => [
  new RegExp(`^(?:${short}\\.|${fold(rank)}) *`, "u"),
  fold(rank)
]

/** Thai, which has no spaces between words and shortens the kind of a street to its first letter. */
export const thai: LanguageRules = {
  phrases: [
    [/(?<![\p{L}\p{M}])ถ\. ?|ถนน +/gu, "ถนน"],
    [/(?<![\p{L}\p{M}])ซ\. ?|ซอย +/gu, "ซอย"],
    // A lane is numbered before the name of its road or behind it: "Soi Sukhumvit 21", "Sukhumvit Soi 21".
    [/^soi (?=\p{Script=Latin})([\p{L} ]+) (\d+)$/u, "$1 soi $2"]
  ],
  numberPhrases: [
    [/^(?:บ้าน)?เลขที่ ?(?=\d)/u, ""],
    [/[, ]*(?:หมู่ที่|หมู่|ม\.) ?(?=\d)/u, " หมู่"]
  ],
  // Which of the ranks a name has differs: the district Bang Phli is not the subdistrict.
  placePhrases: [rankOfThai("ต", "ตำบล"), rankOfThai("อ", "อำเภอ"), rankOfThai("จ", "จังหวัด"), [/^(แขวง|เขต) +/u, "$1"]]
}

/** English in India and its neighbours, where a number says whether it is that of a house, a plot or a flat. */
export const indian: LanguageRules = {
  ...english,
  phrases: [
    ...english.phrases!,
    [/^(\p{L})[ .-]+(?=\p{L}[ .-]+(?:road|rd)\b)/u, "$1"],
    [/(?<=\d) ?(?:feet|foot|ft)\b\.?/, " feet"]
  ],
  numberPhrases: [
    [/^(?:house|door|h|d)\.? ?no[.:]*[ -]*(?=\d)/, ""],
    [/\b(flat|lot|plot|shop|site|survey|sy)\.? ?(?:no[.:]*|number|#) ?(?=\d)/g, "$1 "],
    [/\bsy (?=\d)/, "survey "]
  ],
  placePhrases: [
    ...english.placePhrases!,
    [/\bsec(?:tor|t)?\b[ .-]*(?:no\b\.? ?)?(?=\d)/, "sector "],
    [/\bward\b[ .-]*(?:no\b\.? ?)?(?=\d)/, "ward "],
    // Phases are numbered, in either numerals, and never lettered.
    [/\bph(?:ase)?\b[ .-]*(\d+|[ivx]+)(?![\p{L}\d])/u, inDigits("phase ")]
  ]
}

/** "Delos Santos", "De La Cruz". */
const deLos: readonly [RegExp, string] = [/\bde (?=l[ao]s?\b)/g, "de"]

/** English in the Philippines, whose subdivisions number blocks and the lots in them. */
export const philippine: LanguageRules = {
  ...english,
  anywhere: new Map([...english.anywhere!, ...spellings("santo sto; santa sta")]),
  phrases: [...english.phrases!, deLos],
  places: new Map([
    ...english.places!,
    ...spellings("poblacion pob; santo sto; santa sta; general gen; governor gov; president pres")
  ]),
  placePhrases: [...english.placePhrases!, deLos],
  ranksFirst: new Map([...english.ranksFirst!, ...spellings("barangay brgy bgy brg; subdivision subd")]),
  ranksLast: spellings("subdivision subd"),
  numberPhrases: [
    [/\b(?:block|blk|b)[. ]*(?=\d)/, "block "],
    [/\b(?:lot|lt|l)[. ]*(?=\d)/, "lot "],
    [/^(lot [\da-z-]+)[, ]+(block [\da-z-]+)$/, "$2 $1"],
    [/(?<=^block [\da-z-]+)[, ]+/, " "]
  ]
}

/** English in Singapore, with the abbreviations of its road signs and of the Housing and Development Board. */
export const englishOfSingapore: LanguageRules = {
  ...english,
  phrases: [
    ...english.phrases!,
    [/\bc['’]wealth\b/g, "commonwealth"],
    [/\bctrl\b/g, "central"],
    [/\blk\b(?=$| \d)/, "link"],
    [/\bind\.? (?:pk|park)\b/, "industrial park"],
    [/\bpk\b/g, "park"],
    [/\bmkt\b/g, "market"],
    [/\bbt\b\.?/g, "bukit"],
    [/\bjln\b\.?/g, "jalan"],
    [/\blor\b\.?/g, "lorong"],
    [/\bkg\b\.?/g, "kampong"],
    [/\btg\b\.?/g, "tanjong"]
  ],
  // The number of a block of flats is its house number.
  numberPhrases: [[/^(?:block|blk)\.? ?(?=\d)/, ""]]
}

/** English in Hong Kong, where roads have a central part besides those of the compass: "Queen's Rd C". */
export const englishOfHongKong: LanguageRules = {
  ...english,
  phrases: [...english.phrases!, [/(?<=\b(?:road|rd)\.? )c\.?$/, "central"]]
}

/** English in Australia and New Zealand. */
export const australian: LanguageRules = {
  ...english,
  unitPhrases: [...english.unitPhrases!, [/^u\.? ?(?=\d)/, "unit "]]
}

const numerals = "〇一二三四五六七八九"
const ranks: ReadonlyArray<readonly [character: string, value: number]> = [
  ["千", 1000],
  ["百", 100],
  ["十", 10]
]

/** A number below ten thousand in Chinese characters: 二十三 is 23, and so is 二三. */
const numberOf = (text: string): number => {
  if (!/[千百十]/u.test(text)) return Number(Array.from(text, (letter) => numerals.indexOf(letter)).join(""))
  let [rest, sum] = [text, 0]
  for (const [character, value] of ranks) {
    const [many, ...others] = rest.split(character)
    if (others.length === 0) continue
    sum += (many === "" ? 1 : Number(numerals.indexOf(many!.slice(-1)))) * value
    rest = others.join(character)
  }
  return sum + (rest === "" ? 0 : numerals.indexOf(rest.slice(-1)))
}

/** Numbers in characters, before a counter: 三丁目. */
const counted = /[〇一二三四五六七八九十百千]+(?=丁目|条|線|段|巷|弄|番|号|樓|楼|路$)/gu
/** In house numbers and units, also before another number, and at the end: 三樓之二. */
const numbering = /[〇一二三四五六七八九十百千]+(?=丁目|巷|弄|番|号|號|樓|楼|層|层|階|室|[-之の]|$)/gu

const inFigures = (numbers: RegExp) => (text: string) => text.replace(numbers, (number) => `${numberOf(number)}`)
const streetInFigures = inFigures(counted)

/**
 * Chinese, Japanese and Korean: digits before a counter (三丁目, 3丁目), one form for characters that are written in two,
 * and no spaces.
 */
export const eastAsian: LanguageRules = {
  placesLikeStreets: true,
  phrases: [
    [/臺/g, "台"],
    [/號/g, "号"],
    // Between two names, they are one letter: 霞が関, 霞ヶ関, 霞ケ関.
    [/ヶ|ケ(?=\p{Script=Han})|(?<=\p{Script=Han})[がガ](?=\p{Script=Han})/gu, "ヶ"],
    [/(?<=\p{L})\s+(?=[\p{L}\d])|(?<=\d)\s+(?=\p{L})/gu, ""]
  ],
  rewrite: (words) => [streetInFigures(words.join(" "))],
  figures: inFigures(numbering),
  numberPhrases: [
    [/號/g, "号"],
    [/樓|层|層/g, "楼"],
    [/산 (?=\d)/g, "산"],
    [/(?<=\d) ?(?:丁目|番地|番|번지) ?(?:の|ノ)? ?(?=\d)/gu, "-"],
    [/(?<=\d) ?号? ?(?:之|の|ノ) ?(?=\d)/gu, "-"],
    [/(?<=\d) ?(?:番地|番|号|번지|번)$/gu, ""]
  ],
  unitPhrases: [
    [/第|제(?=\d)/gu, ""],
    [/(?:지하|地下) ?(\d+) ?(?:층|樓|楼|层|層|階)/gu, "b$1"],
    [/(?<=\d)(?:号楼|號樓|幢|栋|棟)/g, "幢"],
    [/(\d+) ?(?:\/ ?f(?!\p{L})|樓|楼|层|層|階|층)/gu, "floor $1 "],
    [/(?<=\d)동 ?(?=\d)/g, "-"],
    [/(?<=[\da-z]) ?(?:号室|號室|室|호실|호|号|號)(?=$|[^\p{L}\d])/gu, ""],
    [/之|の/g, "-"]
  ]
}
