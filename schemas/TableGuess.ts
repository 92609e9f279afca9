import { Schema } from "effect"
import { CountryCode } from "./Address.ts"

/** The roles that a table's column can have in an address. */
export const TablePart = Schema.Literals([
  "houseNumber",
  "houseNumberPrefix",
  "houseNumberSuffix",
  "houseNumberEnd",
  "street",
  "streetPrefix",
  "streetSuffix",
  "streetAndNumber",
  "unit",
  "building",
  "district",
  "city",
  "region",
  "postcode",
  "postcodeAndCity",
  "x",
  "y",
  "point",
  "recordId",
  "use",
  "country"
]).annotate({
  identifier: "TablePart",
  description:
    "What a column contains. houseNumberPrefix and houseNumberSuffix come before and after a house number, houseNumberEnd is the end of a range; streetPrefix and streetSuffix come before and after a street's name; x is a longitude or easting, y a latitude or northing, point both in one; use tells homes from other addresses."
})
export type TablePart = typeof TablePart.Type

export const GuessedColumn = Schema.Struct({
  name: Schema.String,
  samples: Schema.Array(Schema.String).annotate({ description: "Some different values, unchanged." }),
  part: Schema.NullOr(TablePart).annotate({ description: "Null if it is not used." }),
  /** BCP 47, if columns of the same role are in several languages. */
  language: Schema.NullOr(Schema.String).annotate({ description: "BCP 47 language of its names; null if unknown." }),
  confidence: Schema.Finite.annotate({ description: "From 0 to 1; 1 if it was given." }),
  reason: Schema.String.annotate({ description: "Why, in a few words." })
}).annotate({ identifier: "GuessedColumn" })
export type GuessedColumn = typeof GuessedColumn.Type

/** An address made from a row. */
export const GuessedAddress = Schema.Struct({
  recordId: Schema.String,
  houseNumber: Schema.optionalKey(Schema.String),
  street: Schema.optionalKey(Schema.String),
  unit: Schema.optionalKey(Schema.String),
  building: Schema.optionalKey(Schema.String),
  district: Schema.optionalKey(Schema.String),
  city: Schema.optionalKey(Schema.String),
  region: Schema.optionalKey(Schema.String),
  postcode: Schema.optionalKey(Schema.String),
  latitude: Schema.optionalKey(Schema.Finite),
  longitude: Schema.optionalKey(Schema.Finite),
  evidence: Schema.NullOr(Schema.String).annotate({
    description: "Kind of evidence that it is a home; null if there is none."
  })
}).annotate({ identifier: "GuessedAddress" })
export type GuessedAddress = typeof GuessedAddress.Type

/** Another table whose rows complete those of the main one. */
export const JoinedTable = Schema.Struct({
  as: Schema.String.annotate({ description: "Its columns are named {as}.{column}." }),
  file: Schema.String,
  reason: Schema.String.annotate({ description: "By what its rows are found, and how many rows have one." })
}).annotate({ identifier: "JoinedTable" })

export const TableGuess = Schema.Struct({
  file: Schema.String.annotate({ description: "The file that was read, including the path through archives." }),
  layout: Schema.String.annotate({ description: "Its structure, in a few words." }),
  rows: Schema.Int.annotate({ description: "How many rows were read." }),
  country: Schema.NullOr(CountryCode).annotate({ description: "Null if it cannot be guessed." }),
  countryReason: Schema.String,
  columns: Schema.Array(GuessedColumn),
  joins: Schema.Array(JoinedTable).annotate({ description: "Other tables that complete its rows." }),
  mapping: Schema.NullOr(Schema.Json).annotate({
    description: "A mapping for the type file; null if no country is known, or if it is not a table of addresses."
  }),
  isAddressTable: Schema.Boolean.annotate({ description: "Whether it has house numbers, and what they belong to." }),
  addresses: Schema.Array(GuessedAddress).annotate({ description: "The first resulting addresses." }),
  rejected: Schema.Array(Schema.String).annotate({ description: "Why rows gave no address; the first few." }),
  missing: Schema.Array(Schema.String).annotate({ description: "What no column contains, one sentence each." }),
  doubts: Schema.Array(Schema.String).annotate({ description: "What may be guessed wrong, one sentence each." }),
  register: Schema.NullOr(Schema.String).annotate({
    description: "A declared register whose files have these columns; its declaration is better than a guess."
  })
}).annotate({ identifier: "TableGuess" })
export type TableGuess = typeof TableGuess.Type

/** A guess of the table at a location, which may have been a service or a page about it. */
export const LocatedGuess = Schema.Struct({
  ...TableGuess.fields,
  location: Schema.String.annotate({
    description:
      "The location for a source: as it was asked, or, of a service or a page about it, the URL of the service's records."
  }),
  service: Schema.NullOr(Schema.String).annotate({
    description: "What service was found at the location, in a few words; null if it is none that is known."
  })
}).annotate({ identifier: "LocatedGuess" })
export type LocatedGuess = typeof LocatedGuess.Type
