import type { TablePart } from "../../../schemas/TableGuess.ts"
import { gluedWords } from "./GluedWords.ts"
import { gridOfWord } from "./GridNames.ts"
import { around, coordinateWords, otherNumbers, otherwise } from "./MoreWords.ts"
import { partWords } from "./Words.ts"

/** What a column's name says about its part. */
export interface Named {
  readonly part: TablePart
  /** From 0 to 1. */
  readonly score: number
  /** The known name that it matched. */
  readonly as: string
  /** Countries whose tables use the name; empty for any. */
  readonly countries: ReadonlyArray<string>
  /** For coordinates: whether the name is one for degrees. */
  readonly degrees?: boolean
}

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  ł: "l",
  đ: "d",
  œ: "oe",
  ı: "i",
  ð: "d",
  þ: "th"
}

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßøæłđœıðþ]/g, (letter) => letters[letter] ?? letter)

/** The words of a name: `STREET_NAME`, `streetName` and `Street-Name` are the same two. */
export const wordsOf = (name: string): ReadonlyArray<string> =>
  plain(
    name
      // A name may be preceded by an XML namespace, or be the value of an attribute.
      .replace(/^.*[:@](?:(?:name|key)=)?/, "")
      // Esri's records have their columns in a member of their own.
      .replace(/^attributes\.(?=.)/, "")
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
  )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

interface Phrase {
  readonly part: TablePart
  readonly words: ReadonlyArray<string>
  readonly joined: string
  readonly countries: ReadonlyArray<string>
  readonly degrees: boolean
  /** Earlier names in a list are preferred. */
  readonly rank: number
}

const phrases: ReadonlyArray<Phrase> = (() => {
  const found: Array<Phrase> = []
  const add = (part: TablePart, countries: string, names: string, degrees = false) => {
    names.split(";").forEach((name, index) => {
      const words = wordsOf(name.trim())
      found.push({
        part,
        words,
        joined: words.join(""),
        countries: countries === "" ? [] : countries.split(" "),
        degrees,
        rank: index
      })
    })
  }
  for (const [part, lists] of Object.entries(partWords)) {
    for (const [countries, names] of lists) add(part as Exclude<TablePart, "x" | "y">, countries, names)
  }
  coordinateWords.forEach(([x, y], index) => {
    add("x", "", x, index === 0)
    add("y", "", y, index === 0)
  })
  return found
})()

/** English words of these names, and how publishers shorten them. */
const shortened: ReadonlyArray<ReadonlyArray<string>> = [
  ["street", "str", "st", "strt", "stn"],
  ["number", "num", "no", "nbr", "numb", "nmbr"],
  ["house", "hse"],
  ["address", "addr", "adr", "add"],
  ["building", "bldg"],
  ["property", "prop"],
  ["location", "loc"],
  ["physical", "phys", "phy"],
  ["prefix", "pre", "pref", "pfx", "prfx"],
  ["suffix", "suf", "suff", "sfx", "suffx"],
  ["direction", "dir", "direct", "direc"],
  ["type", "typ", "ty"],
  ["unit", "unt"],
  ["name", "nam", "nm"],
  ["road", "rd"],
  ["apartment", "apt"],
  ["community", "comm"],
  ["municipality", "muni", "munic"],
  ["city", "cty"],
  ["province", "prov"],
  ["abbreviation", "abbr"]
]

/** A word with those that stand for it. */
const sameWords = (word: string): ReadonlyArray<string> => shortened.find((words) => words.includes(word)) ?? [word]

/** Several words of a name, each in all of its forms, joined: `stnum` and `strnbr` for `street number`. */
const formsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.reduce<ReadonlyArray<string>>(
    (all, word) => all.flatMap((before) => sameWords(word).map((form) => `${before}${form}`)),
    [""]
  )

const byJoined = Map.groupBy(phrases, ({ joined }) => joined)
const byForm = Map.groupBy(
  phrases
    .filter(({ countries, words }) => words.length > 1 && countries.length === 0)
    .flatMap((phrase) => formsOf(phrase.words).map((form) => ({ form, phrase }))),
  ({ form }) => form
)
const byFirst = Map.groupBy(phrases, ({ words }) => words[0])
const orderOf = new Map(phrases.map((phrase, index) => [phrase, index]))

const inOrder = (found: ReadonlyArray<Phrase>): ReadonlyArray<Phrase> =>
  Array.from(new Set(found)).sort((one, other) => orderOf.get(one)! - orderOf.get(other)!)
const noise = new Set(around.split(" "))
const others = new Set(otherwise.split(" "))
const ofOtherNumbers = new Set(otherNumbers.split(" "))
/** Parts whose values are codes themselves, as those of directions and kinds of streets are. */
const coded: ReadonlySet<TablePart> = new Set(["houseNumberSuffix", "streetPrefix", "streetSuffix"])

/** Shapefiles truncate column names to this many characters. */
const cutAt = 10

