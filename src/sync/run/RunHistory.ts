import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Explanation } from "../../../schemas/Explanation.ts"
import { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { RunPhase } from "../../../schemas/RunPhase.ts"
import { StartedBy } from "../../../schemas/StartedBy.ts"
import { rowsOf } from "../../database/Rows.ts"
import { Millis } from "../../database/Timestamps.ts"
import { RejectSamples } from "../../../schemas/RejectSamples.ts"
import { noFacts } from "../read/Noticed.ts"
import { endedPhases, PhaseProgress, Publication, type Run, RunFacts, type Standing } from "./Run.ts"
import { isAlive } from "./RunLock.ts"
import { processDied } from "./RunsPostgres.ts"
import type { SyncJob } from "./SyncJob.ts"

const standingRows = rowsOf({
  source: Schema.String,
  country: Schema.String,
  outcome: Schema.NullOr(RunOutcome),
  message: Schema.NullOr(Schema.String),
  explanations: Schema.NullOr(Schema.Array(Explanation)),
  goodAt: Schema.NullOr(Millis)
})

const runRows = rowsOf({
  id: Schema.String,
  source: Schema.String,
  country: Schema.String,
  fingerprint: Schema.String,
  startedBy: StartedBy,
  runner: Schema.NullOr(Schema.String),
  startedAt: Millis,
  endedAt: Schema.NullOr(Millis),
  outcome: RunOutcome,
  phase: RunPhase,
  phases: Schema.Array(PhaseProgress),
  progressAt: Schema.NullOr(Millis),
  rate: Schema.NullOr(Schema.Finite),
  expected: Schema.NullOr(Schema.Int),
  cancelRequested: Schema.Boolean,
  read: Schema.Int,
  kept: Schema.Int,
  rejected: Schema.Record(Schema.String, Schema.Int),
  samples: RejectSamples,
  facts: Schema.NullOr(RunFacts),
  explanations: Schema.NullOr(Schema.Array(Explanation)),
  findings: Schema.Array(Schema.String),
  publishable: Schema.Boolean,
  publication: Schema.NullOr(Publication),
  message: Schema.NullOr(Schema.String)
})

/**
 * Runs that meet a condition, newest first. A run recorded as running whose lock nobody holds belongs to a dead process,
 * and is shown as interrupted.
 */
const select = (sql: SqlClient.SqlClient, which: Statement.Fragment, limit: number | null = null) =>
  runRows(sql`
    SELECT r.id::text AS id, source, country, fingerprint, started_by AS "startedBy", runner,
      started_at AS "startedAt",
      CASE WHEN outcome = 'running' AND NOT held THEN coalesce(progress_at, started_at) ELSE ended_at END AS "endedAt",
      CASE WHEN outcome = 'running' AND NOT held THEN 'interrupted' ELSE outcome END AS outcome,
      phase, phases, progress_at AS "progressAt", rate, expected,
      cancel_requested AS "cancelRequested", read_count AS read, kept_count AS kept, rejected, samples, facts, explanations, findings,
      outcome = 'gated' AND staging IS NOT NULL AS publishable, publication,
      CASE WHEN outcome = 'running' AND NOT held THEN ${processDied} ELSE message END AS message
    FROM run r CROSS JOIN LATERAL (
      SELECT outcome = 'running' AND ${isAlive(sql)} AS held
    ) live
    WHERE ${which}
    ORDER BY r.id DESC LIMIT ${limit}::bigint`).pipe(
    Effect.map((rows) =>
      rows.map((row): Run => ({
        ...row,
        runner: row.runner ?? undefined,
        phases: endedPhases(row.phases, row.endedAt ?? undefined),
        endedAt: row.endedAt ?? undefined,
        progressAt: row.progressAt ?? undefined,
        rate: row.rate ?? undefined,
        expected: row.expected ?? undefined,
        publication: row.publication ?? undefined,
        message: row.message ?? undefined,
        explanations: row.explanations ?? undefined,
        facts: row.facts ?? noFacts
      }))
    )
  )

export const recent = (
  sql: SqlClient.SqlClient,
  limit: number,
  { before, source }: { readonly source?: string | undefined; readonly before?: string | undefined }
) =>
  select(
    sql,
    sql.and([
      ...(source === undefined ? [] : [sql`source = ${source}`]),
      ...(before === undefined ? [] : [sql`r.id < ${before}::bigint`])
    ]),
    limit
  )

/** The last run of each of these sources in each country. */
export const last = (sql: SqlClient.SqlClient, sources: ReadonlyArray<string>) =>
  select(sql, sql`r.id IN (SELECT max(id) FROM run WHERE source = ANY (${sources}::text[]) GROUP BY source, country)`)

export const byId = (sql: SqlClient.SqlClient, id: string) =>
  Effect.map(select(sql, sql`r.id = ${id}::bigint`), (rows) => rows[0])

export const underWay = (sql: SqlClient.SqlClient) =>
  Effect.map(select(sql, sql`outcome = 'running' AND held`), (rows) => rows.toReversed())

/**
 * One look-up in the index by source. It compares rows, and orders by all of the index's columns: with `=` and by ID
 * alone, PostgreSQL reads the whole table backward for each job without runs, where a few jobs have most of them.
 */
const newest = (sql: SqlClient.SqlClient, column: Statement.Fragment, outcomes: Statement.Fragment) => sql`
  SELECT ${column} FROM run r
  WHERE (r.source, r.country) >= (wanted.source, wanted.country)
    AND (r.source, r.country) <= (wanted.source, wanted.country) AND ${outcomes}
  ORDER BY r.source, r.country, r.id DESC LIMIT 1`

/** The last run of each job that has ended, and its last good one. */
export const standings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, jobs: ReadonlyArray<SyncJob>) {
  const rows = yield* standingRows(sql`
    SELECT wanted.source, wanted.country, last.outcome, last.message, published.explanations,
      good.ended_at AS "goodAt"
    FROM unnest(
      ${jobs.map(({ source }) => source)}::text[],
      ${jobs.map(({ country }) => country)}::text[]
    ) WITH ORDINALITY AS wanted (source, country, place)
    LEFT JOIN LATERAL (
      ${newest(sql, sql`outcome, message`, sql`r.outcome NOT IN ('running', 'dry-run', 'cancelled')`)}
    ) last ON true
    LEFT JOIN LATERAL (
      ${newest(sql, sql`ended_at`, sql`r.outcome IN ('published', 'unchanged')`)}
    ) good ON true
    LEFT JOIN LATERAL (
      ${newest(sql, sql`explanations`, sql`r.outcome = 'published'`)}
    ) published ON true
    ORDER BY wanted.place`)
  return rows.map((row): Standing => ({
    ...row,
    outcome: row.outcome ?? undefined,
    explanations: row.explanations ?? [],
    message: row.message ?? undefined,
    goodAt: row.goodAt ?? undefined
  }))
})
