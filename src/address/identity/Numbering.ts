import { spellings } from "./Rules.ts"

/** Brings house numbers, units and postcodes into one form, however they are written. All texts are folded. */

/** Words before a number that only say that it is one: "No. 12", "д. 12", "č.p. 12". */
const numberWords =
  /^(?:no|nr|num|numero|nro|nº|n°|№|n|house|hse|haus|huis|kuca|c\.? ?p\.?|дом|д|буд|бул|#)[.:]? ?(?=\d)/u

/** Parts of Russian and Ukrainian numbers: the building's block, structure and letter. */
const cyrillicParts: ReadonlyArray<readonly [RegExp, string]> = [
  [/[, ]*(?:корпус|корп|кор|к)\.? ?(?=\d)/gu, "к"],
  [/[, ]*(?:строение|стр|с)\.? ?(?=\d)/gu, "с"],
  [/[, ]*(?:литера|лит)\.? ?(?=\p{L}|\d)/gu, "лит"]
]

const eastAsianParts: ReadonlyArray<readonly [RegExp, string]> = [
  [/號/g, "号"],
  [/(?<=\d) ?(?:丁目|番地|番|번지) ?(?:の|ノ)? ?(?=\d)/gu, "-"],
  [/(?<=\d) ?号? ?(?:之|の|ノ) ?(?=\d)/gu, "-"],
  [/(?<=\d) ?(?:番地|番|号|번지|번)$/gu, ""]
]

/** Folding removes the space before a fraction that was one character: "12½" becomes "121⁄2". */
const fraction = /(\d*?)(\d)⁄(\d)/u

/** Numbers already in their final form: "12", "12a", "87-12". Nearly all are, and the rules below are slow. */
const plain = /^[1-9]\d{0,4}(?:-[1-9]\d{0,4})?[a-z]?$/

/**
 * "12 a", "12-A" and "12/a" are the same house, and so are "12 - 14" and "12–14"; "12/3" and "12-3" stay as they are.
 * Leading zeros carry no meaning.
 */
export const oneNumber = (folded: string): string => {
  if (plain.test(folded)) return folded
  const spaced = folded.replace(fraction, (_, whole: string, above: string, below: string) =>
    whole === "" ? `${above}/${below}` : `${whole} ${above}/${below}`
  )
  const parts = [...cyrillicParts, ...eastAsianParts].reduce(
    (text, [pattern, form]) => text.replace(pattern, form),
    spaced.replace(/[\u2010-\u2015\u2212ー]/g, "-").replace(numberWords, "")
  )
  return parts
    .replace(/(?<![\d.])0+(?=\d)/g, "")
    .replace(/ ?([-/,;+]) ?/g, "$1")
    .replace(/(?<=\d)[-/ ]?(\p{L})(?![\p{L}\d])/gu, "$1")
    .replace(/(?<=\d) (?=(?:bis|ter|quater)\b)/g, "")
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

/** A unit without the words that only say that it is one. */
export const oneUnit = (folded: string): string => {
  const words = folded
    .replace(/(?<=\p{L})\.(?=\p{L}|\d)/gu, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
  // The words come before their number.
  const said = words.filter((word, i) => i === words.length - 1 || !dwellings.has(word))
  const formed = said.map((word) => kinds.get(word) ?? word.replace(/^0+(?=\d)/, ""))
  // "2 B" and "2-B" become "2b".
  return formed.join(" ").replace(/(?<=\d) (?=\p{L}(?!\p{L}))|(?<=(?<!\p{L})\p{L}) (?=\d)/gu, "")
}

/** Removes spaces and hyphens, and in the United States the four digits that only identify one side of a street. */
export const onePostcode = (countryCode: string, folded: string): string => {
  const joined = folded.replace(/[\s-]/g, "")
  return countryCode === "US" && /^\d{9}$/.test(joined) ? joined.slice(0, 5) : joined
}
