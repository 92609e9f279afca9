import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

/** What reads and writes reports is loaded when it is asked for. */
const files = Effect.promise(() => import("./ReportFiles.ts"))

const keys = Command.make(
  "keys",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("Path without an ending: <name>.key is the private key, <name>.pub the public one")
    )
  },
  ({ name }) => Effect.flatMap(files, ({ makeKeys }) => makeKeys(name))
).pipe(Command.withDescription("Make a pair of Ed25519 keys to sign reports with"))

const verify = Command.make(
  "verify",
  {
    target: Argument.String("target").pipe(Argument.withDescription("A report's directory, or one file of it")),
    key: Flag.String("key").pipe(Flag.withDescription("The public key of whoever is said to have signed it (PEM)"))
  },
  ({ key, target }) => Effect.flatMap(files, ({ checkReport }) => checkReport(target, key))
).pipe(Command.withDescription("Check that a report is the one that was signed, byte by byte"))

/** `doorstep report`: signed reports of `doorstep properties`. */
export const report = Command.make("report").pipe(
  Command.withDescription("Keys to sign reports with, and whether a report is as it was signed"),
  Command.withSubcommands([keys, verify])
)
