import { Effect, Stream } from "effect"
import type { Rejected, SourceError } from "../DataSource.ts"
import type { SheetRecord } from "../reading/Csv.ts"
import { misconfigured, within } from "../reading/Origin.ts"
import { parse, type Parser } from "../reading/Parser.ts"
import type { Entry } from "../reading/Reader.ts"
import { sheetOf } from "../reading/workbook/Workbook.ts"
import type { Format } from "./Format.ts"
import type { Row } from "./Row.ts"
import type { Fields } from "./StrangeRows.ts"
import { tableRows } from "./TextRows.ts"

/** A workbook's format in a mapping. */
type SheetFormat = Extract<Format, { readonly type: "xlsx" }>

const asTheyAre: Parser<SheetRecord, SheetRecord> = { push: (record) => [record], end: () => [] }

/** The rows of a sheet, as those of CSV. */
export const readSheet = (
  entry: Entry,
  { columns, sheet: name, skipLines = 0 }: SheetFormat,
  fields: Fields
): Stream.Stream<Row | Rejected, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { origin, workbook } = entry
      if (workbook === undefined) {
        return yield* misconfigured(origin, "it is no workbook (.xlsx). State its own format in the mapping.")
      }
      const sheet = yield* sheetOf(origin, yield* workbook, name)
      const place = within(origin, sheet.name)
      const named: ReadonlyArray<SheetRecord> = columns === undefined ? [] : [{ line: 0, values: columns }]
      return Stream.fromIterable(named).pipe(
        Stream.concat(Stream.filter(sheet.rows, ({ line }) => line > skipLines)),
        parse(place, () => tableRows(asTheyAre, place.place, fields, () => undefined))
      )
    })
  )
