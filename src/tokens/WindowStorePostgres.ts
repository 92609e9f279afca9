import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AnsweredVersions } from "../shared/AnsweredVersions.ts"
import { windowMillis } from "./RateLimit.ts"
import { WindowStore } from "./WindowStore.ts"
import { rowsOf } from "../database/Rows.ts"
import { outage } from "../database/Outage.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

const grantRows = rowsOf({
  tokenId: Schema.String,
  granted: Schema.Number,
  used: Schema.Number,
  leftMillis: Schema.Number,
  /** The pool versions that processes have responded from; null if nothing is new. */
  answered: Schema.NullOr(Schema.Struct({ mark: Schema.String, versions: Schema.Record(Schema.String, Schema.Number) }))
})

const windowSeconds = windowMillis / 1_000

/** How long an unused window may stay in the table. */
const sweepEvery = "10 minutes"

const unavailable = outage("The database that holds the request windows does not respond.")

/** Windows in PostgreSQL, in the table of migration 0008. */
export const layerNoDeps = Layer.effect(
  WindowStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const answered = yield* AnsweredVersions

    const sweep = sql`
      DELETE FROM rate_window WHERE started_at < clock_timestamp() - make_interval(secs => ${2 * windowSeconds}::float8)`
    yield* sweep.pipe(repeatedly(sweepEvery), Effect.forkScoped)

    return WindowStore.of({
      claim: Effect.fnUntraced(function* (claims) {
        // A row that another process has just inserted may have started a moment after this statement's own time, so a
        // window that has "not started yet" is open too. Rows are locked in the order of their IDs, so that no two
        // statements wait for each other.
        const rows = yield* grantRows(sql`
          INSERT INTO rate_window AS w (token_id, started_at, allowance, used, granted)
          SELECT c.id, clock_timestamp(), c.allowance, least(c.wanted, c.allowance), least(c.wanted, c.allowance)
          FROM unnest(
            ${claims.map(({ tokenId }) => tokenId)}::text[],
            ${claims.map(({ limit }) => limit)}::int[],
            ${claims.map(({ wanted }) => wanted)}::int[]
          ) AS c (id, allowance, wanted)
          ORDER BY c.id COLLATE "C"
          ON CONFLICT (token_id) DO UPDATE SET (started_at, allowance, used, granted) = (
            SELECT
              CASE WHEN is_open THEN w.started_at ELSE excluded.started_at END,
              excluded.allowance,
              CASE WHEN is_open THEN w.used + rest ELSE excluded.used END,
              CASE WHEN is_open THEN rest ELSE excluded.granted END
            FROM (
              SELECT
                abs(extract(epoch FROM excluded.started_at - w.started_at)) < ${windowSeconds}::int AS is_open,
                greatest(0, least(excluded.granted, excluded.allowance - w.used)) AS rest
            ) now
          )
          RETURNING token_id AS "tokenId", granted, used,
            greatest(0, least(${windowMillis}::int, ${windowMillis}::int - floor(
              1000 * extract(epoch FROM clock_timestamp() - started_at)
            )))::int AS "leftMillis",
            (
              SELECT json_build_object('mark', a.mark, 'versions', (
                SELECT coalesce(json_object_agg(p.country, least(p.version, v.value::int)), '{}'::json)
                -- A pool that was restored may be older than what was answered before that.
                FROM jsonb_each_text(a.versions) v JOIN pool p ON p.country = v.key
              ))
              FROM answered_version a WHERE a.mark <> ${answered.mark()}
            ) AS answered`)
        const news = rows[0]?.answered
        if (news != null) answered.hear(news.mark, news.versions)
        const byToken = new Map(rows.map((row) => [row.tokenId, row]))
        return claims.map(({ tokenId }) => byToken.get(tokenId)!)
      }, unavailable)
    })
  })
)
