import { Clock, Context, Duration, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Pending, RequestStatistics } from "../observability/RequestStatistics.ts"
import { unavailable } from "./AdminErrors.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { rowsOf } from "../database/Rows.ts"
import { Millis, timestamp } from "../database/Timestamps.ts"
import type { StorageUnavailable } from "../database/Outage.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

/** One minute, summed over all processes. */
const ActivityMinute = Schema.Struct({
  /** Start of the minute. */
  at: Millis,
  requests: Schema.Number,
  draws: Schema.Number,
  clientErrors: Schema.Number,
  serverErrors: Schema.Number
})
export type ActivityMinute = typeof ActivityMinute.Type

/** One hour or day of a token's use. */
const TokenUsePoint = Schema.Struct({
  /** When it starts. */
  at: Millis,
  requests: Schema.Number,
  refused: Schema.Number
})
export type TokenUsePoint = typeof TokenUsePoint.Type

const minuteRows = rowsOf(ActivityMinute.fields)
const useRows = rowsOf(TokenUsePoint.fields)
const tokenRows = rowsOf({
  token: Schema.String,
  at: Schema.NullOr(Millis),
  requests: Schema.NullOr(Schema.Number),
  refused: Schema.NullOr(Schema.Number)
})

export interface TokenSummary {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number | undefined
  /** Since midnight UTC. */
  readonly requestsToday: number
  readonly refusedToday: number
}

const minuteMillis = 60_000
const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** How often a process writes its counts. */
const interval = Duration.seconds(5)
const keptMinutes = Duration.days(1)
const keptHours = Duration.days(92)

/** `length` points without gaps, `step` apart; the last one is still in progress. */
const filled = <A extends { readonly at: number }>(
  found: ReadonlyArray<A>,
  now: number,
  step: number,
  length: number,
  empty: (at: number) => A
): ReadonlyArray<A> => {
  const byTime = new Map(found.map((point) => [point.at, point]))
  const last = now - (now % step)
  return Array.from({ length }, (_, i) => {
    const at = last - (length - 1 - i) * step
    return byTime.get(at) ?? empty(at)
  })
}

const addMinutes = (sql: SqlClient.SqlClient, minutes: Pending["minutes"]) => sql`
  INSERT INTO activity (minute, requests, draws, client_errors, server_errors)
  SELECT * FROM unnest(
    ${minutes.map(({ minute }) => timestamp(minute))}::text[]::timestamptz[],
    ${minutes.map(({ requests }) => requests)}::int[],
    ${minutes.map(({ draws }) => draws)}::int[],
    ${minutes.map(({ clientErrors }) => clientErrors)}::int[],
    ${minutes.map(({ serverErrors }) => serverErrors)}::int[])
  ON CONFLICT (minute) DO UPDATE SET requests = activity.requests + excluded.requests,
    draws = activity.draws + excluded.draws,
    client_errors = activity.client_errors + excluded.client_errors,
    server_errors = activity.server_errors + excluded.server_errors`

const addTokens = (sql: SqlClient.SqlClient, tokens: Pending["tokens"]) => sql`
  INSERT INTO token_use (token, hour, requests, refused)
  SELECT token, hour, sum(requests), sum(refused) FROM unnest(
    ${tokens.map(({ token }) => token)}::text[],
    ${tokens.map(({ hour }) => timestamp(hour))}::text[]::timestamptz[],
    ${tokens.map(({ requests }) => requests)}::int[],
    ${tokens.map(({ refused }) => refused)}::int[]) AS counted (token, hour, requests, refused)
  GROUP BY token, hour ORDER BY token, hour
  ON CONFLICT (token, hour) DO UPDATE SET requests = token_use.requests + excluded.requests,
    refused = token_use.refused + excluded.refused`

/** When each token was last let in. */
const lastUses = (tokens: Pending["tokens"]): ReadonlyMap<string, number> => {
  const seen = new Map<string, number>()
  for (const { lastUsedAt, token } of tokens) {
    if (lastUsedAt > 0) seen.set(token, Math.max(lastUsedAt, seen.get(token) ?? 0))
  }
  return seen
}

const write = (sql: SqlClient.SqlClient, { minutes, tokens }: Pending) =>
  sql.withTransaction(
    Effect.gen(function* () {
      // Always in the same order, so that two processes never deadlock.
      const ofMinutes = minutes.toSorted((a, b) => a.minute - b.minute)
      if (ofMinutes.length > 0) yield* addMinutes(sql, ofMinutes)
      const ofTokens = tokens.toSorted((a, b) => (a.token === b.token ? a.hour - b.hour : a.token < b.token ? -1 : 1))
      if (ofTokens.length === 0) return
      yield* addTokens(sql, ofTokens)
      const seen = lastUses(ofTokens)
      if (seen.size === 0) return
      yield* sql`
        INSERT INTO token_seen (token, at)
        SELECT * FROM unnest(
          ${Array.from(seen.keys())}::text[],
          ${Array.from(seen.values(), timestamp)}::text[]::timestamptz[])
        ON CONFLICT (token) DO UPDATE SET at = greatest(token_seen.at, excluded.at)`
    })
  )

