import { Clock, Effect, Option, Stdio, Stream } from "effect"
import type { Run } from "../sync/Publisher.ts"
import type { SyncProgress, SyncReport } from "../sync/Synchronizer.ts"

const barWidth = 24

/** Milliseconds between two plain lines of one run, so that a log of a long run stays short. */
const plainEvery = 5000

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const number = new Intl.NumberFormat("en")

const describe = ({ kept, read, rejected }: SyncProgress): string =>
  `${number.format(read)} read, ${number.format(kept)} kept, ${number.format(sum(rejected))} rejected`

/** How many records the source gave the last time it was read; what a bar is measured against. */
const expected = (runs: ReadonlyArray<Run>, { country, source }: SyncProgress): number | undefined =>
  runs.find((run) => run.source === source && run.country === country && run.read > 0)?.read

const bar = (progress: SyncProgress, total: number | undefined): string => {
  // Without an earlier run there is no total: the bar then only shows that something moves.
  const share = total === undefined ? (progress.read / 20_000) % 1 : Math.min(1, progress.read / total)
  const filled = Math.round(share * barWidth)
  const percent = total === undefined ? "    " : `${String(Math.floor(share * 100)).padStart(3)}%`
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${percent} ${progress.source} ${progress.country}: ${describe(progress)}`
}

/** Reports the progress of runs on standard error: a bar on a terminal, a plain line now and then elsewhere. */
export const makeProgress = Effect.fnUntraced(function* (runs: ReadonlyArray<Run>) {
  const stdio = yield* Stdio.Stdio
  const terminal = yield* stdio.stderrIsTerminal
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr({ endOnDone: false })))
  let lastLineAt = 0
  return {
    onProgress: Effect.fnUntraced(function* (progress: SyncProgress) {
      if (terminal) return yield* write(`\r\u001b[2K${bar(progress, expected(runs, progress))}`)
      const now = yield* Clock.currentTimeMillis
      if (now - lastLineAt < plainEvery) return
      lastLineAt = now
      yield* write(`${progress.source} ${progress.country}: ${describe(progress)}\n`)
    }),
    /** Clears the bar, so that what is printed next starts on an empty line. */
    done: terminal ? write("\r\u001b[2K") : Effect.void
  }
})

/** A run's end, in plain lines. */
export const formatReport = (report: SyncReport): string => {
  const { country, kept, message, outcome, publication, read, source } = report
  const lines = [`${source} ${country}: ${outcome}`]
  if (read > 0)
    lines.push(
      `  read ${number.format(read)}, kept ${number.format(kept)}, rejected ${number.format(sum(report.rejected))}`
    )
  for (const [reason, count] of Object.entries(report.rejected).sort(([, a], [, b]) => b - a)) {
    lines.push(`    ${reason}: ${number.format(count)}`)
  }
  const { added, changed, withdrawn } = publication ?? { added: 0, changed: 0, withdrawn: 0 }
  if (publication !== undefined || outcome === "unchanged") {
    lines.push(
      `  ${number.format(added + changed + withdrawn)} changes: ${number.format(added)} added, ${number.format(changed)} changed, ${number.format(withdrawn)} withdrawn`
    )
  }
  if (publication !== undefined) {
    lines.push(
      `  pool version ${publication.poolVersion}, ${number.format(publication.residential)} residential addresses`
    )
  }
  if (message !== undefined) lines.push(`  ${message}`)
  return lines.join("\n")
}

export const failedReports = (reports: ReadonlyArray<SyncReport>): Option.Option<string> => {
  const failed = reports.filter((report) => report.outcome === "failed" || report.outcome === "gated")
  return failed.length === 0
    ? Option.none()
    : Option.some(`${failed.length} of ${reports.length} synchronizations did not publish.`)
}
