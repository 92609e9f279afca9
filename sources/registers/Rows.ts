import { Effect, type Scope, Stream } from "effect"
import { isRejected, rejected, type Rejected, type SourceError } from "../DataSource.ts"
import { firstBytes } from "../reading/Bytes.ts"
import { type CsvRecord, csvRecords } from "../reading/Csv.ts"
import { foreignOf, tellingBytes } from "../reading/Foreign.ts"
import { type Feature, featureLines, geoJsonFeatures } from "../reading/GeoJson.ts"
import { jsonArray, jsonLines, type JsonText, parseJson } from "../reading/Json.ts"
import { deepest } from "../reading/Limits.ts"
import { unreadable } from "../reading/Origin.ts"
import { Fault, mapParser, parse, type Parser, unlessAllBad } from "../reading/Parser.ts"
import { layerOf } from "../reading/geopackage/GeoPackage.ts"
import type { Entry } from "../reading/Reader.ts"
import { parquetParts } from "../reading/ParquetRecords.ts"
import { shapefileRecords } from "../reading/Shapefile.ts"
import { decodeText, decodeXml } from "../reading/Text.ts"
import { readGently, textPieces } from "../reading/TextPieces.ts"
import { type XmlRecord, xmlRecords } from "../reading/Xml.ts"
import type { Lines } from "../threads/Pieces.ts"
import type { Get } from "./Expression.ts"
import type { Format } from "./Mapping.ts"
import type { Template } from "./Template.ts"

/** A record of a file, before it is mapped. */
export interface Row {
  /** A field's text; empty if there is none. */
  readonly get: Get
  readonly point: readonly [number, number] | undefined
  /** File and line, for messages. */
  readonly place: () => string
  /** Names of the fields that it has, for messages. */
  readonly names: () => ReadonlyArray<string>
}

type Fields = Template["fields"]

const textOf = (value: unknown, depth = 0): string => {
  switch (typeof value) {
    case "string":
      return value
    case "number":
    case "boolean":
    case "bigint":
      return String(value)
    default:
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString()
      return Array.isArray(value) && depth < deepest
        ? value
            .map((inner) => textOf(inner, depth + 1))
            .filter((text) => text !== "")
            .join("|")
        : ""
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member by its name, or by a dotted path. */
const member = (value: Readonly<Record<string, unknown>>, field: string): string => {
  if (field in value) return textOf(value[field])
  let found: unknown = value
  for (const name of field.split(".")) found = isObject(found) ? found[name] : undefined
  return textOf(found)
}

/** Whether there may be a member of this name, or at this path. */
const mayHave = (value: Readonly<Record<string, unknown>>, field: string): boolean =>
  Object.hasOwn(value, field) || Object.hasOwn(value, field.split(".")[0]!)

/** Names of members; those of nested objects by their path. */
const memberNames = (value: Readonly<Record<string, unknown>>, depth = 0): ReadonlyArray<string> =>
  Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) && depth < deepestNames ? memberNames(inner, depth + 1).map((one) => `${name}.${one}`) : [name]
  )

/** How deep nested objects are named. */
const deepestNames = 4

const some = (names: ReadonlyArray<string>): string =>
  names.length > 40 ? `${names.slice(0, 40).join(", ")} …` : names.join(", ")

/** Whether a row has none of the fields that a mapping uses. */
const isStrange = (row: Row, fields: Fields): boolean =>
  fields.length > 0 && fields.every(({ name }) => row.get(name) === "")

/** The failure for a file in whose records, which have fields of these names, a mapping finds nothing. */
const strangeFile = (names: ReadonlyArray<string>, fields: Fields): string =>
  `none of its records has ${some(Array.from(new Set(fields.map(({ name }) => name))))}. They have: ${some(names)}.`

/** Fails if no record of a file has any field that the mapping uses, and names the fields of the first. */
const unlessStrange = (rows: Parser<string, Row | Rejected>, fields: Fields, otherwise: string) => {
  let first: Row | undefined
  const isBad = (row: Row | Rejected) => {
    if (isRejected(row)) return true
    if (!isStrange(row, fields)) return false
    first ??= row
    return true
  }
  return unlessAllBad(rows, isBad, () => (first === undefined ? otherwise : strangeFile(first.names(), fields)))
}

/** Fails if a file lacks required columns. */
const checkColumns = (columns: ReadonlyArray<string>, fields: Fields): void => {
  const known = new Set(columns)
  const missing = fields.filter(({ name, optional }) => !optional && !known.has(name)).map(({ name }) => name)
  if (missing.length === 0) return
  throw new Fault(
    `it has no column ${missing.join(", ")}. It has: ${some(columns)}. Is it the right file for this mapping, with that delimiter and encoding?`
  )
}

