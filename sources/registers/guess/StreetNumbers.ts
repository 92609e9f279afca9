import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Expression, Rule } from "../Expression.ts"
import { type Column, escaped, field, filledOf, most } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
import type { Assigned } from "./Assignments.ts"
import { directions, kindsBehind } from "./StreetKinds.ts"

/** Countries whose numbers have blocks and structures behind them. */
const russian = new Set(["BY", "KG", "KZ", "RU", "UA"])

/** How a suffix follows a house number: directly, after a space, or after a hyphen. */
const suffixed = ({ column }: Assigned, country: string): string => {
  const { name } = column
  // A house's block and structure have numbers of their own: `12 к2 с1`.
  if (russian.has(country)) {
    const words = wordsOf(name).join(" ")
    if (/корп|korp|corp/.test(words)) return `[ к${field(name)}]`
    if (/^(?:строен|стр|stroen|будов)/.test(words)) return `[ с${field(name)}]`
  }
  // Directly behind a number, another would make it that of another house.
  const isNumber = most(column, (value) => /^\d+$/.test(value))
  if (isNumber || /toevoeging|toev\b/i.test(name)) return `[-${field(name)}]`
  const fraction = most(column, (value) => /^\d\/\d$/.test(value))
  const letter = most(column, (value) => /^\p{L}{1,2}$/u.test(value))
  if (letter && !fraction) return field(name)
  const word =
    fraction || most(column, (value) => /^\p{L}{3}/u.test(value)) || /frac|half|rep|suffixe|indice/i.test(name)
  const spaced = word || (column.contents.filled === 0 && ["US", "FR", "BE", "MC", "RE"].includes(country))
  return spaced ? `[ ${field(name)}]` : field(name)
}

/** In France, registers number places that have no house number from 5000 on. */
export const frenchNumbers = (parts: ReadonlyArray<Assigned>, country: string): ReadonlyArray<Rule> => {
  const column = parts.find(({ part }) => part === "houseNumber")?.column
  return column !== undefined && ["FR", "GP", "MQ", "GF", "RE", "YT"].includes(country)
    ? [
        {
          value: field(column.name),
          below: 5000,
          because: "French registers number places that have no house number from 5000 on"
        }
      ]
    : []
}

/** The kind of number that Czech and Slovak registers name in a column of its own: that of a cottage is no home's. */
const kindOfNumber = (columns: ReadonlyArray<Column>, country: string): Column | undefined =>
  country === "CZ" || country === "SK"
    ? columns.find((column) => most(column, (value) => /^č\. ?(?:p|ev)\.$/i.test(value)))
    : undefined

/** Whether house numbers are those on plates in Taiwan, behind which the floor may stand: `8號二樓之1`. */
export const hasPlates = (column: Column): boolean => most(column, (value) => /\d號/.test(value.normalize("NFKC")))
export const floorBehind = "(.*[樓層].*)$"

/** Digits as wide as the letters of Taiwan and Japan, and plain ones. */
const wideDigit = /[０-９]/
export const narrowed = Array.from("０１２３４５６７８９", (wide, digit): [string, string] => [wide, String(digit)])

export const numberOf = (
  parts: ReadonlyArray<Assigned>,
  columns: ReadonlyArray<Column>,
  country: string
): Expression | undefined => {
  const of = (part: TablePart) =>
    parts.filter((one) => one.part === part).sort((one, other) => one.column.index - other.column.index)
  const [main] = of("houseNumber")
  if (main === undefined) return undefined
  const before = of("houseNumberPrefix").map(({ column }) =>
    country === "JP" ? `[${field(column.name)}-]` : field(column.name)
  )
  const suffixes = of("houseNumberSuffix")
  const behind = suffixes.map((one) => suffixed(one, country))
  const slash = country === "CZ" || country === "SK"
  const isRange = !["CZ", "JP", "KR", "SK"].includes(country)
  const endings = of("houseNumberEnd")
    .filter(({ column }) => shareSame(main.column, column) < (isRange ? 1 : 0.6))
    .filter(({ column }, at, all) => !all.slice(0, at).some((one) => areSame(one.column, column)))
  const ends = endings.map(({ column }) => `[${slash ? "/" : "-"}${field(column.name)}]`)
  // In Czechia and Slovakia, the letter belongs to the second number: 604/13a.
  const kind = kindOfNumber(columns, country)
  const text = [
    ...(kind === undefined ? [] : [`[${field(kind.name)} ]`]),
    ...before,
    field(main.column.name),
    ...(slash ? [...ends, ...behind] : [...behind, ...ends])
  ].join("")
  const replace: Array<[string, string]> = kind === undefined ? [] : [["^[čČ]\\. ?[pP]\\. ", ""]]
  // A minor number of zero means none.
  if (of("houseNumberEnd").some(({ column }) => filledOf(column).includes("0"))) replace.push(["[-/]0$", ""])
  // Numbers of a fixed width, as those of Barcelona.
  if (filledOf(main.column).some((value) => /^0\d/.test(value))) replace.push(["(^|-)0+([1-9])", "$1$2"])
  const numbers = [main, ...of("houseNumberEnd")].flatMap(({ column }) => filledOf(column))
  if (numbers.some((value) => /^\d+[.,]0+$/.test(value))) replace.push(["(\\d)[.,]0+($|\\D)", "$1$2"])
  if (hasPlates(main.column)) replace.push([`號${floorBehind}`, ""], ["號", ""])
  if (filledOf(main.column).some((value) => wideDigit.test(value))) replace.push(...narrowed)
  // Several leaves of a record in XML, as INSPIRE has them for a number and its extension.
  if (filledOf(main.column).some((value) => value.includes("|"))) replace.push(["\\|(\\p{L})", "$1"], ["\\|", "-"])
  for (const nothing of suffixes.flatMap(({ column }) => column.contents.nothings)) {
    if (/^\p{L}[\p{L}/]*$/u.test(nothing)) replace.push([`(\\d) ?${nothing}$`, "$1"])
  }
  const replaced = replace.length === 0 ? {} : { replace }
  // A range that ends where it begins is one number.
  if (isRange && endings.some(({ column }) => shareSame(main.column, column) > 0)) {
    const single = [...before, field(main.column.name), ...behind].join("")
    const same = `${single}[-${field(main.column.name)}]`
    return {
      firstOf: [{ of: text, unless: same, ...replaced }, replace.length === 0 ? single : { of: single, replace }]
    }
  }
  return replace.length === 0 ? text : { of: text, replace }
}

