import type { Expression } from "../Expression.ts"
import { contentsOf } from "./Contents.ts"
import type { Column } from "./Coordinates.ts"
import { namesOf } from "./Names.ts"
import type { Sample } from "./Sample.ts"

export type { Column } from "./Coordinates.ts"
export type Columns = ReadonlyArray<Column>

export const columnsOf = (sample: Sample): Columns =>
  sample.columns.map((name, index) => ({
    name,
    index,
    contents: contentsOf(sample.rows.map((row) => row.get(name))),
    named: namesOf(name)
  }))

/** A field in a template. Names that contain template syntax cannot be used. */
export const field = (name: string): string => `{${name}}`

export const filledOf = ({ contents }: Column) => contents.values.filter((value) => value !== "")

export const most = (column: Column, test: (value: string) => boolean): boolean => {
  const filled = filledOf(column)
  return filled.length > 0 && filled.filter(test).length >= filled.length * 0.5
}

/** A pattern that matches this text. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")

/** A field's value, without the words with which its table says that there is none. */
export const valueOf = ({ contents, name }: Column): Expression =>
  contents.nothings.length === 0
    ? field(name)
    : { of: field(name), replace: [[`^(?:${contents.nothings.map(escaped).join("|")})$`, ""]] }
