import { createHash } from "node:crypto"
import { Effect, Schema, Stream } from "effect"
import { CountryCode } from "../../schemas/Address.ts"
import { Homepage, Terms } from "../../schemas/Fields.ts"
import * as DataSource from "../DataSource.ts"
import type { Piece } from "../DataSource.ts"
import { locate, Places } from "../reading/Locations.ts"
import { Rule } from "../registers/Expression.ts"
import { Pattern } from "../registers/Pattern.ts"
import { selected, selectionBy } from "../registers/Selection.ts"
import * as SourceType from "../SourceType.ts"
import { piecewise } from "../threads/Pieces.ts"
import { readPieces } from "./Formats.ts"
import { type File, makeRecords, reader, type Setup } from "./LineReader.ts"
import { regionOf, type Statement } from "./Records.ts"

const Options = Schema.Struct({
  location: Places,
  country: CountryCode.annotateKey(SourceType.countryIsNamed),
  files: Schema.optionalKey(
    Pattern.annotate({
      description: "Which files of a folder or archive are read, by their path there. Unset: .geojson and .csv."
    })
  ),
  license: Schema.optionalKey(Terms),
  attribution: Schema.optionalKey(Terms),
  homepage: Schema.optionalKey(Homepage),
  /** The operator's statement that the addresses are homes. OpenAddresses does not say so. */
  evidence: Schema.optionalKey(Schema.Struct({ kind: Schema.Literals(["declared", "assumed"]), detail: Terms })),
  /** Rules on the properties (`{number}`, `{street}`, `{district}` …) that a record must satisfy. */
  keep: Schema.optionalKey(Schema.Array(Rule)),
  /** For records without it, as in many files of a single county or city. */
  region: Schema.optionalKey(Schema.NonEmptyString),
  city: Schema.optionalKey(Schema.NonEmptyString),
  postcode: Schema.optionalKey(Schema.NonEmptyString),
  /** BCP 47. */
  language: Schema.optionalKey(Schema.NonEmptyString)
})
type Options = typeof Options.Type

const assumed = {
  kind: "assumed",
  detail: "OpenAddresses lists addresses of every use; it does not say which are homes."
} as const

/** Collected archives also contain licenses and summaries, as .txt and .json. */
const usualFiles = "\\.(geojson|geojsonl|csv)$"

const make = Effect.fnUntraced(function* (name: string, options: Options) {
  const location = yield* locate(name, options.location)
  const { country, evidence = assumed } = options
  const statement: Statement = {
    evidence,
    language: options.language,
    region: options.region,
    city: options.city,
    postcode: options.postcode
  }
  const setup: Setup = { statement, keep: options.keep ?? [] }
  const record = makeRecords(setup)
  const selection = selectionBy(options.files ?? usualFiles)

  /** One part per file. */
  const parts = (wanted: string): Stream.Stream<DataSource.SourcePart, DataSource.SourceError> =>
    wanted !== country
      ? Stream.empty
      : Stream.map(selected(location, selection), ({ entry }) => {
          const region = regionOf(entry.path, country)
          const pieces = Stream.map(readPieces(entry), (piece): Piece<File> =>
            "values" in piece
              ? { records: piece.values.map((columns) => record(columns, region)) }
              : { lines: { ...piece.lines, file: { ...piece.lines.file, region } } }
          )
          return piecewise(entry.path, reader, setup, pieces)
        })

  return DataSource.make({
    manifest: {
      name,
      countries: [country],
      license: options.license ?? "Licence of each source, as https://github.com/openaddresses/openaddresses lists it",
      attribution: options.attribution ?? "OpenAddresses contributors",
      homepage: options.homepage ?? "https://openaddresses.io",
      evidence: evidence.detail
    },
    fingerprint: Effect.map(location.fingerprint, (fingerprint) =>
      createHash("sha256").update(JSON.stringify(options)).update(fingerprint).digest("hex")
    ),
    records: (wanted) => Stream.flatMap(parts(wanted), ({ records }) => records),
    parts
  })
})

/** OpenAddresses files, current ones and those from before 2021. */
export const type = SourceType.make({
  type: "openaddresses",
  summary:
    "Files of OpenAddresses: line-delimited GeoJSON, or CSV with or without HASH; plain, packed, or in archives.",
  options: Options,
  make
})
