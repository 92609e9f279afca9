import { Clock, Effect, type Exit, Layer, Semaphore } from "effect"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { SlowDatabase } from "../../database/Database.ts"
import { createTable, hasTable, tableOf } from "../../database/AddressTables.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { weakestEvidence } from "../../pool/CountryEvidence.ts"
import { catchUp, derivedTables, lockCountry, rebuild } from "../../pool/CatalogRebuild.ts"
import { sampleKey as hashedSampleKey } from "../../address/Identity.ts"
import { keepBefore, KeptAutomatically } from "../../snapshot/KeptAutomatically.ts"
import { holdSuppressions } from "../suppression/Locks.ts"
import * as Changes from "./changes/ChangesSql.ts"
import { findings, GateTripped } from "./Gates.ts"
import { catchUpIdentities } from "../upgrade/IdentityUpgrade.ts"
import { makeParts } from "../stage/PartStagingPostgres.ts"
import * as Publication from "./PublicationSql.ts"
import * as NewTable from "./NewTable.ts"
import { remakeAffected, settleCollisions } from "./RemakeAddresses.ts"
import { writeShared } from "./SharedRows.ts"
import {
  type BeginOptions,
  type Begun,
  type Identify,
  leftOver,
  NotPublishable,
  type PublicationSteps,
  Publisher,
  PublisherUnavailable,
  RunInProgress,
  type Staging
} from "./Publisher.ts"
import type { Publication as Counted, RunTotals, StartedBy } from "../run/Run.ts"
import { tryLock } from "../run/RunLock.ts"
import * as Runs from "../run/RunsPostgres.ts"
import type { SampleKeys } from "../stage/StagedColumns.ts"
import * as Stagings from "../stage/StagingPostgres.ts"
import { answeredWithin, unavailable } from "./Unavailable.ts"
import * as Withheld from "./WithheldRecords.ts"

/** The run is no longer this process's: it was taken for dead, and its work for its own by another. */
const takenOver = new PublisherUnavailable({
  message: "This process fell silent, and another has taken its work over. It has published nothing.",
  cause: undefined
})

const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

/** The lock of a run that hears nothing for so long is about to be lost: see RunLock.ts. */
const silence = "15 seconds"

type Publishing = Parameters<Staging["publish"]>[0]

/** Steps of a publication that are told: records, places, addresses with the catalog. */
const steps = 3

/** What an earlier run has staged, to go on with. */
interface Earlier {
  readonly staging: bigint
  readonly finished: ReadonlyMap<string, RunTotals>
}

/** Outcomes of runs that a later run of the same data can go on with, where they have finished a part. */
const brokeOff: ReadonlySet<string> = new Set(["failed", "interrupted", "cancelled"])

