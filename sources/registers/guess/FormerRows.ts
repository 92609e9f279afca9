import { compileRules, type Expression, type Rule } from "../Expression.ts"
import type { Row } from "../Row.ts"
import type { Column } from "./Coordinates.ts"
import { filledOf, field, isCalled, valueOf } from "./Fields.ts"
import { ends, ofOtherStates, ofStates, states, yesIfCurrent, yesIfFormer } from "./FormerWords.ts"
import { wordsOf } from "./Names.ts"

/** Which rows of a table are addresses now. */
export interface Former {
  readonly rules: ReadonlyArray<Rule>
  /** Those that satisfy the rules. */
  readonly rows: ReadonlyArray<Row>
  /** What the columns of the rules are for, by name. */
  readonly reasons: ReadonlyMap<string, string>
  readonly doubts: ReadonlyArray<string>
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))
const [stateWords, otherStateWords] = [setOf(ofStates), setOf(ofOtherStates)]
const [endNames, currentFlags, formerFlags] = [setOf(ends), setOf(yesIfCurrent), setOf(yesIfFormer)]

/** What stands before the words that tell what a column is. */
const before = /^(?:address|addr|adr|add|adresse|record|rec|row|is|feature|site|fl|flag|ind)(?=.)/

/** The member of an object that describes it: `status.omschrijving`. */
const describing = /^(?:omschrijving|description|desc|label|text|value|bezeichnung|naam|name|navn|nom|nombre)$/i

/** The name of a column without its table or element, as words, and these put together. */
const nameOf = ({ name, own }: Column) => {
  const path = (own ?? name).split(/[./]/)
  const words = wordsOf(path.slice(describing.test(path.at(-1) ?? "") ? -2 : -1).join(" "))
  const joined = words.join("")
  return { words, joined, plain: joined.replace(before, "").replace(before, "") }
}

const isNamedIn = (names: ReadonlySet<string>, column: Column): boolean => {
  const { joined, plain } = nameOf(column)
  return names.has(joined) || names.has(plain)
}

const isKnownState = (value: string): boolean =>
  matchers.some(({ isCurrent, isFormer }) => isCurrent.test(value) || isFormer.test(value))

/** States of what is to be done, such as a complaint: closed is then no address that is closed. */
const ofWork = /^(?:open|opened|reopened|in progress|in process|resolved|unresolved|to ?do|done|on hold|scheduled)$/i

const isState = (column: Column): boolean => {
  const { words } = nameOf(column)
  const isNamed = words.some((word) => stateWords.has(word) || word.endsWith("status"))
  if (!isNamed || words.some((word) => otherStateWords.has(word))) return false
  if (differentOf(column).some((value) => ofWork.test(value))) return false
  // In many languages, states are regions, too: only words for all of them make them others.
  const isRegion = isCalled(column, "region", 0.5)
  return !isRegion || differentOf(column).every((value) => isKnownState(value))
}

/** How many different values a column of states may have. */
const mostStates = 30

const differentOf = (column: Column): ReadonlyArray<string> => Array.from(new Set(filledOf(column)))

const matchers = states.map(({ current, former }) => ({
  former,
  isCurrent: new RegExp(current, "i"),
  isFormer: new RegExp(former, "i")
}))

/** Names of columns that may say that an address is another one's second name, among other kinds of addresses. */
const kinds = /(?:^|_| )(?:type|typ|class|kind|category)$|type$/i
const secondNames =
  /^(?:alias|alternat(?:e|ive)|historic(?:al)?|retired|former|obsolete|inactive|duplicate|deleted|proposed)(?: address)?$/i

const isUnknown = (column: Column): boolean => !column.named.some(({ part, score }) => part !== "use" && score >= 0.8)

