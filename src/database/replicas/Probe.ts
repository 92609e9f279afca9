import { Effect, type Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { postgresTime, type TimeBudget } from "../../settings/TimeBudgets.ts"
import { connectionsTo } from "../Database.ts"
import { mark } from "../Mark.ts"
import { rowsOf } from "../Rows.ts"

/** What a server reports about itself. */
export interface Probed {
  readonly isReplica: boolean
  /** Whether something stands between that drops the settings of connections, such as PgBouncer. */
  readonly isPooled: boolean
  /** Identifies cluster and database: the same on a primary and its replicas, and nowhere else. */
  readonly database: string
  /** The end of the write-ahead log that it knows of, in bytes from the start. */
  readonly end: number
  /** The position up to which its data can be read: on a primary, the whole log. */
  readonly reached: number
  /** Versions of the pools it serves, by country. */
  readonly versions: ReadonlyMap<string, number>
}

const probedRows = rowsOf({
  isReplica: Schema.Boolean,
  isPooled: Schema.Boolean,
  database: Schema.String,
  end: Schema.Number,
  reached: Schema.Number,
  versions: Schema.Record(Schema.String, Schema.Int)
})

/**
 * How a server is connected to that is asked for its state.
 *
 * @param answer how long it may take to connect, and then for each answer
 */
export const probeConnection = (url: Redacted.Redacted, applicationName: string, answer: TimeBudget) =>
  connectionsTo(
    { url },
    {
      applicationName,
      minConnections: 0,
      maxConnections: 1,
      connectTimeout: answer.time,
      startupParameters: { statement_timeout: postgresTime(answer) }
    }
  )

/**
 * What the server of a {@link probeConnection} reports. Reads from a server depend on the settings of their connections,
 * such as the schema of a kept version, so this one must have those that it asked for.
 *
 * A replica that receives no stream knows of no log beyond what it has replayed. Only the primary can say what it
 * lacks.
 */
export const probe = (sql: SqlClient.SqlClient) =>
  probedRows(sql`
    SELECT here.replica AS "isReplica",
      current_setting(${mark.name}::text, true) IS DISTINCT FROM ${mark.value}::text AS "isPooled",
      (SELECT system_identifier::text FROM pg_control_system()) || '/' ||
        (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
      (here.written - '0/0'::pg_lsn)::float8 AS end,
      (CASE WHEN here.replica THEN pg_last_wal_replay_lsn() ELSE here.written END - '0/0'::pg_lsn)::float8 AS reached,
      (SELECT coalesce(json_object_agg(country, version), '{}'::json) FROM served_pool) AS versions
    FROM (
      SELECT replica, CASE
        WHEN replica THEN greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())
        ELSE pg_current_wal_lsn()
      END AS written
      FROM (SELECT pg_is_in_recovery() AS replica) is_in
    ) here`).pipe(
    Effect.map(([row]): Probed => ({ ...row!, versions: new Map(Object.entries(row!.versions)) })),
    Effect.withSpan("Replicas.probe")
  )
