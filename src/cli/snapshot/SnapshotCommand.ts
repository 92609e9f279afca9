import { Command } from "effect/cli"
import { create } from "./CreateCommand.ts"
import { drop, keep, list } from "./KeptCommands.ts"
import { serve } from "./ServeSnapshotCommand.ts"
import { key, verify } from "./VerifyCommand.ts"

/** `doorstep snapshot`: pools as files. */
export const snapshot = Command.make("snapshot").pipe(
  Command.withDescription("Write a pool version to a signed file, verify it, and serve it"),
  Command.withSubcommands([create, verify, serve, keep, list, drop, key])
)
