import { isRejected, rejected, type SourceRecord } from "../DataSource.ts"
import { compileRules, type Rule } from "../registers/Expression.ts"
import { withEffort } from "../registers/Pattern.ts"
import { defineLineReader } from "../threads/Pieces.ts"
import { columnsIn, type FileForm, type Found } from "./Formats.ts"
import { type Statement, toRecord } from "./Records.ts"

export interface Setup {
  readonly statement: Statement
  readonly keep: ReadonlyArray<Rule>
}

export interface File extends FileForm {
  /** ISO 3166-2 code of the region in the file's path. */
  readonly region: string | undefined
}

/** Makes records from the contents of files. */
export const makeRecords = ({ keep, statement }: Setup) => {
  const rules = compileRules(keep)
  return (columns: Found, region: string | undefined): SourceRecord =>
    isRejected(columns)
      ? columns
      : withEffort(
          (effort) => {
            const broken = rules.broken(columns.get, effort)
            return broken === undefined
              ? toRecord(columns, statement, region)
              : rejected("filtered", `${columns.place()} is left out: ${broken.because ?? JSON.stringify(broken)}.`)
          },
          (why) => rejected("malformed-record", `${columns.place()} ${why}.`)
        )
}

export const reader = defineLineReader({
  module: import.meta.url,
  begin: (setup: Setup) => {
    const record = makeRecords(setup)
    return function* (lines: { readonly text: string; readonly line: number; readonly file: File }) {
      for (const columns of columnsIn(lines)) yield record(columns, lines.file.region)
    }
  }
})
