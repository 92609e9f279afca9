import { Cause, Console, Duration, Effect, Exit, Option, Predicate } from "effect"
import { isUntried, onTrial, PropertyFailed, type Trial } from "../../../properties/Bridge.ts"
import { type Finding, onFinding } from "../../../properties/Findings.ts"
import { LawBroken } from "../../../properties/Law.ts"
import type { Held } from "../../../properties/report/Assemble.ts"
import { rareness } from "../../../properties/report/Page.ts"
import type { LawReport, LevelReport, Outcome } from "../../../properties/report/Report.ts"
import type { NotApplicable } from "../../../properties/SourceLaw.ts"
import { SubjectFailure } from "../../../properties/Subject.ts"
import { shown, textOf } from "../../../properties/ValueText.ts"
import { numberText } from "../../shared/Amounts.ts"
import { detectableRate } from "../../../properties/statistics/Detectable.ts"
import { steadyMillis } from "../../shared/Clocks.ts"

/** A law to test and report, of a source or of a deployment. */
export interface Told<R> {
  readonly promise: string
  readonly holds: Effect.Effect<void | NotApplicable, unknown, R>
}

/** The command that tests a law again, with the seed and path of a case if the law has several. */
export type Again = (promise: string, found?: { readonly seed: number; readonly path: string }) => string

const longest = 900
const width = 116

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} …` : text)

/** Indented lines that fit a terminal. */
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

/** What breaks a law: in words, without repeating the promise printed above, and the evidence. */
interface Fault {
  readonly found: string
  readonly evidence?: unknown
}

const faultOf = (promise: string, error: unknown): Fault => {
  if (!(error instanceof LawBroken)) {
    return { found: Predicate.hasProperty(error, "message") ? String(error.message) : String(error) }
  }
  const evidence = error.evidence === undefined ? "" : ` ${textOf(error.evidence)}`
  const message = error.message.endsWith(evidence)
    ? error.message.slice(0, -evidence.length || undefined)
    : error.message
  const stated = [error.promise, promise].find((words) => message.startsWith(`${words}. `))
  const found = stated === undefined ? message : message.slice(stated.length + 2)
  return error.evidence === undefined ? { found } : { found, evidence: error.evidence }
}

const explain = ({ evidence, found }: Fault): string => {
  const words = paragraph(shortened(found))
  return evidence === undefined ? words : `${words}\n${paragraph(shortened(shown(evidence)), "      ")}`
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

const counts = (trials: ReadonlyArray<Trial>) => ({
  tried: sum(trials.map(({ tried }) => tried)),
  asked: sum(trials.map(({ asked }) => asked))
})

/** How strong the evidence for a kept law is. */
const strength = (trials: ReadonlyArray<Trial>, findings: ReadonlyArray<Finding>): string => {
  const { asked, tried } = counts(trials)
  const answers = sum(findings.map((finding) => (finding._tag === "Answers" ? finding.answers : 0)))
  const shares = findings.flatMap((finding) =>
    finding._tag === "Test" && finding.detects !== undefined ? [finding.detects] : []
  )
  const parts = [
    ...(tried < asked ? [`tried ${tried} of ${asked}`] : []),
    ...(answers > 0 ? [`${numberText(answers)} responses: detects ${rareness(detectableRate(answers))}`] : []),
    ...(shares.length > 0 ? [`${shares.length} tests: detect a bias of ${rareness(Math.max(...shares))}`] : [])
  ]
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`
}

/** Tests one law, and collects what else it reports. `within` is its time limit in milliseconds, if it has one. */
const listen = Effect.fnUntraced(function* <R>({ holds }: Told<R>, within: number | undefined) {
  const trials: Array<Trial> = []
  const findings: Array<Finding> = []
  const began = yield* steadyMillis
  const exit = yield* Effect.exit(
    holds.pipe(
      within === undefined ? Effect.map(Option.some) : Effect.timeoutOption(Duration.millis(within)),
      Effect.provideService(onTrial, (trial) => Effect.sync(() => void trials.push(trial))),
      Effect.provideService(onFinding, (finding) => Effect.sync(() => void findings.push(finding)))
    )
  )
  const seconds = Math.round((yield* steadyMillis) - began) / 1000
  return { exit, findings, seconds, trials }
})

/** The time of a law, and what is needed if it does not suffice. */
export interface Limit {
  readonly milliseconds: number
  readonly needs: Effect.Effect<string>
}

