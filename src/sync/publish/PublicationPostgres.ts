import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { createTable, hasTable, inUse, isInUse, tableOf } from "../../database/AddressTables.ts"
import { StorageUnavailable } from "../../database/Outage.ts"
import { derivedTables, rebuild } from "../../pool/CatalogRebuild.ts"
import { lockCountry } from "../../pool/CountryLock.ts"
import { weakestEvidence } from "../../pool/CountryEvidence.ts"
import { keepBefore } from "../../snapshot/KeptAutomatically.ts"
import type { Publication as Counted } from "../run/Run.ts"
import * as Runs from "../run/RunsPostgres.ts"
import type { SampleKeys } from "../stage/StagedColumns.ts"
import { boundIdle } from "../stage/StagingPostgres.ts"
import { holdSuppressions } from "../suppression/Locks.ts"
import * as Changes from "./changes/ChangesSql.ts"
import { findings, GateTripped } from "./Gates.ts"
import * as NewTable from "./NewTable.ts"
import * as Publication from "./PublicationSql.ts"
import type { PublicationSteps, Staging } from "./Publisher.ts"
import { remakeAffected, settleCollisions } from "./RemakeAddresses.ts"
import { writeShared } from "./SharedRows.ts"
import { unavailable } from "./Unavailable.ts"
import * as Withheld from "./WithheldRecords.ts"

/** What publications need. */
export interface Means {
  readonly sql: SqlClient.SqlClient
  readonly sampleKey: SampleKeys
  /** From how many affected addresses on a country's table may be rewritten. */
  readonly newTableFrom: number
  /** How many versions of a pool are kept when the next one is published. */
  readonly keptVersions: number
}

/** The run no longer belongs to this process, which was considered dead; its work was given to another. */
const takenOver = new StorageUnavailable({
  reason: "Declined",
  message: "This process fell silent, and another has taken its work over. It has published nothing."
})

type Publishing = Parameters<Staging["publish"]>[0]

/** Steps reported during a publication: records, places, addresses with the catalog. */
const steps = 3

/** Publishes the changes of a country that has a table: row by row, or with a new table if that is less work. */
const writeChanges = Effect.fnUntraced(function* (
  { newTableFrom, sampleKey, sql }: Means,
  target: Publication.Target,
  onStep: PublicationSteps
) {
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

/** Publishes a country for the first time. */
const writeFirst = Effect.fnUntraced(function* (
  { sampleKey, sql }: Means,
  target: Publication.Target,
  onStep: PublicationSteps
) {
  const { country } = target
  yield* createTable(sql, tableOf(country))
  yield* NewTable.beginFirst(sql, target)
  yield* Publication.writePlaces(sql, target)
  yield* NewTable.writeSharedFirst(sql, target)
  yield* Changes.keep(sql, target, yield* Changes.ofPool(sql, country, true))
  if (target.collides) yield* settleCollisions(sql, target, sampleKey)
  yield* onStep(1, steps)
  yield* NewTable.write(sql, target, true)
  yield* NewTable.endFirst(sql, country)
  yield* onStep(2, steps)
  yield* rebuild(sql, country, NewTable.nextOf(country))
  const counts = { added: target.staged, changed: 0, withdrawn: 0 }
  const pool = yield* Publication.writePool(sql, target, counts)
  yield* NewTable.place(sql, country, true)
  const { residential, residentialBefore, version } = pool
  return { isAnew: true, publication: { ...counts, poolVersion: version, residential, residentialBefore } }
})

/** Publishes what a run has staged in one transaction: all of it, or nothing. */
export const publish = Effect.fnUntraced(
  function* (
    means: Means,
    staged: Publication.Target,
    { anyway, explain, limits, onStep = () => Effect.void, phases = Effect.succeed([]), totals }: Publishing
  ) {
    const { keptVersions, sql } = means
    yield* boundIdle(sql, "128MB")
    yield* holdSuppressions(sql)
    // Publications of one country run one after the other, whatever their sources. Draws never wait for them.
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
    const written = yield* isThere ? writeChanges(means, target, onStep) : writeFirst(means, target, onStep)
    const { publication } = written
    yield* onStep(3, steps)
    const ended = yield* Runs.end(sql, target.runId, target.now, {
      outcome: "published",
      totals: { ...totals, phases: yield* phases },
      publication,
      findings: found,
      explanations: explain?.(publication, found, yield* weakestEvidence(sql, target.country)) ?? []
    })
    // Another process has taken over the run and ended it, so all of this is rolled back.
    if (ended.length === 0) return yield* takenOver
    return written
  },
  (publishing, { sql }) => sql.withTransaction(publishing),
  // On another connection, which the transaction's failure leaves usable.
  (publishing, { sql }, { country }) => Effect.catchIf(publishing, isInUse, (cause) => inUse(sql, country, cause)),
  Effect.catchIf(
    (error) => error._tag !== "GateTripped",
    (error) => unavailable(Effect.fail(error))
  )
)

/**
 * Updates statistics and visibility, so that draws keep using index-only scans. A failure only costs speed. A table
 * that was just rewritten has its statistics, and nothing to clean up in its indexes.
 */
export const tidy = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient, country: string, { added, changed, withdrawn }: Counted, isAnew: boolean) {
    if (added + changed + withdrawn === 0) return
    const how = sql.literal(isAnew ? "INDEX_CLEANUP OFF" : "ANALYZE")
    if (yield* hasTable(sql, country)) yield* sql`VACUUM (${how}) ${sql(tableOf(country))}`
    yield* sql`VACUUM (ANALYZE) other_record, street, origin, label, ${sql.literal(derivedTables)}`
  },
  (tidying) => Effect.ignore(tidying)
)
