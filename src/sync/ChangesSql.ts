import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { ChangeKind, RunChanges } from "../../schemas/RunChanges.ts"
import { bounds, type ChangedAddress, changesOf, runsKept } from "./Changes.ts"
import type { Target } from "./PublicationSql.ts"
import { tablesOf } from "./StagingPostgres.ts"

/** Where addresses are as they were and as they are to be: queries of `id` and `document`, a JSON object each. */
interface Documents {
  readonly before: Statement.Fragment
  readonly after: Statement.Fragment
}

/**
 * What is told of the temporary table `difference`, which has a row for each address that differs: its `kind`, `region` and
 * `sample_key`. Counting them by region reads that alone; documents are read of bounded samples only, which are uniform
 * since sample keys are hashes.
 */
const told = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  of: RunChanges["of"],
  places: "place" | Statement.Fragment,
  { after, before }: Documents,
  isFirst: boolean
) {
  const names = typeof places === "string" ? sql`SELECT key, name FROM place` : places
  const regions = yield* sql<{ readonly region: string; readonly kind: ChangeKind; readonly count: number }>`
    SELECT coalesce(p.name, '') AS region, d.kind, d.count FROM (
      SELECT region, kind, count(*)::int AS count FROM difference GROUP BY region, kind
    ) d LEFT JOIN (${names}) p ON p.key = d.region`
  if (regions.length === 0) return undefined
  const most = Math.max(0, ...regions.map(({ count }) => count))
  const isBounded = most <= bounds.streetsCounted
  const streets = isFirst
    ? []
    : yield* sql<{ readonly street: string; readonly city: string; readonly kind: ChangeKind; readonly count: number }>`
        WITH counted AS MATERIALIZED (
          (SELECT id, kind FROM difference WHERE kind = 'withdrawn' ORDER BY sample_key LIMIT ${bounds.streetsCounted})
          UNION ALL
          (SELECT id, kind FROM difference WHERE kind = 'added' ORDER BY sample_key LIMIT ${bounds.streetsCounted})
        ), read AS MATERIALIZED (
          SELECT c.kind, s.document::json -> 'components' AS components
          FROM counted c JOIN (${before}) s USING (id) WHERE c.kind = 'withdrawn'
          UNION ALL
          SELECT c.kind, s.document::json -> 'components' AS components
          FROM counted c JOIN (${after}) s USING (id) WHERE c.kind = 'added'
        )
        SELECT components ->> 'street' AS street, coalesce(components ->> 'city', '') AS city, kind, count(*)::int AS count
        FROM read WHERE components ->> 'street' IS NOT NULL
        GROUP BY 1, 2, kind ORDER BY count DESC, 1, 2, 3 LIMIT ${bounds.streets * 4}`
  const examples = yield* sql<{
    readonly kind: ChangeKind
    readonly before: ChangedAddress | null
    readonly after: ChangedAddress | null
  }>`
    WITH chosen AS MATERIALIZED (
      (SELECT id, kind, 1 AS place, sample_key FROM difference WHERE kind = 'withdrawn' ORDER BY sample_key LIMIT ${bounds.examples})
      UNION ALL
      (SELECT id, kind, 2, sample_key FROM difference WHERE kind = 'changed' ORDER BY sample_key LIMIT ${bounds.examples})
      UNION ALL
      (SELECT id, kind, 3, sample_key FROM difference WHERE kind = 'added' ORDER BY sample_key LIMIT ${bounds.examples})
    )
    SELECT c.kind, b.document::json AS before, a.document::json AS after
    FROM chosen c
    LEFT JOIN (SELECT * FROM (${before}) s WHERE s.id IN (SELECT id FROM chosen)) b USING (id)
    LEFT JOIN (SELECT * FROM (${after}) s WHERE s.id IN (SELECT id FROM chosen)) a USING (id)
    ORDER BY c.place, c.sample_key`
  return changesOf({
    of,
    regions,
    streets,
    streetsExact: isBounded,
    examples: examples.map(({ after, before, kind }) => ({
      kind,
      before: before ?? undefined,
      after: after ?? undefined
    }))
  })
})

/** What a publication does to the pool: of `difference`, before the addresses are written. */
export const ofPool = (sql: SqlClient.SqlClient) =>
  told(
    sql,
    "pool",
    "place",
    {
      before: sql`SELECT id, document FROM address`,
      after: sql`SELECT id, content || '}' AS document FROM merged`
    },
    false
  )

const recordDocument = `'{' || body || coalesce(',"coordinates":' || coordinates, '')
  || coalesce(',"residential":' || residential, '') || '}' AS document`

/** What the first publication of a country does to its pool, in which everything is new. */
export const ofFirst = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { staging }: Pick<Target, "staging">) {
  const { places, records } = tablesOf(sql, staging)
  yield* sql`
    CREATE TEMPORARY VIEW difference AS
    SELECT address_id AS id, 'added'::text AS kind, region, sample_key FROM ${records}`
  const after = sql`SELECT address_id AS id, ${sql.literal(recordDocument)} FROM ${records}`
  const changes = yield* told(
    sql,
    "pool",
    sql`SELECT key, name FROM ${places}`,
    { before: sql`${after} WHERE false`, after },
    true
  )
  yield* sql`DROP VIEW difference`
  return changes
})

/** What would become of the source's own addresses, were what is staged published. It changes nothing. */
export const ofSource = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, source, staging }: Pick<Target, "country" | "source" | "staging">
) {
  const { places, records } = tablesOf(sql, staging)
  yield* sql`SET LOCAL work_mem = '128MB'`
  yield* sql`
    CREATE TEMPORARY TABLE difference ON COMMIT DROP AS
    SELECT address_id AS id, coalesce(s.region, r.region) AS region, coalesce(s.sample_key, r.sample_key) AS sample_key,
      CASE WHEN r.digest IS NULL THEN 'added' WHEN s.digest IS NULL THEN 'withdrawn' ELSE 'changed' END AS kind
    FROM ${records} s
    FULL JOIN (
      SELECT address_id, digest, region, sample_key FROM record WHERE country = ${country} AND source = ${source}
    ) r USING (address_id)
    WHERE s.digest IS DISTINCT FROM r.digest`
  const before = sql`
    SELECT address_id AS id, ${sql.literal(recordDocument)} FROM record WHERE country = ${country} AND source = ${source}`
  const after = sql`SELECT address_id AS id, ${sql.literal(recordDocument)} FROM ${records}`
  const names = sql`SELECT key, name FROM place UNION SELECT key, name FROM ${places} WHERE key NOT IN (SELECT key FROM place)`
  return yield* told(sql, "source", names, { before, after }, false)
})

/** Keeps what a run changed, and forgets what earlier runs of the pair did, but for the last of them. */
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
  const [row] = yield* sql<{ readonly changes: RunChanges }>`
    SELECT changes FROM run_change WHERE run = ${runId}::bigint`
  return row?.changes
})
