import { Schema } from "effect"
import type { CsvForm } from "../Csv.ts"

const Parameter = Schema.NonEmptyString

const shared = {
  /** How many records to request, with the parameter for it. A server may send fewer. */
  size: Schema.optionalKey(Schema.Struct({ parameter: Parameter, records: Schema.Int.check(Schema.isGreaterThan(0)) })),
  /** Where a page has the number of all records, as a dotted path; default: where services usually have it. */
  total: Schema.optionalKey(Schema.NonEmptyString),
  /** A request for the number of all records, if pages do not have it: changes to the query, and where it is. */
  count: Schema.optionalKey(
    Schema.Struct({ query: Schema.Record(Schema.String, Schema.String), at: Schema.NonEmptyString })
  )
}

/** How a service divides its records into pages. */
export const Pages = Schema.Union([
  /** Pages are requested by the number of preceding records. */
  Schema.Struct({ by: Schema.Literal("offset"), parameter: Parameter, ...shared }),
  /** Pages have numbers. */
  Schema.Struct({
    by: Schema.Literal("number"),
    parameter: Parameter,
    /** The number of the first page; default 1. */
    first: Schema.optionalKey(Schema.Int),
    ...shared
  }),
  /** Each page has the URL of the next one: at a dotted path, or, by default, where services usually have it. */
  Schema.Struct({ by: Schema.Literal("link"), at: Schema.optionalKey(Schema.NonEmptyString), ...shared }),
  /** Each page has, at a dotted path, a value to request the next one with. */
  Schema.Struct({ by: Schema.Literal("cursor"), at: Schema.NonEmptyString, parameter: Parameter, ...shared }),
  /**
   * A list of all records' numbers comes first, and then so many records at a time: those between two numbers, which
   * are filled in for `{from}` and `{to}`.
   */
  Schema.Struct({
    by: Schema.Literal("ids"),
    list: Schema.Struct({ query: Schema.Record(Schema.String, Schema.String), at: Schema.NonEmptyString }),
    records: Schema.Int.check(Schema.isGreaterThan(0)),
    parameter: Parameter,
    value: Schema.NonEmptyString.check(Schema.isPattern(/\{from\}.*\{to\}/))
  })
])
export type Pages = typeof Pages.Type

/** Where records are in a page: in an array of JSON, at member names; in elements of XML, by local names; or in rows. */
export type PageForm =
  | { readonly type: "json"; readonly path: ReadonlyArray<string>; readonly encoding: string | undefined }
  | { readonly type: "xml"; readonly records: ReadonlyArray<string>; readonly encoding: string | undefined }
  | (CsvForm & { readonly type: "csv"; readonly encoding: string | undefined })
