import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, References } from "effect"
import { Command } from "effect/cli"

/** Runs a measuring or trial command as this process's program, logging only warnings. */
export const runProgram = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
): void =>
  command.pipe(
    Command.run({ version: "1.0.0" }),
    Effect.provide(NodeServices.layer),
    Effect.provideService(References.MinimumLogLevel, "Warn"),
    NodeRuntime.runMain()
  )
