import { Effect, Option, Redacted, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { invocation } from "../../shared/Invocation.ts"
import { ask } from "../Ask.ts"
import { refuse } from "../Failure.ts"

/**
 * The password that somebody types, or the first line of what is piped in. A prompt without a terminal would take a
 * pipe's bytes for keys, repeat the line on standard output for each of them, and take its end for Ctrl-C.
 */
export const givenPassword = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) {
    return yield* ask(Prompt.Password({ message: "New administrator password, 12 characters or more" }))
  }
  const line = yield* stdio.stdin.pipe(Stream.decodeText(), Stream.splitLines, Stream.runHead)
  const given = Option.getOrElse(line, () => "")
  if (given !== "") return Redacted.make(given, { label: "administrator password" })
  return yield* refuse(
    `No password was given: standard input is empty, and no terminal. Pipe one in, or let Doorstep generate one: ${invocation("admin password --draw")}`
  )
})
