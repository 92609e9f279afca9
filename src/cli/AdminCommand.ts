import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag, Prompt } from "effect/cli"
import { AdminPassword } from "../administration/AdminPassword.ts"
import { AuditLog } from "../administration/AuditLog.ts"
import * as App from "../App.ts"
import { reportFailure } from "./Failure.ts"

const typed = Prompt.Password({ message: "New administrator password, 12 characters or more" })

const password = Command.make(
  "password",
  {
    draw: Flag.Boolean("draw").pipe(
      Flag.withDescription("Draw one and print it, instead of asking for one"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(
    function* ({ draw }) {
      const passwords = yield* AdminPassword
      const given = draw ? Option.none() : Option.some(yield* typed)
      if (Option.isSome(given)) {
        yield* passwords.set(given.value)
      } else {
        // Nothing but the password goes to standard output, so that a script can take it from there.
        yield* Console.log(Redacted.value(yield* passwords.renew))
      }
      yield* (yield* AuditLog).record({ action: "setPassword", result: "done", detail: "By the command line." })
      yield* Console.error("Every session is ended, and failed attempts are forgiven.")
    },
    Effect.provide(App.layerCommandLine),
    reportFailure
  )
).pipe(
  Command.withDescription(
    "Set the administrator password of the console. A service that is started with ADMIN_PASSWORD sets that one again"
  ),
  Command.withExamples([{ command: "doorstep admin password --draw", description: "A new one that is drawn" }])
)

/** `doorstep admin`: the console's administrator. */
export const admin = Command.make("admin").pipe(
  Command.withDescription("The administrator of the console"),
  Command.withSubcommands([password])
)