const csvRow = (file: string, columns: ReadonlyArray<string>) => {
  const index = new Map(columns.map((name, at) => [name, at]))
  return (record: CsvRecord): Row | Rejected => {
    const place = () => `${file} line ${record.line}`
    if ("fault" in record) return rejected("malformed-record", `${place()} ${record.fault}.`)
    const { values } = record
    // Tables that were put together from several have each one's header.
    if (values[0]!.trim() === columns[0] && values.every((value, at) => value.trim() === columns[at])) {
      return rejected("malformed-record", `${place()} repeats the names of the columns.`)
    }
    return {
      place,
      names: () => Array.from(index.keys()),
      point: undefined,
      get: (field) => {
        const found = index.get(field)
        return found === undefined ? "" : (values[found] ?? "")
      }
    }
  }
}

/** A row from parsed JSON. */
export const rowOfObject = (value: unknown, place: () => string): Row | Rejected =>
  isObject(value)
    ? { place, names: () => memberNames(value), point: undefined, get: (field) => member(value, field) }
    : rejected("malformed-record", `${place()} is not a JSON object.`)

const jsonRow =
  (file: string) =>
  (json: JsonText): Row | Rejected => {
    const place = () => `${file} record ${json.number}`
    const parsed = parseJson(json)
    return "fault" in parsed
      ? rejected("malformed-record", `${place()} ${parsed.fault}.`)
      : rowOfObject(parsed.value, place)
  }

/** A row from a Feature: its properties by name, its own ID as `$id`. */
export const rowOfFeature = (feature: Feature, place: () => string): Row | Rejected => {
  if ("fault" in feature) return rejected("malformed-record", `${place()} ${feature.fault}.`)
  const { id, point, properties } = feature
  const get = (field: string) => (field === "$id" ? textOf(id) : member(properties, field))
  return { place, names: () => memberNames(properties), point, get }
}

const featureRow =
  (file: string) =>
  (feature: Feature): Row | Rejected =>
    rowOfFeature(feature, () => `${file} feature ${feature.number}`)

type Csv = Format & { readonly type: "csv" }

const formOf = ({ columns, delimiter = ",", quote = '"', skipLines = 0 }: Csv) => ({
  delimiter,
  quote,
  skipLines,
  columns
})

