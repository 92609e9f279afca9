import { Console, Effect, Option, Predicate, Stdio } from "effect"
import { Command, Flag } from "effect/cli"
import { errorCode } from "../../../schemas/ErrorCode.ts"
import { inCapitals } from "../../../schemas/CountryCodes.ts"
import { countryName } from "../../../schemas/CountryAliases.ts"
import { Database } from "../../database/Database.ts"
import { migrations } from "../../database/Migrations.ts"
import { refuseMismatch } from "../../database/Migrator.ts"
import { type ExportHead, formatNames } from "../../export/Formats.ts"
import { type ExportRequest, newSeed, type Sample } from "../../export/Sample.ts"
import { withSample } from "../../export/SamplePostgres.ts"
import { sampleOf } from "../../export/SampleSnapshot.ts"
import { ExportFailed, refuseExisting, writeFile, writeTo } from "../../export/WriteExport.ts"
import { filterNames, type PoolFilters } from "../../pool/PoolRequests.ts"
import { openScoped } from "../../snapshot/Verify.ts"
import { reportFailure, sayIfStopped, unwrittenFile } from "../Failure.ts"
import { wholeNumber } from "../Numbers.ts"
import { numberText } from "../../shared/Amounts.ts"
import { optionalPath, optionalText } from "../Flags.ts"

const flags = {
  country: Flag.String("country").pipe(
    Flag.withDescription("ISO 3166-1 alpha-2 code, such as DE"),
    Flag.map(inCapitals)
  ),
  count: wholeNumber("count", { what: "a number of homes", least: 1 }).pipe(
    Flag.withDescription("How many homes; if omitted, or if there are fewer, all of them"),
    Flag.withDefault(Number.MAX_SAFE_INTEGER)
  ),
  seed: optionalText("seed", "The same seed gives the same homes in the same order; if omitted, a random one"),
  format: Flag.Literals("format", formatNames).pipe(
    Flag.withDescription("Format of the file; if omitted, csv"),
    Flag.withDefault("csv" as const)
  ),
  output: optionalPath("output", "File to write, which must not exist yet; if omitted, standard output"),
  snapshot: optionalPath("snapshot", "A snapshot file to read instead of the published pool"),
  region: optionalText("region", "Only homes in this region: its name or its ISO 3166-2 code"),
  regionId: optionalText("region-id", "Only homes in the region with this ID"),
  city: optionalText("city", "Only homes in a city of this name"),
  cityId: optionalText("city-id", "Only homes in the city with this ID"),
  district: optionalText("district", "Only homes in a district of this name"),
  districtId: optionalText("district-id", "Only homes in the district with this ID"),
  postcode: optionalText("postcode", "Only homes with this postcode"),
  postcodeId: optionalText("postcode-id", "Only homes with the postcode of this ID"),
  q: optionalText("q", "Only homes with this text in one part of the address")
}

type Filter = keyof PoolFilters

const filtersOf = (given: Readonly<Record<Filter, Option.Option<string>>>): PoolFilters =>
  Object.fromEntries(filterNames.flatMap((name) => Option.toArray(given[name]).map((value) => [name, value])))

/** The reader, such as `head`, has closed the pipe. */
const isClosed = (error: unknown): boolean =>
  Predicate.hasProperty(error, "cause") && (errorCode(error.cause) === "EPIPE" || isClosed(error.cause))

const said = (head: ExportHead): string =>
  `${numberText(head.count)} of ${numberText(head.eligibleCount)} homes of ${countryName(head.country)} (${head.country}), ` +
  `version ${head.poolVersion}, seed ${head.seed}`

/** `doorstep export`: a uniform sample as a file. */
export const exportCommand = Command.make(
  "export",
  flags,
  Effect.fn(
    function* ({ count, country, format, output, seed, snapshot, ...given }) {
      const request: ExportRequest = {
        country,
        filters: filtersOf(given),
        seed: Option.getOrUndefined(seed) ?? (yield* newSeed),
        count
      }
      if (Option.isSome(output)) yield* refuseExisting(output.value)
      const write = Effect.fnUntraced(function* <E>(sample: Sample<E>) {
        if (Option.isSome(output)) yield* writeFile(sample, format, output.value)
        else yield* writeTo(sample, format, (yield* Stdio.Stdio).stdout())
        const { head } = sample
        yield* Console.error(said(head))
        for (const { attribution, license, source } of head.licenses) {
          yield* Console.error(`  ${source}: ${license}: ${attribution}`)
        }
      })
      if (Option.isSome(snapshot)) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const file = yield* openScoped(snapshot.value)
            yield* write(yield* sampleOf(file, request))
          })
        )
      } else {
        yield* Effect.andThen(
          refuseMismatch(migrations),
          withSample(request, write, (cause) => new ExportFailed({ message: cause.message, cause }))
        ).pipe(Effect.provide(Database.layer))
      }
    },
    Effect.catchIf(isClosed, () => Effect.void),
    (effect, { output }) => (Option.isSome(output) ? sayIfStopped(unwrittenFile)(effect) : effect),
    reportFailure
  )
).pipe(
  Command.withDescription("Write a uniform sample of a pool as CSV, JSON, NDJSON, GeoJSON or SQL"),
  Command.withExamples([
    { command: "doorstep export --country DE --count 10000 --seed s --output homes.csv", description: "As a table" },
    {
      command: "doorstep export --country US --region CA --format geojson --output california.geojson",
      description: "All of California, for a map"
    }
  ])
)
