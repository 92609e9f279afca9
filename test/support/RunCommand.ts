import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, Exit, Layer, References } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"

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