/** Reads a file from its beginning; it knows the columns of a CSV once it has read the header. */
const rowParser = (file: string, format: TextFormat, fields: Fields) => {
  let columns: ReadonlyArray<string> | undefined
  const known = () => columns
  switch (format.type) {
    case "csv": {
      const form = formOf(format)
      let row: ((record: CsvRecord) => Row | Rejected) | undefined
      const rows = mapParser(csvRecords(form)(), (record): Row | Rejected | undefined => {
        if (row !== undefined) return row(record)
        if ("fault" in record) return csvRow(file, [])(record)
        columns = record.values.map((name) => name.trim())
        checkColumns(columns, fields)
        row = csvRow(file, columns)
        return undefined
      })
      const end = () => {
        const last = rows.end()
        if (columns === undefined) throw new Fault("it is empty: it does not even have column names.")
        return last
      }
      return { columns: known, quote: form.quote, parser: { ...rows, end } }
    }
    case "json": {
      const path = format.path === undefined ? [] : format.path.split(".")
      const values = format.lines === true ? jsonLines() : jsonArray(path)()
      const rows = mapParser(values, jsonRow(file))
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
      const rows = mapParser(geoJsonFeatures(), featureRow(file))
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
        mapParser(csvRecords(formOf(format), { line, width: columns.length })(), csvRow(place, columns)),
        text
      )
    case "json":
      return readGently(mapParser(jsonLines(line), jsonRow(place)), text)
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
const orForeign =
  (entry: Entry) =>
  <A>(rows: Stream.Stream<A, SourceError>): Stream.Stream<A, SourceError> =>
    Stream.catch(rows, (error) =>
      error.reason !== "unreadable"
        ? Stream.fail(error)
        : Stream.unwrap(
            Effect.map(firstBytes(entry.bytes, tellingBytes), (head) => {
              const advice = foreignOf(head)
              return Stream.fail(advice === undefined ? error : unreadable(entry.origin, advice))
            })
          )
    )

/** The rows of a text file, with its lines in pieces that can be read in parallel, as far as possible. */
export const readRowPieces = (
  entry: Entry,
  format: TextFormat,
  fields: Fields
): Stream.Stream<RowPiece, SourceError> => {
  const { bytes, origin } = entry
  const pieces = (): Parser<string, RowPiece> => {
    const { columns, parser, quote } = rowParser(origin.place, format, fields)
    return mapParser(textPieces(parser, quote), (piece) =>
      "values" in piece ? piece : { lines: { ...piece, file: { place: origin.place, columns: columns() } } }
    )
  }
  return bytes.pipe(decodeText(origin, format.encoding), parse(origin, pieces), orForeign(entry))
}

const xmlRow =
  (entry: Entry) =>
  ({ fault, leaves, names, number }: XmlRecord): Row | Rejected => {
    const place = () => `${entry.origin.place} record ${number}`
    return fault === undefined
      ? { place, names, point: undefined, get: (field) => leaves.get(field) ?? "" }
      : rejected("malformed-record", `${place()} ${fault}.`)
  }

/** Formats whose files say where their records are. */
export type DividedFormat = Extract<Format, { readonly type: "geopackage" | "parquet" }>

export const isDivided = (format: Format): format is DividedFormat =>
  format.type === "geopackage" || format.type === "parquet"

/** Rows that can be read on their own, while their file is open. */
export interface RowPart {
  /** What distinguishes it from the file's other parts; empty if there are none. */
  readonly suffix: string
  readonly rows: Stream.Stream<Row, SourceError>
}

/** Opens a file for its rows, in parts. A file in which the mapping finds nothing fails with its first row. */
export const readRowParts = (
  entry: Entry,
  format: DividedFormat,
  fields: Fields
): Effect.Effect<ReadonlyArray<RowPart>, SourceError, Scope.Scope> => {
  const { origin } = entry
  const rowOf = ({ columns, number, point }: DividedRecord) => {
    const row: Row = {
      place: () => `${origin.place} row ${number}`,
      names: () => memberNames(columns),
      point,
      get: (field) => member(columns, field)
    }
    return number === 1 && fields.length > 0 && !fields.some(({ name }) => mayHave(columns, name))
      ? Effect.fail(unreadable(origin, strangeFile(row.names(), fields)))
      : Effect.succeed(row)
  }
  return Effect.map(openParts(entry, format, fields), (parts) =>
    parts.map(({ records, suffix }) => ({ suffix, rows: Stream.mapEffect(records, rowOf) }))
  )
}

interface DividedRecord {
  readonly number: number | bigint
  readonly columns: Readonly<Record<string, unknown>>
  readonly point: readonly [number, number] | undefined
}

interface DividedPart {
  readonly suffix: string
  readonly records: Stream.Stream<DividedRecord, SourceError>
}

const openParts = (
  entry: Entry,
  format: DividedFormat,
  fields: Fields
): Effect.Effect<ReadonlyArray<DividedPart>, SourceError, Scope.Scope> => {
  const names = fields.map(({ name }) => name)
  switch (format.type) {
    case "geopackage":
      return Effect.flatMap(layerOf(entry, format.layer), ({ columns, parts }) =>
        names.length > 0 && !names.some((name) => columns.includes(name))
          ? Effect.fail(unreadable(entry.origin, strangeFile(columns, fields)))
          : parts(names)
      )
    case "parquet":
      return parquetParts(entry, names, format.geometry)
  }
}

/**
 * All rows of one file. Malformed rows are rejected. A file in another format, or in which the mapping finds nothing,
 * fails as a whole. With `mayBeEmpty`, a file may have no records.
 */
export const readRows = (
  entry: Entry,
  format: Format,
  fields: Fields,
  { mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {}
): Stream.Stream<Row | Rejected, SourceError> => {
  const { origin } = entry
  switch (format.type) {
    case "csv":
    case "json":
    case "geojson":
      return entry.bytes.pipe(
        decodeText(origin, format.encoding),
        parse(origin, () => rowParser(origin.place, format, fields).parser),
        orForeign(entry)
      )
    case "shapefile":
      return shapefileRecords(entry, format.encoding).pipe(
        Stream.mapEffect(({ columns, number, point }) => {
          const row: Row = {
            place: () => `${origin.place} record ${number}`,
            names: () => Object.keys(columns),
            point,
            get: (field) => textOf(columns[field])
          }
          // All records have the same columns.
          return number === 1 && !fields.some(({ name }) => Object.hasOwn(columns, name)) && fields.length > 0
            ? Effect.fail(unreadable(origin, strangeFile(row.names(), fields)))
            : Effect.succeed(row)
        })
      )
    case "geopackage":
    case "parquet":
      return Stream.unwrap(
        Effect.map(readRowParts(entry, format, fields), (parts) =>
          Stream.flatMap(Stream.fromIterable(parts), ({ rows }) => rows)
        )
      )
    case "xml": {
      const wanted = fields.length === 0 ? "all" : new Set(fields.map(({ name }) => name))
      const records = xmlRecords(new Set(format.records), { orFault: !mayBeEmpty, wanted })
      const rows = () => mapParser(records(), xmlRow(entry))
      return entry.bytes.pipe(
        decodeXml(origin, format.encoding),
        parse(origin, () => unlessStrange(rows(), fields, "no record of it can be read.")),
        orForeign(entry)
      )
    }
  }
}
