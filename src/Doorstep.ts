import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer } from "effect"
import { CliOutput, Command } from "effect/cli"
import { argv, env } from "node:process"
import packageJson from "../package.json" with { type: "json" }
import { add } from "./cli/add/AddCommand.ts"
import { admin } from "./cli/AdminCommand.ts"
import { backup, restore } from "./cli/BackupCommand.ts"
import { country } from "./cli/CountryCommand.ts"
import { directory } from "./cli/DirectoryCommand.ts"
import { doctor } from "./cli/DoctorCommand.ts"
import { downloads } from "./cli/DownloadsCommand.ts"
import { teardown } from "./cli/ExitCode.ts"
import { exportCommand } from "./cli/ExportCommand.ts"
import { judge } from "./cli/JudgeCommand.ts"
import { settingsProvider } from "./cli/DotEnvFile.ts"
import { properties } from "./cli/properties/PropertiesCommand.ts"
import { serve } from "./cli/ServeCommand.ts"
import { snapshot } from "./cli/snapshot/SnapshotCommand.ts"
import { source } from "./cli/SourceCommand.ts"
import { sync } from "./cli/SyncCommand.ts"
import { token } from "./cli/TokenCommand.ts"
import { work } from "./cli/WorkCommand.ts"
import { asInvoked } from "./Invocation.ts"
import * as Logging from "./observability/Logging.ts"

const doorstep = Command.make("doorstep").pipe(
  Command.withDescription("Real residential addresses for tests, demos and research, from open data, over HTTP"),
  Command.withSubcommands([
    serve,
    work,
    add,
    directory,
    source,
    sync,
    country,
    judge,
    token,
    admin,
    doctor,
    downloads,
    backup,
    restore,
    snapshot,
    exportCommand,
    properties
  ])
)

/** A service logs what it does; who gives a command wants its answer, and what went wrong. */
const usualLevel =
  argv[2] === "serve" || argv[2] === "work" || (argv[2] === "snapshot" && argv[3] === "serve") ? "Info" : "Warn"

/** A setting that cannot be understood ends every command, with a line that names it. */
const settings = Layer.tapError(
  Layer.provideMerge(Logging.layerFrom(usualLevel), settingsProvider(env)),
  ({ message }) => Console.error(message)
)

/** Help shows examples as they are given here. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    CliOutput.defaultPresenter.present(
      event._tag === "Version"
        ? event
        : {
            ...event,
            helpDoc: {
              ...event.helpDoc,
              usage: asInvoked(event.helpDoc.usage),
              examples: (event.helpDoc.examples ?? []).map((example) => ({
                ...example,
                command: asInvoked(example.command)
              }))
            }
          }
    )
}

doorstep.pipe(
  Command.run({ version: packageJson.version }),
  Effect.provide(Layer.mergeAll(Layer.provideMerge(settings, NodeServices.layer), CliOutput.layerPresenter(presenter))),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
