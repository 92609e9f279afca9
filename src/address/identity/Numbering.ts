import { inOneScript, type LanguageRules, spellings, withPhrases } from "./Rules.ts"

/** Brings house numbers, units and postcodes into one form, however they are written. All texts are folded. */

/**
 * Words before a number that only say that it is one: "No. 12", "д. 12", "č.p. 12". A letter directly before it is part of
 * it: N1234 and 1234 are two farms of Wisconsin.
 */
const numberWords =
  /^(?:(?:house|hse|h)[ ./]*(?=no|num|#))?(?:(?:no|nr|num|number|numero|nro|nº|n°|№|house|hse|haus|huis|kuca|c\.? ?p\.?|дом|д|буд|бул|#)[.:]? ?|n(?:[.:] ?| ))(?=\d)/u

/** Parts of Russian and Ukrainian numbers: the building's block, structure and letter. */
const cyrillicParts: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<!\p{L}{2})[, ]*(?:корпус|корп|кор|к)\.? ?(?=\d)/gu, "к"],
  [/(?<!\p{L}{2})[, ]*(?:корпус|корп\.?|к\.) ?(?=\p{L}(?!\p{L}))/gu, "корп"],
  [/(?<!\p{L}{2})[, ]*(?:строение|стр|с)\.? ?(?=\d)/gu, "с"],
  [/[, ]*(?:литера|лит)\.? ?(?=\p{L}|\d)/gu, "лит"]
]

/** Folding removes the space before a fraction that was one character: "12½" becomes "121⁄2". */
const fraction = /(\d*?)(\d)⁄(\d)/u

/** Numbers already in their final form: "12", "12a", "87-12". Nearly all are, and the rules below are slow. */
const plain = /^[1-9]\d{0,4}(?:-[1-9]\d{0,4})?[a-z]?$/

/** The text in the script of the country's first language, with each language's phrases in one form, and in digits. */
const readIn = (
  languages: ReadonlyArray<LanguageRules>,
  phrases: "numberPhrases" | "unitPhrases",
  folded: string
): string => {
  const [first = {}] = languages
  const alone = folded.replace(/(?<!\p{L})\p{L}(?!\p{L})/gu, (letter) => first.alike?.get(letter) ?? letter)
  return languages.reduce(
    (text, rules) => withPhrases(rules[phrases], rules.figures === undefined ? text : rules.figures(text)),
    inOneScript(first, alone)
  )
}

/**
 * "12 a", "12-A" and "12/a" are the same house, and so are "12 - 14" and "12–14", "12 hs" and "12-hs"; "12/3" and "12-3" stay
 * as they are. Leading zeros carry no meaning, except for those of decimals.
 */
export const oneNumber = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  if (plain.test(folded) && languages[0]?.alike === undefined) return folded
  const spaced = folded.replace(fraction, (_, whole: string, above: string, below: string) =>
    whole === "" ? `${above}/${below}` : `${whole} ${above}/${below}`
  )
  const dashed = spaced.replace(/[\u2010-\u2015\u2212ー]/g, "-")
  const parts = withPhrases(cyrillicParts, readIn(languages, "numberPhrases", dashed).replace(numberWords, ""))
  return parts
    .replace(/(?<!\d[.,]?)0+(?=\d)/g, "")
    .replace(/(?<=\bkm\.? ?\d+),(?=\d)/g, ".")
    .replace(/ ?([-/,;+]) ?/g, "$1")
    .replace(/(?<=\p{L}{2})[.:] ?(?=\d)/gu, " ")
    .replace(/(?<=\d)[-/ ]?(\p{L})(?![\p{L}\d])/gu, "$1")
    .replace(/(?<=\d\p{L}) (?=\d)/gu, "")
    .replace(/(?<=\d)[-/ ](?=(?:bis|ter|quater)\b)/g, "")
    .replace(/(?<=\d)[-/]?(?!(?:bis|ter|quater)\b)(?=\p{L}{2,}\.?$)/gu, " ")
    .replace(/[. ]+$/, "")
}

