import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { orderBy, stays } from "../../address/Precedence.ts"
import { rowsOf } from "../../database/Rows.ts"
import { tableExists } from "../../database/TableExists.ts"
import { postgresTime, timeBudgets } from "../../settings/TimeBudgets.ts"
import { RejectSamples } from "../../../schemas/RejectSamples.ts"
import { noFacts } from "../read/Noticed.ts"
import { RunFacts, type RunTotals } from "../run/Run.ts"
import { tablesOf } from "./StagedTables.ts"

const nameRows = rowsOf({ name: Schema.String })
const partRows = rowsOf({ part: Schema.Number })
const stagedRows = rowsOf({ staged: Schema.Number })
const collidesRows = rowsOf({ collides: Schema.Boolean })

const finishedRows = rowsOf({
  name: Schema.String,
  read: Schema.Int,
  kept: Schema.Int,
  rejected: Schema.Record(Schema.String, Schema.Int),
  samples: RejectSamples,
  facts: Schema.NullOr(RunFacts)
})

/** Finished parts of a staging by name; none if its tables are gone, or were emptied by a crash of the server. */
export const finishedParts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  if (!(yield* tableExists(sql, `staged_part_${staging}`))) return new Map<string, RunTotals>()
  const rows = yield* finishedRows(sql`
    SELECT name, read, kept, rejected, samples, facts FROM ${tablesOf(sql, staging).parts} WHERE finished`)
  return new Map(rows.map(({ facts, name, ...totals }) => [name, { ...totals, facts: facts ?? noFacts }]))
})

export const begunParts = (sql: SqlClient.SqlClient, staging: bigint) =>
  Effect.map(
    nameRows(sql`SELECT DISTINCT name FROM ${tablesOf(sql, staging).parts}`),
    (rows): ReadonlySet<string> => new Set(rows.map(({ name }) => name))
  )

export const startPart = (sql: SqlClient.SqlClient, staging: bigint, name: string) =>
  Effect.map(
    partRows(sql`
      INSERT INTO ${tablesOf(sql, staging).parts} (name) VALUES (${name}) RETURNING part`),
    ([row]) => row!.part
  )

export const finishPart = (sql: SqlClient.SqlClient, staging: bigint, part: number, totals: RunTotals) => sql`
  UPDATE ${tablesOf(sql, staging).parts} SET finished = true, read = ${totals.read}, kept = ${totals.kept},
    rejected = ${JSON.stringify(totals.rejected)}::text::jsonb, samples = ${JSON.stringify(totals.samples ?? {})}::text::jsonb,
    facts = ${JSON.stringify(totals.facts ?? noFacts)}::text::jsonb
  WHERE part = ${part}
  RETURNING part`

/**
 * Prepares a transaction of a run. If its process is cut off or stops halfway, the server ends it, and others that wait
 * for its rows continue.
 */
export const boundIdle = (sql: SqlClient.SqlClient, workMemory: string) => sql`
  SELECT set_config('idle_in_transaction_session_timeout', ${postgresTime(timeBudgets.idlePublication)}, true),
    set_config('work_mem', ${workMemory}, true)`

/**
 * Keeps one record per address; repeating it changes nothing. Few addresses have several records, so these are found
 * first, and only they are sorted. Returns how many records there are, and whether two of them have the same sample
 * key.
 */
export const settle = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  const { labels, origins, parts, places, records, streets } = tablesOf(sql, staging)
  yield* boundIdle(sql, "256MB")
  // The parts come first: this waits for a process that is adding to one, and afterwards nobody can.
  const unfinished = yield* partRows(sql`DELETE FROM ${parts} WHERE NOT finished RETURNING part`)
  if (unfinished.length > 0) {
    yield* sql`DELETE FROM ${records} WHERE part = ANY (${unfinished.map(({ part }) => part)}::int[])`
  }
  yield* sql`
    CREATE TEMPORARY TABLE shared ON COMMIT DROP AS
    SELECT r.ctid AS row, r.sample_key FROM ${records} r JOIN (
      SELECT DISTINCT sample_key FROM (
        -- Sorted, because grouping as many keys takes a third longer, and more memory.
        SELECT sample_key, lead(sample_key) OVER (ORDER BY sample_key) AS next FROM ${records}
      ) k
      WHERE sample_key = next
    ) twice USING (sample_key)`
  yield* sql`ANALYZE shared`
  yield* sql`
    DELETE FROM ${records} WHERE ctid = ANY (ARRAY(
      SELECT row FROM (
        SELECT row, row_number() OVER (PARTITION BY id ORDER BY ${orderBy(sql, stays)}, row) AS place
        FROM shared JOIN ${records} r ON r.ctid = row
      ) ranked
      WHERE place > 1
    ))`
  yield* sql`ANALYZE ${records} (id, street, origin, evidence_rank, sample_key), ${streets} (key), ${origins}, ${labels}, ${places}`
  // Counted apart: with the temporary table in one statement, one processor would count alone.
  const [counted] = yield* stagedRows(sql`SELECT count(*)::int AS staged FROM ${records}`)
  const [found] = yield* collidesRows(sql`
    SELECT EXISTS (
      SELECT FROM shared s JOIN ${records} r ON r.ctid = s.row GROUP BY s.sample_key HAVING count(*) > 1
    ) AS collides`)
  return { ...counted!, ...found! }
})