const needsPatience =
  "Needs more time: no case of it ended in 20 seconds, or in as many as FC_SECONDS in the environment says."

/** Why laws were not tested, and the law that each reason was first printed for. */
export type Reasons = Map<string, string>

/** Says why a law was not tested. What several laws lack is printed once, and then only referred to. */
const sayUntold = (promise: string, because: string, reasons: Reasons) =>
  Effect.suspend(() => {
    const first = reasons.get(because)
    if (first === undefined) reasons.set(because, promise)
    const said = first === undefined ? because : `Needs what "${first}" needs.`
    return Console.log(`– ${promise}\n${paragraph(said)}`)
  })

/** Tests one law and prints the result, with the number of cases if fewer were tried than requested. */
export const tell = Effect.fnUntraced(function* <R>(
  law: Told<R>,
  again: Again,
  limit?: Limit,
  reasons: Reasons = new Map()
): Effect.fn.Return<Held, never, R> {
  const { promise } = law
  const { exit, findings, seconds, trials } = yield* listen(law, limit?.milliseconds)
  const about = { promise, seconds, trials, findings, again: again(promise) }
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  const isCase = error instanceof PropertyFailed
  const isLate = Exit.isSuccess(exit) ? Option.isNone(exit.value) : isCase && isUntried(error)
  if (isLate) {
    const because = limit === undefined ? needsPatience : yield* limit.needs
    yield* sayUntold(promise, because, reasons)
    return { ...about, outcome: "untold", because, late: true }
  }
  if (Exit.isSuccess(exit)) {
    const because = Option.getOrUndefined(exit.value)?.because
    if (because !== undefined) {
      yield* sayUntold(promise, because, reasons)
      return { ...about, outcome: "untold", because }
    }
    const { asked, tried } = counts(trials)
    yield* Console.log(`✓ ${promise}${strength(trials, findings)}`)
    return { ...about, outcome: tried < asked ? "fewer" : "kept" }
  }
  const cause = isCase ? error.cause : error
  if (cause instanceof SubjectFailure && cause.unreachable === true) {
    yield* Console.log(`– ${promise}\n${paragraph(cause.message)}`)
    return { ...about, outcome: "unread", because: cause.message }
  }
  // Another law says why; all others would only repeat it.
  if (Predicate.isTagged(error, "SourceUnreadable")) {
    return {
      ...about,
      outcome: "unread",
      because: "The source cannot be read: another law says why."
    }
  }
  const fault = faultOf(promise, cause)
  const command = again(promise, isCase ? error : undefined)
  const should = promise.startsWith("SHOULD")
  yield* Console.log(
    `${should ? "!" : "✗"} ${promise}\n${explain(fault)}${isCase ? `\n    The same case again: ${command}` : ""}`
  )
  return {
    ...about,
    outcome: should ? "warned" : "broken",
    found: fault.found,
    ...(fault.evidence === undefined ? {} : { evidence: textOf(fault.evidence) }),
    again: command
  }
})

const laws = (count: number): string => (count === 1 ? "1 law" : `${count} laws`)

/** The result of all laws together. */
export const summary = (tested: ReadonlyArray<Pick<LawReport, "outcome" | "late">>): string => {
  const count = (outcome: Outcome) => tested.filter((law) => law.outcome === outcome).length
  const late = tested.filter((law) => law.late === true).length
  const fewer = count("fewer")
  const parts = [
    `${laws(count("kept") + fewer)} kept${fewer > 0 ? ` (${fewer} of them in fewer cases than requested)` : ""}`,
    `${count("broken")} broken`,
    ...(count("warned") > 0 ? [`${count("warned")} with a warning`] : []),
    ...(count("unread") > 0 ? [`${count("unread")} not tested because nothing could be read`] : []),
    ...(late > 0 ? [`${late} not tested because the time was used up`] : []),
    ...(count("untold") > late ? [`${count("untold") - late} not applicable`] : [])
  ]
  return `${parts.join(", ")}.`
}

/** The levels that were reached, on one line. */
export const levelsLine = (levels: ReadonlyArray<LevelReport>): string => {
  const tested = levels.filter(({ broken, kept }) => broken + kept > 0)
  const marks = tested.map(({ level, reached }) => `${reached ? "✓" : "✗"} ${level}`)
  return `Levels: ${marks.join("  ") || "none, since no law of one was tested"}`
}
