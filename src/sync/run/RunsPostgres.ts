import { Effect, Schema } from "effect"
import { Explanation } from "../../../schemas/Explanation.ts"
import { type SqlClient, SqlSchema } from "effect/sql"
import { databaseLost, type Ordered } from "../publish/Publisher.ts"
import type { Run, RunProgress, RunTotals, Standing } from "./Run.ts"
import { noFacts } from "../read/Noticed.ts"
import { isHome } from "../../address/EvidenceRank.ts"
import { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { ProcessName } from "../../shared/ProcessName.ts"
import { RunPhase } from "../../../schemas/RunPhase.ts"
import { StartedBy } from "../../../schemas/StartedBy.ts"
import { endedPhases, PhaseProgress, Publication, RejectSamples, RunFacts } from "./Run.ts"
import { isLocked } from "./RunLock.ts"
import type { SyncJob } from "./SyncJob.ts"
import { rowsOf } from "../../database/Rows.ts"
import { Millis } from "../../database/Timestamps.ts"

const idExpectedRows = rowsOf({ id: Schema.BigInt, expected: Schema.NullOr(Schema.Number) })
const attemptRows = rowsOf({ isDone: Schema.Boolean, begun: Schema.Number, died: Schema.Number })
const idStagingFingerprintRows = rowsOf({ id: Schema.BigInt, staging: Schema.BigInt, fingerprint: Schema.String })
const stagingRows = rowsOf({ staging: Schema.BigInt })
const fingerprintRows = rowsOf({ fingerprint: Schema.String })
const standingRows = rowsOf({
  source: Schema.String,
  country: Schema.String,
  outcome: Schema.NullOr(RunOutcome),
  message: Schema.NullOr(Schema.String),
  explanations: Schema.NullOr(Schema.Array(Explanation)),
  goodAt: Schema.NullOr(Millis)
})
const holdingRows = rowsOf({
  source: Schema.String,
  country: Schema.String,
  region: Schema.String,
  records: Schema.Number,
  residential: Schema.Number
})

/** Whether a process works on the job of a run, given as a row `r`. */
const isAlive = (sql: SqlClient.SqlClient) => isLocked(sql, sql`r.source || '/' || r.country`)

export const start = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  run: {
    readonly source: string
    readonly country: string
    readonly now: string
    readonly startedBy: StartedBy
    readonly order?: string | undefined
  }
) {
  const { country, now, order, source, startedBy } = run
  const runner = yield* ProcessName
  const [row] = yield* idExpectedRows(sql`
    WITH last AS (
      SELECT read_count FROM run
      WHERE source = ${source} AND country = ${country} AND read_count > 0 AND outcome IN ('published', 'gated', 'dry-run')
      ORDER BY id DESC LIMIT 1
    ), id AS (
      SELECT nextval(pg_get_serial_sequence('run', 'id')) AS id
    )
    INSERT INTO run (id, source, country, fingerprint, started_at, outcome, started_by, expected, runner, work)
    OVERRIDING SYSTEM VALUE
    SELECT id, ${source}, ${country}, '', ${now}::timestamptz, 'running', ${startedBy}, (SELECT read_count FROM last),
      ${runner}, ${order ?? null}::text
    FROM id
    RETURNING id, expected`)
  return row!
})

/** Records what a run reads and where it stages: in the staging of the run that it continues, or in a new one. */
export const identify = (sql: SqlClient.SqlClient, runId: bigint, fingerprint: string, staging: bigint) =>
  sql`UPDATE run SET fingerprint = ${fingerprint}, staging = ${staging}::bigint WHERE id = ${runId}`