const make = (sampleKey: SampleKeys, newTableFrom: number) =>
  Effect.gen(function* () {
    const sql = yield* SlowDatabase
    const registry = yield* SourceRegistry
    const keptVersions = yield* KeptAutomatically
    yield* catchUpIdentities(sql, sampleKey)
    yield* catchUp(sql)

    /** Publishes what differs of a country that has a table: row by row, or where that is less work by a new table. */
    const writeChanges = Effect.fnUntraced(function* (target: Publication.Target, onStep: PublicationSteps) {
      yield* Publication.findAffected(sql, target)
      yield* Withheld.affect(sql, target)
      yield* Publication.mergeRecords(sql, target, Withheld.without(sql, Publication.gathered(sql, target)))
      yield* writeShared(sql, target)
      yield* onStep(1, steps)
      yield* Publication.writePlaces(sql, target)
      yield* onStep(2, steps)
      const tell = Effect.flatMap(Changes.ofPool(sql, target.country), (changes) => Changes.keep(sql, target, changes))
      return yield* remakeAffected(sql, target, { sampleKey, newTableFrom, tell })
    })

    /** Writes a country that has nothing yet. */
    const writeFirst = Effect.fnUntraced(function* (target: Publication.Target, onStep: PublicationSteps) {
      const { country } = target
      yield* createTable(sql, tableOf(country))
      yield* NewTable.beginFirst(sql, target)
      yield* Publication.writePlaces(sql, target)
      yield* NewTable.writeSharedFirst(sql, target)
      yield* Changes.keep(sql, target, yield* Changes.ofPool(sql, country, true))
      if (target.collides) yield* settleCollisions(sql, target, sampleKey)
      yield* onStep(1, steps)
      yield* NewTable.write(sql, target, true)
      yield* NewTable.endFirst(sql)
      yield* onStep(2, steps)
      yield* rebuild(sql, country, NewTable.nextOf(country))
      const counts = { added: target.staged, changed: 0, withdrawn: 0 }
      const pool = yield* Publication.writePool(sql, target, counts)
      yield* NewTable.place(sql, country, true)
      const { residential, residentialBefore, version } = pool
      return { isAnew: true, publication: { ...counts, poolVersion: version, residential, residentialBefore } }
    })

    const publish = Effect.fnUntraced(
      function* (
        staged: Publication.Target,
        { anyway, explain, limits, onStep = () => Effect.void, phases = Effect.succeed([]), totals }: Publishing
      ) {
        yield* holdSuppressions(sql)
        // Publications of one country follow one another, whatever their sources; draws never wait for them.
        yield* lockCountry(sql, staged.country)
        const target = yield* Withheld.takeOut(sql, staged)
        yield* keepBefore(sql, target.country, keptVersions)
        const isThere = yield* hasTable(sql, target.country)
        const found = findings(yield* Publication.change(sql, target, isThere), limits)
        if (found.length > 0 && !anyway) {
          const { country, source } = target
          return yield* new GateTripped({ source, country, findings: found, message: found.join(" ") })
        }
        yield* onStep(0, steps)
        // A process that is stopped half-way holds up the country's other publications: not for longer than this.
        yield* sql`SET LOCAL idle_in_transaction_session_timeout = '60s'`
        yield* sql`SET LOCAL work_mem = '128MB'`
        const written = yield* isThere ? writeChanges(target, onStep) : writeFirst(target, onStep)
        const { publication } = written
        yield* onStep(3, steps)
        const ended = yield* Runs.end(sql, target.runId, target.now, {
          outcome: "published",
          totals: { ...totals, phases: yield* phases },
          publication,
          findings: found,
          explanations: explain?.(publication, found, yield* weakestEvidence(sql, target.country)) ?? []
        })
        // Whoever has taken the run over has ended it: all of this is undone.
        if (ended.length === 0) return yield* takenOver
        return written
      },
      sql.withTransaction,
      Effect.catchIf(
        (error) => error._tag !== "GateTripped",
        (error) => unavailable(Effect.fail(error))
      )
    )

    /**
     * Fresh statistics and visibility, so that draws keep reading indexes only. Not doing it costs speed, no more. A table
     * that was just written anew has its statistics, and nothing in its indexes to clean up.
     */
    const tidy = Effect.fnUntraced(
      function* (country: string, { added, changed, withdrawn }: Counted, isAnew: boolean) {
        if (added + changed + withdrawn === 0) return
        const how = sql.literal(isAnew ? "INDEX_CLEANUP OFF" : "ANALYZE")
        if (yield* hasTable(sql, country)) yield* sql`VACUUM (${how}) ${sql(tableOf(country))}`
        yield* sql`VACUUM (ANALYZE) other_record, street, origin, label, ${sql.literal(derivedTables)}`
      },
      (tidying) => Effect.ignore(tidying)
    )

    /** Holds the lock on source and country for the scope's life. */
    const locked = Effect.fnUntraced(function* (source: string, country: string) {
      const connection = yield* unavailable(tryLock(sql, source, country))
      if (connection === undefined) {
        const message = `A synchronization of ${source} in ${country} is already running. Wait for it to finish.`
        return yield* new RunInProgress({ source, country, message })
      }
      yield* unavailable(Runs.interruptLeftOvers(sql, source, country, yield* now))
      return connection
    })

    /** Drops what earlier runs have left, but for the staging that is gone on with. */
    const clearStagings = Effect.fnUntraced(function* (source: string, country: string, kept: bigint | undefined) {
      const left = yield* Runs.leftStagings(sql, source, country)
      const dropped = new Set(left.map(({ staging }) => staging).filter((staging) => staging !== kept))
      yield* Effect.forEach(dropped, (staging) => Stagings.drop(sql, staging))
      yield* Runs.forgetStagings(sql, source, country)
    })

    const open = Effect.fnUntraced(function* (
      connection: Effect.Success<ReturnType<typeof locked>>,
      run: {
        readonly source: string
        readonly country: string
        readonly startedBy: StartedBy
        readonly order: string | undefined
      },
      identify: Identify,
      earlierOf: (fingerprint: string) => Effect.Effect<Earlier | undefined, PublisherUnavailable>
    ) {
      const { country, source } = run
      const started = yield* Runs.start(sql, { ...run, now: yield* now })
      const { id: runId } = started
      const finished = new Map<string, RunTotals>()
      let staging = runId
      let created = false
      let settled: Pick<Publication.Target, "staged" | "collides"> | undefined
      let ended = false

      const creating = Semaphore.makeUnsafe(1)
      const ensureCreated = Effect.suspend(() => (created ? Effect.void : Stagings.create(sql, staging))).pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            created = true
          })
        ),
        creating.withPermits(1)
      )
      const settle = Effect.gen(function* () {
        yield* ensureCreated
        settled ??= yield* sql.withTransaction(Stagings.settle(sql, staging))
        return settled
      })
      /** A run ends in any case, whether or not that can be told. */
      const tellWhatWouldBe = hasTable(sql, country).pipe(
        Effect.tap(() => Withheld.find(sql, { ...run, staging })),
        Effect.flatMap((isThere) => Changes.ofSource(sql, { ...run, staging }, isThere)),
        Effect.flatMap((changes) => Changes.keep(sql, { ...run, runId }, changes)),
        sql.withTransaction,
        Effect.when(Effect.sync(() => created)),
        Effect.catch((error) => Effect.logWarning("What a run would have changed cannot be told.", error))
      )
      const finish = Effect.fnUntraced(function* (
        outcome: Parameters<Staging["abandon"]>[0],
        totals: RunTotals | undefined,
        message: string,
        found: ReadonlyArray<string> = [],
        explanations?: ReadonlyArray<Explanation>
      ) {
        const keepsStaging = outcome === "gated" || (brokeOff.has(outcome) && finished.size > 0)
        const result = { outcome, totals, message, keepsStaging, findings: found, explanations }
        if (outcome === "gated" || outcome === "dry-run") yield* tellWhatWouldBe
        const mine = yield* Runs.end(sql, runId, yield* now, result)
        ended = true
        // Whoever has taken the run over goes on with what is staged.
        if (!keepsStaging && created && mine.length > 0) yield* Stagings.drop(sql, staging)
      }, unavailable)
      const onExit = (exit: Exit.Exit<unknown, unknown>) => {
        const [outcome, message] = leftOver(exit)
        return ended ? Effect.void : Effect.ignore(finish(outcome, undefined, message))
      }
      yield* Effect.addFinalizer(onExit)

      const begun: Begun = {
        runId: String(runId),
        expected: started.expected ?? undefined,
        progress: (progress) =>
          Effect.gen(function* () {
            const parameters = Runs.progressParameters(runId, yield* now, progress)
            const [row] = yield* connection.execute(Runs.progressStatement, parameters, undefined)
            return row?.cancel_requested === true
          }).pipe(answeredWithin(silence), unavailable)
      }
      const fingerprint = yield* identify(begun)
      const earlier = yield* earlierOf(fingerprint)
      yield* clearStagings(source, country, earlier?.staging)
      staging = earlier?.staging ?? runId
      created = earlier !== undefined
      for (const [part, totals] of earlier?.finished ?? []) finished.set(part, totals)
      yield* Runs.identify(sql, runId, fingerprint, staging)
      const openPart = makeParts(sql, staging, sampleKey)

      const alive = connection.execute("SELECT 1", [], undefined)
      const result: Staging = {
        ...begun,
        fingerprint,
        place: unavailable(Effect.map(ensureCreated, () => String(staging))),
        begun: unavailable(answeredWithin(silence)(Effect.suspend(() => Stagings.begunParts(sql, staging)))),
        adopt: (part, totals) => void finished.set(part, totals),
        finished: (part) => finished.get(part),
        part: Effect.fnUntraced(function* (name: string) {
          yield* ensureCreated
          settled = undefined
          return yield* openPart(name, (totals) => finished.set(name, totals))
        }, unavailable),
        settle: unavailable(Effect.map(settle, ({ staged }) => staged)),
        findings: (limits) =>
          Effect.gen(function* () {
            const { staged } = yield* settle
            const isThere = yield* hasTable(sql, country)
            return findings(yield* Publication.change(sql, { ...run, staging, staged }, isThere), limits)
          }).pipe(unavailable),
        publish: Effect.fnUntraced(function* (publishing) {
          const settledTo = yield* unavailable(settle)
          // Without its lock the run is not the only one any more, and a server that restarted has emptied the staging.
          yield* unavailable(alive)
          const sourceOrder = (yield* registry.all).map((registered) => registered.manifest.name)
          const target = { ...run, ...settledTo, runId, staging, sourceOrder, now: yield* now }
          const { isAnew, publication } = yield* publish(target, publishing)
          ended = true
          yield* Effect.ignore(Stagings.drop(sql, staging))
          yield* tidy(run.country, publication, isAnew)
          return publication
        }),
        abandon: finish
      }
      return result
    }, unavailable)

    const begin = Effect.fnUntraced(function* (
      source: string,
      country: string,
      version: string | Identify,
      { fresh = false, order, startedBy = "command" }: BeginOptions = {}
    ) {
      const connection = yield* locked(source, country)
      const identify = typeof version === "string" ? () => Effect.succeed(version) : version
      return yield* open(
        connection,
        { source, country, startedBy, order },
        identify,
        Effect.fnUntraced(function* (fingerprint) {
          const [left] = fresh ? [] : yield* unavailable(Runs.leftStagings(sql, source, country))
          if (left?.fingerprint !== fingerprint) return undefined
          const finished = yield* unavailable(Stagings.finishedParts(sql, left.staging))
          return finished.size > 0 ? { staging: left.staging, finished } : undefined
        })
      )
    })

    const resume = Effect.fnUntraced(function* (
      runId: string,
      { order, startedBy = "command" }: Pick<BeginOptions, "startedBy" | "order">
    ) {
      const refused = (why: string) =>
        Effect.fail(
          new NotPublishable({ runId, message: `Run ${runId} cannot be published: ${why} Run the source again.` })
        )
      const run = isRunId(runId) ? yield* unavailable(Runs.byId(sql, runId)) : undefined
      if (run === undefined) return yield* refused("it does not exist.")
      if (run.outcome !== "gated") return yield* refused(`it was not held back; its outcome is ${run.outcome}.`)
      const { country, fingerprint, source } = run
      const connection = yield* locked(source, country)
      const left = yield* unavailable(Runs.leftStagings(sql, source, country))
      const kept = left.find(({ id }) => String(id) === runId)
      const finished =
        kept === undefined
          ? new Map<string, RunTotals>()
          : yield* unavailable(Stagings.finishedParts(sql, kept.staging))
      if (kept === undefined || finished.size === 0) {
        return yield* refused("what it read is no longer kept, because a later run has started or the server crashed.")
      }
      const earlier = { staging: kept.staging, finished }
      const staging = yield* open(
        connection,
        { source, country, startedBy, order },
        () => Effect.succeed(fingerprint),
        () => Effect.succeed(earlier)
      )
      return { run, staging }
    })

    return Publisher.of({
      begin,
      resume,
      beside: ({ place, runId }) => {
        const openPart = makeParts(sql, BigInt(place), sampleKey)
        return {
          isUnderWay: Effect.map(unavailable(Runs.byId(sql, runId)), (run) => run?.outcome === "running"),
          finished: (part) =>
            Effect.map(unavailable(Stagings.finishedParts(sql, BigInt(place))), (finished) => finished.get(part)),
          part: (name) => unavailable(openPart(name))
        }
      },
      attempts: (order) => unavailable(Runs.attempts(sql, order)),
      lastFingerprint: (source, country) => unavailable(Runs.lastFingerprint(sql, source, country)),
      holdings: unavailable(Runs.holdings(sql)),
      standings: (pairs) => unavailable(Runs.standings(sql, pairs)),
      runs: (limit, of = {}) => unavailable(Runs.recent(sql, limit, of)),
      run: (id) => (isRunId(id) ? unavailable(Runs.byId(sql, id)) : Effect.undefined),
      changes: (id) => (isRunId(id) ? unavailable(Changes.find(sql, id)) : Effect.undefined),
      running: unavailable(Runs.underWay(sql)),
      requestCancel: (id) => (isRunId(id) ? unavailable(Runs.requestCancel(sql, id)) : Effect.succeed(false))
    })
  })

/** Whether the text is the number of a run: positive and within 63 bits. */
const isRunId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)

/** Publishes into PostgreSQL. The parameters are there for tests, which make keys collide and new tables of small changes. */
export const layerNoDeps = (sampleKey = hashedSampleKey, newTableFrom = NewTable.newTableFrom) =>
  Layer.effect(Publisher, make(sampleKey, newTableFrom))
