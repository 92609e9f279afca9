import type { Expression } from "../Expression.ts"
import { type Contents, contentsOf } from "./Contents.ts"
import type { Named } from "./Names.ts"
import { namedTogether } from "./SharedPrefix.ts"
import type { Sample } from "./Sample.ts"

/** A column as read. */
export interface Column {
  /** As in templates. */
  readonly name: string
  /** As in its own table, if that is a joined one. */
  readonly own?: string
  readonly index: number
  readonly contents: Contents
  readonly named: ReadonlyArray<Named>
}
export type Columns = ReadonlyArray<Column>

export const columnsOf = (sample: Sample): Columns => {
  const namedOf = namedTogether(sample.columns)
  return sample.columns.map((name, index) => {
    const contents = contentsOf(sample.rows.map((row) => row.get(name)))
    const further =
      sample.further?.column === name ? contentsOf(sample.further.values).values.filter((value) => value !== "") : []
    return { name, index, contents: { ...contents, further }, named: namedOf(name) }
  })
}

/** A field in a template. Names that contain template syntax cannot be used. */
export const field = (name: string): string => `{${name}}`

/** Whether the column's name is one of this part, with at least this score. */
export const isCalled = ({ named }: Pick<Column, "named">, wanted: Named["part"], least: number): boolean =>
  named.some(({ part, score }) => part === wanted && score >= least)

export const filledOf = ({ contents }: Column) => contents.values.filter((value) => value !== "")

export const most = (column: Column, test: (value: string) => boolean): boolean => {
  const filled = filledOf(column)
  return filled.length > 0 && filled.filter(test).length >= filled.length * 0.5
}

/** A city, the code of its state and a postcode: `MONROE NY 10950`. */
export const cityFirst = /^(\p{L}[^,\d]*?),? +([A-Z]{2,3}),? +(\d{4,5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u

/** A pattern that matches this text. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")

/** A field's value, without the words with which its table says that there is none. */
export const valueOf = ({ contents, name }: Column): Expression =>
  contents.nothings.length === 0
    ? field(name)
    : { of: field(name), replace: [[`^(?:${contents.nothings.map(escaped).join("|")})$`, ""]] }
