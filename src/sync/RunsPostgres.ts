import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import type { Holding, Publication, Run, RunTotals, Standing } from "./Publisher.ts"
import { RunOutcome } from "./Publisher.ts"

export const start = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  source: string,
  country: string,
  fingerprint: string,
  now: string
) {
  const [row] = yield* sql<{ readonly id: bigint }>`
    INSERT INTO run (source, country, fingerprint, started_at, outcome)
    VALUES (${source}, ${country}, ${fingerprint}, ${now}::timestamptz, 'running') RETURNING id`
  return row!.id
})

/** Ends a run, once: what an interruption says after the publication was committed comes too late. */
export const end = (
  sql: SqlClient.SqlClient,
  runId: bigint,
  now: string,
  result: {
    readonly outcome: RunOutcome
    readonly totals: RunTotals
    readonly publication?: Publication
    readonly message?: string
  }
) => sql`
  UPDATE run SET ended_at = ${now}::timestamptz, outcome = ${result.outcome},
    read_count = ${result.totals.read}, kept_count = ${result.totals.kept},
    rejected = ${JSON.stringify(result.totals.rejected)}::text::jsonb,
    publication = ${result.publication === undefined ? null : JSON.stringify(result.publication)}::text::jsonb,
    message = ${result.message ?? null}::text
  WHERE id = ${runId} AND outcome = 'running'`

/** Drops what the run has staged. */
export const clear = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, runId: bigint) {
  yield* sql`DELETE FROM staged_record WHERE run_id = ${runId}`
  yield* sql`DELETE FROM staged_place WHERE run_id = ${runId}`
})

/** Runs that no process is in any more: who holds the lock on source and country is the only one that can be. */
export const interruptLeftOvers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  source: string,
  country: string,
  now: string
) {
  const left = yield* sql<{ readonly id: bigint }>`
    UPDATE run SET outcome = 'interrupted', ended_at = ${now}::timestamptz, message = 'The process of this run ended.'
    WHERE source = ${source} AND country = ${country} AND outcome = 'running' RETURNING id`
  yield* Effect.forEach(left, ({ id }) => clear(sql, id))
})

export const staged = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, runId: bigint) {
  const [row] = yield* sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM staged_record WHERE run_id = ${runId}`
  return row!.count
})

export const lastFingerprint = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, source: string, country: string) {
  const [row] = yield* sql<{ readonly fingerprint: string }>`
    SELECT fingerprint FROM run
    WHERE source = ${source} AND country = ${country} AND outcome IN ('published', 'unchanged')
    ORDER BY id DESC LIMIT 1`
  return row?.fingerprint
})

const RunRow = Schema.Struct({
  id: Schema.String,
  source: Schema.String,
  country: Schema.String,
  fingerprint: Schema.String,
  startedAt: Schema.Finite,
  endedAt: Schema.NullOr(Schema.Finite),
  outcome: RunOutcome,
  read: Schema.Int,
  kept: Schema.Int,
  rejected: Schema.Record(Schema.String, Schema.Int),
  publication: Schema.NullOr(
    Schema.Struct({
      added: Schema.Int,
      changed: Schema.Int,
      withdrawn: Schema.Int,
      poolVersion: Schema.Int,
      residential: Schema.Int
    })
  ),
  message: Schema.NullOr(Schema.String)
})

export const recent = (sql: SqlClient.SqlClient, limit: number) =>
  SqlSchema.findAll({
    Request: Schema.Int,
    Result: RunRow,
    execute: (rows) => sql`
      SELECT id::text AS id, source, country, fingerprint,
        extract(epoch FROM started_at)::float8 * 1000 AS "startedAt",
        extract(epoch FROM ended_at)::float8 * 1000 AS "endedAt",
        outcome, read_count AS read, kept_count AS kept, rejected, publication, message
      FROM run ORDER BY run.id DESC LIMIT ${rows}`
  })(limit).pipe(
    Effect.map((rows) =>
      rows.map((row): Run => ({
        ...row,
        endedAt: row.endedAt ?? undefined,
        publication: row.publication ?? undefined,
        message: row.message ?? undefined
      }))
    )
  )

/** The last run of each pair that has ended, and its last good one: each a look into the index by source. */
export const standings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pairs: ReadonlyArray<Pick<Standing, "source" | "country">>
) {
  const rows = yield* sql<{
    readonly source: string
    readonly country: string
    readonly outcome: Standing["outcome"] | null
    readonly message: string | null
    readonly goodAt: number | null
  }>`
    SELECT wanted.source, wanted.country, last.outcome, last.message,
      extract(epoch FROM good.ended_at)::float8 * 1000 AS "goodAt"
    FROM unnest(
      ${pairs.map(({ source }) => source)}::text[],
      ${pairs.map(({ country }) => country)}::text[]
    ) WITH ORDINALITY AS wanted (source, country, place)
    LEFT JOIN LATERAL (
      SELECT outcome, message FROM run r
      WHERE r.source = wanted.source AND r.country = wanted.country AND r.outcome <> 'running'
      ORDER BY r.id DESC LIMIT 1
    ) last ON true
    LEFT JOIN LATERAL (
      SELECT ended_at FROM run r
      WHERE r.source = wanted.source AND r.country = wanted.country AND r.outcome IN ('published', 'unchanged')
      ORDER BY r.id DESC LIMIT 1
    ) good ON true
    ORDER BY wanted.place`
  return rows.map((row): Standing => ({
    ...row,
    outcome: row.outcome ?? undefined,
    message: row.message ?? undefined,
    goodAt: row.goodAt ?? undefined
  }))
})

/** What each source has in the pools, by region. */
export const holdings = (sql: SqlClient.SqlClient) => sql<Holding>`
  SELECT r.source, r.country, coalesce(p.name, '') AS region, count(*)::int AS records,
    count(*) FILTER (WHERE r.evidence_rank < 9)::int AS residential
  FROM record r LEFT JOIN place p ON p.key = r.region
  GROUP BY r.source, r.country, p.name
  ORDER BY r.source, r.country, p.name COLLATE "C" NULLS LAST`
