import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const auditRows = rowsOf({
  id: Schema.String,
  at: Schema.Number,
  session: Schema.NullOr(Schema.String),
  ip: Schema.NullOr(Schema.String),
  action: Schema.String,
  target: Schema.String,
  result: Schema.Literals(["done", "refused", "failed"]),
  detail: Schema.String
})

/** An action or an attempt. */
export interface AuditRecord {
  /** Public ID of the session; absent if nobody was signed in. */
  readonly session?: string | undefined
  /** Client address; absent for the command line. */
  readonly ip?: string | undefined
  readonly action: string
  readonly target?: string | undefined
  readonly result: "done" | "refused" | "failed"
  readonly detail?: string | undefined
}

export interface AuditRow {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session: string | null
  readonly ip: string | null
  readonly action: string
  readonly target: string
  readonly result: "done" | "refused" | "failed"
  readonly detail: string
}

const kept = Duration.days(365)

/** Shortens text from requests, and removes characters that a terminal or a table cannot show. */
const tidy = (text: string | undefined, length: number): string =>
  (text ?? "")
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, length)
    .toWellFormed()

/** Who did what, with which result, for a year. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    readonly record: (record: AuditRecord) => Effect.Effect<void, StorageUnavailable>
    /** Newest first; with `before`, only entries older than that one. */
    readonly page: (query: {
      readonly limit: number
      readonly before?: string | undefined
      readonly action?: string | undefined
    }) => Effect.Effect<ReadonlyArray<AuditRow>, StorageUnavailable>
    /** Deletes entries older than a year. */
    readonly sweep: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())
      return AuditLog.of({
        record: Effect.fn("AuditLog.record")(function* ({ action, detail, ip, result, session, target }) {
          yield* unavailable(sql`
            INSERT INTO audit (at, session, client, action, target, result, detail)
            VALUES (${yield* now}::timestamptz, ${session ?? null}::text, ${ip ?? null}::text, ${action},
              ${tidy(target, 200)}, ${result}, ${tidy(detail, 500)})`)
        }),
        page: ({ action = null, before = null, limit }) =>
          unavailable(
            auditRows(sql`
            SELECT id::text AS id, extract(epoch FROM at)::float8 * 1000 AS at, session, client AS ip, action, target,
              result, detail
            FROM audit
            WHERE audit.id < coalesce(${before}::bigint, 9223372036854775807)
              AND (${action}::text IS NULL OR action = ${action}::text)
            ORDER BY audit.id DESC LIMIT ${limit}::int`)
          ),
        sweep: Effect.gen(function* () {
          const limit = new Date((yield* Clock.currentTimeMillis) - Duration.toMillis(kept)).toISOString()
          yield* unavailable(sql`DELETE FROM audit WHERE at < ${limit}::timestamptz`)
        })
      })
    })
  )
}
