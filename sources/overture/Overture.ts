import { createHash } from "node:crypto"
import { Effect, Schema, Stream } from "effect"
import { CountryCode } from "../../schemas/Address.ts"
import { Terms } from "../../schemas/Fields.ts"
import * as DataSource from "../DataSource.ts"
import * as SourceType from "../SourceType.ts"
import { BoundingBox } from "./Area.ts"
import { misconfigured } from "../reading/Origin.ts"
import { type Around, buildings as buildingsTheme, places as placesTheme } from "./Buildings.ts"
import { addresses, buildingsAttribution, parts, type Statement } from "./Records.ts"
import { followLatest, latest } from "./Latest.ts"
import { locateTheme, type Theme, type ThemePlace } from "./Theme.ts"

/** Part of the fingerprint: increase it when the same files would give different records. */
const version = "4"

const text = (description: string, example: string) =>
  Schema.optionalKey(Schema.NonEmptyString.annotate({ description, examples: [example] }))

const Place = (what: string, example: string) =>
  Schema.NonEmptyString.annotate({
    description: `${what}: "latest" for the latest release, whichever that is when it is read; or a .parquet file, a folder of them, or the address of a file, of a release, or of a folder of one. What is configured in the console reads files below SOURCE_FOLDERS, and public servers or those of SOURCE_HOSTS.`,
    examples: [latest, example]
  })

const release = "https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/release/2026-08-19.0/"

const Options = Schema.Struct({
  location: Place("Overture's addresses", release),
  countries: Schema.NonEmptyArray(CountryCode)
    .annotate({
      description: "The countries whose addresses are read.",
      examples: [["LI"]]
    })
    .annotateKey(SourceType.countryIsNamed),
  buildings: Schema.optionalKey(Place("Overture's buildings, as evidence", release)),
  places: Schema.optionalKey(
    Place("Overture's places of business, as evidence against homes in these buildings", release)
  ),
  bbox: Schema.optionalKey(BoundingBox),
  /** The operator's statement that addresses without evidence from a building are homes. Overture does not say so. */
  evidence: Schema.optionalKey(Schema.Struct({ kind: Schema.Literals(["declared", "assumed"]), detail: Terms })),
  license: text("In place of the licence of each record's dataset.", "CC BY 4.0"),
  attribution: text("In place of the attribution of each record's dataset.", "Land Information New Zealand"),
  city: text("City of addresses that have none.", "Singapore"),
  region: text("Region of addresses that have none: name or ISO 3166-2 code.", "US-CA"),
  language: text("Language of the addresses, as a BCP 47 tag.", "de")
})
type Options = typeof Options.Type

const assumed = {
  kind: "assumed",
  detail: "Overture lists addresses of every use; it does not say which are homes."
} as const

const makeSource = (name: string, options: Options, location: ThemePlace, around: Around | undefined) => {
  const { attribution, bbox, city, countries, language, license, region } = options
  const evidence = options.evidence ?? (around === undefined ? assumed : undefined)
  const statement: Statement = { evidence, language, region, city, license, attribution }
  const building = "A residential building of Overture's that the address lies in"
  const themes = [location, ...(around === undefined ? [] : [around.buildings, around.places ?? []].flat())]
  const read = (country: string) =>
    countries.includes(country)
      ? Stream.suspend(() => parts(location, around, { country, box: bbox }, statement))
      : Stream.empty
  return DataSource.make({
    manifest: {
      name,
      countries,
      license: license ?? "Licence of each dataset, as https://docs.overturemaps.org/attribution lists it",
      attribution:
        (attribution ?? "Overture Maps Foundation, overturemaps.org") +
        (around === undefined ? "" : `; ${buildingsAttribution}`),
      homepage: "https://docs.overturemaps.org/guides/addresses/",
      evidence:
        around === undefined
          ? evidence!.detail
          : evidence === undefined
            ? `${building}.`
            : `${building}; where none says anything: ${evidence.detail}`
    },
    fingerprint: Effect.gen(function* () {
      const fingerprints = yield* Effect.forEach(themes, ({ fingerprint }) => fingerprint)
      // As always, so that nothing is read again without need.
      if (around === undefined) fingerprints.push("")
      const hash = createHash("sha256")
        .update(version)
        .update(JSON.stringify([options, ...fingerprints]))
        .digest("hex")
      const releases = yield* Effect.forEach(themes, (theme) => theme.release)
      const release = releases.find((one) => one !== undefined)
      return release === undefined ? hash : DataSource.withRelease(release, hash)
    }),
    records: (country) => Stream.flatMap(read(country), (part) => part.records),
    parts: read
  })
}

/** Overture's addresses theme, with its buildings as evidence; README.md beside this file says how it reads them. */
export const type = SourceType.make({
  type: "overture",
  summary:
    "Overture Maps' addresses (GeoParquet): files, or a release, of which only what a country needs is downloaded; with its buildings as evidence.",
  options: Options,
  make: Effect.fn("overture.make")(function* (name: string, options: Options) {
    const themeOfLatest = yield* followLatest(name)
    const locate = (place: string, theme: Theme) =>
      place === latest ? Effect.succeed(themeOfLatest(theme)) : locateTheme(name, place, theme)
    const location = yield* locate(options.location, addresses)
    if (options.buildings === undefined) {
      return options.places === undefined
        ? makeSource(name, options, location, undefined)
        : yield* misconfigured(
            { source: name, place: options.places },
            "places are evidence only in buildings. Set buildings as well."
          )
    }
    const places = options.places === undefined ? undefined : yield* locate(options.places, placesTheme)
    const around = { buildings: yield* locate(options.buildings, buildingsTheme), places }
    return makeSource(name, options, location, around)
  })
})
