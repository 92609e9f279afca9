import { Effect } from "effect"
import { Command } from "effect/cli"
import { flags } from "./Given.ts"
import { sayIfStopped } from "../Failure.ts"
import { newModule } from "../../shared/Invocation.ts"

/**
 * `doorstep properties`: tests a source or a deployment against its laws. The code that does so is loaded on demand.
 */
export const properties = Command.make("properties", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./Hold.ts")),
    ({ hold }) => hold(given)
  ).pipe(sayIfStopped("Not every law was tested. To test only some, add --only."))
).pipe(
  Command.withDescription("Test a source of your own, or a deployment, against its promises"),
  Command.withExamples([
    { command: `doorstep properties --source ${newModule}`, description: "A source of your own" },
    {
      command: 'doorstep properties --base-url https://addresses.example.com --token "$TOKEN" --report report',
      description: "A deployment, with a report"
    }
  ])
)
