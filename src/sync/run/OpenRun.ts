import type { StorageUnavailable } from "../../database/Outage.ts"
import { Effect, type Exit, Semaphore } from "effect"
import type { SqlClient } from "effect/sql"
import type { SourceRegistry } from "../../../sources/DataSource.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { hasTable } from "../../database/AddressTables.ts"
import { timestampNow } from "../../database/Timestamps.ts"
import * as Changes from "../publish/changes/ChangesSql.ts"
import { findings } from "../publish/Gates.ts"
import { type Means, publish, tidy } from "../publish/PublicationPostgres.ts"
import * as Publication from "../publish/PublicationSql.ts"
import { type Begun, type Identify, leftOver, runInProgress, type Staging } from "../publish/Publisher.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { answeredWithin, unavailable } from "../publish/Unavailable.ts"
import * as Withheld from "../publish/WithheldRecords.ts"
import { makeParts } from "../stage/PartStagingPostgres.ts"
import * as StagedTables from "../stage/StagedTables.ts"
import * as Stagings from "../stage/StagingPostgres.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import { forgetRuns } from "./ForgottenRuns.ts"
import { keepsStaging, type RunTotals } from "./Run.ts"
import { tryLock } from "./RunLock.ts"
import * as Runs from "./RunsPostgres.ts"

const answered = answeredWithin(timeBudgets.runConnection.time)

/** What an earlier run has staged, to be continued. */
interface Earlier {
  readonly staging: bigint
  readonly finished: ReadonlyMap<string, RunTotals>
}

interface RunOf {
  readonly source: string
  readonly country: string
  readonly startedBy: StartedBy
  readonly order: string | undefined
}

/** The state of a run's staging. */
interface State {
  readonly runId: bigint
  /** Completed parts. */
  readonly finished: Map<string, RunTotals>
  /** The run whose tables contain what is staged: an earlier one's if this run continues it. */
  staging: bigint
  isCreated: boolean
  settled: Pick<Publication.Target, "staged" | "collides"> | undefined
  isEnded: boolean
}

/** Holds the lock on source and country for the scope's life. */
export const locked = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, source: string, country: string) {
  const connection = yield* unavailable(tryLock(sql, { source, country }))
  if (connection === undefined) return yield* runInProgress({ source, country })
  yield* unavailable(Runs.interruptLeftOvers(sql, source, country, yield* timestampNow))
  return connection
})

type Locked = Effect.Success<ReturnType<typeof locked>>

/** Drops what earlier runs have left, except what the run continues. */
const clearStagings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, source }: RunOf,
  { runId, staging: kept }: Pick<State, "runId" | "staging">
) {
  const left = yield* Runs.leftStagings(sql, source, country)
  const dropped = new Set(left.map(({ staging }) => staging).filter((staging) => staging !== kept))
  yield* Effect.forEach(dropped, (staging) => StagedTables.drop(sql, staging))
  yield* Runs.forgetStagings(sql, source, country, runId)
})

/** Drops what no run will ever drop. What cannot be dropped now is left to the next start. */
export const dropLostStagings = (sql: SqlClient.SqlClient) =>
  Runs.lostStagings(sql).pipe(
    Effect.flatMap(Effect.forEach(({ staging }) => StagedTables.drop(sql, staging), { discard: true })),
    Effect.catch((error) => Effect.logWarning("What a run that has ended had staged could not be dropped.", error))
  )

/** Creates the tables of a staging when they are first needed. */
const creating = (sql: SqlClient.SqlClient, state: State) =>
  Effect.suspend(() => (state.isCreated ? Effect.void : StagedTables.create(sql, state.staging))).pipe(
    Effect.tap(() =>
      Effect.sync(() => {
        state.isCreated = true
      })
    ),
    Semaphore.makeUnsafe(1).withPermits(1)
  )

/** Stores what the run would have changed. A run ends even if that cannot be determined. */
const tellWhatWouldBe = (sql: SqlClient.SqlClient, run: RunOf, state: State) =>
  Effect.suspend(() => {
    const { runId, staging } = state
    return hasTable(sql, run.country).pipe(
      Effect.tap(() => Withheld.find(sql, { ...run, staging })),
      Effect.flatMap((isThere) => Changes.ofSource(sql, { ...run, staging }, isThere)),
      Effect.flatMap((changes) => Changes.keep(sql, { ...run, runId }, changes)),
      sql.withTransaction,
      Effect.when(Effect.sync(() => state.isCreated)),
      Effect.catch((error) => Effect.logWarning("What a run would have changed cannot be determined.", error))
    )
  })

/**
 * Ends a run that publishes nothing. A network that loses this must not hold up the process: whoever takes the run over
 * ends it as well, and what is still staged is dropped by the next run or start.
 */
