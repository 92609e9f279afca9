import { Console, Effect, FileSystem, Option, Path, Result, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { inCapitals } from "../../../schemas/CountryCodes.ts"
import { Options } from "../../../schemas/admin/Sources.ts"
import { DerivationMethod } from "../../../schemas/Address.ts"
import { describeIssue } from "../../../schemas/Faults.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import * as App from "../../App.ts"
import { ConfiguredSources } from "../../sync/configured/ConfiguredSources.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import { checkCron } from "../../sync/run/Schedules.ts"
import { withdraw } from "../../sync/configured/Withdrawal.ts"
import { refuse, reportFailure, sayIfStopped } from "../Failure.ts"
import { setSchedule } from "./ScheduleCommand.ts"
import { describe, name } from "./SourceNames.ts"
import { invocation } from "../../shared/Invocation.ts"
import { optionalText } from "../Flags.ts"

const readOptions = Schema.decodeUnknownResult(Schema.fromJsonString(Options))

/** What options must be that are no JSON object, or that the database would refuse or store as something else. */
const expectedOptions = (text: string): string => {
  const read = readOptions(text)
  const details = Result.isFailure(read) ? (describeIssue(read.failure.issue, "", false).details ?? []) : []
  const faults = details.filter(({ path }) => path !== "").map(({ message, path }) => `${path} ${message}`)
  return faults.length === 0
    ? `Expected a JSON object, such as '{"license":"CC0-1.0"}'`
    : `Expected options that can be stored: ${faults.join("; ")}`
}

const settingFlags = {
  type: Flag.String("type").pipe(Flag.withDescription("Type of the source, as listed by `source types`")),
  country: Flag.String("country").pipe(
    Flag.withDescription("Country of its addresses (ISO 3166-1 alpha-2 code)"),
    Flag.map(inCapitals),
    Flag.optional
  ),
  location: Flag.String("location").pipe(
    Flag.withAlias("url"),
    Flag.withDescription("A file, a folder, or an http(s) URL"),
    Flag.optional
  ),
  derive: Flag.String("derive").pipe(
    Flag.withDescription(
      `How components missing from records may be derived: ${DerivationMethod.literals.join(", ")}, comma-separated, or none`
    ),
    Flag.map((text) => (text === "none" ? [] : text.split(",").map((method) => method.trim()))),
    Flag.optional
  ),
  options: Flag.String("options").pipe(
    Flag.withDescription("More options of the type, as a JSON object"),
    Flag.filterMap((text) => Result.getSuccess(readOptions(text)), expectedOptions),
    Flag.withDefault({})
  )
}

/** Types that read several countries at once call the option `countries`; others have it in a mapping or a register. */
const countryOption = ({ options, type }: ConfiguredSources["Service"]["types"][number], country: string) => {
  const fields = "fields" in options && typeof options.fields === "object" ? (options.fields ?? {}) : {}
  if ("countries" in fields) return Effect.succeed({ countries: [country] })
  if ("country" in fields) return Effect.succeed({ country })
  return refuse(`Sources of the type ${type} take no --country: their mapping or register names it. Leave it out.`)
}

/** A file by its whole path: the source is read from other folders too, by services and later commands. */
const wholePath = Effect.fnUntraced(function* (location: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const isHere = yield* Effect.orElseSucceed(fs.exists(location), () => false)
  return isHere ? path.resolve(location) : location
})

const settingOf = Effect.fnUntraced(function* (
  sourceName: string,
  given: {
    readonly type: string
    readonly country: Option.Option<string>
    readonly location: Option.Option<string>
    readonly derive: Option.Option<ReadonlyArray<string>>
    readonly options: Readonly<Record<string, unknown>>
  }
) {
  const { types } = yield* ConfiguredSources
  const type = types.find((known) => known.type === given.type)
  const location = Option.isNone(given.location) ? undefined : yield* wholePath(given.location.value)
  const isCountryUsed = type !== undefined && Option.isSome(given.country)
  return {
    name: sourceName,
    configuredBy: "command" as const,
    type: given.type,
    options: {
      ...(location !== undefined && { location }),
      ...(isCountryUsed && (yield* countryOption(type, given.country.value))),
      ...Option.match(given.derive, { onNone: () => ({}), onSome: (derive) => ({ derive }) }),
      ...given.options
    }
  }
})

/** `doorstep source add`: a source from a type and options. */
export const add = Command.make(
  "add",
  {
    name,
    ...settingFlags,
    schedule: optionalText("schedule", 'When to read it while the service is up: cron in UTC, such as "0 3 * * *"')
  },
  Effect.fn(
    function* ({ name: sourceName, schedule, ...given }) {
      const sources = yield* ConfiguredSources
      if (Option.isSome(schedule)) yield* checkCron(schedule.value)
      const source = yield* sources.add(yield* settingOf(sourceName, given))
      yield* describe(source)
      if (Option.isSome(schedule)) yield* setSchedule(sourceName, schedule.value)
      yield* Console.log(`Added. To read it, run: ${invocation(`sync --source ${sourceName}`)}`)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(
  Command.withDescription("Configure a source and store it in the database"),
  Command.withExamples([
    {
      command: "doorstep source add karlsruhe --type openstreetmap --country DE --location karlsruhe.osm.pbf",
      description: "Homes from an OpenStreetMap extract"
    }
  ])
)

/** `doorstep source remove`: removes a source and what it has published. */
export const remove = Command.make(
  "remove",
  { name },
  Effect.fn(
    function* ({ name: wanted }) {
      const sources = yield* ConfiguredSources
      const held = (yield* (yield* Publisher).holdings).filter(({ source }) => source === wanted)
      const configured = (yield* sources.list).some((setting) => setting.name === wanted)
      const registered = (yield* (yield* SourceRegistry).all).some(({ manifest }) => manifest.name === wanted)
      if (!configured && registered) {
        return yield* refuse(`The source ${wanted} comes from SOURCES or SOURCE_MODULES. Remove it there first.`)
      }
      // A source that is no longer registered has left only its addresses.
      if (configured || held.length === 0) yield* sources.remove(wanted)
      for (const country of new Set(held.map(({ country }) => country))) {
        const { withdrawn } = yield* withdraw(yield* Publisher, { source: wanted, country, startedBy: "command" })
        yield* Console.log(`${country}: ${withdrawn} addresses that no other source has were withdrawn.`)
      }
      yield* Console.log(`The source ${wanted} was removed.`)
    },
    Effect.provide(App.layerCommandLine),
    sayIfStopped("Addresses that are not withdrawn yet are still served. To finish, run the command again."),
    reportFailure
  )
).pipe(Command.withDescription("Remove a source and the addresses that no other source has"))
