import { createHash } from "node:crypto"
import { Effect, Schema, Stream } from "effect"
import { CountryCode } from "../../schemas/Address.ts"
import * as DataSource from "../DataSource.ts"
import { misconfigured } from "../reading/Origin.ts"
import { type Location, Reader } from "../reading/Reader.ts"
import * as SourceType from "../SourceType.ts"
import { levelsOf, LevelOverrides } from "./AdminLevels.ts"
import { openPbf } from "./PbfFile.ts"
import { records } from "./Records.ts"

/** Part of the fingerprint: raise it when the same file would give other records. */
const version = "2"

const text = (description: string, example: string) =>
  Schema.optionalKey(Schema.NonEmptyString.annotate({ description, examples: [example] }))

export const Options = Schema.Struct({
  location: Schema.NonEmptyString.annotate({
    description: "An .osm.pbf file, a folder or zip archive of such files, or the URL of one.",
    examples: ["https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf"]
  }),
  countries: Schema.NonEmptyArray(CountryCode).annotate({
    description: "The countries whose addresses are read from the extract.",
    examples: [["LI"]]
  }),
  city: text("City of addresses for which neither tags nor boundaries of the extract give one.", "Vancouver"),
  region: text("Region of such addresses: name or ISO 3166-2 code.", "CA-BC"),
  language: text("Language of such addresses, as a BCP 47 tag.", "en"),
  adminLevels: Schema.optionalKey(LevelOverrides)
})
export type Options = typeof Options.Type

/** The source of a location that has been found. */
const makeSource = (name: string, options: Options, location: Location): DataSource.DataSource => {
  const { adminLevels = {}, city, countries, language, region } = options
  const declared = {
    ...(city === undefined ? {} : { city }),
    ...(region === undefined ? {} : { region }),
    ...(language === undefined ? {} : { language })
  }
  const isExtract = (path: string) => /\.(pbf|zip)$/i.test(path)

  /** A part an extract. */
  const parts = (country: string): Stream.Stream<DataSource.SourcePart, DataSource.SourceError> => {
    let files = 0
    const none = Effect.suspend(() =>
      files > 0 ? Effect.void : Effect.fail(misconfigured(location.origin, "there is no .osm.pbf file in it."))
    )
    return location.entries({ select: isExtract }).pipe(
      Stream.map((entry) => {
        files += 1
        const read = Effect.gen(function* () {
          const file = yield* openPbf(entry.origin, yield* entry.randomAccess())
          return records(file, { country, declared, levels: levelsOf(country, adminLevels[country]) })
        })
        return { name: entry.path, records: Stream.unwrap(read) }
      }),
      Stream.concat(Stream.fromEffectDrain(none))
    )
  }

  const partsOf = (country: string) =>
    countries.includes(country) ? Stream.suspend(() => parts(country)) : Stream.empty

  return DataSource.make({
    manifest: {
      name,
      countries,
      license: "ODbL 1.0",
      attribution: "© OpenStreetMap contributors",
      homepage: "https://www.openstreetmap.org/copyright",
      evidence:
        "A residential building that the address is or lies in, or else a residential area around it; shops, offices and other uses speak against it."
    },
    fingerprint: Effect.map(location.fingerprint, (fingerprint) =>
      createHash("sha256").update(version).update(JSON.stringify(options)).update(fingerprint).digest("hex")
    ),
    records: (country) => Stream.flatMap(partsOf(country), (part) => part.records),
    parts: partsOf
  })
}

/** Addresses of an OpenStreetMap extract, from a city to a country; the guide beside this file says how it reads them. */
export const type = SourceType.make({
  type: "openstreetmap",
  summary:
    "Addresses of an OpenStreetMap extract (.osm.pbf), with the buildings and areas they lie in as evidence. " +
    "Licence ODbL 1.0: wherever you show them, name OpenStreetMap's contributors; and if you give others a database that " +
    "is made from them, it has to be under the ODbL as well.",
  options: Options,
  make: Effect.fn("openstreetmap.make")(function* (name: string, options: Options) {
    const reader = yield* Reader
    return makeSource(name, options, yield* reader.at(name, options.location))
  })
})
