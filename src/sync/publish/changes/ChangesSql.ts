import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { ChangeKind, RunChanges } from "../../../../schemas/RunChanges.ts"
import { sameId, tableOf } from "../../../database/AddressTables.ts"
import { readAddresses, type Side } from "./ChangedAddresses.ts"
import { bounds, changesOf, runsKept } from "./Changes.ts"
import { differ, held, type Target } from "../PublicationSql.ts"
import { recordColumns, tablesOf } from "../../stage/StagedTables.ts"
import { rowsOf } from "../../../database/Rows.ts"

const streetRows = rowsOf({ street: Schema.String, city: Schema.String, kind: ChangeKind, count: Schema.Number })
const regionKindCountRows = rowsOf({ region: Schema.String, kind: ChangeKind, count: Schema.Number })
const idKindRows = rowsOf({ id: Schema.String, kind: ChangeKind })
const changesRows = rowsOf({ changes: RunChanges })

interface Sides {
  readonly of: RunChanges["of"]
  readonly country: string
  /** Keys and names of places. */
  readonly places: Statement.Fragment
  readonly before: Side | undefined
  readonly after: Side
}

/** The first ones of a kind by sample key: a uniform sample, because sample keys are hashes. */
const sampleOf = (sql: SqlClient.SqlClient, kind: ChangeKind, limit: number) =>
  sql`(SELECT id, kind, sample_key FROM difference WHERE kind = ${kind} ORDER BY sample_key LIMIT ${limit})`

/** Streets that lost addresses before, or gained them after. */
const countStreets = (sql: SqlClient.SqlClient, kind: "withdrawn" | "added", { records, streets }: Side) =>
  streetRows(sql`
  SELECT s.street_name AS street, coalesce(s.city_name, '') AS city, c.kind, count(*)::int AS count
  FROM ${sampleOf(sql, kind, bounds.streetsCounted)} c
  JOIN (${records}) r ON r.id = c.id AND r.is_main
  JOIN ${streets} s ON s.key = r.street
  WHERE s.street_name IS NOT NULL
  GROUP BY 1, 2, 3 ORDER BY count DESC, 1, 2 LIMIT ${bounds.streets * 4}`)

/**
 * Summarizes the temporary table `difference`, which has a row for each address that differs: its `kind`, `region` and
 * `sample_key`. Counts by region come from this table alone; addresses are only read for bounded samples.
 */
const told = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { after, before, country, of, places }: Sides) {
  const regions = yield* regionKindCountRows(sql`
    SELECT coalesce(p.name, '') AS region, d.kind, d.count FROM (
      SELECT region, kind, count(*)::int AS count FROM difference GROUP BY region, kind
    ) d LEFT JOIN (${places}) p ON p.key = d.region`)
  if (regions.length === 0) return undefined
  const most = Math.max(0, ...regions.map(({ count }) => count))
  const streets =
    before === undefined
      ? []
      : [...(yield* countStreets(sql, "withdrawn", before)), ...(yield* countStreets(sql, "added", after))]
  const chosen = yield* idKindRows(sql`
    SELECT id, kind FROM (
      ${sampleOf(sql, "withdrawn", bounds.examples)} UNION ALL ${sampleOf(sql, "changed", bounds.examples)}
      UNION ALL ${sampleOf(sql, "added", bounds.examples)}
    ) c ORDER BY array_position(ARRAY['withdrawn', 'changed', 'added'], kind), sample_key`)
  const ids = chosen.map(({ id }) => id)
  const was = before === undefined ? new Map() : yield* readAddresses(sql, of, country, before, ids)
  const isToBe = yield* readAddresses(sql, of, country, after, ids)
  return changesOf({
    of,
    regions,
    streets,
    streetsExact: most <= bounds.streetsCounted,
    examples: chosen.map(({ id, kind }) => ({ kind, before: was.get(id), after: isToBe.get(id) }))
  })
})

/** What a publication changes in the pool: from `difference`, before the addresses are written. */
export const ofPool = (sql: SqlClient.SqlClient, country: string, isFirst = false) => {
  const side = (table: string): Side => ({
    records: sql.literal(`SELECT * FROM ${table}`),
    streets: sql.literal("street"),
    origins: sql.literal("origin")
  })
  return told(sql, {
    of: "pool",
    country,
    places: sql.literal("SELECT key, name FROM place"),
    before: isFirst ? undefined : side("before_record"),
    after: side("after_record")
  })
}

/**
 * What would change among the source's own addresses if the staged records were published, except for those in
 * `withheld`. Changes nothing.
 */
export const ofSource = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  target: Pick<Target, "country" | "source" | "staging">,
  hasTable: boolean
) {
  const { country, staging } = target
  const { origins, places, records, streets } = tablesOf(sql, staging)
  const columns = sql.literal(recordColumns)
  const staged = sql`
    SELECT ${columns}, sample_key, 0 AS nth, true AS is_main FROM ${records} k
    WHERE NOT EXISTS (SELECT FROM withheld w WHERE w.id = k.id)`
  const there = hasTable
    ? sql`SELECT ${columns}, sample_key, 0 AS nth, true AS is_main FROM (${held(sql, target)}) h`
    : sql`SELECT * FROM (${staged}) none WHERE false`
  const key = hasTable
    ? sql`coalesce(s.sample_key, r.sample_key, (SELECT a.sample_key FROM ${sql(tableOf(country))} a WHERE ${sameId(sql, "a", "r")}))`
    : sql.literal("s.sample_key")
  yield* sql`SET LOCAL work_mem = '128MB'`
  yield* sql`
    CREATE TEMPORARY TABLE difference ON COMMIT DROP AS
    SELECT id, ${key} AS sample_key,
      (CASE WHEN s.street IS NULL THEN (SELECT region FROM street WHERE key = r.street)
        ELSE (SELECT region FROM ${streets} WHERE key = s.street) END) AS region,
      CASE WHEN r.street IS NULL THEN 'added' WHEN s.street IS NULL THEN 'withdrawn' ELSE 'changed' END AS kind
    FROM (${staged}) s FULL JOIN (${there}) r USING (id)
    WHERE ${differ(sql, "s", "r")}`
  return yield* told(sql, {
    of: "source",
    country,
    places: sql`SELECT key, name FROM place UNION SELECT key, name FROM ${places} WHERE key NOT IN (SELECT key FROM place)`,
    before: { records: there, streets: sql.literal("street"), origins: sql.literal("origin") },
    after: { records: staged, streets: sql`${streets}`, origins: sql`${origins}` }
  })
})

/** Stores what a run changed, and deletes the changes of its predecessors except the latest ones. */
export const keep = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, runId, source }: Pick<Target, "country" | "runId" | "source">,
  changes: RunChanges | undefined
) {
  if (changes === undefined) return
  yield* sql`INSERT INTO run_change (run, changes) VALUES (${runId}, ${JSON.stringify(changes)}::text::jsonb)`
  yield* sql`
    DELETE FROM run_change WHERE run IN (
      SELECT c.run FROM run_change c JOIN run r ON r.id = c.run
      WHERE r.source = ${source} AND r.country = ${country} ORDER BY c.run DESC OFFSET ${runsKept}
    )`
})

export const find = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, runId: string) {
  const [row] = yield* changesRows(sql`
    SELECT changes FROM run_change WHERE run = ${runId}::bigint`)
  return row?.changes
})
