import { Effect, Layer } from "effect"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { sampleKey as hashedSampleKey } from "../../address/Identity.ts"
import { SlowDatabase } from "../../database/Database.ts"
import { catchUp } from "../../pool/CatalogRebuild.ts"
import { KeptAutomatically } from "../../snapshot/KeptAutomatically.ts"
import { dropLostStagings, locked, openRun } from "../run/OpenRun.ts"
import type { RunTotals } from "../run/Run.ts"
import * as RunHistory from "../run/RunHistory.ts"
import * as Runs from "../run/RunsPostgres.ts"
import { makeParts } from "../stage/PartStagingPostgres.ts"
import type { SampleKeys } from "../stage/StagedColumns.ts"
import * as Stagings from "../stage/StagingPostgres.ts"
import { catchUpIdentities } from "../upgrade/IdentityUpgrade.ts"
import { catchUpIndexes } from "../upgrade/IndexUpgrade.ts"
import * as Changes from "./changes/ChangesSql.ts"
import { holdings } from "./Holdings.ts"
import * as NewTable from "./NewTable.ts"
import type { Means } from "./PublicationPostgres.ts"
import { NotPublishable, Publisher, RunInProgress } from "./Publisher.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { answeredWithin, unavailable } from "./Unavailable.ts"

/** Whether the text is the number of a run: positive and within 63 bits. */
const isRunId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)

/** Of statements that take a moment, which work waits for that was ordered. */
const answered = answeredWithin(timeBudgets.runConnection.time)

const beginning = (means: Means, registry: SourceRegistry["Service"]): Publisher["Service"]["begin"] =>
  Effect.fnUntraced(function* (source, country, version, { fresh = false, order, startedBy = "command" } = {}) {
    const { sql } = means
    const connection = yield* locked(sql, source, country)
    // An order may be delivered again while it is carried out: the second delivery has waited for the lock.
    if (order !== undefined && (yield* unavailable(answered(Runs.attempts(sql, { order, source, country })))).isDone) {
      const message = `The synchronization of ${source} in ${country} that was ordered has ended in the meantime.`
      return yield* new RunInProgress({ source, country, message })
    }
    return yield* openRun(
      means,
      registry,
      connection,
      { source, country, startedBy, order },
      typeof version === "string" ? () => Effect.succeed(version) : version,
      Effect.fnUntraced(function* (fingerprint) {
        const [left] = fresh ? [] : yield* unavailable(answered(Runs.leftStagings(sql, source, country)))
        if (left?.fingerprint !== fingerprint) return undefined
        const finished = yield* unavailable(answered(Stagings.finishedParts(sql, left.staging)))
        return finished.size > 0 ? { staging: left.staging, finished } : undefined
      })
    )
  })

const resuming = (means: Means, registry: SourceRegistry["Service"]): Publisher["Service"]["resume"] =>
  Effect.fnUntraced(function* (runId, { order, startedBy = "command" }) {
    const { sql } = means
    const refused = (why: string) =>
      Effect.fail(
        new NotPublishable({ runId, message: `Run ${runId} cannot be published: ${why} Run the source again.` })
      )
    const run = isRunId(runId) ? yield* unavailable(RunHistory.byId(sql, runId)) : undefined
    if (run === undefined) return yield* refused("it does not exist.")
    if (run.outcome !== "gated") return yield* refused(`it was not held back; its outcome is ${run.outcome}.`)
    const { country, fingerprint, source } = run
    const connection = yield* locked(sql, source, country)
    const left = yield* unavailable(Runs.leftStagings(sql, source, country))
    const kept = left.find(({ id }) => String(id) === runId)
    const finished =
      kept === undefined ? new Map<string, RunTotals>() : yield* unavailable(Stagings.finishedParts(sql, kept.staging))
    if (kept === undefined || finished.size === 0) {
      return yield* refused("what it read is no longer kept, because a later run has started or the server crashed.")
    }
    const staging = yield* openRun(
      means,
      registry,
      connection,
      { source, country, startedBy, order },
      () => Effect.succeed(fingerprint),
      () => Effect.succeed({ staging: kept.staging, finished })
    )
    return { run, staging }
  })

const make = Effect.fnUntraced(function* (sampleKey: SampleKeys, newTableFrom: number) {
  const sql = yield* SlowDatabase
  const registry = yield* SourceRegistry
  const means: Means = { sql, sampleKey, newTableFrom, keptVersions: yield* KeptAutomatically }
  yield* catchUpIdentities(sql, sampleKey)
  yield* catchUp(sql)
  yield* dropLostStagings(sql)
  // In the background: it takes seconds for each million addresses, and draws work meanwhile.
  yield* Effect.forkScoped(catchUpIndexes(sql))

  return Publisher.of({
    begin: beginning(means, registry),
    resume: resuming(means, registry),
    beside: ({ place, runId }) => {
      const openPart = makeParts(sql, BigInt(place), sampleKey)
      return {
        isUnderWay: Effect.map(unavailable(answered(RunHistory.byId(sql, runId))), (run) => run?.outcome === "running"),
        finished: (part) =>
          Effect.map(unavailable(answered(Stagings.finishedParts(sql, BigInt(place)))), (finished) =>
            finished.get(part)
          ),
        part: (name) => unavailable(openPart(name))
      }
    },
    attempts: (ordered) => unavailable(answered(Runs.attempts(sql, ordered))),
    lastFingerprint: (source, country) => unavailable(answered(Runs.lastFingerprint(sql, source, country))),
    holdings: unavailable(holdings(sql)),
    standings: (pairs) => unavailable(RunHistory.standings(sql, pairs)),
    runs: (limit, of = {}) => unavailable(RunHistory.recent(sql, limit, of)),
    lastRuns: (sources) => unavailable(RunHistory.last(sql, sources)),
    run: (id) => (isRunId(id) ? unavailable(RunHistory.byId(sql, id)) : Effect.undefined),
    changes: (id) => (isRunId(id) ? unavailable(Changes.find(sql, id)) : Effect.undefined),
    running: unavailable(RunHistory.underWay(sql)),
    requestCancel: (id) => (isRunId(id) ? unavailable(Runs.requestCancel(sql, id)) : Effect.succeed(false))
  })
})

/**
 * Publishes into PostgreSQL. The parameters are for tests, which make keys collide and rewrite tables for small
 * changes.
 */
export const layerNoDeps = (sampleKey = hashedSampleKey, newTableFrom = NewTable.newTableFrom) =>
  Layer.effect(Publisher, make(sampleKey, newTableFrom))
