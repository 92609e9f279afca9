import { Clock, Effect } from "effect"
import type { KeptRecord } from "../normalize/KeptRecord.ts"
import { ProcessName } from "../../shared/ProcessName.ts"
import {
  type BeginOptions,
  type Identify,
  leftOver,
  NotPublishable,
  type Ordered,
  runInProgress
} from "../publish/Publisher.ts"
import { preferred } from "../publish/Preferred.ts"
import { endedPhases, keepsStaging, type Run, type RunProgress, type RunTotals } from "./Run.ts"

/** A staged part of a source. */
interface StagedPart {
  readonly records: Map<string, KeptRecord>
  totals: RunTotals | undefined
}

/** What a run has staged, and from which data. */
export interface MemoryStaging {
  readonly fingerprint: string
  readonly parts: Map<string, StagedPart>
}

const nothing: RunTotals = { read: 0, kept: 0, rejected: {} }

/** Adds a record to the staged ones of its part; of two with the same address, the preferred one is kept. */
export const put = (records: Map<string, KeptRecord>, record: KeptRecord): void => {
  const known = records.get(record.addressId)
  records.set(record.addressId, known === undefined ? record : preferred(known, record))
}

/** Records of the finished parts, one per address. */
export const settled = ({ parts }: MemoryStaging): ReadonlyMap<string, KeptRecord> => {
  const together = new Map<string, KeptRecord>()
  for (const { records, totals } of parts.values()) {
    if (totals !== undefined) for (const record of records.values()) put(together, record)
  }
  return together
}

/** Runs as the in-memory publisher records them. */
interface Records {
  /** The newest first. */
  readonly runs: Array<Run>
  /** The orders of runs, by run ID. */
  readonly orders: Map<string, string>
  readonly stagings: Map<string, MemoryStaging>
}

type RunOf = Pick<Run, "source" | "country" | "startedBy"> & Pick<BeginOptions, "order">

const isOf =
  ({ country, source }: Pick<Run, "source" | "country">) =>
  (run: Run): boolean =>
    run.source === source && run.country === country

const isRunning = ({ outcome }: Run): boolean => outcome === "running"

const isUnderWay = ({ runs }: Records, id: string): boolean => runs.some((run) => run.id === id && isRunning(run))

const shown =
  ({ stagings }: Records) =>
  (run: Run): Run => ({
    ...run,
    publishable: run.outcome === "gated" && stagings.has(run.id),
    phases: endedPhases(run.phases, run.endedAt)
  })

const update = ({ runs }: Records, id: string, change: Partial<Run>): void => {
  const index = runs.findIndex((run) => run.id === id)
  if (index >= 0) runs[index] = { ...runs[index]!, ...change }
}

const end = Effect.fnUntraced(function* (
  records: Records,
  id: string,
  result: Partial<Run> & Pick<Run, "outcome">,
  totals: RunTotals | undefined
) {
  if (!isUnderWay(records, id)) return
  update(records, id, { ...totals, ...result, endedAt: yield* Clock.currentTimeMillis })
  const staging = records.stagings.get(id)
  const hasParts = Array.from(staging?.parts.values() ?? []).some((part) => part.totals !== undefined)
  if (!keepsStaging(result.outcome, hasParts)) records.stagings.delete(id)
})

const progressOf = (records: Records, id: string) => (progress: RunProgress) =>
  Effect.map(Clock.currentTimeMillis, (progressAt) => {
    if (isUnderWay(records, id)) update(records, id, { ...progress, progressAt })
    return records.runs.find((run) => run.id === id)?.cancelRequested === true
  })

/** A run of which nothing is known yet but what it is of. */
const started = Effect.fnUntraced(function* (
  id: string,
  of: Pick<Run, "source" | "country" | "startedBy">,
  expected: number | undefined
) {
  const run: Run = {
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
  }
  return run
})

/** Records a run until the scope closes. Its staging is the given one, or that of an earlier run of the same data. */
const begin = Effect.fnUntraced(function* (
  records: Records,
  { order, ...of }: RunOf,
  identify: Identify,
  fresh: boolean,
  given?: MemoryStaging
) {
  const { orders, runs, stagings } = records
  const ofPair = runs.filter(isOf(of))
  if (ofPair.some(isRunning)) return yield* runInProgress(of)
  const expected = ofPair.find((run) => run.read > 0 && run.outcome !== "failed")?.read
  const id = String(runs.length + 1)
  if (order !== undefined) orders.set(id, order)
  runs.unshift(yield* started(id, of, expected))
  yield* Effect.addFinalizer((exit) => {
    const [outcome, message] = leftOver(exit)
    return end(records, id, { outcome, message }, undefined)
  })
  const begun = { id, expected, progress: progressOf(records, id) }
  const fingerprint = yield* identify({ ...begun, runId: id })
  const left = ofPair.flatMap(({ id }) => stagings.get(id) ?? [])[0]
  for (const { id } of ofPair) stagings.delete(id)
  const goesOn = !fresh && left?.fingerprint === fingerprint ? left : undefined
  const staging: MemoryStaging = given ?? goesOn ?? { fingerprint, parts: new Map() }
  stagings.set(id, staging)
  update(records, id, { fingerprint })
  return { ...begun, staging }
})

/** Begins a run that publishes what a run has staged that the gates held back. */
const resume = Effect.fnUntraced(function* (
  records: Records,
  runId: string,
  { order, startedBy = "command" }: Pick<BeginOptions, "startedBy" | "order">
) {
  const run = records.runs.find(({ id }) => id === runId)
  const staging = records.stagings.get(runId)
  if (run === undefined || staging === undefined || run.outcome !== "gated") {
    const message = `Run ${runId} cannot be published: nothing that it read is kept. Run the source again.`
    return yield* new NotPublishable({ runId, message })
  }
  const { country, fingerprint, source } = run
  const identify = () => Effect.succeed(fingerprint)
  const before = shown(records)(run)
  return { run: before, ...(yield* begin(records, { source, country, startedBy, order }, identify, false, staging)) }
})

/** How often runs were begun for an order, and whether one of them has come to its end. */
const attempts = ({ orders, runs }: Records, { country, order, source }: Ordered) => {
  const begun = runs.filter((run) => orders.get(run.id) === order && run.source === source && run.country === country)
  const broken = begun.filter((run) => isRunning(run) || run.outcome === "interrupted")
  // In memory, no process dies without ending its run.
  return { isDone: broken.length < begun.length, begun: broken.length, died: 0 }
}

/** The runs of one in-memory publisher. */
export const makeRuns = () => {
  const records: Records = { runs: [], orders: new Map(), stagings: new Map() }
  const all = () => records.runs.map(shown(records))
  return {
    begin: (of: RunOf, identify: Identify, fresh: boolean) => begin(records, of, identify, fresh),
    resume: (runId: string, options: Pick<BeginOptions, "startedBy" | "order">) => resume(records, runId, options),
    end: (id: string, result: Partial<Run> & Pick<Run, "outcome">, totals: RunTotals | undefined) =>
      end(records, id, result, totals),
    update: (id: string, change: Partial<Run>) => update(records, id, change),
    all,
    find: (id: string) => all().find((run) => run.id === id),
    attempts: (ordered: Ordered) => attempts(records, ordered),
    isUnderWay: (id: string) => isUnderWay(records, id)
  }
}

export type MemoryRuns = ReturnType<typeof makeRuns>
