import { Effect } from "effect"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import type { Publisher } from "../publish/Publisher.ts"
import type { Run, Standing } from "./Run.ts"
import type { MemoryRuns } from "./RunsMemory.ts"
import { jobName, type SyncJob } from "./SyncJob.ts"

const isGood = ({ outcome }: Run): boolean => outcome === "published" || outcome === "unchanged"

/** The runs of a job, newest first. */
const ofJob = (runs: MemoryRuns, job: SyncJob) => runs.all().filter((run) => jobName(run) === jobName(job))

const standingOf = (runs: MemoryRuns, { country, source }: SyncJob): Standing => {
  const ended = ofJob(runs, { source, country }).filter(
    ({ outcome }) => outcome !== "running" && outcome !== "dry-run" && outcome !== "cancelled"
  )
  return {
    source,
    country,
    outcome: ended[0]?.outcome,
    message: ended[0]?.message,
    explanations: ended.find(({ outcome }) => outcome === "published")?.explanations ?? [],
    goodAt: ended.find(isGood)?.endedAt
  }
}

/** What is asked of runs, whether they are under way or not. */
export const historyOf = (runs: MemoryRuns, changes: ReadonlyMap<string, RunChanges>) =>
  ({
    attempts: (ordered) => Effect.sync(() => runs.attempts(ordered)),
    lastFingerprint: (source, country) => Effect.sync(() => ofJob(runs, { source, country }).find(isGood)?.fingerprint),
    standings: (jobs) => Effect.sync(() => jobs.map((job) => standingOf(runs, job))),
    runs: (limit, { before, source } = {}) =>
      Effect.sync(() =>
        runs
          .all()
          .filter((run) => source === undefined || run.source === source)
          .filter((run) => before === undefined || Number(run.id) < Number(before))
          .slice(0, limit)
      ),
    lastRuns: (sources) =>
      Effect.sync(() => {
        const byJob = Map.groupBy(runs.all(), jobName)
        return Array.from(byJob.values(), ([last]) => last!).filter(({ source }) => sources.includes(source))
      }),
    run: (id) => Effect.sync(() => runs.find(id)),
    changes: (id) => Effect.sync(() => changes.get(id)),
    running: Effect.sync(() =>
      runs
        .all()
        .filter(({ outcome }) => outcome === "running")
        .reverse()
    ),
    requestCancel: (id) =>
      Effect.sync(() => {
        const underWay = runs.isUnderWay(id)
        if (underWay) runs.update(id, { cancelRequested: true })
        return underWay
      })
  }) satisfies Partial<Publisher["Service"]>
