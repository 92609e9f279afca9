import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import { rowsOf } from "../../database/Rows.ts"
import { ProcessName } from "../../shared/ProcessName.ts"
import { databaseLost, type Ordered } from "../publish/Publisher.ts"
import type { Publication, RunProgress, RunTotals } from "./Run.ts"
import { isAlive } from "./RunLock.ts"
import { ownNamespace } from "../../database/Values.ts"

const idExpectedRows = rowsOf({ id: Schema.BigInt, expected: Schema.NullOr(Schema.Number) })
const attemptRows = rowsOf({ isDone: Schema.Boolean, begun: Schema.Number, died: Schema.Number })
const idStagingFingerprintRows = rowsOf({ id: Schema.BigInt, staging: Schema.BigInt, fingerprint: Schema.String })
const stagingRows = rowsOf({ staging: Schema.BigInt })
const fingerprintRows = rowsOf({ fingerprint: Schema.String })

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

export const processDied = "The process of this run ended."

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
      WHERE relnamespace = ${ownNamespace(sql)} AND relkind = 'r' AND starts_with(relname, 'staged_')
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
