import { Schema } from "effect"
import { CountryCode } from "../../schemas/Address.ts"
import { Homepage, Terms } from "../../schemas/Fields.ts"
import { StatedKind } from "../../schemas/StatedEvidence.ts"
import { Pages } from "../reading/paged/Pages.ts"
import { Expression, Rule } from "./Expression.ts"
import { Format } from "./Format.ts"
import { systemOf } from "./grids/Projections.ts"
import { Pattern } from "./Pattern.ts"

/** An EPSG code, a PROJ.4 definition, or well-known text. */
const Definition = Schema.String.check(
  Schema.makeFilter((text: string) =>
    systemOf(text) === undefined
      ? "must be a known EPSG code, or a definition that proj4 reads, as epsg.io shows it under PROJ.4"
      : undefined
  )
)

/** A system by its code alone, or by a definition that the code only names. */
const ByCode = Schema.Struct({ epsg: Schema.Int, definition: Schema.optionalKey(Definition) }).check(
  Schema.makeFilter(({ definition, epsg }) =>
    definition === undefined && systemOf(String(epsg)) === undefined
      ? {
          path: ["epsg"],
          issue: `is a code whose definition is not included: add it as "definition", as epsg.io/${epsg} shows it under PROJ.4`
        }
      : undefined
  )
)

const names = {
  street: Schema.optionalKey(Expression),
  building: Schema.optionalKey(Expression),
  district: Schema.optionalKey(Expression),
  city: Schema.optionalKey(Expression),
  region: Schema.optionalKey(Expression)
}

/** Another table of the same location whose rows complete those of the main one. */
const Table = Schema.Struct({
  /** Its fields are then `{as.FIELD}`. */
  as: Schema.NonEmptyString,
  /** As in the mapping itself. A first group matches tables to main files with the same first group. */
  files: Pattern,
  archives: Schema.optionalKey(Pattern),
  /** Default: as in the mapping itself. */
  format: Schema.optionalKey(Format),
  /** On the other table's row. Several keys with `|` between them make the row known under each. */
  key: Expression,
  /** The key on the main row; may use fields of earlier joins. Of several keys with `|` between them, the first that the table has counts. */
  on: Expression,
  /** Fields of the other table to keep. A `?` after a name says that files may lack the column. */
  fields: Schema.NonEmptyArray(Schema.NonEmptyString),
  keep: Schema.optionalKey(Schema.Array(Rule)),
  /** Leave out main rows without a match here. */
  required: Schema.optionalKey(Schema.Boolean),
  /** The location may lack the files of this table. */
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
  /** The evidence in words, as clients see it. */
  detail: Terms,
  /** Rules that must all hold; default: always. */
  when: Schema.optionalKey(Schema.Array(Rule))
})

/** A row to try the mapping on before each run, with its expected result. */
const Example = Schema.Struct({
  /** Fields of the row; those of joined tables as `as.FIELD`, groups of the file's name as `$1`. */
  row: Schema.Record(Schema.String, Schema.String),
  /** The row's point, in formats with geometries. */
  point: Schema.optionalKey(Schema.Tuple([Schema.Finite, Schema.Finite])),
  /** The expected record; or the reason for its absence, as part of the rejection's words. */
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
      /** Degrees; compared to a ten-thousandth of one. */
      latitude: Schema.optionalKey(Schema.Finite),
      longitude: Schema.optionalKey(Schema.Finite),
      /** Unset: there must be no evidence of a home. */
      evidence: Schema.optionalKey(StatedKind),
      /** Compared if the example has it. */
      language: Schema.optionalKey(Schema.String),
      names: Schema.optionalKey(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String)))
    }),
    Schema.Struct({ rejected: Schema.String })
  ])
})
export type Example = typeof Example.Type

/** How rows of a file become addresses. All of it is data, which an operator can write and store. */
export const Mapping = Schema.Struct({
  country: CountryCode,
  license: Terms,
  attribution: Terms,
  homepage: Homepage,
  /** BCP 47 language of the names. */
  language: Schema.optionalKey(Expression),
  /** Of a page, if there are pages. */
  format: Format,
  /**
   * How a service at the location divides its records into pages. False: what looks like one page of a service is all
   * that is wanted.
   */
  pages: Schema.optionalKey(Schema.Union([Schema.Literal(false), Pages])),
  /**
   * Which files of a folder or archive to read, by their paths in it; default: by the format's usual extensions. Groups
   * are the fields `{$1}`, `{$2}` …
   */
  files: Schema.optionalKey(Pattern),
  /** Which archives in a folder or archive to open; default: all. */
  archives: Schema.optionalKey(Pattern),
  joins: Schema.optionalKey(Schema.Array(Join)),
  /** Rules that a row must satisfy to be an address; others are counted as filtered. */
  keep: Schema.optionalKey(Schema.Array(Rule)),
  /** Stable within the register. Unset: the record's content identifies it. */
  recordId: Schema.optionalKey(Expression),
  fields: Schema.Struct({
    ...names,
    houseNumber: Schema.optionalKey(Expression),
    unit: Schema.optionalKey(Expression),
    postcode: Schema.optionalKey(Expression)
  }),
  /** Names in other languages, by BCP 47 tag. */
  names: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct(names))),
  /** Unset: the position of the row's geometry, in formats with geometries. */
  position: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({ x: Expression, y: Expression, decimalComma: Schema.optionalKey(Schema.Boolean) }),
      Schema.Struct({
        /** A text with a geometry, as of `drawnOfText`; default: the row's own. */
        geometry: Schema.optionalKey(Expression),
        /** Whether its numbers are in the other order: latitude, longitude or north, east. */
        swapped: Schema.optionalKey(Schema.Boolean)
      })
    ])
  ),
  /** Unset: degrees of WGS 84. */
  projection: Schema.optionalKey(
    Schema.Union([
      ByCode,
      /** If rows use several projections: a text that distinguishes them, and the definition for each of its values. */
      Schema.Struct({ by: Expression, definitions: Schema.Record(Schema.String, Definition) })
    ])
  ),
  /** The first that applies counts; if none does, the address is kept and never drawn. */
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
