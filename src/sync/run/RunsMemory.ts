import { Clock, Effect } from "effect"
import type { KeptRecord } from "../normalize/KeptRecord.ts"
import { ProcessName } from "../../shared/ProcessName.ts"
import { type BeginOptions, type Identify, leftOver, NotPublishable, RunInProgress } from "../publish/Publisher.ts"
import { preferred } from "../publish/Preferred.ts"
import { endedPhases, type Run, type RunProgress, type RunTotals } from "./Run.ts"

/** A part of a source as it is staged. */
interface StagedPart {
  readonly records: Map<string, KeptRecord>
  totals: RunTotals | undefined
}

/** What a run has staged, and of which data. */
export interface MemoryStaging {
  readonly fingerprint: string
  readonly parts: Map<string, StagedPart>
}

const nothing: RunTotals = { read: 0, kept: 0, rejected: {} }

/** Adds a record to the staged ones of its part; of two with one address the preferred one stays. */
export const put = (records: Map<string, KeptRecord>, record: KeptRecord): void => {
  const known = records.get(record.addressId)
  records.set(record.addressId, known === undefined ? record : preferred(known, record))
}

/** Records of the finished parts, one of each address. */
export const settled = ({ parts }: MemoryStaging): ReadonlyMap<string, KeptRecord> => {
  const together = new Map<string, KeptRecord>()
  for (const { records, totals } of parts.values()) {
    if (totals !== undefined) for (const record of records.values()) put(together, record)
  }
  return together
}

/** Runs as the in-memory publisher records them, the newest first. */
export const makeRuns = () => {
  const runs: Array<Run> = []
  /** What runs were begun for, by their IDs. */
  const orders = new Map<string, string>()
  const stagings = new Map<string, MemoryStaging>()
  const pairOf = ({ country, source }: Pick<Run, "source" | "country">) => `${source}/${country}`
  const publishable = (run: Run): boolean => run.outcome === "gated" && stagings.has(run.id)
  const shown = (run: Run): Run => ({
    ...run,
    publishable: publishable(run),
    phases: endedPhases(run.phases, run.endedAt)
  })
  const update = (id: string, change: Partial<Run>) => {
    const index = runs.findIndex((run) => run.id === id)
    if (index >= 0) runs[index] = { ...runs[index]!, ...change }
  }
  const isUnderWay = (id: string) => runs.some((run) => run.id === id && run.outcome === "running")

  const end = Effect.fnUntraced(function* (
    id: string,
    result: Partial<Run> & Pick<Run, "outcome">,
    totals: RunTotals | undefined
  ) {
    if (!isUnderWay(id)) return
    update(id, { ...totals, ...result, endedAt: yield* Clock.currentTimeMillis })
    const staging = stagings.get(id)
    const goesOn = ["failed", "interrupted", "cancelled"].includes(result.outcome)
    const hasParts = Array.from(staging?.parts.values() ?? []).some((part) => part.totals !== undefined)
    if (result.outcome !== "gated" && !(goesOn && hasParts)) stagings.delete(id)
  })

  const progressOf = (id: string) => (progress: RunProgress) =>
    Effect.map(Clock.currentTimeMillis, (progressAt) => {
      if (isUnderWay(id)) update(id, { ...progress, progressAt })
      return runs.find((run) => run.id === id)?.cancelRequested === true
    })

  /** Records a run until the scope closes; its staging is the given one, or that of an earlier run of the same data. */
  const begin = Effect.fnUntraced(function* (
    { order, ...of }: Pick<Run, "source" | "country" | "startedBy"> & Pick<BeginOptions, "order">,
    identify: Identify,
    fresh: boolean,
    given?: MemoryStaging
  ) {
    const { country, source } = of
    const ofPair = runs.filter((run) => pairOf(run) === pairOf(of))
    if (ofPair.some((run) => run.outcome === "running")) {
      const message = `A run of ${source} in ${country} is already in progress.`
      return yield* new RunInProgress({ source, country, message })
    }
    const expected = ofPair.find((run) => run.read > 0 && run.outcome !== "failed")?.read
    const id = String(runs.length + 1)
    if (order !== undefined) orders.set(id, order)
    runs.unshift({
      ...of,
      fingerprint: "",
      ...nothing,
      id,
      runner: yield* ProcessName,
      startedAt: yield* Clock.currentTimeMillis,
      endedAt: undefined,
      outcome: "running",
      phase: "reading",
      phases: [],
      progressAt: undefined,
      rate: undefined,
      expected,
      cancelRequested: false,
      samples: {},
      findings: [],
      publishable: false,
      publication: undefined,
      message: undefined,
      explanations: undefined
    })
    yield* Effect.addFinalizer((exit) => {
      const [outcome, message] = leftOver(exit)
      return end(id, { outcome, message }, undefined)
    })
    const begun = { id, expected, progress: progressOf(id) }
    const fingerprint = yield* identify({ ...begun, runId: id })
    const left = ofPair.flatMap(({ id }) => stagings.get(id) ?? [])[0]
    for (const { id } of ofPair) stagings.delete(id)
    const goesOn = !fresh && left?.fingerprint === fingerprint ? left : undefined
    const staging: MemoryStaging = given ?? goesOn ?? { fingerprint, parts: new Map() }
    stagings.set(id, staging)
    update(id, { fingerprint })
    return { ...begun, staging }
  })

  const resume = Effect.fnUntraced(function* (
    runId: string,
    { order, startedBy = "command" }: Pick<BeginOptions, "startedBy" | "order">
  ) {
    const run = runs.find(({ id }) => id === runId)
    const staging = stagings.get(runId)
    if (run === undefined || staging === undefined || run.outcome !== "gated") {
      const message = `Run ${runId} cannot be published: nothing that it read is kept. Run the source again.`
      return yield* new NotPublishable({ runId, message })
    }
    const { country, fingerprint, source } = run
    return {
      run: shown(run),
      ...(yield* begin({ source, country, startedBy, order }, () => Effect.succeed(fingerprint), false, staging))
    }
  })

  return {
    begin,
    resume,
    end,
    update,
    find: (id: string) => runs.map(shown).find((run) => run.id === id),
    all: () => runs.map(shown),
    attempts: (wanted: string) => {
      const begun = runs.filter(({ id }) => orders.get(id) === wanted)
      const broken = begun.filter(({ outcome }) => outcome === "running" || outcome === "interrupted")
      // In memory no process dies without ending its run.
      return { isDone: broken.length < begun.length, begun: broken.length, died: 0 }
    },
    isUnderWay
  }
}