/** Ends a run once: an interruption after the publication was committed comes too late. */
export const end = (
  sql: SqlClient.SqlClient,
  runId: bigint,
  now: string,
  result: {
    readonly outcome: RunOutcome
    readonly totals: RunTotals | undefined
    readonly publication?: Publication
    readonly message?: string
    readonly findings?: ReadonlyArray<string>
    readonly explanations?: ReadonlyArray<Explanation> | undefined
    /** Whether what it staged is kept for a later run. */
    readonly keepsStaging?: boolean
  }
) => sql`
  UPDATE run SET ended_at = ${now}::timestamptz, outcome = ${result.outcome},
    read_count = coalesce(${result.totals?.read ?? null}::int, read_count),
    kept_count = coalesce(${result.totals?.kept ?? null}::int, kept_count),
    rejected = coalesce(${json(result.totals?.rejected)}::text::jsonb, rejected),
    samples = coalesce(${json(result.totals?.samples)}::text::jsonb, samples),
    phases = coalesce(${json(result.totals?.phases)}::text::jsonb, phases),
    facts = coalesce(${json(result.totals?.facts)}::text::jsonb, facts),
    explanations = ${json(result.explanations)}::text::jsonb,
    publication = ${json(result.publication)}::text::jsonb,
    findings = ${result.findings ?? []}::text[],
    message = ${result.message ?? null}::text,
    staging = CASE WHEN ${result.keepsStaging === true} THEN staging END
  WHERE id = ${runId} AND outcome = 'running'
  RETURNING id`

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Parameters of {@link progressStatement}, in order. */
export const progressParameters = (runId: bigint, now: string, progress: RunProgress): ReadonlyArray<unknown> => [
  runId,
  now,
  progress.read,
  progress.kept,
  JSON.stringify(progress.rejected),
  JSON.stringify(progress.samples ?? {}),
  progress.rate,
  progress.phase,
  JSON.stringify(progress.phases)
]

/** For the connection that holds the run's lock: if that is gone, the run must not continue. */
export const progressStatement = `
  UPDATE run SET progress_at = $2::timestamptz, read_count = $3::int, kept_count = $4::int, rejected = $5::text::jsonb,
    samples = $6::text::jsonb, rate = $7::float8, phase = $8::text, phases = $9::text::jsonb
  WHERE id = $1::bigint AND outcome = 'running'
  RETURNING cancel_requested`

export const requestCancel = (sql: SqlClient.SqlClient, id: string) =>
  Effect.map(
    sql`UPDATE run SET cancel_requested = true WHERE id = ${id}::bigint AND outcome = 'running' RETURNING id`,
    (rows) => rows.length > 0
  )

const processDied = "The process of this run ended."

/** What became of the runs of a source and country that were begun for an order, which may be of others, too. */
export const attempts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country, order, source }: Ordered) {
  const [row] = yield* attemptRows(sql`
    SELECT coalesce(bool_or(outcome NOT IN ('running', 'interrupted')), false) AS "isDone",
      count(*) FILTER (WHERE outcome IN ('running', 'interrupted'))::int AS begun,
      count(*) FILTER (WHERE outcome = 'running' OR message IN (${processDied}, ${databaseLost}))::int AS died
    FROM run WHERE work = ${order} AND source = ${source} AND country = ${country}`)
  return row!
})

/** Ends runs that no process works on any more. Only the holder of the lock on source and country may do so. */
export const interruptLeftOvers = (sql: SqlClient.SqlClient, source: string, country: string, now: string) => sql`
  UPDATE run SET outcome = 'interrupted', ended_at = ${now}::timestamptz, message = ${processDied}
  WHERE source = ${source} AND country = ${country} AND outcome = 'running'`

/** Stagings that earlier runs of the source and country have left, newest first. */
export const leftStagings = (sql: SqlClient.SqlClient, source: string, country: string) =>
  idStagingFingerprintRows(sql`
    SELECT id, staging, fingerprint FROM run WHERE source = ${source} AND country = ${country} AND staging IS NOT NULL ORDER BY id DESC`)

/** Forgets the stagings of a source and country, except that of the run that goes on. */
export const forgetStagings = (sql: SqlClient.SqlClient, source: string, country: string, runId: bigint) => sql`
  UPDATE run SET staging = NULL
  WHERE source = ${source} AND country = ${country} AND staging IS NOT NULL AND id <> ${runId}`

/**
 * Stagings whose tables are still there although no run needs them: their process died, or lost its database, after it
 * had ended their run and before it had dropped them. One that is alive holds the lock.
 */
export const lostStagings = (sql: SqlClient.SqlClient) =>
  stagingRows(sql`
    SELECT DISTINCT t.staging FROM (
      SELECT substring(relname FROM '^staged_[a-z]+_([0-9]{1,18})$')::bigint AS staging FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND starts_with(relname, 'staged_')
    ) t
    WHERE t.staging IS NOT NULL AND NOT EXISTS (SELECT FROM run r WHERE r.staging = t.staging)
      AND NOT EXISTS (
        SELECT FROM run r WHERE r.id = t.staging AND ${isAlive(sql)}
      )`)

