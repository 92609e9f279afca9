import { Console, Effect } from "effect"
import type { Publication, Run } from "../../sync/run/Run.ts"
import { keptDownload } from "../../sync/run/Phases.ts"
import { SyncRuns } from "../../sync/run/SyncRuns.ts"
import type { SyncProgress } from "../../sync/run/SyncReport.ts"
import { numberText } from "../../shared/Amounts.ts"

/** How many recent runs are searched for the last publication of a country. */
const recent = 500

const standing = (country: string, publication: Publication | undefined): string =>
  publication === undefined
    ? `Nothing of ${country} is published yet.`
    : `The pool of ${country} is still at version ${publication.poolVersion}, with ` +
      `${numberText(publication.residential)} residential addresses.`

const kept = (finished: number, downloads: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...downloads,
  ...(finished === 0
    ? // Whoever reads what a download keeps takes no comfort in what a reading does not.
      downloads.length > 0
      ? []
      : ["No part was read to the end, so the next synchronization starts over."]
    : [
        `${numberText(finished)} records in completed parts are kept: ` +
          "the next synchronization continues after them."
      ])
]

/** How far an interrupted run had come. */
const reached = ({ phases, read }: Pick<SyncProgress, "read" | "phases">): string => {
  const phase = phases.at(-1)?.phase
  return read > 0 || phase === undefined ? `stopped after ${numberText(read)} records` : `stopped while ${phase}`
}

/** What an interrupted run leaves, as plain lines. `runs` are the recorded runs, newest first. */
export const formatBrokenOff = (
  {
    country,
    finished,
    phases,
    read,
    source
  }: Pick<SyncProgress, "source" | "country" | "read" | "finished" | "phases">,
  runs: ReadonlyArray<Pick<Run, "source" | "country" | "outcome" | "publication">>
): string => {
  const published = runs.find((run) => run.country === country && run.publication !== undefined)?.publication
  const own = runs.find((run) => run.country === country && run.source === source)
  // The order to stop came when it was already publishing.
  if (own?.outcome === "published") return `${source} ${country}: published. ${standing(country, own.publication)}`
  return [
    `${source} ${country}: ${reached({ phases, read })}.`,
    `  ${standing(country, published)}`,
    ...kept(finished, keptDownload(phases)).map((sentence) => `  ${sentence}`)
  ].join("\n")
}

/** Says on standard error what remains of interrupted runs. */
export const reportBrokenOff = Effect.fnUntraced(function* (runs: ReadonlyArray<SyncProgress>) {
  if (runs.length === 0) return yield* Console.error("Stopped. No source was being read.")
  const recorded = yield* Effect.orElseSucceed((yield* SyncRuns).recent({ limit: recent }), () => [])
  for (const run of runs) yield* Console.error(formatBrokenOff(run, recorded))
})
