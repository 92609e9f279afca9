import proj4 from "proj4"
import { Schema } from "effect"
import { CountryCode } from "../../schemas/Address.ts"
import { StatedKind } from "../../schemas/StatedEvidence.ts"
import { isEncoding } from "../reading/Text.ts"
import { Expression, Rule } from "./Expression.ts"
import { Pattern } from "./Pattern.ts"

const Encoding = Schema.String.check(
  Schema.makeFilter((label: string) =>
    isEncoding(label) ? undefined : "must be an encoding of the WHATWG Encoding Standard, such as utf-8 or iso-8859-1"
  )
)

const Character = Schema.String.check(
  Schema.makeFilter((text: string) => (text.length === 1 ? undefined : "must be one character"))
)

const projectionFault = (definition: string): string | undefined => {
  try {
    proj4(definition)
    return undefined
  } catch {
    return "must be a definition that proj4 reads, as epsg.io shows it under PROJ.4"
  }
}

const Definition = Schema.String.check(Schema.makeFilter(projectionFault))

/** How a file is made. */
export const Format = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("csv"),
    delimiter: Schema.optionalKey(Character),
    /** Empty when fields are never quoted. Unset: the double quote. */
    quote: Schema.optionalKey(Schema.Union([Schema.Literal(""), Character])),
    encoding: Schema.optionalKey(Encoding),
    /** Lines before the one with the column names, or before the first record where there is none. */
    skipLines: Schema.optionalKey(Schema.Int),
    /** Names of the columns, for files that do not name them. */
    columns: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
  }),
  Schema.Struct({
    type: Schema.Literal("json"),
    encoding: Schema.optionalKey(Encoding),
    /** Member names, with points between, that lead to the array of records; unset: the file is the array. */
    path: Schema.optionalKey(Schema.NonEmptyString),
    /** One record on each line, instead of an array. */
    lines: Schema.optionalKey(Schema.Boolean)
  }),
  /** A FeatureCollection, or a Feature on each line. */
  Schema.Struct({ type: Schema.Literal("geojson"), encoding: Schema.optionalKey(Encoding) }),
  Schema.Struct({ type: Schema.Literal("shapefile"), encoding: Schema.optionalKey(Encoding) }),
  Schema.Struct({
    type: Schema.Literal("parquet"),
    /** The column with points as well-known binary; unset: geometry, where there is one (GeoParquet). */
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

const names = {
  street: Schema.optionalKey(Expression),
  building: Schema.optionalKey(Expression),
  district: Schema.optionalKey(Expression),
  city: Schema.optionalKey(Expression),
  region: Schema.optionalKey(Expression)
}

/** Another table of the same location whose rows complete those of the main one. */
const Table = Schema.Struct({
  /** Its fields are `{as.FIELD}` afterwards. */
  as: Schema.NonEmptyString,
  /** As the mapping's own. A first group binds tables to main files with the same first group. */
  files: Pattern,
  archives: Schema.optionalKey(Pattern),
  /** Unset: as the mapping's own. */
  format: Schema.optionalKey(Format),
  /** On the other table's row. Several keys with `|` between them make the row known under each. */
  key: Expression,
  /** On the main row; may use fields of the joins before. */
  on: Expression,
  /** Fields of the other table that are kept. A `?` behind a name says that files may lack the column. */
  fields: Schema.NonEmptyArray(Schema.NonEmptyString),
  keep: Schema.optionalKey(Schema.Array(Rule)),
  /** Leave out main rows that have no row here. */
  required: Schema.optionalKey(Schema.Boolean),
  /** The location may be without its files. */
  optional: Schema.optionalKey(Schema.Boolean)
})

const Join = Schema.Struct({
  ...Table.fields,
  /** Tables that complete this one's rows before its rules, keys and fields; held while it is read. */
  joins: Schema.optionalKey(Schema.Array(Table))
})
export type Join = typeof Join.Type

const Evidence = Schema.Struct({
  kind: StatedKind,
  /** The evidence in words, as clients get it. */
  detail: Schema.NonEmptyString,
  /** Rules that must all hold; unset: always. */
  when: Schema.optionalKey(Schema.Array(Rule))
})

/** A row that the mapping is tried on before each run, and what it must give. */
const Example = Schema.Struct({
  /** Fields of the row; those of joined tables as `as.FIELD`, groups of the file's name as `$1`. */
  row: Schema.Record(Schema.String, Schema.String),
  /** The row's point, in formats that have geometries. */
  point: Schema.optionalKey(Schema.Tuple([Schema.Finite, Schema.Finite])),
  /** The record; or why there is none, with a part of the rejection's words. */
  gives: Schema.Union([
    Schema.Struct({
      recordId: Schema.optionalKey(Schema.String),
      houseNumber: Schema.optionalKey(Schema.String),
      street: Schema.optionalKey(Schema.String),
      unit: Schema.optionalKey(Schema.String),
      building: Schema.optionalKey(Schema.String),
      district: Schema.optionalKey(Schema.String),
      city: Schema.optionalKey(Schema.String),
      region: Schema.optionalKey(Schema.String),
      postcode: Schema.optionalKey(Schema.String),
      /** Degrees; held to a ten-thousandth of one. */
      latitude: Schema.optionalKey(Schema.Finite),
      longitude: Schema.optionalKey(Schema.Finite),
      /** Unset: nothing may say that it is a home. */
      evidence: Schema.optionalKey(StatedKind),
      /** Tried where the example names it. */
      language: Schema.optionalKey(Schema.String),
      names: Schema.optionalKey(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String)))
    }),
    Schema.Struct({ rejected: Schema.String })
  ])
})
export type Example = typeof Example.Type

