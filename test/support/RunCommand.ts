import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, Exit, Layer, Redacted, References } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { argumentsOf } from "../../src/cli/Arguments.ts"
import { Database } from "../../src/database/Database.ts"

type Settings = Readonly<Record<string, string>>

/** The settings of a command that uses the context's database. */
export const onDatabase = (more: Settings = {}): Effect.Effect<Settings, never, Database> =>
  Effect.map(Database, ({ url }) => ({ DATABASE_URL: Redacted.value(url), ...more }))

/**
 * Runs a command in this process with only the given settings, from which it builds all of its services, as a process of
 * its own does. Returns its exit code and its output: as printed, and without the last line break.
 */
export const runCommand =
  <Name extends string, Input, Context, E, R extends NodeServices.NodeServices, S = never>(
    command: Command.Command<Name, Input, Context, E, R>,
    settings: Settings | Effect.Effect<Settings, never, S> = {}
  ) =>
  (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Command.runWith(command, { version: "1.0.0", renderErrors: false })(argumentsOf(args))
      )
      const lines = [...(yield* TestConsole.logLines), ...(yield* TestConsole.errorLines)]
      const said = lines.map((line) => `${String(line)}\n`).join("")
      return { code: Exit.isSuccess(exit) ? 0 : 1, said, text: said.slice(0, -1) }
    }).pipe(
      Effect.provide([
        NodeServices.layer,
        Layer.fresh(TestConsole.layer),
        Layer.unwrap(
          Effect.map(Effect.isEffect(settings) ? settings : Effect.succeed(settings), (given) =>
            ConfigProvider.layer(ConfigProvider.fromUnknown(given))
          )
        )
      ]),
      Effect.provideServiceEffect(Layer.CurrentMemoMap, Layer.makeMemoMap),
      Effect.provideService(References.MinimumLogLevel, "Error")
    )
