import { Duration, Effect, Option, Stdio, Stream, Terminal } from "effect"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { bytesText, doneOf, numberText } from "../../shared/Amounts.ts"
import { steadyMillis } from "../../shared/Clocks.ts"
import type { RejectSample } from "../../../schemas/RejectSamples.ts"
import type { PhaseProgress } from "../../sync/run/Run.ts"
import type { Setback, SyncProgress, SyncReport } from "../../sync/run/SyncReport.ts"
import { sum } from "../../sync/read/Tally.ts"
import { forTerminal } from "../Output.ts"
import { printTable } from "../Table.ts"

const barWidth = 24

/** Milliseconds between two plain lines of one run, so that logs of long runs stay short. */
const plainEvery = 5000

/** Milliseconds between redraws of the bars. */
const drawnEvery = 100

const words = {
  downloading: "downloading",
  reading: "reading",
  checking: "checking",
  publishing: "publishing"
} as const

/** `31 of 412 MB`, `2,000 of 3,000 records`. */
const amount = ({ done, total, unit }: PhaseProgress): string => {
  if (unit === "bytes") return doneOf(done, total)
  const all = total === null ? "" : ` of ${numberText(total)}`
  return `${numberText(done)}${all} ${unit}`
}

/** The speed, and the remaining time if it can be estimated. */
const speed = ({ phase, rate, secondsLeft, unit }: PhaseProgress): string => {
  if (rate === null || unit === "steps") return ""
  // If progress has nearly stopped, a remaining time would mean nothing.
  if (rate < 1) return phase === "downloading" ? ", waiting for the server" : ""
  const each = unit === "bytes" ? `${bytesText(rate)}/s` : `${numberText(Math.round(rate))}/s`
  return `, ${each}${secondsLeft === null ? "" : `, ${Duration.format(Duration.seconds(secondsLeft))} left`}`
}

/** The records' outcomes. The number read is omitted if the phase already counts it. */
const records = ({ kept, phases, read, rejected }: SyncProgress): string => {
  if (read === 0) return ""
  const counted = phases.at(-1)?.unit === "records" ? "" : `, ${numberText(read)} records read`
  return `${counted}, ${numberText(kept)} kept, ${numberText(sum(rejected))} rejected`
}

const describe = (progress: SyncProgress): string => {
  const present = progress.phases.at(-1)
  if (present === undefined) return `starting${records(progress)}`
  return `${words[present.phase]} ${amount(present)}${speed(present)}${present.phase === "downloading" ? "" : records(progress)}`
}