const named = ({ countries, degrees, joined, part, rank }: Phrase, score: number): Named => ({
  part,
  score: score * (1 - rank * 0.0004),
  as: joined,
  countries,
  ...(part === "x" || part === "y" ? { degrees } : {})
})

/** The phrases whose words are among these, one after another. */
const within = (words: ReadonlyArray<string>): ReadonlyArray<Phrase> =>
  inOrder(
    words.flatMap((first, at) =>
      (byFirst.get(first) ?? []).filter((phrase) => phrase.words.every((word, index) => words[at + index] === word))
    )
  )

/** Longer beginnings and ends of a text are no phrases. */
const longestPhrase = Math.max(...Array.from(byJoined.keys(), ({ length }) => length))

/** The phrases that a text begins or ends with. */
const atEnds = (joined: string): ReadonlyArray<Phrase> =>
  inOrder(
    Array.from({ length: Math.min(joined.length, longestPhrase) }, (_, index) => [
      ...(byJoined.get(joined.slice(0, index + 1)) ?? []),
      ...(byJoined.get(joined.slice(-index - 1)) ?? [])
    ]).flat()
  )

/** Languages in column names, as in `street_fr` and `PW_NAME_DU`. */
const languageWords: Readonly<Record<string, string>> = {
  ar: "ar",
  arabic: "ar",
  bg: "bg",
  ca: "ca",
  cy: "cy",
  da: "da",
  de: "de",
  deu: "de",
  deutsch: "de",
  du: "nl",
  el: "el",
  en: "en",
  eng: "en",
  english: "en",
  es: "es",
  et: "et",
  eu: "eu",
  fi: "fi",
  fin: "fi",
  fr: "fr",
  fra: "fr",
  francais: "fr",
  fre: "fr",
  ga: "ga",
  ger: "de",
  gl: "gl",
  he: "he",
  heb: "he",
  hebrew: "he",
  it: "it",
  ita: "it",
  italiano: "it",
  ja: "ja",
  ko: "ko",
  lat: "und-Latn",
  latin: "und-Latn",
  lb: "lb",
  ltn: "und-Latn",
  mt: "mt",
  ned: "nl",
  nederlands: "nl",
  nl: "nl",
  nor: "no",
  pl: "pl",
  pt: "pt",
  rm: "rm",
  roma: "und-Latn",
  ru: "ru",
  ruotsiksi: "sv",
  rus: "ru",
  suomeksi: "fi",
  sv: "sv",
  svenska: "sv",
  swe: "sv",
  uk: "uk",
  zh: "zh"
}

/** The language in a column's name, and the name without it. */
export const languageOf = (name: string): { readonly language: string; readonly rest: string } | undefined => {
  const words = wordsOf(name)
  if (words.length < 2) return undefined
  const last = languageWords[words.at(-1)!]
  if (last !== undefined) return { language: last, rest: words.slice(0, -1).join(" ") }
  const first = languageWords[words[0]!]
  return first === undefined ? undefined : { language: first, rest: words.slice(1).join(" ") }
}

/** IDs that servers and programs give to elements of XML, many of them anew with each export. */
const passing = /^@f?id$/

const link = /^(?:de|do|da|del|della|dell|di|du|des|of|la)$/

/** Words without those that lead to others that are left out: `numero do imovel`. */
const withoutLinks = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(0, words.findLastIndex((word) => !link.test(word)) + 1)

/** Whether a word beside the known ones gives a column another meaning. */
const isOtherThan = (part: TablePart, word: string): boolean =>
  (others.has(word) && !(coded.has(part) && /^co?de?$/.test(word))) ||
  (part === "houseNumber" && ofOtherNumbers.has(word))

/** Whether a column's name says that its numbers are those of something else than houses. */
export const isOfOtherNumber = (name: string): boolean => wordsOf(name).some((word) => isOtherThan("houseNumber", word))

/** Whether a word tells the grid of coordinates. */
const isOfGrid = (word: string): boolean =>
  // Ireland and Israel call grids of their own ITM.
  /^(?:epsg|itm|\d{4,5})$/.test(word) || gridOfWord(word) !== undefined

/** The names that a text may be the beginning of: the fewer characters are missing, the likelier. */
const considerCut = (cut: string, consider: (one: Named) => void): void => {
  const missing = (whole: string) => (whole.length - cut.length) / 100
  for (const phrase of phrases) {
    const { joined } = phrase
    if (joined.length > cut.length && joined.startsWith(cut)) consider(named(phrase, 0.86 - missing(joined)))
  }
  for (const [form, found] of byForm) {
    if (form.length <= cut.length || !form.startsWith(cut)) continue
    for (const { phrase } of found) consider(named(phrase, 0.81 - missing(form)))
  }
}

