import { Cause, Console, Effect, Exit, Predicate } from "effect"
import { onTrial, PropertyFailed, type Trial } from "../../../properties/Bridge.ts"
import { canonical, LawBroken } from "../../../properties/Law.ts"
import type { NotApplicable } from "../../../properties/SourceLaw.ts"
import { shown } from "../../../properties/SourceSurvey.ts"

/** A law that can be held and told of: of a source or of a deployment. */
export interface Told<R> {
  readonly promise: string
  readonly holds: Effect.Effect<void | NotApplicable, unknown, R>
}

export type Outcome = "kept" | "fewer" | "broken" | "warned" | "untold" | "unread"

const longest = 900
const width = 116

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} …` : text)

/** Lines of the width of a terminal, indented. */
export const paragraph = (text: string, indent = "    "): string => {
  const lines: Array<string> = []
  let line = indent
  for (const word of text.split(/\s+/)) {
    if (line.trim() !== "" && line.length + 1 + word.length > width) {
      lines.push(line)
      line = indent
    }
    line += line === indent ? word : ` ${word}`
  }
  return [...lines, line].join("\n")
}

/** What was found, without the words of the promise, which stand above it, and the evidence below it. */
const explained = (promise: string, error: unknown): string => {
  if (!(error instanceof LawBroken)) {
    return paragraph(shortened(Predicate.hasProperty(error, "message") ? String(error.message) : String(error)))
  }
  const evidence = error.evidence === undefined ? "" : ` ${canonical(error.evidence)}`
  const message = error.message.endsWith(evidence)
    ? error.message.slice(0, -evidence.length || undefined)
    : error.message
  const stated = [error.promise, promise].find((words) => message.startsWith(`${words}. `))
  const found = paragraph(shortened(stated === undefined ? message : message.slice(stated.length + 2)))
  return evidence === "" ? found : `${found}\n${paragraph(shortened(shown(error.evidence)), "      ")}`
}

const explain = (promise: string, error: unknown, again: (seed: number, path: string) => string): string =>
  error instanceof PropertyFailed
    ? `${explained(promise, error.cause)}\n    The same case again: ${again(error.seed, error.path)}`
    : explained(promise, error)

/** Holds one law, and says how that went, and in how many cases where those are fewer than were asked for. */
export const tell = Effect.fnUntraced(function* <R>(
  { holds, promise }: Told<R>,
  again: (promise: string, seed: number, path: string) => string
) {
  const trials: Array<Trial> = []
  const exit = yield* Effect.exit(
    Effect.provideService(holds, onTrial, (trial) => Effect.sync(() => void trials.push(trial)))
  )
  if (Exit.isSuccess(exit)) {
    if (exit.value === undefined) {
      const tried = trials.reduce((sum, trial) => sum + trial.tried, 0)
      const asked = trials.reduce((sum, trial) => sum + trial.asked, 0)
      yield* Console.log(tried < asked ? `✓ ${promise} (tried ${tried} of ${asked})` : `✓ ${promise}`)
      return (tried < asked ? "fewer" : "kept") as Outcome
    }
    yield* Console.log(`– ${promise}\n${paragraph(exit.value.because)}`)
    return "untold"
  }
  const error = Cause.squash(exit.cause)
  // Another law says why, and all others would only say it again.
  if (Predicate.isTagged(error, "SourceUnreadable")) return "unread"
  const should = promise.startsWith("SHOULD")
  yield* Console.log(
    `${should ? "!" : "✗"} ${promise}\n${explain(promise, error, (seed, path) => again(promise, seed, path))}`
  )
  return should ? "warned" : "broken"
})

const laws = (count: number): string => (count === 1 ? "1 law" : `${count} laws`)

/** How it went in all. */
export const summary = (outcomes: ReadonlyArray<Outcome>): string => {
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
  const fewer = count("fewer")
  const parts = [
    `${laws(count("kept") + fewer)} kept${fewer > 0 ? ` (${fewer} of them in fewer cases than were asked for)` : ""}`,
    `${count("broken")} broken`,
    ...(count("warned") > 0 ? [`${count("warned")} warned of`] : []),
    ...(count("unread") > 0 ? [`${count("unread")} to be told when it can be read`] : []),
    ...(count("untold") > 0 ? [`${count("untold")} not applicable`] : [])
  ]
  return `${parts.join(", ")}.`
}