const bar = (progress: SyncProgress): string => {
  const { country, phases, source } = progress
  const present = phases.at(-1)
  const total = present?.total ?? null
  const done = present?.done ?? 0
  // Without a total, the bar only shows that something is happening.
  const share = total === null || total === 0 ? (done / 20_000) % 1 : Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const percent = total === null || total === 0 ? "    " : `${String(Math.floor(share * 100)).padStart(3)}%`
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${percent} ${source} ${country}: ${describe(progress)}`
}

/** A run in progress. */
interface Line {
  readonly progress: SyncProgress
  lastLineAt: number
  phase: PhaseProgress["phase"] | undefined
}

/** Cut to the terminal's width: a line that the terminal wraps could not be erased. */
const fitting = (text: string, columns: number): string =>
  columns === 0 || text.length < columns
    ? text
    : `${Array.from(text)
        .slice(0, columns - 2)
        .join("")}…`

/**
 * Shows a skipped update a moment later, because no other may follow for a while, for example when a server stalls. At
 * most one update per key is pending.
 */
const makeSoon = () => {
  const coming = new Set<string>()
  return (key: string, millis: number, show: Effect.Effect<void>) =>
    Effect.suspend(() => {
      if (coming.has(key)) return Effect.void
      coming.add(key)
      const late = Effect.ensuring(
        Effect.delay(show, millis),
        Effect.sync(() => coming.delete(key))
      )
      return Effect.asVoid(Effect.forkChild(late))
    })
}

/**
 * Reports the progress of runs on standard error: as one bar per run on a terminal, otherwise as a plain line now and
 * then.
 */
export const makeProgress = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const terminal = yield* stdio.stderrIsTerminal
  const screen = yield* Effect.serviceOption(Terminal.Terminal)
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr({ endOnDone: false })))
  const lines = new Map<string, Line>()
  const keyOf = ({ country, source }: Pick<SyncProgress, "source" | "country">) => `${source}/${country}`
  let drawn = 0
  let drawnAt = Number.NEGATIVE_INFINITY

  const clear = Effect.suspend(() => {
    const up = drawn === 0 ? "" : `\u001b[${drawn}A\r\u001b[J`
    drawn = 0
    return up === "" ? Effect.void : write(up)
  })
  const draw = Effect.gen(function* () {
    const columns = Option.isSome(screen) ? yield* screen.value.columns : 0
    const up = drawn === 0 ? "" : `\u001b[${drawn}A\r\u001b[J`
    drawn = lines.size
    yield* write(up + Array.from(lines.values(), ({ progress }) => `${fitting(bar(progress), columns)}\n`).join(""))
  })
  const told = new Set<string>()
  const soon = makeSoon()

  return {
    onProgress: Effect.fnUntraced(function* (progress: SyncProgress) {
      const now = yield* steadyMillis
      const known = lines.get(keyOf(progress))
      const line: Line = { progress, lastLineAt: known?.lastLineAt ?? Number.NEGATIVE_INFINITY, phase: known?.phase }
      lines.set(keyOf(progress), line)
      const phase = progress.phases.at(-1)?.phase
      const isNew = phase !== line.phase
      line.phase = phase
      if (terminal) {
        if (!isNew && now - drawnAt < drawnEvery) return yield* soon("", drawnEvery, draw)
        drawnAt = now
        return yield* draw
      }
      const show = Effect.gen(function* () {
        const present = lines.get(keyOf(progress))
        if (present === undefined) return
        present.lastLineAt = yield* steadyMillis
        yield* write(`${progress.source} ${progress.country}: ${describe(present.progress)}\n`)
      })
      const since = now - line.lastLineAt
      yield* isNew || since >= plainEvery ? show : soon(keyOf(progress), plainEvery - since, show)
    }),
    /** Reports a retry once, so that the user knows what the wait is for. */
    onSetback: Effect.fnUntraced(function* ({ country, failure, source }: Setback) {
      const said = `${source} ${country}: ${failure} Trying again.\n`
      const text = terminal ? forTerminal(said) : said
      if (told.has(text)) return
      told.add(text)
      if (terminal) yield* clear
      yield* write(text)
      if (terminal && lines.size > 0) yield* draw
    }),
    /**
     * Removes a run's bar, and clears the others for the output that follows. They come back with the next progress.
     */
    onReport: (report: SyncReport) =>
      Effect.suspend(() => {
        lines.delete(keyOf(report))
        return terminal ? clear : Effect.void
      }),
    /** Runs in progress that have read something. */
    underWay: () => Array.from(lines.values(), ({ progress }) => progress),
    /** Clears the bars, so that the next output starts on an empty line. */
    done: Effect.suspend(() => (terminal ? clear : Effect.void))
  }
})

const isTold = (code: string): boolean => code === "failed" || code === "interrupted" || code === "cancelled"

/** What explains a result, followed by the remedy. An exclamation mark precedes anything that is wrong. */
const explained = ({ cure, sentence, severity }: Explanation): ReadonlyArray<string> => [
  `  ${severity === "attention" ? "!" : "-"} ${sentence}`,
  ...(cure === null ? [] : [`    ${cure}`])
]

/** The end of a run, as plain lines. */
export const formatReport = (report: SyncReport): string => {
  const { country, kept, message, outcome, publication, read, release, source } = report
  const lines = [`${source} ${country}: ${outcome}${release === undefined ? "" : `, release ${release}`}`]
  if (read > 0)
    lines.push(`  read ${numberText(read)}, kept ${numberText(kept)}, rejected ${numberText(sum(report.rejected))}`)
  for (const [reason, count] of Object.entries(report.rejected).sort(([, a], [, b]) => b - a)) {
    lines.push(`    ${reason}: ${numberText(count)}`)
  }
  const { added, changed, withdrawn } = publication ?? { added: 0, changed: 0, withdrawn: 0 }
  if (publication !== undefined || outcome === "unchanged") {
    lines.push(
      `  ${numberText(added + changed + withdrawn)} changes: ${numberText(added)} added, ${numberText(changed)} changed, ${numberText(withdrawn)} withdrawn`
    )
  }
  if (publication !== undefined) {
    lines.push(
      `  pool version ${publication.poolVersion}, ${numberText(publication.residential)} residential addresses`
    )
  }
  if (message !== undefined) lines.push(`  ${message}`)
  // The message already says what went wrong, including what the gates found.
  for (const one of report.explanations) if (!isTold(one.code)) lines.push(...explained(one))
  return lines.join("\n")
}

export const failedReports = (reports: ReadonlyArray<SyncReport>): Option.Option<string> => {
  const failed = reports.filter(({ outcome }) => outcome === "failed" || outcome === "gated" || outcome === "cancelled")
  return failed.length === 0
    ? Option.none()
    : Option.some(`${failed.length} of ${reports.length} synchronizations did not publish.`)
}

/** Characters of a sample in a table; `source test` and the run itself show more. */
const sampleWidth = 90

/** A rejected record on one line. */
export const sampleText = ({ detail, recordId }: RejectSample): string =>
  recordId === undefined ? detail : `${recordId} ${detail}`

const shortened = (text: string): string => (text.length > sampleWidth ? `${text.slice(0, sampleWidth - 1)}…` : text)

/** Tables of runs, and of what they rejected, with a sample for each reason. */
export const printSummary = Effect.fnUntraced(function* (reports: ReadonlyArray<SyncReport>) {
  const count = (value: number | undefined) => (value === undefined ? "" : numberText(value))
  yield* printTable(
    ["SOURCE", "COUNTRY", "OUTCOME", "READ", "KEPT", "REJECTED", "ADDED", "CHANGED", "WITHDRAWN", "SECONDS"],
    reports.map(({ country, kept, outcome, publication, read, rejected, seconds, source }) => [
      source,
      country,
      outcome,
      count(read),
      count(kept),
      count(sum(rejected)),
      count(publication?.added),
      count(publication?.changed),
      count(publication?.withdrawn),
      seconds.toFixed(1)
    ])
  )
  const rejects = reports.flatMap(({ country, rejected, samples = {}, source }) =>
    Object.entries(rejected)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, value]) => {
        const [sample] = samples[reason] ?? []
        return [source, country, reason, numberText(value), sample === undefined ? "" : shortened(sampleText(sample))]
      })
  )
  if (rejects.length > 0) yield* printTable(["SOURCE", "COUNTRY", "REJECTED AS", "RECORDS", "EXAMPLE"], rejects)
})