/** The languages of a column's states: first the one that most of them are in, then others for what is left. */
const languagesOf = (values: ReadonlyArray<string>): ReadonlyArray<(typeof matchers)[number]> => {
  const knownBy = ({ isCurrent, isFormer }: (typeof matchers)[number]) =>
    values.filter((value) => isFormer.test(value) || isCurrent.test(value))
  const [best] = matchers
    .map((language) => ({ language, known: knownBy(language) }))
    .toSorted((one, other) => other.known.length - one.known.length)
  if (best === undefined || best.known.length === 0) return []
  return [best.language, ...languagesOf(values.filter((value) => !best.known.includes(value)))]
}

/** Rows whose state is none of those in use, by the words of the languages that the column's values are in. */
const byState = (column: Column): ReadonlyArray<Rule> => {
  const values = differentOf(column)
  if (values.length > mostStates) return []
  if (isState(column)) {
    return languagesOf(values).map(({ former }) => ({
      value: { of: field(column.name), match: `(?i:${former})` },
      empty: true,
      because: becauseOf(column)
    }))
  }
  const [first, ...others] =
    kinds.test(column.name) && isUnknown(column) ? values.filter((one) => secondNames.test(one)) : []
  return first === undefined
    ? []
    : [{ value: field(column.name), isNot: [first, ...others], because: becauseOf(column) }]
}

const becauseOf = ({ name }: Column): string => `${name} says that it is no address now`

const day =
  /^(?:\d{4}[-/.]?(?:0[1-9]|1[0-2])[-/.]?(?:0[1-9]|[12]\d|3[01])|\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,})[-/. ]\d{2,4}|\d{12,13}$)/iu

/** From 2040 on: dates that stand for no end, such as 9999-12-31. */
const never =
  "^(?:\\d{1,2}[-/.]\\d{1,2}[-/.])?(?:20[4-9]\\d|2[1-9]\\d\\d|[3-9]\\d{3})(?:\\D.*|(?:0\\d|1[0-2])[0-3]\\d.*)?$"

const isNever = new RegExp(never)

/** Rows that have ended. */
const byEnd = (column: Column): ReadonlyArray<Rule> => {
  const values = filledOf(column)
  if (!isNamedIn(endNames, column) || !values.every((value) => day.test(value))) return []
  const plain = valueOf(column)
  const nothings = typeof plain === "string" || "firstOf" in plain ? [] : (plain.replace ?? [])
  const isOpen = values.some((value) => isNever.test(value))
  const replace = [...nothings, ...(isOpen ? [[never, ""] as const] : [])]
  const value: Expression = replace.length === 0 ? field(column.name) : { of: field(column.name), replace }
  return [{ value, empty: true, because: `${column.name} says that it has ended` }]
}

/** Pairs of words for yes and no. */
const answers =
  "1 0;Y N;y n;Yes No;YES NO;yes no;true false;True False;TRUE FALSE;t f;T F;J N;j n;Ja Nee;Ja Nein;S N;Si No;SI NO;O N;Oui Non;A N;P N;T N;.T. .F."
    .split(";")
    .map((pair) => pair.split(" ") as [string, string])

/** Rows that a column says yes or no of. */
const byFlag = (column: Column): ReadonlyArray<Rule> => {
  const isCurrent = isNamedIn(currentFlags, column)
  const isFormer = isNamedIn(formerFlags, column)
  const values = differentOf(column)
  const pair = answers.find((words) => values.length > 0 && values.every((value) => words.includes(value)))
  if (isCurrent === isFormer || pair === undefined) return []
  return [{ value: field(column.name), isNot: [pair[isCurrent ? 1 : 0]], because: becauseOf(column) }]
}

/** Codes of registers, known by another of their columns, and those of rows that are no addresses now. */
const codes: ReadonlyArray<
  readonly [name: RegExp, beside: RegExp, former: readonly [string, ...ReadonlyArray<string>]]
