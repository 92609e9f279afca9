import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

/** The code that reads and writes reports is loaded on demand. */
const files = Effect.promise(() => import("./ReportFiles.ts"))

const keys = Command.make(
  "keys",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("Path without an extension: <name>.key is the private key, <name>.pub the public one")
    )
  },
  ({ name }) => Effect.flatMap(files, ({ makeKeys }) => makeKeys(name))
).pipe(Command.withDescription("Create an Ed25519 key pair to sign reports with"))

const verify = Command.make(
  "verify",
  {
    target: Argument.String("target").pipe(Argument.withDescription("A report's folder, or one of its files")),
    key: Flag.String("key").pipe(Flag.withDescription("The public key of the claimed signer (PEM)"))
  },
  ({ key, target }) => Effect.flatMap(files, ({ checkReport }) => checkReport(target, key))
).pipe(Command.withDescription("Verify that a report is unchanged since it was signed, byte by byte"))

/** `doorstep report`: signed reports of `doorstep properties`. */
export const report = Command.make("report").pipe(
  Command.withDescription("Create keys to sign reports with, and verify signed reports"),
  Command.withSubcommands([keys, verify])
)
