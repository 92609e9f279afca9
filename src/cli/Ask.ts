import { Console, Effect } from "effect"
import { Prompt } from "effect/cli"
import { BrokenOff } from "./Failure.ts"

/** Prompts the user. Ctrl-C or Escape cancels the command. */
export const ask = <A>(prompt: Prompt.Prompt<A>) =>
  Effect.catchTag(Prompt.run(prompt), "QuitError", () =>
    Effect.andThen(Console.error("Nothing was done."), Effect.fail(new BrokenOff()))
  )