export const lastFingerprint = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, source: string, country: string) {
  const [row] = yield* fingerprintRows(sql`
    SELECT fingerprint FROM run
    WHERE source = ${source} AND country = ${country} AND outcome IN ('published', 'unchanged')
    ORDER BY id DESC LIMIT 1`)
  return row?.fingerprint
})

const RunRow = Schema.Struct({
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

const RunQuery = Schema.Struct({
  limit: Schema.Int,
  id: Schema.NullOr(Schema.String),
  source: Schema.NullOr(Schema.String),
  before: Schema.NullOr(Schema.String),
  underWay: Schema.Boolean
})
type RunQuery = typeof RunQuery.Type

/**
 * Runs, newest first. A run recorded as running whose lock nobody holds belongs to a dead process, and is shown as
 * interrupted.
 */
const select = (sql: SqlClient.SqlClient, query: Partial<RunQuery> & Pick<RunQuery, "limit">) =>
  SqlSchema.findAll({
    Request: RunQuery,
    Result: RunRow,
    execute: ({ before, id, limit, source, underWay }) => sql`
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
      WHERE (${id}::bigint IS NULL OR r.id = ${id}::bigint)
        AND (${source}::text IS NULL OR source = ${source})
        AND (${before}::bigint IS NULL OR r.id < ${before}::bigint)
        AND (NOT ${underWay}::boolean OR (outcome = 'running' AND held))
      ORDER BY r.id DESC LIMIT ${limit}`
  })({ id: null, source: null, before: null, underWay: false, ...query }).pipe(
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
  of: { readonly source?: string | undefined; readonly before?: string | undefined }
) => select(sql, { limit, source: of.source ?? null, before: of.before ?? null })

export const byId = (sql: SqlClient.SqlClient, id: string) =>
  Effect.map(select(sql, { limit: 1, id }), (rows) => rows[0])

/** More than ever run at the same time. */
const everyRun = 1000

export const underWay = (sql: SqlClient.SqlClient) =>
  Effect.map(select(sql, { limit: everyRun, underWay: true }), (rows) => rows.toReversed())

/** The last run of each job that has ended, and its last good one, each by one look-up in the index by source. */
export const standings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, jobs: ReadonlyArray<SyncJob>) {
  const rows = yield* standingRows(sql`
    SELECT wanted.source, wanted.country, last.outcome, last.message, published.explanations,
      good.ended_at AS "goodAt"
    FROM unnest(
      ${jobs.map(({ source }) => source)}::text[],
      ${jobs.map(({ country }) => country)}::text[]
    ) WITH ORDINALITY AS wanted (source, country, place)
    LEFT JOIN LATERAL (
      SELECT outcome, message FROM run r
      WHERE r.source = wanted.source AND r.country = wanted.country AND r.outcome NOT IN ('running', 'dry-run', 'cancelled')
      ORDER BY r.id DESC LIMIT 1
    ) last ON true
    LEFT JOIN LATERAL (
      SELECT ended_at FROM run r
      WHERE r.source = wanted.source AND r.country = wanted.country AND r.outcome IN ('published', 'unchanged')
      ORDER BY r.id DESC LIMIT 1
    ) good ON true
    LEFT JOIN LATERAL (
      SELECT explanations FROM run r
      WHERE r.source = wanted.source AND r.country = wanted.country AND r.outcome = 'published'
      ORDER BY r.id DESC LIMIT 1
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

/** What each source has in the pools, by region. */
export const holdings = (sql: SqlClient.SqlClient) =>
  holdingRows(sql`
  SELECT o.source, o.country, coalesce(p.name, '') AS region, sum(r.records)::int AS records,
    sum(r.residential)::int AS residential
  FROM (
    SELECT origin, coalesce(region, 0) AS region, count(*) AS records, count(*) FILTER (WHERE ${isHome(sql)}) AS residential
    FROM address GROUP BY 1, 2
    UNION ALL
    SELECT r.origin, s.region, count(*), count(*) FILTER (WHERE ${isHome(sql)})
    FROM other_record r JOIN street s ON s.key = r.street GROUP BY 1, 2
  ) r
  JOIN origin o ON o.key = r.origin
  LEFT JOIN place p ON p.key = r.region
  GROUP BY o.source, o.country, p.name
  ORDER BY o.source, o.country, p.name COLLATE "C" NULLS LAST`)
