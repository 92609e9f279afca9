import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { SqlSchema } from "effect/sql"

/** What a server says of itself. */
export interface Probed {
  readonly isReplica: boolean
  /** The same on a primary and on its replicas, and nowhere else: cluster and database. */
  readonly database: string
  /** Where the write-ahead log ends that it knows of, in bytes from its start. */
  readonly end: number
  /** Up to where that can be read: on a primary, all of it. */
  readonly reached: number
  /** Versions of the pools that it serves, by country. */
  readonly versions: ReadonlyMap<string, number>
}

const Row = Schema.Struct({
  isReplica: Schema.Boolean,
  database: Schema.String,
  end: Schema.Number,
  reached: Schema.Number,
  versions: Schema.Record(Schema.String, Schema.Int)
})

/**
 * A replica that streams nothing knows of no log behind what it has replayed: what is behind that only the primary
 * can say.
 */
export const probe = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Void,
    Result: Row,
    execute: () => sql`
      SELECT here.replica AS "isReplica",
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
      ) here`
  })(undefined).pipe(
    Effect.map((row): Probed => ({ ...row, versions: new Map(Object.entries(row.versions)) })),
    Effect.withSpan("Replicas.probe")
  )
