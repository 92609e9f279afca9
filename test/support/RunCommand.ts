import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, Exit, Layer, Redacted, References } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { Database } from "../../src/database/Database.ts"

/** Runs a command in this process with only the given settings, and returns its exit code and output. */
export const runCommand =
  <Name extends string, Input, Context, E, R extends NodeServices.NodeServices>(
    command: Command.Command<Name, Input, Context, E, R>,
    settings: Readonly<Record<string, string>> = {}
  ) =>
  (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Command.runWith(command, { version: "1.0.0", renderErrors: false })(args))
      const lines = [...(yield* TestConsole.logLines), ...(yield* TestConsole.errorLines)]
      return { code: Exit.isSuccess(exit) ? 0 : 1, said: lines.map((line) => `${String(line)}\n`).join("") }
    }).pipe(
      Effect.provide([
        NodeServices.layer,
        Layer.fresh(TestConsole.layer),
        ConfigProvider.layer(ConfigProvider.fromUnknown(settings))
      ]),
      Effect.provideService(References.MinimumLogLevel, "Error")
    )

/** The output of a command on the context's database, without its last line break, and whether it succeeds. */
export const runOnDatabase =
  <Name extends string, Input, Context, E, R extends NodeServices.NodeServices>(
    command: Command.Command<Name, Input, Context, E, R>,
    settings: Readonly<Record<string, string>> = {}
  ) =>
  (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { url } = yield* Database
      const { code, said } = yield* runCommand(command, { DATABASE_URL: Redacted.value(url), ...settings })(...args)
      return { done: code === 0, text: said.slice(0, -1) }
      // Each command builds its services from the settings alone, as a separate process does.
    }).pipe(Effect.provideServiceEffect(Layer.CurrentMemoMap, Layer.makeMemoMap))