const isKind = (word: string): boolean => kindsBehind.test(word)

/**
 * Whether a column repeats a word of the street's name, of which it may be at either end (`Granville St W`), or its kind
 * in full.
 */
const isRepeated = (street: Column, other: Column): boolean => {
  let rows = 0
  let same = 0
  other.contents.values.forEach((value, row) => {
    const name = (street.contents.values[row] ?? "").toLowerCase()
    if (value === "" || name === "") return
    rows += 1
    const word = value.toLowerCase()
    const isKindAgain = kindsBehind.test(word) && name.split(" ").slice(1).slice(-2).some(isKind)
    if ((name !== word && ` ${name} `.includes(` ${word} `)) || isKindAgain) same += 1
  })
  return rows > 0 && same >= rows * 0.6
}

/**
 * What a register puts before a street's name and an address does not: the kind of street, or the name's first word
 * again.
 */
const unsaid: Readonly<Record<string, ReadonlyArray<readonly [string, string]>>> = {
  PL: [
    ["^(?:Ulica|ulica|ul\\.|Inny) ", ""],
    ["^Plac (?:Plac|pl\\.) ", "Plac "],
    ["^Aleja (?:Aleja|al\\.) ", "Aleja "],
    ["^Osiedle (?:Osiedle|os\\.) ", "Osiedle "],
    ["^Rynek Rynek$", "Rynek"]
  ]
}

/** How many kinds of streets may be said twice. */
const mostKinds = 12

/** Kinds that some names begin with, too, which have others alone before them: `AV` before `AV CORRIENTES`. */
const twice = (parts: ReadonlyArray<Assigned>, street: Column): ReadonlyArray<readonly [string, string]> => {
  const before = parts.filter(({ column, part }) => part === "streetPrefix" && !isRepeated(street, column))
  const kinds = before.flatMap(({ column }) =>
    column.contents.values.filter((value, row) => value !== "" && street.contents.values[row]?.startsWith(`${value} `))
  )
  return Array.from(new Set(kinds))
    .slice(0, mostKinds)
    .map((kind) => [`^${escaped(kind)} ${escaped(kind)} `, `${kind} `])
}

/** The share of rows in which two columns say the same, of those in which both say something. */
const shareSame = (one: Column, other: Column): number => {
  const rows = one.contents.values.map((value, row) => [value.toLowerCase(), other.contents.values[row]?.toLowerCase()])
  const both = rows.filter(([a, b]) => a !== "" && b !== "")
  return both.filter(([a, b]) => a === b).length / Math.max(1, both.length)
}

/** Whether two columns say the same, as the kind of a street does beside that of its name on letters. */
const areSame = (one: Column, other: Column): boolean => shareSame(one, other) >= 0.6

/** Directions stand behind the kind of a street, wherever their column does. */
const isLast = ({ column, part }: Assigned): number =>
  part === "streetSuffix" && column.contents.filled > 0 && filledOf(column).every((value) => directions.test(value))
    ? 1
    : 0

/** Between an article that has lost its vowel and the name: `Avenue de l'Opéra`. */
const elision = ["(['’]) ", "$1"] as const

/** Countries that write the parts of a street's name without spaces. */
const unspaced = new Set(["CN", "HK", "JP", "MO", "TW"])

/** The code of a town in which a street's name is unique, as Montréal's roll has it: `rue Rachel Est (MTL)`. */
const codeBehind = / +\([A-Z]{2,4}\)$/

export const streetOf = (parts: ReadonlyArray<Assigned>, country: string): Expression | undefined => {
  const main = parts.find(({ part }) => part === "street")
  if (main === undefined) return undefined
  const around = (part: "streetPrefix" | "streetSuffix") =>
    parts
      .filter((one) => one.part === part && !isRepeated(main.column, one.column))
      .sort((one, other) => isLast(one) - isLast(other) || one.column.index - other.column.index)
      .filter(({ column }, at, all) => !all.slice(0, at).some((before) => areSame(before.column, column)))
      .map(({ column }) => field(column.name))
  const between = unspaced.has(country) && most(main.column, (value) => /\p{Script=Han}/u.test(value)) ? "" : " "
  const text = [...around("streetPrefix"), field(main.column.name), ...around("streetSuffix")].join(between)
  const replace = unsaid[country] ?? []
  const doubled = twice(parts, main.column)
  const isCoded = most(main.column, (value) => codeBehind.test(value))
  const said = replace.some(([word]) => filledOf(main.column).some((value) => new RegExp(word).test(value)))
  const elided = parts.some(
    ({ column, part }) => part === "streetPrefix" && filledOf(column).some((value) => /['’]$/.test(value))
  )
  if (!said && !elided && !isCoded && doubled.length === 0) return text
  return {
    of: text,
    replace: [
      ...(said ? replace : []),
      ...doubled,
      ...(elided ? [elision] : []),
      ...(isCoded ? [[codeBehind.source, ""] as const] : [])
    ]
  }
}
