import { Effect, Stream } from "effect"
import type { Lines, Rejected, SourceError } from "../DataSource.ts"
import { firstBytes } from "../reading/Bytes.ts"
import { csvRecords, type SheetRecord } from "../reading/Csv.ts"
import { foreignOf, tellingBytes } from "../reading/Foreign.ts"
import { featureLines, geoJsonFeatures } from "../reading/GeoJson.ts"
import { jsonArray, jsonLines } from "../reading/Json.ts"
import { unreadable } from "../reading/Origin.ts"
import { refusePage } from "../reading/paged/OnlyPage.ts"
import { Fault, mapParser, parse, type Parser } from "../reading/Parser.ts"
import type { Entry } from "../reading/Reader.ts"
import { decodeText } from "../reading/Text.ts"
import { readGently, textPieces } from "../reading/TextPieces.ts"
import type { Format } from "./Format.ts"
import { csvRow, distinct, featureRow, jsonRow, type Row } from "./Row.ts"
import { checkColumns, type Fields, unlessStrange } from "./StrangeRows.ts"

type Csv = Format & { readonly type: "csv" }

export const csvForm = ({ columns, delimiter = ",", quote = '"', skipLines = 0 }: Csv) => ({
  delimiter,
  quote,
  skipLines,
  columns
})

/** Why a table has no names of columns, given the first line that is no record. */
const withoutNames = (unread: SheetRecord | undefined): string =>
  unread !== undefined && "fault" in unread
    ? `none of its lines can be read: line ${unread.line} ${unread.fault}.`
    : "it is empty: it does not even have column names."

/** The rows below the first record, which has the names of the columns. */
export const tableRows = <A>(
  records: Parser<A, SheetRecord>,
  file: string,
  fields: Fields,
  onColumns: (names: ReadonlyArray<string>) => void
): Parser<A, Row | Rejected> => {
  let row: ((record: SheetRecord) => Row | Rejected) | undefined
  let unread: SheetRecord | undefined
  const rows = mapParser(records, (record): Row | Rejected | undefined => {
    if (row !== undefined) return row(record)
    if ("fault" in record) {
      unread ??= record
      return csvRow(file, [])(record)
    }
    const columns = Array.from(record.values, (name = "") => name.trim())
    checkColumns(distinct(columns), fields)
    onColumns(columns)
    row = csvRow(file, columns)
    return undefined
  })
  const end = () => {
    const last = rows.end()
    if (row === undefined) throw new Fault(withoutNames(unread))
    return last
  }
  return { ...rows, end }
}

/** Reads a file from its beginning; it knows the columns of a CSV once it has read the header. */
const rowParser = (file: string, format: TextFormat, fields: Fields, mustBeAll: boolean) => {
  let columns: ReadonlyArray<string> | undefined
  const known = () => columns
  const onEnd = mustBeAll ? refusePage : undefined
  switch (format.type) {
    case "csv": {
      const form = csvForm(format)
      const parser = tableRows(csvRecords(form)(), file, fields, (names) => (columns = names))
      return { columns: known, quote: form.quote, parser }
    }
    case "json": {
      const path = format.path === undefined ? [] : format.path.split(".")
      const values = format.lines === true ? jsonLines() : jsonArray(path, onEnd)()
      const rows = mapParser(values, jsonRow(file, format.columns))
      return {
        columns: known,
        quote: "",
        parser: unlessStrange(
          rows,
          fields,
          "none of its records is an object, whose values have names. Take it as CSV, if there is one."
        )
      }
    }
    case "geojson": {
      const rows = mapParser(geoJsonFeatures(onEnd), featureRow(file))
      return { columns: known, quote: "", parser: unlessStrange(rows, fields, "no record of it is a GeoJSON Feature.") }
    }
  }
}

/** What is needed to read a file's lines: for CSV, its columns. */
export interface FileForm {
  readonly place: string
  readonly columns: ReadonlyArray<string> | undefined
}

/** The rows in lines of a file whose format is already known. */
export const rowsIn = (format: TextFormat, { file, line, text }: Lines<FileForm>): Generator<Row | Rejected> => {
  const { columns = [], place } = file
  switch (format.type) {
    case "csv":
      return readGently(
        mapParser(csvRecords(csvForm(format), { line, width: columns.length })(), csvRow(place, columns)),
        text
      )
    case "json":
      return readGently(mapParser(jsonLines(line), jsonRow(place, format.columns)), text)
    case "geojson":
      return readGently(mapParser(featureLines(line), featureRow(place)), text)
  }
}

/** Text formats whose records may be single lines. */
export type TextFormat = Extract<Format, { readonly type: "csv" | "json" | "geojson" }>

export const isText = (format: Format): format is TextFormat =>
  format.type === "csv" || format.type === "json" || format.type === "geojson"

/** The part of a file read while detecting its format, and its lines from there on. */
export type RowPiece = { readonly values: ReadonlyArray<Row | Rejected> } | { readonly lines: Lines<FileForm> }

/** Says what a file is in place of why it cannot be read, if it is none of the formats that are read, such as a web page. */
export const orForeign =
  (entry: Entry) =>
  <A>(rows: Stream.Stream<A, SourceError>): Stream.Stream<A, SourceError> =>
    Stream.catch(rows, (error) =>
      error.reason !== "unreadable"
        ? Stream.fail(error)
        : entry.workbook !== undefined
          ? Stream.fail(
              unreadable(entry.origin, 'it is an Excel workbook. State "format": {"type": "xlsx"} in the mapping.')
            )
          : Stream.unwrap(
              Effect.map(firstBytes(entry.bytes, tellingBytes), (head) => {
                const advice = foreignOf(head)
                return Stream.fail(advice === undefined ? error : unreadable(entry.origin, advice))
              })
            )
    )

/**
 * The rows of a text file, with its lines in pieces that can be read in parallel, as far as possible.
 * @param mustBeAll whether a page of a service fails, which has only some of its records
 */
export const readRowPieces = (
  entry: Entry,
  format: TextFormat,
  fields: Fields,
  mustBeAll: boolean
): Stream.Stream<RowPiece, SourceError> => {
  const { bytes, origin } = entry
  const pieces = (): Parser<string, RowPiece> => {
    const { columns, parser, quote } = rowParser(origin.place, format, fields, mustBeAll)
    return mapParser(textPieces(parser, quote), (piece) =>
      "values" in piece ? piece : { lines: { ...piece, file: { place: origin.place, columns: columns() } } }
    )
  }
  return bytes.pipe(decodeText(origin, format.encoding), parse(origin, pieces), orForeign(entry))
}

/** The same, read in one place. */
export const readTextRows = (
  entry: Entry,
  format: TextFormat,
  fields: Fields,
  mustBeAll: boolean
): Stream.Stream<Row | Rejected, SourceError> => {
  const { bytes, origin } = entry
  return bytes.pipe(
    decodeText(origin, format.encoding),
    parse(origin, () => rowParser(origin.place, format, fields, mustBeAll).parser),
    orForeign(entry)
  )
}
