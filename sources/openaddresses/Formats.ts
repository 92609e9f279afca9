import { Effect, Stream } from "effect"
import { type Lines, rejected, type Rejected, type SourceError } from "../DataSource.ts"
import { firstBytes } from "../reading/Bytes.ts"
import { type CsvForm, type CsvRecord, csvRecords } from "../reading/Csv.ts"
import { type Feature, featureLines, geoJsonFeatures } from "../reading/GeoJson.ts"
import { Fault, mapParser, parse, type Parser, unlessAllBad } from "../reading/Parser.ts"
import type { Entry } from "../reading/Reader.ts"
import { decodeText } from "../reading/Text.ts"
import { readGently, textPieces } from "../reading/TextPieces.ts"
import type { Columns } from "./Records.ts"

export type Found = Columns | Rejected

/** What is needed to read a file's lines: for CSV, its columns. */
export interface FileForm {
  readonly place: string
  readonly columns: ReadonlyArray<string> | undefined
}

const isBad = (found: Found): boolean => "_tag" in found

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : ""

/** Line-delimited GeoJSON, as OpenAddresses publishes since 2021. */
const columnsOfFeature =
  (file: string) =>
  (feature: Feature): Found => {
    const place = () => `${file} line ${feature.number}`
    if ("fault" in feature) return rejected("malformed-record", `${place()} ${feature.fault}.`)
    const { point, properties } = feature
    return { place, point, get: (name) => textOf(properties[name]) }
  }

/** `POINT (-63.1162853 46.3605849)`, as in the column GEOM. */
const wellKnownPoint = /^\s*POINT\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i

const numbers = (x: string | undefined, y: string | undefined): readonly [number, number] | undefined => {
  if (x === undefined || y === undefined || x.trim() === "" || y.trim() === "") return undefined
  const point = [Number(x), Number(y)] as const
  return point.every(Number.isFinite) ? point : undefined
}

const form: CsvForm = { delimiter: ",", quote: '"', skipLines: 0 }

/** CSV, as OpenAddresses published until 2021: columns in capitals, with LON and LAT or GEOM, with HASH or without. */
const columnsOfCsv = (file: string, names: ReadonlyArray<string>) => {
  const index = new Map(names.map((name, at) => [name, at]))
  return (record: CsvRecord): Found => {
    const place = () => `${file} line ${record.line}`
    if ("fault" in record) return rejected("malformed-record", `${place()} ${record.fault}.`)
    const { values } = record
    const get = (name: string) => {
      const at = index.get(name)
      return at === undefined ? "" : (values[at] ?? "")
    }
    const [, x, y] = wellKnownPoint.exec(get("geom")) ?? []
    return { place, point: numbers(x, y) ?? numbers(get("lon"), get("lat")), get }
  }
}

/** The column names in lower case, once the file is known to be from OpenAddresses. */
const namesIn = (values: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = values.map((name) => name.trim().toLowerCase())
  const missing = ["number", "street"].filter((name) => !names.includes(name))
  const located = names.includes("geom") || (names.includes("lon") && names.includes("lat"))
  if (missing.length > 0 || !located) {
    throw new Fault(
      `it is neither line-delimited GeoJSON nor CSV of OpenAddresses: its columns are ${names.slice(0, 20).join(", ")}.`
    )
  }
  return names
}

/** Reads a file from its beginning; it knows the columns of a CSV once it has read the header. */
const readerOf = (place: string, isCsv: boolean) => {
  if (!isCsv) {
    const features = mapParser(geoJsonFeatures(), columnsOfFeature(place))
    const parser = unlessAllBad(features, isBad, "no line of it is a GeoJSON Feature.")
    return { parser, file: (): FileForm => ({ place, columns: undefined }), quote: "" }
  }
  let columns: ReadonlyArray<string> | undefined
  let found: ((record: CsvRecord) => Found) | undefined
  const records = mapParser(csvRecords(form)(), (record): Found | undefined => {
    if (found !== undefined) return found(record)
    if ("fault" in record) return columnsOfCsv(place, [])(record)
    columns = namesIn(record.values)
    found = columnsOfCsv(place, columns)
    return undefined
  })
  const parser = unlessAllBad(records, isBad, "no line of it has the columns that its first line names.")
  return { parser, file: (): FileForm => ({ place, columns }), quote: form.quote }
}

/** The records in lines of a file whose format is already known. */
export function* columnsIn({ file: { columns, place }, line, text }: Lines<FileForm>): Generator<Found> {
  yield* readGently(
    columns === undefined
      ? mapParser(featureLines(line), columnsOfFeature(place))
      : mapParser(csvRecords(form, { line, width: columns.length })(), columnsOfCsv(place, columns)),
    text
  )
}

/** Enough bytes to find the first character after a byte order mark and white space. */
const enough = 64

/** The bytes read while detecting the file's format, and its lines from there on. */
export type FilePiece = { readonly values: ReadonlyArray<Found> } | { readonly lines: Lines<FileForm> }

/** One file, in either format. */
export const readPieces = (entry: Entry): Stream.Stream<FilePiece, SourceError> =>
  Stream.unwrap(
    Effect.map(firstBytes(entry.bytes, enough), (head) => {
      const start = Buffer.from(head)
        .toString("utf8")
        .replace(/^[\uFEFF\s]+/, "")
      const isCsv = !["{", "[", "\u001e"].includes(start.charAt(0))
      const pieces = (): Parser<string, FilePiece> => {
        const { file, parser, quote } = readerOf(entry.origin.place, isCsv)
        return mapParser(textPieces(parser, quote), (piece) =>
          "values" in piece ? piece : { lines: { ...piece, file: file() } }
        )
      }
      return entry.bytes.pipe(decodeText(entry.origin), parse(entry.origin, pieces))
    })
  )