const ending = (sql: SqlClient.SqlClient, run: RunOf, state: State) =>
  Effect.fnUntraced(function* (
    outcome: Parameters<Staging["abandon"]>[0],
    totals: RunTotals | undefined,
    message: string,
    found: ReadonlyArray<string> = [],
    explanations?: ReadonlyArray<Explanation>
  ) {
    const isKept = keepsStaging(outcome, state.finished.size > 0)
    const result = { outcome, totals, message, keepsStaging: isKept, findings: found, explanations }
    if (outcome === "gated" || outcome === "dry-run") yield* tellWhatWouldBe(sql, run, state)
    const mine = yield* answered(Runs.end(sql, state.runId, yield* timestampNow, result))
    state.isEnded = true
    // The process that has taken over the run continues with what is staged.
    if (!isKept && state.isCreated && mine.length > 0) yield* answered(StagedTables.drop(sql, state.staging))
  }, unavailable)

const progressOf =
  (connection: Locked, runId: bigint): Begun["progress"] =>
  (progress) =>
    Effect.gen(function* () {
      const parameters = Runs.progressParameters(runId, yield* timestampNow, progress)
      const [row] = yield* connection.execute(Runs.progressStatement, parameters, undefined)
      return row?.cancel_requested === true
    }).pipe(answered, unavailable)

interface Opened extends Begun {
  readonly fingerprint: string
  readonly abandon: Staging["abandon"]
}

const stagingOf = (
  means: Means,
  registry: SourceRegistry["Service"],
  connection: Locked,
  run: RunOf,
  state: State,
  opened: Opened
): Staging => {
  const { sampleKey, sql } = means
  const { finished, staging } = state
  const ensureCreated = creating(sql, state)
  const openPart = makeParts(sql, staging, sampleKey)
  const settle = Effect.gen(function* () {
    yield* ensureCreated
    return (state.settled ??= yield* sql.withTransaction(Stagings.settle(sql, staging)))
  })
  return {
    ...opened,
    place: unavailable(Effect.as(ensureCreated, String(staging))),
    begun: unavailable(answered(Effect.suspend(() => Stagings.begunParts(sql, staging)))),
    adopt: (part, totals) => void finished.set(part, totals),
    finished: (part) => finished.get(part),
    part: Effect.fnUntraced(function* (name: string) {
      yield* ensureCreated
      state.settled = undefined
      return yield* openPart(name, (totals) => finished.set(name, totals))
    }, unavailable),
    settle: unavailable(Effect.map(settle, ({ staged }) => staged)),
    findings: (limits) =>
      Effect.gen(function* () {
        const { staged } = yield* settle
        const isThere = yield* hasTable(sql, run.country)
        return findings(yield* Publication.change(sql, { ...run, staging, staged }, isThere), limits)
      }).pipe(unavailable),
    publish: Effect.fnUntraced(function* (publishing) {
      const settled = yield* unavailable(settle)
      // Without its lock, the run may not be the only one any more, and a restarted server has emptied the staging.
      yield* unavailable(connection.execute("SELECT 1", [], undefined))
      const sourceOrder = (yield* registry.all).map((registered) => registered.manifest.name)
      const target = { ...run, ...settled, runId: state.runId, staging, sourceOrder, now: yield* timestampNow }
      const { isAnew, publication } = yield* publish(means, target, publishing)
      state.isEnded = true
      yield* Effect.ignore(StagedTables.drop(sql, staging))
      yield* tidy(sql, run.country, publication, isAnew)
      return publication
    })
  }
}

/**
 * A run in progress, which ends with its scope at the latest.
 *
 * @param earlierOf what an earlier run of the same data has staged
 */
export const openRun = Effect.fnUntraced(function* (
  means: Means,
  registry: SourceRegistry["Service"],
  connection: Locked,
  run: RunOf,
  identify: Identify,
  earlierOf: (fingerprint: string) => Effect.Effect<Earlier | undefined, StorageUnavailable>
) {
  const { sql } = means
  const started = yield* Runs.start(sql, { ...run, now: yield* timestampNow })
  const { id: runId } = started
  yield* forgetRuns(sql, run.source, run.country)
  const state: State = {
    runId,
    finished: new Map(),
    staging: runId,
    isCreated: false,
    settled: undefined,
    isEnded: false
  }
  const abandon = ending(sql, run, state)
  yield* Effect.addFinalizer((exit: Exit.Exit<unknown, unknown>) => {
    const [outcome, message] = leftOver(exit)
    return state.isEnded ? Effect.void : Effect.ignore(abandon(outcome, undefined, message))
  })
  const begun: Begun = {
    runId: String(runId),
    expected: started.expected ?? undefined,
    progress: progressOf(connection, runId)
  }
  const fingerprint = yield* identify(begun)
  const earlier = yield* earlierOf(fingerprint)
  state.staging = earlier?.staging ?? runId
  state.isCreated = earlier !== undefined
  for (const [part, totals] of earlier?.finished ?? []) state.finished.set(part, totals)
  // First, so that a run refers to what is continued at any moment.
  yield* Runs.identify(sql, runId, fingerprint, state.staging)
  yield* clearStagings(sql, run, state)
  return stagingOf(means, registry, connection, run, state, { ...begun, fingerprint, abandon })
}, unavailable)
