import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import * as App from "../../App.ts"
import { SourceModules } from "../../plugins/SourceModules.ts"
import { ConfiguredSources } from "../../sync/configured/ConfiguredSources.ts"
import { Publisher } from "../../sync/publish/Publisher.ts"
import { reportFailure } from "../Failure.ts"
import { moduleFlag, withModules, withModulesOf } from "./SourceModuleFlags.ts"
import { describe, found, nameOrModule } from "./SourceNames.ts"
import { check } from "./SourceCheckCommand.ts"
import { guess } from "./SourceGuessCommand.ts"
import { create, link } from "./SourceNewCommand.ts"
import { add, remove } from "./SourceSettingCommands.ts"
import { test } from "./SourceTestCommand.ts"
import { schedule } from "./ScheduleCommand.ts"
import { printList, printTable } from "../Table.ts"
import { watch } from "../watch/WatchCommand.ts"
import { numberText } from "../../shared/Amounts.ts"
import { onOneLine } from "../../sync/normalize/CleanText.ts"

const list = Command.make(
  "list",
  { source: moduleFlag },
  Effect.fn(
    function* (_flags) {
      const configured = yield* (yield* ConfiguredSources).list
      const { loaded } = yield* SourceModules
      const moduleOf = (name: string) => loaded.find(({ sources }) => sources.includes(name))?.module
      const typeOf = (name: string) => configured.find((setting) => setting.name === name)?.type ?? "built in"
      const rows = (yield* (yield* SourceRegistry).all).map(({ manifest }) => [
        manifest.name,
        moduleOf(manifest.name) ?? typeOf(manifest.name),
        manifest.countries.join(","),
        onOneLine(manifest.license)
      ])
      yield* printTable(["NAME", "TYPE", "COUNTRIES", "LICENCE"], rows)
    },
    Effect.provide(App.layerCommandLine),
    (effect, { source }) => withModules(effect, source),
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
).pipe(Command.withDescription("List the source types that can be configured"))

const show = Command.make(
  "show",
  { source: nameOrModule },
  Effect.fn(
    function* ({ source: wanted }) {
      for (const source of yield* found(wanted)) yield* describe(source)
      const setting = (yield* (yield* ConfiguredSources).list).find((one) => one.name === wanted)
      if (setting !== undefined) yield* Console.log(`options      ${JSON.stringify(setting.options)}`)
    },
    Effect.provide(App.layerCommandLine),
    (effect, { source }) => withModulesOf(effect, source),
    reportFailure
  )
).pipe(Command.withDescription("Show a source's manifest and options"))

const coverage = Command.make(
  "coverage",
  {},
  Effect.fn(
    function* () {
      const holdings = yield* (yield* Publisher).holdings
      yield* printList(
        ["SOURCE", "COUNTRY", "REGION", "RECORDS", "HOMES"],
        holdings.map((holding) => [
          holding.source,
          holding.country,
          holding.region === "" ? "—" : holding.region,
          numberText(holding.records),
          numberText(holding.residential)
        ]),
        "No source has published anything yet."
      )
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(Command.withDescription("Show how many records and homes each source gave each region"))

/** `doorstep source`: where addresses come from. */
export const source = Command.make("source").pipe(
  Command.withAlias("sources"),
  Command.withDescription("Configure, test and list data sources"),
  Command.withSubcommands([add, create, link, list, show, remove, schedule, test, watch, check, guess, types, coverage])
)
