import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hash, randomBytes } from "node:crypto"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import { Millis, timestamp } from "../database/Timestamps.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const Row = Schema.Struct({
  id: Schema.String,
  ip: Schema.String,
  userAgent: Schema.String,
  startedAt: Millis,
  lastSeenAt: Millis,
  endsAt: Millis
})
type Row = typeof Row.Type

const sessionRows = rowsOf(Row.fields)
const idRows = rowsOf({ id: Schema.String })

/** A session of the signed-in administrator. Times are in milliseconds since 1970. */
export interface AdminSession {
  /** Public; gives no access. */
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly startedAt: number
  readonly lastSeenAt: number
  /** When it ends without further activity. */
  readonly idleUntil: number
  /** When it ends in any case. */
  readonly endsAt: number
}

const idle = Duration.minutes(30)
const longest = Duration.hours(12)
/** Activity of a session is recorded at most once a minute. */
const touchMillis = 60_000

/** With 256 random bits, a token cannot be guessed, so a fast hash is enough. */
const hashOf = (token: Redacted.Redacted): string => hash("sha256", Redacted.value(token), "hex")

const toSession = (row: Row): AdminSession => ({
  ...row,
  idleUntil: Math.min(row.endsAt, row.lastSeenAt + Duration.toMillis(idle))
})

/**
 * The administrator's sessions. Every process reads them from the database, so a session that is ended is over
 * everywhere at once.
 *
 * A session ends after 30 minutes without activity, and 12 hours after it began.
 */
export class AdminSessions extends Context.Service<
  AdminSessions,
  {
    /** Returns the token for the browser. It is not stored and cannot be read again. */
    readonly begin: (
      ip: string,
      userAgent: string
    ) => Effect.Effect<{ readonly token: Redacted.Redacted; readonly session: AdminSession }, StorageUnavailable>
    /**
     * The session of the first of these tokens that has one; none if all have ended or never existed. `touch`: record
     * this as activity.
     */
    readonly find: (
      tokens: ReadonlyArray<Redacted.Redacted>,
      options: { readonly touch: boolean }
    ) => Effect.Effect<Option.Option<AdminSession>, StorageUnavailable>
    /** Whether the session with this ID is still open. */
    readonly lasts: (id: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly end: (id: string) => Effect.Effect<void, StorageUnavailable>
    /** Returns the IDs of the ended sessions. */
    readonly endAll: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Open sessions, newest first. */
    readonly list: Effect.Effect<ReadonlyArray<AdminSession>, StorageUnavailable>
    /** Deletes ended sessions. */
    readonly sweep: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/AdminSessions") {
  static readonly layer = Layer.effect(
    AdminSessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        `id, ip, user_agent AS "userAgent", started_at AS "startedAt", last_seen_at AS "lastSeenAt", ends_at AS "endsAt"`
      )
      // One that ends much later is from before the clock was set back, and would last until then.
      const lasts = (now: number) => sql`ends_at > ${timestamp(now)}::timestamptz
        AND ends_at <= ${timestamp(now + 2 * Duration.toMillis(longest))}::timestamptz
        AND last_seen_at > ${timestamp(now - Duration.toMillis(idle))}::timestamptz`

      const begin = Effect.fn("AdminSessions.begin")(function* (ip: string, userAgent: string) {
        const now = yield* Clock.currentTimeMillis
        const token = Redacted.make(yield* Effect.sync(() => randomBytes(32).toString("base64url")), {
          label: "session token"
        })
        const row: Row = {
          id: yield* Effect.sync(() => `ses_${randomBytes(8).toString("hex")}`),
          ip,
          userAgent: userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, 200),
          startedAt: now,
          lastSeenAt: now,
          endsAt: now + Duration.toMillis(longest)
        }
        yield* unavailable(sql`
          INSERT INTO admin_session (hash, id, ip, user_agent, started_at, last_seen_at, ends_at)
          VALUES (${hashOf(token)}, ${row.id}, ${row.ip}, ${row.userAgent}, ${timestamp(now)}::timestamptz,
            ${timestamp(now)}::timestamptz, ${timestamp(row.endsAt)}::timestamptz)`)
        return { token, session: toSession(row) }
      })

      const find = Effect.fnUntraced(function* (
        tokens: ReadonlyArray<Redacted.Redacted>,
        { touch }: { readonly touch: boolean }
      ) {
        const hashes = tokens.filter((token) => /^[\w-]{43}$/.test(Redacted.value(token))).map(hashOf)
        if (hashes.length === 0) return Option.none()
        const now = yield* Clock.currentTimeMillis
        const [row] = yield* unavailable(
          sessionRows(sql`
          SELECT ${columns} FROM admin_session WHERE hash = ANY(${hashes}::text[]) AND ${lasts(now)}
          ORDER BY array_position(${hashes}::text[], hash) LIMIT 1`)
        )
        if (row === undefined) return Option.none()
        if (!touch || now - row.lastSeenAt < touchMillis) return Option.some(toSession(row))
        yield* unavailable(sql`
          UPDATE admin_session SET last_seen_at = ${timestamp(now)}::timestamptz WHERE id = ${row.id}`)
        return Option.some(toSession({ ...row, lastSeenAt: now }))
      })

      return AdminSessions.of({
        begin,
        find,
        lasts: Effect.fnUntraced(function* (id) {
          const now = yield* Clock.currentTimeMillis
          const rows = yield* unavailable(sql`SELECT id FROM admin_session WHERE id = ${id} AND ${lasts(now)}`)
          return rows.length > 0
        }),
        end: (id) => Effect.asVoid(unavailable(sql`DELETE FROM admin_session WHERE id = ${id}`)),
        endAll: Effect.map(unavailable(idRows(sql`DELETE FROM admin_session RETURNING id`)), (rows) =>
          rows.map(({ id }) => id)
        ),
        list: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const rows = yield* unavailable(
            sessionRows(sql`
            SELECT ${columns} FROM admin_session WHERE ${lasts(now)} ORDER BY started_at DESC, id LIMIT 200`)
          )
          return rows.map(toSession)
        }),
        sweep: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* unavailable(sql`DELETE FROM admin_session WHERE NOT (${lasts(now)})`)
        })
      })
    })
  )
}
