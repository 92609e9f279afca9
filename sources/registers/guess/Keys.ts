import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Expression } from "../Expression.ts"
import type { Column } from "./Coordinates.ts"
import type { Family } from "./Families.ts"
import { field } from "./Fields.ts"
import { areCodes, isIdentifying, mayBeKey } from "./References.ts"
import { between } from "./Search.ts"

/** Parts whose columns are no keys, whatever they are called. */
const ofHouses: ReadonlySet<TablePart> = new Set([
  "houseNumber",
  "houseNumberPrefix",
  "houseNumberSuffix",
  "houseNumberEnd",
  "unit",
  "x",
  "y",
  "point"
])

/** How many columns are tried as references to other tables. */
const mostReferring = 100

/** How many columns of a table are tried as its key, and how many together. */
const mostKeys = 6
const mostTogether = 8

const valuesOf = (column: Column) => column.contents.values

/** Whether templates can contain the name of a field. */
export const isNameable = (name: string): boolean => name !== "" && !/[{}]|\?$/.test(name)

const asIs = (value: string): string => value
const withoutZeros = (value: string): string => value.replace(/^0+(?=\d)/, "")
const withoutHash = (value: string): string => value.replace(/^#/, "")
const withoutHashes = (value: string): string => value.replaceAll("#", "")

/** Links to several elements, as addresses of INSPIRE have them to their components: `#TN.1|#AU.2`. */
const links = /^#[^|#]+(?:\|#[^|#]*)+$/

/** In what keys and references to them may differ, in the words of a mapping. */
const forms: ReadonlyArray<{
  readonly plain: (value: string) => string
  readonly replace: ReadonlyArray<readonly [string, string]>
  readonly isNeeded: (value: string) => boolean
}> = [
  { plain: asIs, replace: [], isNeeded: () => true },
  { plain: withoutZeros, replace: [["^0+(\\d)", "$1"]], isNeeded: (value) => /^0\d/.test(value) },
  { plain: withoutHash, replace: [["^#", ""]], isNeeded: (value) => value.startsWith("#") && !links.test(value) },
  { plain: withoutHashes, replace: [["#", ""]], isNeeded: (value) => links.test(value) }
]

type Form = (typeof forms)[number]

export const expressionOf = (
  names: ReadonlyArray<string>,
  { replace }: Form
): Exclude<Expression, { firstOf: unknown }> => {
  const of = names.map(field).join(between)
  return replace.length === 0 ? of : ({ of, replace } as Exclude<Expression, { firstOf: unknown }>)
}

/** A key of a table, and the columns that may refer to it. */
export interface Key {
  readonly columns: ReadonlyArray<string>
  readonly form: Form
  /** Columns of the rows so far, in the order of the key's; several alternatives if the key is one column. */
  readonly from: ReadonlyArray<ReadonlyArray<Column>>
}

export const ownName = ({ name, own }: Column): string => own ?? name

/** Whether all values link to elements of the same file. */
export const areLinks = ({ contents: { values } }: Column): boolean =>
  values.some((value) => value !== "") && values.every((value) => value === "" || value.startsWith("#"))

/** Columns that may refer to other tables. */
const referring = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> =>
  columns
    .filter((column) => {
      const { contents, named } = column
      const isHouses = named.some(({ part, score }) => ofHouses.has(part) && score >= 0.8)
      return (
        (mayBeKey(contents.values) || areLinks(column)) &&
        !(isHouses && (contents.houseNumber >= 0.6 || (contents.numeric < 0.5 && !areCodes(column))))
      )
    })
    .slice(0, mostReferring)

/** The keys that a table may have, by its first rows and by what refers to it. */
export const keysOf = (family: Family, columns: ReadonlyArray<Column>): ReadonlyArray<Key> => {
  const others = columns.filter(({ name }) => isNameable(name) && !name.startsWith(`${family.as}.`))
  const from = referring(others)
  const byName = new Map(from.toReversed().map((column) => [ownName(column), column]))
  const own = family.columns.filter(isNameable).map((name, index) => {
    const values = family.present.rows.map((row) => row.get(name).trim())
    const filled = values.filter((value) => value !== "")
    // The values of a single row are all different.
    const isTelling = values.length > 1 || (index === 0 && isIdentifying(name))
    return {
      name,
      values,
      isUnique: isTelling && filled.length >= values.length * 0.98 && new Set(filled).size >= filled.length * 0.97
    }
  })
  const singles = own
    .filter(
      ({ name, values, isUnique }) =>
        mayBeKey(values) && (isUnique || (byName.has(name) && isIdentifying(name) && values.length > 1))
    )
    .toSorted((one, other) => Number(isIdentifying(other.name)) - Number(isIdentifying(one.name)))
    .slice(0, mostKeys)
    .flatMap(({ name, values }) => {
      const needed = (form: Form) =>
        values.some(form.isNeeded) || from.some((column) => valuesOf(column).some(form.isNeeded))
      return forms.filter(needed).map((form): Key => ({ columns: [name], form, from: from.map((column) => [column]) }))
    })
  const all = new Map(others.toReversed().map((column) => [ownName(column), column]))
  const common = own
    .filter(({ name, values }) => {
      const other = all.get(name)
      const isEmpty = (some: ReadonlyArray<string>) => some.every((value) => value === "")
      return (
        other !== undefined &&
        isIdentifying(name) &&
        (mayBeKey(values) || isEmpty(values)) &&
        (byName.has(name) || isEmpty(valuesOf(other)))
      )
    })
    .map(({ name }) => name)
    .slice(0, mostTogether)
  const together = common.slice(1).map((_, index): Key => {
    const names = common.slice(0, index + 2)
    return { columns: names, form: forms[0]!, from: [names.map((name) => all.get(name)!)] }
  })
  return [...singles, ...together]
}

export const referencesOf = (from: ReadonlyArray<Column>, { form }: Key): ReadonlyArray<string> =>
  valuesOf(from[0]!).map((_, row) => {
    const values = from.map((column) => form.plain(valuesOf(column)[row]!))
    return values.every((value) => value === "") ? "" : values.join(between)
  })
