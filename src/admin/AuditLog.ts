import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { misleading } from "../../schemas/Quoted.ts"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import { Millis, timestamp, timestampNow } from "../database/Timestamps.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** An entry of the log. */
const AuditRow = Schema.Struct({
  id: Schema.String,
  at: Millis,
  session: Schema.NullOr(Schema.String),
  ip: Schema.NullOr(Schema.String),
  action: Schema.String,
  target: Schema.String,
  result: Schema.Literals(["done", "refused", "failed"]),
  detail: Schema.String
})
export type AuditRow = typeof AuditRow.Type

const auditRows = rowsOf(AuditRow.fields)

/** An action or an attempt. */
export interface AuditRecord {
  /** Public ID of the session; absent if nobody was signed in. */
  readonly session?: string | undefined
  /** Client address; absent for the command line. */
  readonly ip?: string | undefined
  readonly action: string
  readonly target?: string | undefined
  readonly result: AuditRow["result"]
  readonly detail?: string | undefined
}

const kept = Duration.days(365)

const unprintable = new RegExp(String.raw`[\p{Cc}${misleading}]+`, "gu")

/**
 * Shortens text from requests, and removes characters that a terminal or a table cannot show, or that would show the
 * rest as another text.
 */
const tidy = (text: string | undefined, length: number): string =>
  (text ?? "").toWellFormed().replace(unprintable, " ").slice(0, length).toWellFormed()

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
      return AuditLog.of({
        record: Effect.fn("AuditLog.record")(function* ({ action, detail, ip, result, session, target }) {
          yield* unavailable(sql`
            INSERT INTO audit (at, session, client, action, target, result, detail)
            VALUES (${yield* timestampNow}::timestamptz, ${session ?? null}::text, ${ip ?? null}::text, ${action},
              ${tidy(target, 200)}, ${result}, ${tidy(detail, 500)})`)
        }),
        page: ({ action = null, before = null, limit }) =>
          unavailable(
            auditRows(sql`
            SELECT id::text AS id, at, session, client AS ip, action, target,
              result, detail
            FROM audit
            WHERE audit.id < coalesce(${before}::bigint, 9223372036854775807)
              AND (${action}::text IS NULL OR action = ${action}::text)
            ORDER BY audit.id DESC LIMIT ${limit}::int`)
          ),
        sweep: Effect.gen(function* () {
          const limit = timestamp((yield* Clock.currentTimeMillis) - Duration.toMillis(kept))
          yield* unavailable(sql`DELETE FROM audit WHERE at < ${limit}::timestamptz`)
        })
      })
    })
  )
}
