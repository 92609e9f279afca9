import { Duration, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { rowsLike, rowsOf } from "./Rows.ts"
import { Millis, timestamp } from "./Timestamps.ts"

/** A process that has sent no heartbeat for this many seconds is considered dead. */
export const silentAfterSeconds = Duration.toSeconds(timeBudgets.processSilent.time)

/** A silent process is deleted from the table after this many seconds. */
export const forgottenAfterSeconds = Duration.toSeconds(timeBudgets.processForgotten.time)

const foundRows = rowsOf({ found: Schema.Boolean })
const behindRows = rowsOf({ name: Schema.String, version: Schema.String })

/** The heartbeat of a process that serves or does work on the database. */
export interface ProcessSign {
  /** Also its name as a runner. */
  readonly name: string
  readonly role: "serve" | "work"
  /** Version of Doorstep. */
  readonly version: string
  /** The number of the last migration that it knows. */
  readonly schema: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** What it is doing, in the format of src/cluster/Heartbeat.ts. */
  readonly report: unknown
}

/** A standby has the table, but no heartbeats: as the table is unlogged, they cannot even be asked for there. */
const hasHeartbeats = (sql: SqlClient.SqlClient) =>
  Effect.map(
    foundRows(sql`SELECT to_regclass('process') IS NOT NULL AND NOT pg_is_in_recovery() AS found`),
    ([row]) => row!.found
  )

/** Writes a heartbeat, and deletes processes that have been silent for long. */
export const giveSign = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, sign: ProcessSign) {
  yield* sql`
    INSERT INTO process (name, role, version, schema, started_at, seen_at, report)
    VALUES (${sign.name}, ${sign.role}, ${sign.version}, ${sign.schema}::int,
      ${timestamp(sign.startedAt)}::timestamptz, now(), ${JSON.stringify(sign.report)}::text::jsonb)
    ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, report = excluded.report`
  yield* sql`DELETE FROM process WHERE seen_at < now() - make_interval(secs => ${forgottenAfterSeconds})`
})

/** Removes a process that is stopping. */
export const takeLeave = (sql: SqlClient.SqlClient, name: string) => sql`DELETE FROM process WHERE name = ${name}`

const Seen = Schema.Struct({
  name: Schema.String,
  role: Schema.String,
  version: Schema.String,
  schema: Schema.Int,
  startedAt: Millis,
  silentSeconds: Schema.Number,
  report: Schema.Unknown
})

/** A process as last seen by the database. */
export type ProcessSeen = typeof Seen.Type

const seenRows = rowsLike(Seen)

/** All processes with a recent heartbeat, by name. */
export const listProcesses = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (!(yield* hasHeartbeats(sql))) return []
  return yield* seenRows(sql`
    SELECT name, role, version, schema, started_at AS "startedAt",
      greatest(0, extract(epoch FROM now() - seen_at))::float8 AS "silentSeconds", report
    FROM process WHERE seen_at >= now() - make_interval(secs => ${forgottenAfterSeconds}) ORDER BY role, name`)
})

/** The running processes that do not know the migration of that number. */
export const processesBehind = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, schema: number) {
  if (!(yield* hasHeartbeats(sql))) return []
  return yield* behindRows(sql`
    SELECT name, version FROM process
    WHERE schema < ${schema}::int AND seen_at > now() - make_interval(secs => ${silentAfterSeconds}) ORDER BY name`)
})
