import { Clock, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { SlowDatabase } from "../database/Database.ts"
import { catchUp, derivedTables, isOutdated, lockCountry, rebuild } from "../pool/CatalogRebuild.ts"
import { sampleKey as hashedSampleKey } from "../pool/Identity.ts"
import { findings, GateTripped, type Limits } from "./Gates.ts"
import * as Publication from "./PublicationSql.ts"
import {
  leftOver,
  type Publication as Counted,
  Publisher,
  PublisherUnavailable,
  RunInProgress,
  type RunTotals,
  type Staging
} from "./Publisher.ts"
import * as Runs from "./RunsPostgres.ts"
import { makeStage } from "./StagingPostgres.ts"

const unavailable = Effect.mapError(
  (cause: unknown) =>
    new PublisherUnavailable({
      message: "The database cannot be reached, or refused the synchronization's work.",
      cause
    })
)

/** Holds a session lock on `name` for the scope's life; false when another session holds it. */
const lock = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, name: string) {
  // A connection of its own: a session lock belongs to the connection that took it, and dies with it.
  const connection = yield* sql.reserve
  const [row] = yield* connection.execute(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held",
    [name],
    undefined
  )
  if (row.held !== true) return false
  yield* Effect.addFinalizer(() =>
    Effect.ignore(connection.execute("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name], undefined))
  )
  return true
})

const make = (sampleKey: (addressId: string, attempt: number) => bigint) =>
  Effect.gen(function* () {
    const sql = yield* SlowDatabase
    const registry = yield* SourceRegistry
    yield* catchUp(sql)

    const settleCollisions = Effect.fnUntraced(function* (target: Publication.Target) {
      for (let attempt = 1; ; attempt++) {
        const collided = yield* Publication.collisions(sql, target)
        if (collided.length === 0) return
        yield* Effect.forEach(collided, ({ id }) => Publication.rekey(sql, id, sampleKey(id, attempt)))
      }
    })

    const publish = (target: Publication.Target, totals: RunTotals, limits: Limits, anyway: boolean) =>
      Effect.gen(function* () {
        // Publications of one country follow one another, whatever their sources; draws never wait for them.
        yield* lockCountry(sql, target.country)
        const found = findings(yield* Publication.change(sql, target), limits)
        if (found.length > 0 && !anyway) {
          const { country, source } = target
          return yield* new GateTripped({ source, country, findings: found, message: found.join(" ") })
        }
        yield* Publication.writeRecords(sql, target)
        yield* Publication.writePlaces(sql, target)
        yield* Publication.mergeRecords(sql, target)
        const withdrawn = yield* Publication.withdraw(sql)
        yield* settleCollisions(target)
        const counts = { withdrawn, ...(yield* Publication.writeAddresses(sql, target)) }
        if (counts.added + counts.changed + withdrawn > 0 || (yield* isOutdated(sql, target.country))) {
          yield* rebuild(sql, target.country)
        }
        const pool = yield* Publication.writePool(sql, target, counts)
        const publication = { ...counts, poolVersion: pool.version, residential: pool.residential }
        yield* Runs.end(sql, target.runId, target.now, { outcome: "published", totals, publication })
        yield* Runs.clear(sql, target.runId)
        return publication
      }).pipe(
        sql.withTransaction,
        Effect.catchIf(
          (error) => error._tag !== "GateTripped",
          (error) => unavailable(Effect.fail(error))
        )
      )

    /** Fresh statistics and visibility, so that draws keep reading indexes only. Not doing it costs speed, no more. */
    const tidy = ({ added, changed, withdrawn }: Counted) =>
      added + changed + withdrawn === 0
        ? Effect.void
        : Effect.ignore(sql`VACUUM (ANALYZE) address, ${sql.literal(derivedTables)}`)

    const begin = Effect.fnUntraced(function* (source: string, country: string, fingerprint: string) {
      if (!(yield* unavailable(lock(sql, `sync/${source}/${country}`)))) {
        const message = `A synchronization of ${source} in ${country} is under way already. Wait for it to end.`
        return yield* new RunInProgress({ source, country, message })
      }
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())
      yield* unavailable(Runs.interruptLeftOvers(sql, source, country, yield* now))
      const runId = yield* unavailable(Runs.start(sql, source, country, fingerprint, yield* now))
      let stage = makeStage(sql, runId, source, sampleKey)
      let ended = false
      const abandon: Staging["abandon"] = Effect.fnUntraced(function* (outcome, totals, message) {
        yield* Runs.end(sql, runId, yield* now, { outcome, totals, message })
        yield* Runs.clear(sql, runId)
        ended = true
      }, unavailable)
      yield* Effect.addFinalizer((exit) => (ended ? Effect.void : Effect.ignore(abandon(...leftOver(exit)))))
      const staging: Staging = {
        runId: String(runId),
        stage: (records) => Effect.suspend(() => unavailable(stage(records))),
        clear: Effect.tap(unavailable(Runs.clear(sql, runId)), () =>
          Effect.sync(() => {
            stage = makeStage(sql, runId, source, sampleKey)
          })
        ),
        staged: unavailable(Runs.staged(sql, runId)),
        publish: Effect.fnUntraced(function* ({ anyway, limits, totals }) {
          const sourceOrder = (yield* registry.all).map((registered) => registered.manifest.name)
          const target = { runId, source, country, sourceOrder, now: yield* now }
          const publication = yield* publish(target, totals, limits, anyway)
          ended = true
          yield* tidy(publication)
          return publication
        }),
        abandon
      }
      return staging
    })

    return Publisher.of({
      begin,
      lastFingerprint: (source, country) => unavailable(Runs.lastFingerprint(sql, source, country)),
      holdings: unavailable(Runs.holdings(sql)),
      standings: (pairs) => unavailable(Runs.standings(sql, pairs)),
      runs: (limit) => unavailable(Runs.recent(sql, limit))
    })
  })

/** Publishes into PostgreSQL. `sampleKey` is there for tests, which make keys collide. */
export const layerNoDeps = (sampleKey = hashedSampleKey) => Layer.effect(Publisher, make(sampleKey))
