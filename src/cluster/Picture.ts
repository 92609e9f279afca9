import { Effect, Option, Schema } from "effect"
import { SlowDatabase } from "../database/Database.ts"
import { listProcesses, type ProcessSeen } from "../database/Processes.ts"
import { rowsOf } from "../database/Rows.ts"
import { tableExists } from "../database/TableExists.ts"
import {
  isOpenRequest,
  isSessionOfRunner,
  shardHolders,
  synchronizationType,
  tableNames,
  tablesIn
} from "./ClusterTables.ts"
import { type ProcessReport, reportOf } from "./Heartbeat.ts"
import { isLocked } from "../sync/run/RunLock.ts"
import { stuckAfterSeconds, type Waiting, waitingByRunner } from "./Waiting.ts"

const orderedRows = rowsOf({ ordered: Schema.Number })

/** A process that serves or does work. */
export interface ProcessPicture extends Omit<ProcessSeen, "report"> {
  /** What it does; none if a process of another version reports it differently. */
  readonly report: ProcessReport | undefined
}

/** A process that does work. */
export interface RunnerSeen {
  readonly name: string
  /** Since its last heartbeat. */
  readonly silentSeconds: number
  /** How many shards it holds. */
  readonly shards: number
  /** Source and country of its current work. */
  readonly worksOn: ReadonlyArray<string>
  /** What waits for it. */
  readonly waiting: Waiting
}

/** The processes that share a database, and what waits for them. */
export interface ClusterSeen {
  readonly processes: ReadonlyArray<ProcessPicture>
  readonly runners: ReadonlyArray<RunnerSeen>
  /** Synchronizations that were ordered and are not done. */
  readonly ordered: number
  /** Messages that nobody has received yet, and how long the oldest of them has waited. */
  readonly untaken: number
  readonly waitedSeconds: number
}

/**
 * Why a runner that is present is stuck: it receives no messages, or works on nothing it has received. While it works on
 * something, the rest may be waiting for its turn.
 */
export const stuckBecause = ({
  waiting: { idle, untaken, waitedSeconds },
  worksOn
}: RunnerSeen): string | undefined => {
  if (untaken > 0 && waitedSeconds > stuckAfterSeconds) {
    return `It has not taken its messages (${untaken}) for ${Math.round(waitedSeconds)} seconds.`
  }
  return idle > 0 && worksOn.length === 0 ? `It works on none of the orders (${idle}) that it has taken.` : undefined
}

const nothing = { runners: [], ordered: 0, untaken: 0, waitedSeconds: 0 } satisfies Omit<ClusterSeen, "processes">

const runnerRows = rowsOf({
  name: Schema.String,
  silentSeconds: Schema.Number,
  shards: Schema.Int,
  worksOn: Schema.Array(Schema.String)
})

/** Reads the tables only: it neither joins the cluster nor loads it. */
const seenOfWork = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  if (!(yield* Effect.forEach(tableNames, (table) => tableExists(sql, table))).every(Boolean)) return nothing
  const tables = tablesIn(sql)
  const runners = yield* runnerRows(sql`
    WITH holder AS MATERIALIZED (${shardHolders(sql)})
    SELECT r.address AS name, extract(epoch FROM now() - r.last_heartbeat)::float8 AS "silentSeconds",
      (SELECT coalesce(sum(cardinality(a.locks)), 0)::int FROM holder a WHERE ${isSessionOfRunner(sql)}) AS shards,
      ARRAY(
        SELECT source || ' ' || country FROM run
        WHERE outcome = 'running' AND runner = r.address AND ${isLocked(sql, sql`source || '/' || country`)}
        ORDER BY id
      ) AS "worksOn"
    FROM ${tables.runners} r ORDER BY r.address`)
  const [orders] = yield* orderedRows(sql`
    SELECT count(*)::int AS ordered FROM ${tables.messages}
    WHERE ${isOpenRequest(sql)} AND entity_type = ${synchronizationType}`)
  const waiting = yield* waitingByRunner
  const { untaken, waitedSeconds } = waiting.all
  return {
    runners: runners.map((runner): RunnerSeen => ({ ...runner, waiting: waiting.of(runner.name) })),
    ordered: orders!.ordered,
    untaken,
    waitedSeconds
  }
})

/** Everything: processes, runners, and what waits for them. */
export const seen = Effect.gen(function* () {
  const processes = yield* listProcesses(yield* SlowDatabase)
  const picture: ClusterSeen = {
    ...(yield* seenOfWork),
    processes: processes.map(({ report, ...process }) => ({
      ...process,
      report: Option.getOrUndefined(reportOf(report))
    }))
  }
  return picture
})
