import { Console, Effect, Option, Redacted } from "effect"
import { Command } from "effect/cli"
import { AdminPassword } from "../../admin/AdminPassword.ts"
import { AuditLog } from "../../admin/AuditLog.ts"
import * as App from "../../App.ts"
import { reportFailure } from "../Failure.ts"
import { whether } from "../Flags.ts"
import { givenPassword } from "./GivenPassword.ts"

const password = Command.make(
  "password",
  {
    draw: whether("draw", "Generate one and print it, instead of asking for one or reading one from standard input")
  },
  Effect.fn(
    function* ({ draw }) {
      const passwords = yield* AdminPassword
      const given = draw ? Option.none() : Option.some(yield* givenPassword)
      if (Option.isSome(given)) {
        yield* passwords.set(given.value)
      } else {
        // Standard output gets only the password, so that a script can read it.
        yield* Console.log(Redacted.value(yield* passwords.renew))
      }
      yield* (yield* AuditLog).record({ action: "setPassword", result: "done", detail: "From the command line." })
      yield* Console.error("All sessions have ended, and failed attempts are cleared.")
    },
    Effect.provide(App.layerAccess),
    reportFailure
  )
).pipe(
  Command.withDescription(
    "Set the console's administrator password; a service that starts with ADMIN_PASSWORD sets it back to that"
  ),
  Command.withExamples([{ command: "doorstep admin password --draw", description: "Generate a new password" }])
)

/** `doorstep admin`: the console's administrator. */
export const admin = Command.make("admin").pipe(
  Command.withDescription("Manage the console's administrator"),
  Command.withSubcommands([password])
)
