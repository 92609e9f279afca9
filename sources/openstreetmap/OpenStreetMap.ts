import { createHash } from "node:crypto"
import { Effect, Schema, Scope, Stream } from "effect"
import { CountryCode } from "../../schemas/Address.ts"
import * as DataSource from "../DataSource.ts"
import { misconfigured } from "../reading/Origin.ts"
import { type Entry, type Location, Reader } from "../reading/Reader.ts"
import { Scratch, type ScratchPlace } from "../scratch/ScratchFile.ts"
import * as SourceType from "../SourceType.ts"
import { levelsOf, LevelOverrides } from "./AdminLevels.ts"
import { openPbf, type PbfFile } from "./PbfFile.ts"
import { prepare } from "./Records.ts"
import { openText, textFormatOf } from "./TextMap.ts"

/** Part of the fingerprint: increase it when the same file would give different records. */
const version = "41"

const noExtract = "it holds no map of OpenStreetMap: no .osm.pbf and no .osm file. Check the location."

const text = (description: string, example: string) =>
  Schema.optionalKey(Schema.NonEmptyString.annotate({ description, examples: [example] }))

export const Options = Schema.Struct({
  location: Schema.NonEmptyString.annotate({
    description:
      "An .osm.pbf file, or a map in XML or JSON (.osm); a folder or zip archive of such files, or the URL of one.",
    examples: ["https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf"]
  }),
  countries: Schema.NonEmptyArray(CountryCode)
    .annotate({
      description: "The countries whose addresses are read from the extract.",
      examples: [["LI"]]
    })
    .annotateKey(SourceType.countryIsNamed),
  city: text("City of addresses for which neither tags nor boundaries of the extract give one.", "Vancouver"),
  region: text("Region of such addresses: name or ISO 3166-2 code.", "CA-BC"),
  language: text("Language of such addresses, as a BCP 47 tag.", "en"),
  adminLevels: Schema.optionalKey(LevelOverrides)
})
export type Options = typeof Options.Type

/**
 * The size of a part in bytes, or a hundredth of the extract if that is more: an interrupted run continues after the
 * last part.
 */
const leastOfPart = 8 * 1024 ** 2
const mostParts = 100

/** Ranges of blocks that can be read on their own. The same file always has the same ones. */
export const rangesOf = ({ blocks, size }: Pick<PbfFile, "blocks" | "size">) => {
  const bytes = Math.max(leastOfPart, size / mostParts)
  const ranges: Array<{ readonly from: number; readonly to: number }> = []
  for (let from = 0; from < blocks.length;) {
    let to = from
    while (to < blocks.length && blocks[to]!.end - blocks[from]!.start <= bytes) to += 1
    to = Math.max(to, from + 1)
    ranges.push({ from, to })
    from = to
  }
  return ranges.map((range, i) => ({ ...range, name: ranges.length === 1 ? "" : ` ${i + 1}/${ranges.length}` }))
}

/** Runs once; after a failure or an interruption it runs again. */
const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let made: { readonly value: A } | undefined
  return Effect.suspend(() =>
    made !== undefined
      ? Effect.succeed(made.value)
      : Effect.tap(effect, (value) =>
          Effect.sync(() => {
            made = { value }
          })
        )
  )
}

/** The source for a location that has been found. */
const makeSource = (
  name: string,
  options: Options,
  location: Location,
  scratch: ScratchPlace
): DataSource.DataSource => {
  const { adminLevels = {}, city, countries, language, region } = options
  const declared = {
    ...(city === undefined ? {} : { city }),
    ...(region === undefined ? {} : { region }),
    ...(language === undefined ? {} : { language })
  }
  const isExtract = (path: string) => /\.(?:pbf|zip|osm(?:\.(?:gz|zst|bz2))?)$/i.test(path)

  /**
   * One part per range of an extract; what depends on the whole extract is computed once, before the first part that is
   * read.
   */
  const parts = (country: string): Stream.Stream<DataSource.SourcePart, DataSource.SourceError> => {
    let files = 0
    const none = Effect.suspend(() =>
      files > 0 ? Effect.void : Effect.fail(misconfigured(location.origin, noExtract))
    )
    const partsOf = Effect.fnUntraced(function* (entry: Entry) {
      files += 1
      const scope = yield* Effect.scope
      const access = yield* entry.randomAccess()
      const format = yield* textFormatOf(access)
      const file =
        format === undefined
          ? yield* openPbf(entry.origin, access)
          : yield* Effect.provideService(openText(entry.origin, access, format), Scratch, scratch)
      const prepared = once(
        prepare(file, { country, declared, levels: levelsOf(country, adminLevels[country]) }).pipe(
          Scope.provide(scope),
          Effect.provideService(Scratch, scratch)
        )
      )
      return rangesOf(file).map(({ from, name, to }): DataSource.SourcePart => ({
        name: `${entry.path}${name}`,
        records: Stream.unwrap(Effect.map(prepared, (records) => records(from, to)))
      }))
    })
    return location.entries({ select: isExtract }).pipe(
      Stream.flatMap((entry) => Stream.unwrap(Effect.map(partsOf(entry), (parts) => Stream.fromIterable(parts)))),
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

/**
 * Addresses of an OpenStreetMap extract, from a city to a country; README.md beside this file says how it reads them.
 */
export const type = SourceType.make({
  type: "openstreetmap",
  summary:
    "Addresses of an OpenStreetMap extract (.osm.pbf, or XML), with the buildings and areas they lie in as evidence. " +
    "Licence ODbL 1.0: credit OpenStreetMap's contributors wherever you show them. A database made from them that you " +
    "share must be under the ODbL as well.",
  options: Options,
  make: Effect.fn("openstreetmap.make")(function* (name: string, options: Options) {
    const reader = yield* Reader
    return makeSource(name, options, yield* reader.at(name, options.location), reader.scratch)
  })
})
