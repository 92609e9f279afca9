#!/usr/bin/env node
import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Config, ConfigProvider, Effect, Layer, Logger, References } from "effect"
import { Command } from "effect/cli"
import packageJson from "../package.json" with { type: "json" }
import { country } from "./cli/CountryCommand.ts"
import { serve } from "./cli/ServeCommand.ts"
import { source } from "./cli/SourceCommand.ts"
import { sync } from "./cli/SyncCommand.ts"
import { token } from "./cli/TokenCommand.ts"

const doorstep = Command.make("doorstep").pipe(
  Command.withDescription("Real residential addresses for tests, demos and research, from open data, over HTTP"),
  Command.withSubcommands([serve, source, sync, country, token])
)

/** The environment, then `.env` in the working directory, where there is one. */
const settings = ConfigProvider.layerAdd(
  Effect.catch(ConfigProvider.fromDotEnv(), () => Effect.succeed(ConfigProvider.fromUnknown({})))
)

/** Logs go to standard error: standard output is for what a command was asked for. */
const logging = Layer.mergeAll(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.effect(References.MinimumLogLevel, Config.withDefault(Config.LogLevel("LOG_LEVEL"), "Info"))
)

doorstep.pipe(
  Command.run({ version: packageJson.version }),
  Effect.provide(logging.pipe(Layer.provideMerge(settings), Layer.provideMerge(NodeServices.layer))),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
