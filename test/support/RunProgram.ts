import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, References } from "effect"
import { Command } from "effect/cli"

/** Runs a command that measures or tries the service as this process's program, without the log of what it uses. */
export const runProgram = <Name extends string, Input, Context, E>(
  command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>
): void =>
  command.pipe(
    Command.run({ version: "1.0.0" }),
    Effect.provide(NodeServices.layer),
    Effect.provideService(References.MinimumLogLevel, "Warn"),
    NodeRuntime.runMain()
  )
