import { Console, Effect, Option, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type DataSource, isRejected, SourceRegistry } from "../../sources/DataSource.ts"
import * as App from "../App.ts"
import { normalize } from "../sync/Normalize.ts"
import { ConfiguredSources } from "../sync/ConfiguredSources.ts"
import { Publisher } from "../sync/Publisher.ts"
import { reportFailure } from "./Failure.ts"
import { printTable } from "./Table.ts"

/** Records that `source test` reads. */
const sampleSize = 1000

const JsonObject = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

const name = Argument.String("name").pipe(Argument.withDescription("Name of the source"))

const settingFlags = {
  type: Flag.String("type").pipe(Flag.withDescription("Type of the source, as `source types` lists them")),
  country: Flag.String("country").pipe(
    Flag.withDescription("Country of its addresses (ISO 3166-1 alpha-2)"),
    Flag.map((code) => code.toUpperCase()),
    Flag.optional
  ),
  location: Flag.String("location").pipe(
    Flag.withAlias("url"),
    Flag.withDescription("A file, a folder, or an http or https address"),
    Flag.optional
  ),
  options: Flag.String("options").pipe(
    Flag.withDescription("Further options of the type, as a JSON object"),
    Flag.withSchema(JsonObject),
    Flag.withDefault({})
  )
}

/** Types that read several countries at once call the option by its plural. */
const countryOption = (options: Schema.Top, country: string): Readonly<Record<string, unknown>> => {
  const fields = "fields" in options && typeof options.fields === "object" ? (options.fields ?? {}) : {}
  return "countries" in fields ? { countries: [country] } : { country }
}

const settingOf = Effect.fnUntraced(function* (
  sourceName: string,
  given: {
    readonly type: string
    readonly country: Option.Option<string>
    readonly location: Option.Option<string>
    readonly options: Readonly<Record<string, unknown>>
  }
) {
  const { types } = yield* ConfiguredSources
  const type = types.find((known) => known.type === given.type)
  return {
    name: sourceName,
    type: given.type,
    options: {
      ...Option.match(given.location, { onNone: () => ({}), onSome: (location) => ({ location }) }),
      ...Option.match(given.country, {
        onNone: () => ({}),
        onSome: (country) => (type === undefined ? {} : countryOption(type.options, country))
      }),
      ...given.options
    }
  }
})

const describe = ({ manifest }: DataSource) =>
  Effect.forEach(
    [
      `name         ${manifest.name}`,
      `countries    ${manifest.countries.join(", ")}`,
      `licence      ${manifest.license}`,
      `attribution  ${manifest.attribution}`,
      `homepage     ${manifest.homepage}`,
      `evidence     ${manifest.evidence}`
    ],
    (line) => Console.log(line),
    { discard: true }
  )

