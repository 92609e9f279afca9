import { fold } from "../../schemas/Fold.ts"
import { structureOf } from "./BuildingKinds.ts"
import { isChain } from "./Chains.ts"
import {
  alsoFirst,
  anywhere,
  besides,
  betweenFormer,
  byChance,
  endings,
  endingsAlsoFirst,
  endingsForGuests,
  firstWords,
  flatsInHouses,
  forGuests,
  formerly,
  homes,
  homesAnywhere,
  lastWords,
  ofWhat,
  partsOfEstates,
  phrases,
  withArticles
} from "./NameWords.ts"
import type { Tags } from "./Pursuits.ts"

/**
 * Names that say what happens at a place whose tags do not: mappers often name a school, a town hall or a company and
 * give it no other tag. In real extracts, one of these words is in the names of 3,650 of 9,853
 * businesses and institutions, and of 5 of 175 residential buildings.
 */

/** Forms with periods, which would fall apart into letters. */
const abbreviated =
  /(?:^|[\s,])(?:e\. ?v|a\. ?s|b\. ?v|n\. ?v|d\. ?o\. ?o|s\. ?a(?:\. ?s)?|s\. ?l|s\. ?p\. ?a|s\. ?r\. ?[lo]|sp\. ?z ?o\. ?o)\.?$|(?:^|\s)a\/s$/u

/**
 * What a word says: a home, or another use, which counts wherever the word stands, or if it is the first or the last
 * that says something.
 */
type Tell = "home" | "other" | "first" | "last"

/** Whether a word is a Nordic one with its article: `grendehuset`. */
const hasArticle = (word: string): boolean =>
  /[nt]$/.test(word) && (withArticles.has(word.slice(0, -1)) || withArticles.has(word.slice(0, -2)))

const tellOf = (part: string): Tell | undefined => {
  const word = part.startsWith("ال") ? part.slice(2) : part
  if (forGuests.has(word) || endingsForGuests.some((end) => word.endsWith(end))) return "other"
  if (homes.has(word)) return "home"
  if (lastWords.has(word) || hasArticle(word) || endings.some((end) => word.endsWith(end))) return "last"
  return firstWords.has(word) ? "first" : undefined
}

const byFirstWord = Map.groupBy(phrases, ([word]) => word)

/** The words of a phrase that begins there, or the word. */
const lengthAt = (parts: ReadonlyArray<string>, i: number): number =>
  byFirstWord.get(parts[i]!)?.find((phrase) => phrase.every((word, n) => parts[i + n] === word))?.length ?? 1

/** Whether the words before say that it is what was there once: `Old School`, `Old Post Office`. */
const wasThere = (parts: ReadonlyArray<string>, i: number): boolean => {
  const before = betweenFormer.has(parts[i - 1] ?? "") ? parts[i - 2] : parts[i - 1]
  return before !== undefined && formerly.has(before)
}

/** Whether a word for a use in a house's name says what the house is, and not what is near it. */
const isUse = (parts: ReadonlyArray<string>, i: number): boolean => {
  const [word, after] = [parts[i]!, parts[i + 1]]
  if (after === undefined || ofWhat.has(after)) return true
  return i === 0 && (alsoFirst.has(word) || hasArticle(word) || endingsAlsoFirst.some((end) => word.endsWith(end)))
}

/**
 * `isHouse` if it is a house's name, in which a word for a use says only at the end that it is one, or before what it is
 * of: `Church View`, but `Church of Christ`.
 */
const tellsOf = (parts: ReadonlyArray<string>, isHouse: boolean): ReadonlyArray<Tell> => {
  const tells: Array<Tell> = []
  for (let i = 0; i < parts.length;) {
    if (besides.has(parts[i]!) && (tells.includes("home") || (isHouse && i === 0))) break
    const length = lengthAt(parts, i)
    const isForGuests = length > 1 || (isHouse && flatsInHouses.has(parts[i]!))
    const tell = isForGuests ? "other" : tellOf(parts[i]!)
    const counts = !isHouse || tell !== "last" || isUse(parts, i)
    if (tell !== undefined && counts) tells.push(wasThere(parts, i) ? "home" : tell)
    i += length
  }
  return tells
}

/** The words of a folded name; those of a compound with hyphens unless it says something as a whole: `тп-123`. */
const partsOf = (folded: string): ReadonlyArray<string> =>
  folded
    .split(/[^\p{L}\p{M}\p{N}-]+/u)
    .flatMap((part) => (part.includes("-") && tellOf(part) === undefined ? part.split("-") : [part]))
    .filter((part) => part !== "")

