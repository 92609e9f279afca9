import { Schema } from "effect"
import { isEncoding } from "../reading/CodePages.ts"

const Encoding = Schema.String.check(
  Schema.makeFilter((name: string) =>
    isEncoding(name)
      ? undefined
      : "must be an encoding of the WHATWG Encoding Standard or a code page of DOS, such as utf-8, iso-8859-1 or cp850"
  )
)

const Character = Schema.String.check(
  Schema.makeFilter((text: string) => (text.length === 1 ? undefined : "must be one character"))
)

/** The format of a file. */
export const Format = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("csv"),
    delimiter: Schema.optionalKey(Character),
    /** Empty if fields are never quoted. Default: the double quote. */
    quote: Schema.optionalKey(Schema.Union([Schema.Literal(""), Character])),
    encoding: Schema.optionalKey(Encoding),
    /** Lines before the header, or before the first record if there is no header. */
    skipLines: Schema.optionalKey(Schema.Int),
    /** Names of the columns, for files without a header. */
    columns: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
  }),
  Schema.Struct({
    type: Schema.Literal("json"),
    encoding: Schema.optionalKey(Encoding),
    /** Dotted member names that lead to the array of records; default: the file is the array. */
    path: Schema.optionalKey(Schema.NonEmptyString),
    /** One record per line, not an array. */
    lines: Schema.optionalKey(Schema.Boolean),
    /** Names of the values in records that are arrays. */
    columns: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
  }),
  /** A FeatureCollection, or one Feature per line. */
  Schema.Struct({ type: Schema.Literal("geojson"), encoding: Schema.optionalKey(Encoding) }),
  Schema.Struct({ type: Schema.Literal("shapefile"), encoding: Schema.optionalKey(Encoding) }),
  Schema.Struct({ type: Schema.Literal("flatgeobuf") }),
  Schema.Struct({
    type: Schema.Literal("xlsx"),
    /** The sheet with the addresses; default: the only one. */
    sheet: Schema.optionalKey(Schema.NonEmptyString),
    /** Rows before the header, or before the first record if there is no header. */
    skipLines: Schema.optionalKey(Schema.Int),
    /** Names of the columns, for sheets without a header. */
    columns: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
  }),
  Schema.Struct({
    type: Schema.Literal("geopackage"),
    /** The layer with the addresses; default: the only one. */
    layer: Schema.optionalKey(Schema.NonEmptyString)
  }),
  Schema.Struct({
    type: Schema.Literal("parquet"),
    /** The column with geometries; default: geometry, if there is one (GeoParquet). */
    geometry: Schema.optionalKey(Schema.NonEmptyString)
  }),
  Schema.Struct({
    type: Schema.Literal("xml"),
    encoding: Schema.optionalKey(Encoding),
    /** Local names of the elements that are records; their leaves are the fields. */
    records: Schema.NonEmptyArray(Schema.NonEmptyString)
  })
])
export type Format = typeof Format.Type