const lastHour = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const now = yield* Clock.currentTimeMillis
  const found = yield* unavailable(
    minuteRows(sql`
        SELECT minute AS at, requests::float8 AS requests, draws::float8 AS draws,
          client_errors::float8 AS "clientErrors", server_errors::float8 AS "serverErrors"
        FROM activity WHERE minute > ${timestamp(now - 61 * minuteMillis)}::timestamptz`)
  )
  return filled(found, now, minuteMillis, 60, (at) => ({
    at,
    requests: 0,
    draws: 0,
    clientErrors: 0,
    serverErrors: 0
  }))
})

const tokenUse = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, token: string, range: "day" | "month") {
  const now = yield* Clock.currentTimeMillis
  const [step, length, unit] = range === "day" ? [hourMillis, 24, "hour"] : [dayMillis, 30, "day"]
  const found = yield* unavailable(
    useRows(sql`
      SELECT date_trunc(${unit}::text, hour, 'UTC') AS at,
        sum(requests)::float8 AS requests, sum(refused)::float8 AS refused
      FROM token_use WHERE token = ${token} AND hour > ${timestamp(now - (length + 1) * step)}::timestamptz
      GROUP BY 1`)
  )
  return filled(found, now, step, length, (at) => ({ at, requests: 0, refused: 0 }))
})

const summaries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* unavailable(
    tokenRows(sql`
        SELECT coalesce(s.token, u.token) AS token, s.at,
          u.requests::float8 AS requests, u.refused::float8 AS refused
        FROM token_seen s FULL JOIN (
          SELECT token, sum(requests) AS requests, sum(refused) AS refused FROM token_use
          WHERE hour >= ${timestamp(now - (now % dayMillis))}::timestamptz GROUP BY token
        ) u ON u.token = s.token`)
  )
  return rows.map(({ at, refused, requests, token }) => ({
    token,
    lastUsedAt: at ?? undefined,
    requestsToday: requests ?? 0,
    refusedToday: refused ?? 0
  }))
})

/** How the public API is used, summed over all processes. Each process writes its counts every five seconds. */
export class Activity extends Context.Service<
  Activity,
  {
    /** The last hour by minute, oldest first. */
    readonly lastHour: Effect.Effect<ReadonlyArray<ActivityMinute>, StorageUnavailable>
    readonly tokens: Effect.Effect<ReadonlyArray<TokenSummary>, StorageUnavailable>
    /** The last 24 hours by hour, or the last 30 days by day, oldest first. */
    readonly tokenUse: (
      token: string,
      range: "day" | "month"
    ) => Effect.Effect<ReadonlyArray<TokenUsePoint>, StorageUnavailable>
    /** Writes this process's counts. Counts that cannot be written are added to the next write. */
    readonly flush: Effect.Effect<void, StorageUnavailable>
    /** Deletes what no chart shows any more. */
    readonly sweep: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/Activity") {
  /** Writes nothing by itself. */
  static readonly layerNoDeps = Layer.effect(
    Activity,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statistics = yield* RequestStatistics
      return Activity.of({
        lastHour: lastHour(sql),
        tokens: summaries(sql),
        tokenUse: (token, range) => tokenUse(sql, token, range),
        flush: Effect.acquireUseRelease(
          statistics.take,
          (pending) =>
            pending.minutes.length === 0 && pending.tokens.length === 0
              ? Effect.void
              : unavailable(write(sql, pending)),
          (pending, exit) => (Exit.isFailure(exit) ? statistics.giveBack(pending) : Effect.void)
        ),
        sweep: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* unavailable(sql`
            DELETE FROM activity WHERE minute < ${timestamp(now - Duration.toMillis(keptMinutes))}::timestamptz`)
          yield* unavailable(sql`
            DELETE FROM token_use WHERE hour < ${timestamp(now - Duration.toMillis(keptHours))}::timestamptz`)
          // Tokens of the console are deleted a day after they expire.
          yield* unavailable(sql`DELETE FROM token_seen s WHERE NOT EXISTS (SELECT FROM token t WHERE t.id = s.token)`)
        })
      })
    })
  )

  /** Writes the counts every five seconds, and once more at the end. Waits out an outage. */
  static readonly layerFlushing = Layer.effectDiscard(
    Effect.gen(function* () {
      const activity = yield* Activity
      yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(activity.flush, timeBudgets.stopCounts.time)))
      yield* activity.flush.pipe(
        repeatedly(interval, (message) => Effect.logDebug(`Counts are kept for later. ${message}`)),
        Effect.forkScoped
      )
    })
  )
}
