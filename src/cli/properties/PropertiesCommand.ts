import { Effect } from "effect"
import { Command } from "effect/cli"
import { flags } from "./Given.ts"

/** `doorstep properties`: a source or a deployment, and its laws. What tries them is loaded when it is asked for. */
export const properties = Command.make("properties", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./Hold.ts")),
    ({ hold }) => hold(given)
  )
).pipe(Command.withDescription("Hold a source of your own, or a deployment, to its laws"))