> = [
  // G-NAF: another name of an address that is listed, too; an address that no contributor has any more.
  [/^alias_principal$/i, /^address_detail_pid$/i, ["A"]],
  [/^confidence$/i, /^address_detail_pid$/i, ["-1"]],
  // DAR: all but 3, gældende.
  [/^status$/i, /^virkning_?fra$/i, ["1", "2", "4", "5", "9"]],
  // DAWA: nedlagt, foreløbig, henlagt.
  [/^status$/i, /^(?:adgangsadresseid|adgangspunktid|adresseringsvejnavn|etrs89koordinat_øst)$/i, ["2", "3", "4"]],
  // AddressBase: alternative, provisional, historical.
  [/^logical_?status$/i, /^uprn$/i, ["3", "6", "8"]],
  // AddressBase Plus: under construction, no longer existing, planned.
  [/^(?:blpu_?)?state$/i, /^uprn$/i, ["1", "4", "6"]],
  // GWR: projected, approved, under construction, not usable, demolished, not realized.
  [/^gstat$/i, /^egid$/i, ["1001", "1002", "1003", "1005", "1007", "1008"]],
  // AddressBase: rows of an update that delete others.
  [/^change_?(?:code|type)$/i, /^uprn$/i, ["D"]]
]

const byCode = (column: Column, columns: ReadonlyArray<Column>): ReadonlyArray<Rule> => {
  const found = codes.find(
    ([name, beside]) => name.test(column.name) && columns.some((other) => beside.test(other.name))
  )
  if (found === undefined || !differentOf(column).every((value) => /^-?\w{1,4}$/.test(value))) return []
  return [{ value: field(column.name), isNot: found[2], because: becauseOf(column) }]
}

/** Codes that may be of states, and that no word explains. */
const isUnexplained = (column: Column): boolean => {
  const values = differentOf(column)
  return (
    nameOf(column).words.some((word) => /status|statut|lifecycle|olek|tila|zustand|durum|статус/.test(word)) &&
    isState(column) &&
    values.length > 0 &&
    values.length <= 12 &&
    values.every((value) => value.length <= 3)
  )
}

const listed = (values: ReadonlyArray<string>): string =>
  `${values.slice(0, 5).join(", ")}${values.length > 5 ? " …" : ""}`

/**
 * The rows that are addresses now, by columns of states, ends and flags, and the rules for all other rows. A rule that
 * would leave out all rows is none.
 *
 * @param isOpen whether nobody has said what a column is
 */
export const formerOf = (
  columns: ReadonlyArray<Column>,
  given: ReadonlyArray<Row>,
  isOpen: (column: Column) => boolean
): Former => {
  let rows = given
  const rules: Array<Rule> = []
  const reasons = new Map<string, string>()
  const doubts: Array<string> = []
  for (const column of columns.filter(({ own }) => own === undefined).filter(isOpen)) {
    const found = [byCode(column, columns), byFlag(column), byEnd(column), byState(column)].find(
      (some) => some.length > 0
    )
    if (found === undefined) {
      if (isUnexplained(column)) {
        doubts.push(
          `Nothing shows what the codes of ${column.name} mean: ${listed(differentOf(column))}. If some are of former or planned addresses, leave their rows out by a rule under keep.`
        )
      }
      continue
    }
    const { broken } = compileRules(found)
    const isKept = new Set(rows.filter((row) => broken(row.get) === undefined))
    const left = rows.filter((row) => !isKept.has(row))
    const said = listed(Array.from(new Set(left.map((row) => row.get(column.name).trim()))))
    if (isKept.size === 0) {
      doubts.push(
        `By ${column.name} (${said}), no row would be an address now: that is ignored. Is it a table of former addresses?`
      )
      continue
    }
    rules.push(...found)
    reasons.set(column.name, "leaves out rows that are no addresses now")
    if (left.length > 0) {
      doubts.push(
        `${left.length} of the first ${given.length} rows are left out, because ${column.name} says that they are no addresses now: ${said}.`
      )
    }
    rows = Array.from(isKept)
  }
  return { rules, rows, reasons, doubts }
}