const add = Command.make(
  "add",
  { name, ...settingFlags },
  Effect.fn(
    function* ({ name: sourceName, ...given }) {
      const sources = yield* ConfiguredSources
      const source = yield* sources.add(yield* settingOf(sourceName, given))
      yield* describe(source)
      yield* Console.log(`Added. Read it with: npm run doorstep -- sync --source ${sourceName}`)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(
  Command.withDescription("Configure a source; it is kept in the database"),
  Command.withExamples([
    {
      command: "doorstep source add karlsruhe --type openstreetmap --country DE --location karlsruhe.osm.pbf",
      description: "Homes of an OpenStreetMap extract"
    }
  ])
)

const list = Command.make(
  "list",
  {},
  Effect.fn(
    function* () {
      const configured = yield* (yield* ConfiguredSources).list
      const rows = (yield* (yield* SourceRegistry).all).map(({ manifest }) => [
        manifest.name,
        configured.find((setting) => setting.name === manifest.name)?.type ?? "built in",
        manifest.countries.join(","),
        manifest.license
      ])
      yield* printTable(["NAME", "TYPE", "COUNTRIES", "LICENCE"], rows)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("List every source"))

const types = Command.make(
  "types",
  {},
  Effect.fn(
    function* () {
      const sources = yield* ConfiguredSources
      yield* printTable(
        ["TYPE", "READS"],
        sources.types.map((type) => [type.type, type.summary])
      )
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("List the types of sources that can be configured"))

const found = Effect.fnUntraced(function* (wanted: string) {
  const all = yield* (yield* SourceRegistry).all
  const source = all.find(({ manifest }) => manifest.name === wanted)
  if (source !== undefined) return source
  return yield* Effect.fail({
    message: `No source is named "${wanted}". There are: ${all.map(({ manifest }) => manifest.name).join(", ")}.`
  })
})

const show = Command.make(
  "show",
  { name },
  Effect.fn(
    function* ({ name: wanted }) {
      yield* describe(yield* found(wanted))
      const setting = (yield* (yield* ConfiguredSources).list).find((one) => one.name === wanted)
      if (setting !== undefined) yield* Console.log(`options      ${JSON.stringify(setting.options)}`)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("Show a source's manifest and options"))

const remove = Command.make(
  "remove",
  { name },
  Effect.fn(
    function* ({ name: wanted }) {
      const sources = yield* ConfiguredSources
      const publisher = yield* Publisher
      yield* sources.remove(wanted)
      const held = (yield* publisher.holdings).filter((holding) => holding.source === wanted)
      for (const country of new Set(held.map((holding) => holding.country))) {
        const { withdrawn } = yield* Effect.scoped(
          Effect.gen(function* () {
            const staging = yield* publisher.begin(wanted, country, "removed")
            const totals = { read: 0, kept: 0, rejected: {} }
            return yield* staging.publish({ totals, limits: { records: 1, cities: 1 }, anyway: true })
          })
        )
        yield* Console.log(`${country}: ${withdrawn} addresses that no other source has are withdrawn.`)
      }
      yield* Console.log(`The source ${wanted} is removed.`)
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("Remove a configured source, and the addresses that only it has"))

const test = Command.make(
  "test",
  { name },
  Effect.fn(
    function* ({ name: wanted }) {
      const source = yield* found(wanted)
      yield* Console.log(`fingerprint  ${yield* source.fingerprint}`)
      for (const country of source.manifest.countries) {
        const records = yield* Stream.runCollect(Stream.take(source.records(country), sampleSize))
        const counts = new Map<string, number>()
        const shown: Array<string> = []
        for (const record of records) {
          const result = normalize(source.manifest, country, record)
          const outcome =
            result._tag === "Failure"
              ? `rejected: ${result.failure}`
              : `kept: ${result.success.evidence?.kind ?? "no evidence"}`
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
          if (result._tag === "Success" && shown.length < 3) shown.push(result.success.formattedAddress)
        }
        const gave = records.filter((record) => !isRejected(record)).length
        yield* Console.log(`${country}: ${gave} of the first ${records.length} records could be read`)
        for (const [outcome, count] of counts) yield* Console.log(`  ${outcome}: ${count}`)
        for (const address of shown) yield* Console.log(`  such as: ${address}`)
      }
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription(`Read the first ${sampleSize} records of a source, and publish nothing`))

const coverage = Command.make(
  "coverage",
  {},
  Effect.fn(
    function* () {
      const holdings = yield* (yield* Publisher).holdings
      yield* printTable(
        ["SOURCE", "COUNTRY", "REGION", "RECORDS", "HOMES"],
        holdings.map((holding) => [
          holding.source,
          holding.country,
          holding.region === "" ? "—" : holding.region,
          String(holding.records),
          String(holding.residential)
        ])
      )
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("Print what each source gave each region"))

/** `doorstep source`: where addresses come from. */
export const source = Command.make("source").pipe(
  Command.withAlias("sources"),
  Command.withDescription("Configure, try and list data sources"),
  Command.withSubcommands([add, list, show, remove, test, types, coverage])
)
