import { isRejected, type Rejected } from "../DataSource.ts"
import { Fault, type Parser, unlessAllBad } from "../reading/Parser.ts"
import type { Row } from "./Row.ts"
import type { Template } from "./Template.ts"

/** Files in which a mapping finds nothing: their failure names the fields that they have. */

/** The fields that a mapping uses. */
export type Fields = Template["fields"]

const some = (names: ReadonlyArray<string>): string =>
  names.length > 40 ? `${names.slice(0, 40).join(", ")} …` : names.join(", ")

/** Whether a row has none of the fields that a mapping uses. */
const isStrange = (row: Row, fields: Fields): boolean =>
  fields.length > 0 && fields.every(({ name }) => row.get(name) === "")

/** The failure for a file in whose records, which have fields of these names, a mapping finds nothing. */
export const strangeFile = (names: ReadonlyArray<string>, fields: Fields): string =>
  `none of its records has ${some(Array.from(new Set(fields.map(({ name }) => name))))}. They have: ${some(names)}.`

/**
 * Fails if no record of a file has any field that the mapping uses, and names the fields of the first; or what is wrong
 * with the first, if none can be read.
 */
export const unlessStrange = (rows: Parser<string, Row | Rejected>, fields: Fields, otherwise: string) => {
  let first: Row | undefined
  let refusal: string | undefined
  const isBad = (row: Row | Rejected) => {
    if (isRejected(row)) {
      refusal ??= row.detail
      return true
    }
    if (!isStrange(row, fields)) return false
    first ??= row
    return true
  }
  return unlessAllBad(rows, isBad, () => {
    if (first !== undefined) return strangeFile(first.names(), fields)
    return refusal === undefined ? otherwise : `${otherwise} The first: ${refusal}`
  })
}

/** Fails if a file lacks required columns. */
export const checkColumns = (columns: ReadonlyArray<string>, fields: Fields): void => {
  const known = new Set(columns)
  const missing = fields.filter(({ name, optional }) => !optional && !known.has(name)).map(({ name }) => name)
  if (missing.length === 0) return
  throw new Fault(
    `it has no column ${missing.join(", ")}. It has: ${some(columns)}. Is it the right file for this mapping, with that delimiter and encoding?`
  )
}