/**
 * Kinds of dwelling, which vary between sources, while the number alone identifies the unit: "Apt 5", "# 5", "Unit 5".
 */
const dwellings = new Set(
  spellings(
    "apartment apt ap apmt apts appartement appt app apto apartamento apartman dpto departamento depto; unit un; flat flt; no nr num number; wohnung whg wg; top; door tur; kv кв квартира; lok lokal mieszkanie; int interno; bte bus boite; bt byt; daire; huis; casa; hs"
  ).keys()
)

/**
 * Kinds that make a difference: the second floor is not apartment 2. From USPS Publication 28, appendix C2, and others.
 */
const kinds = spellings(
  "suite ste; floor fl flr etage etg stock og piso andar; building bldg bld; room rm; lot; space spc; trailer trlr; basement bsmt; penthouse ph",
  "front frnt; rear; upper uppr upr; lower lowr lwr; office ofc офис оф; department dept; lobby lbby; hangar hngr; staircase stiege stg stair escalera esc escalier scala sc; block bloco bl blok bloque; left links izq izquierda esq esquerdo gauche; right rechts dcha derecha dto direito dir droite"
)

/** What contains a dwelling, from the largest to the smallest: "Apt 5, Bldg 3" and "Bldg 3, Apt 5" are one. */
const containers = ["building", "block", "staircase", "entrance", "floor"]

/**
 * What a word stands before: the number of a unit, or of a block of houses, which may have numbers of their own. The
 * number of a floor may also stand before its word.
 */
export type UnitWord = "unit" | "floor" | "block"

/** Words that also stand for something else within a house number: "12 og 14", "No. 12". */
const ambiguous = new Set(["no", "nr", "num", "number", "hs", "og", "un"])

/** Other units that a word tells apart. */
const stated = new Set(["staircase", "entrance", "room", "suite", "office", "premises"])

const formOf = (languages: ReadonlyArray<LanguageRules>, word: string): string => {
  const own = languages.map(({ units }) => units?.get(word)).find((form) => form !== undefined) ?? word
  return kinds.get(own) ?? own
}

/** What a folded word says of the number behind it; undefined if it is no word for a unit. */
export const unitWord = (languages: ReadonlyArray<LanguageRules>, word: string): UnitWord | undefined => {
  if (ambiguous.has(word)) return undefined
  const form = formOf(languages, inOneScript(languages[0] ?? {}, word))
  if (form === "building" || form === "block") return "block"
  if (form === "floor") return "floor"
  return dwellings.has(form) || stated.has(form) ? "unit" : undefined
}

/** The words with what contains the dwelling before it. Each kind begins a part of the unit. */
const fromLargest = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parts: Array<Array<string>> = []
  for (const word of words) {
    const begins = containers.includes(word) || dwellings.has(word)
    if (begins || parts.length === 0) parts.push([word])
    else parts.at(-1)!.push(word)
  }
  const rank = ([word = ""]: ReadonlyArray<string>) => containers.indexOf(word) + 1 || containers.length + 1
  return parts.sort((one, other) => rank(one) - rank(other)).flat()
}

/** A unit without the words that only say that it is one. */
export const oneUnit = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  const words = readIn(languages, "unitPhrases", folded)
    .replace(/(?<=\p{L})\.(?=\p{L}|\d)/gu, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => formOf(languages, word))
  // The words come before their number.
  const said = fromLargest(words).filter((word, i, all) => i === all.length - 1 || !dwellings.has(word))
  const formed = said.map((word) => word.replace(/^0+(?=\d)/, ""))
  // "2 B" and "2-B" become "2b".
  return formed.join(" ").replace(/(?<=\d) (?=\p{L}(?!\p{L}))|(?<=(?<!\p{L})\p{L}) (?=\d)/gu, "")
}

/** Removes spaces and hyphens, and in the United States the four digits that only identify one side of a street. */
export const onePostcode = (countryCode: string, folded: string): string => {
  const joined = folded.replace(/[\s-]/g, "")
  return countryCode === "US" && /^\d{9}$/.test(joined) ? joined.slice(0, 5) : joined
}
