import { isRejected, type Lines, type Rejected, type SourceRecord } from "../DataSource.ts"
import { defineLineReader } from "../threads/Pieces.ts"
import { compileMapping } from "./Compile.ts"
import type { Mapping } from "./Mapping.ts"
import type { Row } from "./Row.ts"
import { type FileForm, isText, rowsIn } from "./TextRows.ts"

export interface File extends FileForm {
  /** Groups of the file's name. */
  readonly groups: ReadonlyArray<string>
}

/** A row that also has the groups of its file's name as `$1`, `$2` … */
const withGroups = (row: Row, groups: ReadonlyArray<string>): Row =>
  groups.length === 0
    ? row
    : { ...row, get: (field) => (/^\$\d$/.test(field) ? (groups[Number(field[1]) - 1] ?? "") : row.get(field)) }

/** Completes a row from other files. */
export type Complete = (row: Row) => Row | Rejected

/** Makes a record from a row. */
export const recordOf = (
  map: (row: Row) => SourceRecord,
  row: Row | Rejected,
  groups: ReadonlyArray<string>,
  complete?: Complete
): SourceRecord => {
  if (isRejected(row)) return row
  const named = withGroups(row, groups)
  const completed = complete === undefined ? named : complete(named)
  return isRejected(completed) ? completed : map(completed)
}

export const reader = defineLineReader({
  module: import.meta.url,
  begin: (mapping: Mapping) => {
    const { map } = compileMapping(mapping)
    const { format } = mapping
    return function* (lines: Lines<File>) {
      if (!isText(format)) return
      for (const row of rowsIn(format, lines)) yield recordOf(map, row, lines.file.groups)
    }
  }
})