/** Where the last of these words ends in a text; 0 if it has none. */
const endOf = (words: ReadonlyArray<string>, text: string): number =>
  words.reduce((end, word) => {
    const at = text.lastIndexOf(word)
    return at < 0 ? end : Math.max(end, at + word.length)
  }, 0)

/** Scripts of languages in which what something is comes last: a school beside an estate of homes, 花园小学. */
const isHeadLast = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u

const withoutChance = (folded: string): string => byChance.reduce((text, word) => text.replaceAll(word, " "), folded)

/** Whether a name is that of a business or institution, and not of a home that is named after one. */
const namesBusiness = (name: string, isHouse = false): boolean => {
  const folded = fold(name)
  if (!isHouse && isChain(folded)) return true
  const home = endOf(homesAnywhere, folded)
  if (home > 0) return isHeadLast.test(folded) && endOf(anywhere, withoutChance(folded)) > home
  const tells = tellsOf(partsOf(folded), isHouse)
  if (tells.includes("other") || tells[0] === "first" || tells.at(-1) === "last") return true
  if (tells.includes("home")) return false
  if (tells.length > 0 || abbreviated.test(folded)) return true
  return endOf(anywhere, withoutChance(folded)) > 0
}

/** What houses are called that were one once: `The Bakery`. */
const articleAndWord = /^(?:the|die|das|de|het|la|le|el|il) \S+$/u

/** Whether mappers wrote the name of what is there in the place of the house's. */
const isMisplaced = (house: string): boolean => !articleAndWord.test(fold(house)) && namesBusiness(house, true)

/** Keys of names: `name`, `official_name`, and those in a language, `name:en`. */
const nameKey = /^(?:(?:alt|official)_)?name(?::[a-z]{2,3}(?:-[A-Za-z]+)?)?$/

/**
 * The tag of a name, if it is that of a business or institution. A house whose address is a name may have been a bakery
 * once. Where the name is in another script or language, mappers often write it in English as well. `isHouse` if it is a
 * house by its kind: its name is read as carefully as an address, and its address says nothing.
 */
export const businessNamedIn = (tags: Tags, isHouse = false): string | undefined => {
  const house = tags.get("addr:housename")
  if (!isHouse && house !== undefined && isMisplaced(house)) return `addr:housename=${house}`
  const own = house === undefined ? undefined : fold(house)
  for (const [key, name] of tags) {
    const names = isHouse ? isMisplaced : namesBusiness
    if (nameKey.test(key) && fold(name) !== own && names(name)) return `${key}=${name}`
  }
  return undefined
}

/** Numbers and letters of the houses and doors of an estate: `12/1`, `3동`, `B2`. */
const isNumber = /^(?:\p{N}[\p{N}\s/-]*\p{L}?|\p{L}[\s-]?\p{N}{0,2})$/u

/** Whether a word is one for a kind of building, or for a part of an estate. */
const isKind = (word: string): boolean => {
  const { open, shared, single } = structureOf(word)
  return open || shared || single || partsOfEstates.has(fold(word))
}

/** Whether a name says no more than what kind of building it is, and its number: `Mehrfamilienhaus`, `Portal 3`. */
const isKindAndNumber = (name: string): boolean =>
  isKind(name) || partsOf(name.toLowerCase()).every((part) => isNumber.test(part) || isKind(part))

/** Whether a word in a folded name stands for a home. */
const namesHome = (folded: string): boolean =>
  endOf(homesAnywhere, folded) > 0 || tellsOf(partsOf(folded), false).includes("home")

/** Whether a folded name has the address in it: its house's name, or its street and number. */
const hasAddress = (tags: Tags, folded: string): boolean => {
  const has = (key: string) => tags.has(key) && folded.includes(fold(tags.get(key)!))
  return has("addr:housename") || (has("addr:street") && has("addr:housenumber"))
}

/** The tag of a name that neither says what is there nor that it is a home, in any language, nor is the address. */
export const unknownNameIn = (tags: Tags): string | undefined => {
  const name = tags.get("name")
  if (name === undefined) return undefined
  const isHome = (text: string) => namesHome(fold(text)) || isKindAndNumber(text) || hasAddress(tags, fold(text))
  for (const [key, text] of tags) if (nameKey.test(key) && isHome(text)) return undefined
  return `name=${name}`
}
