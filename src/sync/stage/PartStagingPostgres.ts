import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { sampleKey as hashedSampleKey } from "../../address/Identity.ts"
import { type PartStaging } from "../publish/Publisher.ts"
import type { RunTotals } from "../run/Run.ts"
import { answeredWithin, unavailable } from "../publish/Unavailable.ts"
import { columnsOf, type SampleKeys, type StagedColumns } from "./StagedColumns.ts"
import { makeStage } from "./StagedChunks.ts"
import * as Stagings from "./StagingPostgres.ts"
import { StorageUnavailable } from "../../database/Outage.ts"

/** The part was discarded while it was being read: its run is settled, or another process continues it. */
const thrownAway = new StorageUnavailable({
  reason: "Declined",
  message: "What this process has read of the part is no longer wanted: the run goes on without it."
})

/** Staging a chunk usually takes a moment; on a busy machine, seconds. */
const patience = timeBudgets.stagedChunk.time

/** Opens parts of a staging for records, for the run's own process and for helpers. */
export const makeParts = (sql: SqlClient.SqlClient, staging: bigint, sampleKey: SampleKeys) => {
  const stage = makeStage(sql, staging)
  return (name: string, finished: (totals: RunTotals) => void = () => undefined) =>
    Effect.map(answeredWithin(patience)(Stagings.startPart(sql, staging, name)), (part): PartStaging => ({
      stage: (records) => unavailable(answeredWithin(patience)(stage(part, columnsOf(records, sampleKey)))),
      // Threads can only make keys in the usual way.
      ...(sampleKey === hashedSampleKey
        ? { stageColumns: (columns: StagedColumns) => unavailable(answeredWithin(patience)(stage(part, columns))) }
        : {}),
      finish: Effect.fnUntraced(function* (totals) {
        const rows = yield* unavailable(answeredWithin(patience)(Stagings.finishPart(sql, staging, part, totals)))
        if (rows.length === 0) return yield* thrownAway
        finished(totals)
      })
    }))
}