/** How rows of a file become addresses: all of it is data, which an operator can write and keep. */
export const Mapping = Schema.Struct({
  country: CountryCode,
  license: Schema.NonEmptyString,
  attribution: Schema.NonEmptyString,
  homepage: Schema.NonEmptyString,
  /** BCP 47 language of the names. */
  language: Schema.optionalKey(Expression),
  format: Format,
  /** Which files of a folder or archive are read, by their path there; unset: by the format's usual endings. Groups are the fields `{$1}`, `{$2}` … */
  files: Schema.optionalKey(Pattern),
  /** Which archives in a folder or archive are opened; unset: all. */
  archives: Schema.optionalKey(Pattern),
  joins: Schema.optionalKey(Schema.Array(Join)),
  /** Rules that a row must keep to be an address; others are counted as filtered. */
  keep: Schema.optionalKey(Schema.Array(Rule)),
  /** Stable within the register. Unset: what the record says identifies it. */
  recordId: Schema.optionalKey(Expression),
  fields: Schema.Struct({
    ...names,
    houseNumber: Schema.optionalKey(Expression),
    unit: Schema.optionalKey(Expression),
    postcode: Schema.optionalKey(Expression)
  }),
  /** Names in other languages, by BCP 47 tag. */
  names: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct(names))),
  /** Unset: the point of the row's geometry, where the format has geometries. */
  position: Schema.optionalKey(
    Schema.Struct({ x: Expression, y: Expression, decimalComma: Schema.optionalKey(Schema.Boolean) })
  ),
  /** Unset: degrees of WGS 84. */
  projection: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({ epsg: Schema.Int, definition: Definition }),
      /** Where rows are in different ones: what tells them apart, and the definition for each value of it. */
      Schema.Struct({ by: Expression, definitions: Schema.Record(Schema.String, Definition) })
    ])
  ),
  /** The first that applies counts; none: the address is kept, and never drawn. */
  evidence: Schema.Array(Evidence),
  examples: Schema.optionalKey(Schema.Array(Example))
})
export type Mapping = typeof Mapping.Type

/** A mapping of a national register. */
export const Register = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[a-z]{2}-[a-z0-9-]+$/)),
  title: Schema.NonEmptyString,
  /** Where its files are published. */
  data: Schema.NonEmptyArray(Schema.NonEmptyString),
  /** On what the field names and values were verified. */
  verified: Schema.Struct({
    on: Schema.Literals(["rows", "documentation"]),
    note: Schema.NonEmptyString
  }),
  ...Mapping.fields,
  examples: Schema.NonEmptyArray(Example)
})
export type Register = typeof Register.Type
