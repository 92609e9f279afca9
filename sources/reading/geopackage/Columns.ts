import { mostColumns } from "../Limits.ts"
import { Fault } from "../Parser.ts"
import { type Default, defaultOf } from "./Defaults.ts"
import { isWord, type Token, tokensOf } from "./Tokens.ts"

/** The columns of a table, as far as a reader of its records needs them. */
export interface Columns {
  /**
   * Names in the order of the records' values. A column that is computed when it is read has no value in the records,
   * and is left out.
   */
  readonly names: ReadonlyArray<string>
  /** The column that stands for the record's own number, and has no value in the records. */
  readonly rowId: string | undefined
  /** What a record has in a column that was added after it was written, if that is not nothing. */
  readonly defaults: ReadonlyMap<string, Default>
  /** Whether the records have numbers. */
  readonly isNumbered: boolean
}

/**
 * Characters of the longest statement that is looked at, at one go. A table of 2,000 columns, which SQLite allows unless
 * it was built for more, has a fifth of them.
 */
const longestStatement = 512 * 1024

/** The parts between the commas of a statement's first parentheses, and what comes after these. */
const definitionsOf = (sql: string) => {
  const parts: Array<Array<Token>> = [[]]
  const after: Array<Token> = []
  let [depth, isClosed] = [0, false]
  for (const one of tokensOf(sql)) {
    const sign = one.isQuoted ? "" : one.text
    if (sign === ")") depth -= 1
    if (isClosed) after.push(one)
    else if (depth === 0 && sign === ")") isClosed = true
    else if (depth === 1 && sign === ",") parts.push([])
    // What is nested deeper says nothing of the columns.
    else if (depth > 0 && depth <= 2) parts.at(-1)!.push(one)
    if (sign === "(") depth += 1
    if (parts.length > mostColumns) throw new Fault(`it has more than ${mostColumns} columns. Save it with fewer.`)
  }
  return isClosed ? { parts, after } : undefined
}

const constraint = /^(?:constraint|primary|unique|check|foreign)$/i
const afterType = /^(?:constraint|primary|not|null|unique|check|default|collate|references|generated|as)$/i

/** A column's definition outside of parentheses: what is in them cannot be a constraint of the column. */
const outside = (definition: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  let depth = 0
  return definition.filter((one) => {
    const sign = one.isQuoted ? "" : one.text
    if (sign === ")") depth -= 1
    const is = depth === 0
    if (sign === "(") depth += 1
    return is && sign !== ")"
  })
}

const follows = (definition: ReadonlyArray<Token>, first: RegExp, second: RegExp): number =>
  definition.findIndex((one, at) => isWord(one, first) && isWord(definition[at + 1], second))

/** Whether the column is computed when it is read: without STORED, that is what GENERATED or AS mean. */
const isVirtual = (definition: ReadonlyArray<Token>): boolean =>
  follows(definition, /^as$/i, /^\($/) !== -1 && !definition.some((one) => isWord(one, /^stored$/i))

interface Column {
  readonly name: string
  readonly default: Default | undefined
  readonly isInteger: boolean
  readonly isKey: boolean
  readonly isStored: boolean
}

const columnOf = (definition: ReadonlyArray<Token>): Column => {
  const [name, ...rest] = outside(definition)
  const end = rest.findIndex((one) => isWord(one, afterType))
  const type = rest.slice(0, end === -1 ? undefined : end).map(({ text }) => text)
  const key = follows(rest, /^primary$/i, /^key$/i)
  return {
    name: name?.text ?? "",
    isInteger: type.length === 1 && /^integer$/i.test(type[0]!),
    // By an early fault that SQLite keeps, DESC makes it a column like others.
    isKey: key !== -1 && !isWord(rest[key + 2], /^desc$/i),
    isStored: !isVirtual(rest),
    default: defaultOf(definition.slice(1), type.join(" "))
  }
}

/** The only column of a table's primary key, if a constraint of the whole table states it. */
const keyOf = (definitions: ReadonlyArray<ReadonlyArray<Token>>): string | undefined => {
  for (const definition of definitions) {
    const at = follows(definition, /^primary$/i, /^key$/i)
    const [open, name, close] = at === -1 ? [] : definition.slice(at + 2)
    const isOne = open?.text === "(" && (close?.text === ")" || isWord(close, /^(?:asc|desc|collate|autoincrement)$/i))
    if (isOne && name !== undefined) return name.text
  }
  return undefined
}

/** The columns of a table by the statement that makes it. Throws a {@link Fault} if that cannot be understood. */
export const columnsOf = (sql: string): Columns => {
  if (sql.length > longestStatement)
    throw new Fault(
      `the statement that makes it has more than ${longestStatement} characters. Save it with fewer columns.`
    )
  const found = definitionsOf(sql)
  if (found === undefined)
    throw new Fault("the statement that makes it cannot be understood. Save it again with QGIS or GDAL.")
  const first = found.parts.findIndex(([word]) => isWord(word, constraint))
  const columns = found.parts.slice(0, first === -1 ? undefined : first).map(columnOf)
  if (columns.some(({ name }) => name === ""))
    throw new Fault("one of its columns has no name. Save it again with QGIS or GDAL.")
  const key = first === -1 ? undefined : keyOf(found.parts.slice(first))?.toLowerCase()
  return {
    names: columns.filter(({ isStored }) => isStored).map(({ name }) => name),
    defaults: new Map(
      columns.flatMap((column) => (column.default === undefined ? [] : [[column.name, column.default]]))
    ),
    rowId: columns.find(({ isInteger, isKey, name }) => isInteger && (isKey || name.toLowerCase() === key))?.name,
    isNumbered: follows(found.after, /^without$/i, /^rowid$/i) === -1
  }
}
