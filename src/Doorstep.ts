import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer } from "effect"
import { CliOutput, Command } from "effect/cli"
import cluster from "node:cluster"
import process, { argv, env } from "node:process"
import packageJson from "../package.json" with { type: "json" }
import { doorstep } from "./Commands.ts"
import { argumentsOf } from "./cli/Arguments.ts"
import { failEarlyEnds, sayLostErrors, teardown } from "./cli/ExitCode.ts"
import { settingsProvider } from "./cli/DotEnvFile.ts"
import { outliveReaders, printedSafely } from "./cli/Output.ts"
import { presenter } from "./cli/Presenter.ts"
import { endWithin } from "./cli/serve/BoundedStop.ts"
import { settleSignals } from "./cli/Signals.ts"
import { requestIdIn } from "./http/edge/Exchange.ts"
import * as Logging from "./observability/Logging.ts"
import { timeBudgets } from "./settings/TimeBudgets.ts"
import { levelOfCommands } from "./settings/table/Observability.ts"

const isService = argv[2] === "serve" || argv[2] === "work" || (argv[2] === "snapshot" && argv[3] === "serve")

/** Other commands would repeat on each use what another program has in a `.env` that both share. */
const reportedNames = cluster.isWorker ? "none" : isService || argv[2] === "doctor" ? "all" : "near"

/** A service logs what it does. A command's user wants the result, and what went wrong. */
const usualLevel = isService ? undefined : levelOfCommands

/** An invalid setting ends every command, with a line that names it. */
const settings = Layer.tapError(
  Layer.provideMerge(Logging.layerFrom(usualLevel, requestIdIn), settingsProvider(env, reportedNames, argv.slice(2))),
  ({ message }) => Console.error(message)
)

outliveReaders(isService)
settleSignals()
// A worker ends with 0 when its service has ended without it.
if (!cluster.isWorker) failEarlyEnds(process)
sayLostErrors(process, () => endWithin(timeBudgets.stopProcess.time))

Command.runWith(doorstep, { version: packageJson.version })(argumentsOf(argv.slice(2))).pipe(
  Effect.provide(Layer.mergeAll(Layer.provideMerge(settings, NodeServices.layer), CliOutput.layerPresenter(presenter))),
  Effect.updateService(Console.Console, printedSafely),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