const judged = (name: string): ReadonlyArray<Named> => {
  if (passing.test(name)) return []
  const all = wordsOf(name)
  const found = new Map<TablePart, Named>()
  const consider = (one: Named) => {
    const before = found.get(one.part)
    const isSame = before !== undefined && one.as === before.as && Math.abs(one.score - before.score) < 0.03
    if (isSame) {
      // A name that some list has for any country is used anywhere, whichever list has it first.
      const both = before.countries.length > 0 && one.countries.length > 0
      const better = one.score > before.score ? one : before
      found.set(one.part, { ...better, countries: both ? [...before.countries, ...one.countries] : [] })
    } else if (one.score > (before?.score ?? 0)) found.set(one.part, one)
  }
  const exactly = (words: ReadonlyArray<string>, score: number) => {
    const joined = words.join("")
    for (const phrase of byJoined.get(joined) ?? []) consider(named(phrase, score))
    for (const { phrase } of byForm.get(joined) ?? []) consider(named(phrase, score * 0.95))
  }
  exactly(all, 1)
  // What stands in brackets behind a name says whose it is: `Code postal (adresse de référence)`.
  const inBrackets = /^(.*\S)\s*\([^()]*\)$/u.exec(name)?.[1]
  if (inBrackets !== undefined) exactly(wordsOf(inBrackets), 0.9)
  const inner = languageOf(name)
  if (inner !== undefined) exactly(inner.rest.split(" "), 0.95)
  // Of a path to a member of JSON, the last names say what it is.
  const path = /^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)+$/u.test(name) ? name.split(".") : []
  for (const length of [1, 2]) {
    const last = wordsOf(path.slice(-length).join(" "))
    if (path.length > length && (last.join("").length > 2 || path.at(-1)!.length === 1)) {
      const isCode = all.some((word) => others.has(word))
      exactly(last, isCode ? 0.35 : 0.9)
      exactly(
        last.filter((word) => !noise.has(word)),
        isCode ? 0.3 : 0.8
      )
    }
  }
  const core = withoutLinks(all.filter((word) => !noise.has(word) && !isOfGrid(word)))
  if (core.length > 0) exactly(core, 0.85)
  if (name.length === cutAt && found.size === 0) {
    considerCut(all.join(""), consider)
    // What stands before the rest says nothing of it: `SITUS_STRE`.
    const rest = all
      .slice(
        Math.max(
          0,
          all.findIndex((word) => !noise.has(word))
        )
      )
      .join("")
    if (found.size === 0 && rest.length >= 4) considerCut(rest, consider)
  }
  for (const phrase of within(all)) {
    // Of words of three letters for a flat, as many mean something else.
    if (phrase.joined.length < (phrase.part === "unit" ? 4 : 3)) continue
    const share = phrase.words.length / all.length
    // A word of the name itself, as in "codigo postal", gives it no other meaning.
    const isCode = all.some((word) => !phrase.words.includes(word) && isOtherThan(phrase.part, word))
    consider(named(phrase, (0.45 + 0.35 * share) * (isCode ? 0.35 : 1)))
  }
  const joined = all.join("")
  for (const phrase of atEnds(joined)) {
    if (phrase.joined.length < 5 || phrase.joined.length === joined.length) continue
    const isOther = all.some((word) => isOtherThan(phrase.part, word))
    consider(named(phrase, (0.3 + 0.4 * (phrase.joined.length / joined.length)) * (isOther ? 0.35 : 1)))
  }
  const separate = all.flatMap((word) => gluedWords(word) ?? [word])
  if (separate.length > all.length) {
    for (const one of judged(separate.join(" "))) consider({ ...one, score: one.score * 0.95 })
  }
  // The first of several is the one itself: `CITY1`.
  const first = name.replace(/(?<=\p{L}{3})[ _]?1$/u, "")
  if (first !== name) for (const one of judged(first)) consider({ ...one, score: one.score * 0.9 })
  // The owner's address and the billing address are not the location's address.
  const elsewhere = all.some((word) => ["owner", "own", "applicant", "contact", "billing"].includes(word))
  const posted = all.some((word) => word === "mail" || word === "mailing")
  const factor = elsewhere ? 0.2 : posted ? 0.9 : 1
  return Array.from(found.values(), (one) => ({ ...one, score: one.score * factor }))
}

/** How many names the answers are kept for, and their maximum length: a guess asks for those of a table again and again. */
const remembered = 2048
const longestRemembered = 64
const known = new Map<string, ReadonlyArray<Named>>()

/** What a column may contain according to its name: the best match for each part. */
export const namesOf = (name: string): ReadonlyArray<Named> => {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = judged(name)
  if (name.length > longestRemembered) return found
  if (known.size >= remembered) known.clear()
  known.set(name, found)
  return found
}

/** The EPSG code that a column's name has or tells, as in `EPSG:4326_lon`, `x_3826` and `DLTM_X`. */
export const epsgOfName = (name: string): number | undefined => {
  const code = /epsg[^\d]{0,2}(\d{4,5})/i.exec(name)?.[1] ?? /(?:^|[^\d])(\d{4,5})(?:$|[^\d])/.exec(name)?.[1]
  if (code !== undefined) return Number(code)
  return wordsOf(name)
    .map(gridOfWord)
    .find((grid) => grid !== undefined)
}
