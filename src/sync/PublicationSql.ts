import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { weakestEvidence } from "../pool/CountryEvidence.ts"
import { isHome } from "../address/EvidenceRank.ts"
import { identityRules } from "../address/identity/OneForm.ts"
import type { Change } from "./Gates.ts"
import type { Publication } from "./Run.ts"
import { recordColumns, tablesOf } from "./StagingPostgres.ts"

/** A country's pool, as it is about to change. */
export interface Pool {
  readonly country: string
  /** Registered sources in registration order: the order in which equal records are preferred and sources shown. */
  readonly sourceOrder: ReadonlyArray<string>
  /** ISO 8601 in UTC. */
  readonly now: string
}

/** One source's publication in one country: what every statement below is about. */
export interface Target extends Pool {
  readonly runId: bigint
  /** Whose tables hold the records to publish, one of each address. */
  readonly staging: bigint
  /** Records in it. */
  readonly staged: number
  readonly source: string
}

/** Counts that the gates look at. What is staged is looked through only where the source may lose something. */
export const change = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, source, staged, staging }: Pick<Target, "source" | "country" | "staging" | "staged">
) {
  const [before] = yield* sql<{ readonly records: number; readonly cities: number }>`
    SELECT coalesce(sum(records), 0)::int AS records, count(city) FILTER (WHERE homes > 0)::int AS cities
    FROM (
      SELECT city, count(*) AS records, count(*) FILTER (WHERE ${isHome(sql)}) AS homes
      FROM record WHERE country = ${country} AND source = ${source} GROUP BY city
    ) held`
  const { cities, records } = before!
  if (cities === 0) return { before: records, after: staged, citiesBefore: 0, citiesAfter: 0 } satisfies Change
  const [after] = yield* sql<{ readonly cities: number }>`
    SELECT count(DISTINCT city)::int AS cities FROM ${tablesOf(sql, staging).records} WHERE ${isHome(sql)}`
  return { before: records, after: staged, citiesBefore: cities, citiesAfter: after!.cities } satisfies Change
})

/** Brings the source's records up to date; `affected` then holds the IDs whose address has to be made anew. */
export const writeRecords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Target) {
  const { country, source } = target
  const staged = tablesOf(sql, target.staging).records
  const columns = sql.literal(recordColumns)
  yield* sql`CREATE TEMPORARY TABLE affected (id text PRIMARY KEY) ON COMMIT DROP`
  yield* sql`
    INSERT INTO affected
    SELECT address_id
    FROM ${staged} s
    FULL JOIN (SELECT address_id, digest FROM record WHERE country = ${country} AND source = ${source}) r
      USING (address_id)
    WHERE s.digest IS DISTINCT FROM r.digest`
  yield* sql`ANALYZE affected`
  yield* sql`
    DELETE FROM record r USING affected a
    WHERE r.country = ${country} AND r.source = ${source} AND r.address_id = a.id`
  yield* sql`
    INSERT INTO record (source, ${columns})
    SELECT ${source}, ${columns} FROM ${staged} JOIN affected ON id = address_id`
})

/** Places of the staged records, with the better of two spellings, and the names that filters find them by: its own first. */
export const writePlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country, staging }: Target) {
  const staged = tablesOf(sql, staging).places
  yield* sql`
    INSERT INTO place AS known (key, country, type, parent, region, name, folded)
    SELECT s.key, ${country}, s.type, s.parent,
      -- A look into the primary key each: for a join the planner would have to know how much has been staged.
      CASE WHEN s.type = 'district' THEN (SELECT city.parent FROM ${staged} city WHERE city.key = s.parent) END,
      s.name, s.names[1]
    FROM ${staged} s
    ON CONFLICT (key) DO UPDATE SET name = excluded.name
    WHERE (excluded.name = upper(excluded.name), excluded.name COLLATE "C")
      < (known.name = upper(known.name), known.name COLLATE "C")`
  yield* sql`
    INSERT INTO place_name (country, type, folded, place, alias)
    SELECT ${country}, s.type, n.folded, s.key, n.place > 1
    FROM ${staged} s CROSS JOIN LATERAL unnest(s.names) WITH ORDINALITY AS n (folded, place)
    ON CONFLICT DO NOTHING`
})

/**
 * Makes the affected addresses out of all sources' records of them, in a temporary table `merged`. The same rules as
 * `merge` in Merge.ts, which says what they are; `content` is the document but for the time of its last change.
 */
export const mergeRecords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Pool) {
  const weakest = yield* weakestEvidence(sql, target.country)
  yield* sql`
    CREATE TEMPORARY TABLE merged ON COMMIT DROP AS
    WITH ranked AS (
      SELECT r.*, coalesce(array_position(${target.sourceOrder}::text[], r.source), 2147483647) AS place
      FROM affected a JOIN record r ON r.address_id = a.id AND r.country = ${target.country}
    ),
    main AS (
      SELECT DISTINCT ON (address_id) *
      FROM ranked ORDER BY address_id, evidence_rank, place, source COLLATE "C"
    ),
    together AS (
      SELECT address_id,
        string_agg(source_member, ',' ORDER BY place, source COLLATE "C") AS members,
        (array_agg(coordinates ORDER BY evidence_rank, place, source COLLATE "C")
          FILTER (WHERE coordinates IS NOT NULL))[1] AS position,
        (array_agg(names ORDER BY evidence_rank, place, source COLLATE "C")
          FILTER (WHERE names IS NOT NULL))[1] AS names
      FROM ranked GROUP BY address_id
    )
    SELECT m.address_id AS id, m.sample_key, m.region, m.city, m.district, m.postcode, m.search, t.names,
      ${isHome(sql, weakest)} AS is_residential,
      '{' || m.body
        || coalesce(',"coordinates":' || t.position, '')
        || CASE WHEN ${isHome(sql)} THEN ',"residential":' || m.residential ELSE '' END
        || ',"sources":[' || t.members || ']' AS content
    FROM main m JOIN together t USING (address_id)`
  yield* sql`CREATE UNIQUE INDEX ON merged (id)`
  yield* sql`ANALYZE merged`
})

/** New addresses whose sample key another address of the country, or another new one with a smaller ID, already has. */
export const collisions = (sql: SqlClient.SqlClient, { country }: Pool) => sql<{ readonly id: string }>`
  WITH fresh AS (SELECT id, sample_key FROM merged m WHERE NOT EXISTS (SELECT FROM address a WHERE a.id = m.id))
  SELECT f.id FROM fresh f
  JOIN address a ON a.country = ${country} AND a.sample_key = f.sample_key AND a.id <> f.id
  UNION
  SELECT o.id FROM (SELECT id, row_number() OVER (PARTITION BY sample_key ORDER BY id) AS place FROM fresh) o
  WHERE o.place > 1`

export const rekey = (sql: SqlClient.SqlClient, id: string, key: bigint) =>
  sql`UPDATE merged SET sample_key = ${key} WHERE id = ${id}`

/**
 * What is to be done, in a temporary table `difference`: affected addresses that come in, change or leave. One whose content
 * is the same is none of them, so that it keeps its row, its key and the time of its last change.
 */
export const findDifferences = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`
    CREATE TEMPORARY TABLE difference ON COMMIT DROP AS
    SELECT f.id, coalesce(m.region, a.region) AS region, coalesce(m.sample_key, a.sample_key) AS sample_key,
      CASE WHEN a.id IS NULL THEN 'added' WHEN m.id IS NULL THEN 'withdrawn' ELSE 'changed' END AS kind
    FROM affected f LEFT JOIN merged m ON m.id = f.id LEFT JOIN address a ON a.id = f.id
    WHERE (m.id IS NULL) <> (a.id IS NULL)
      OR NOT starts_with(a.document, m.content || ',"updatedAt":')
      OR (a.names, a.is_residential) IS DISTINCT FROM (m.names, m.is_residential)`
  yield* sql`ANALYZE difference`
})

export const withdraw = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* sql<{ readonly count: number }>`
    WITH gone AS (
      DELETE FROM address a USING difference d WHERE a.id = d.id AND d.kind = 'withdrawn' RETURNING 1
    )
    SELECT count(*)::int AS count FROM gone`
  return row!.count
})

/** Writes merged addresses that differ. */
export const writeAddresses = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country, now }: Pool) {
  const suffix = `,"updatedAt":${JSON.stringify(now)}}`
  const [changed] = yield* sql<{ readonly count: number }>`
    WITH changed AS (
      UPDATE address a
      SET region = m.region, city = m.city, district = m.district, postcode = m.postcode,
        is_residential = m.is_residential, search = m.search, names = m.names,
        document = m.content || ${suffix}::text, updated_at = ${now}::timestamptz
      FROM difference d JOIN merged m ON m.id = d.id
      WHERE a.id = d.id AND d.kind = 'changed'
      RETURNING 1
    )
    SELECT count(*)::int AS count FROM changed`
  const [added] = yield* sql<{ readonly count: number }>`
    WITH added AS (
      INSERT INTO address
        (id, country, sample_key, region, city, district, postcode, is_residential, search, names, document, updated_at)
      SELECT m.id, ${country}, m.sample_key, m.region, m.city, m.district, m.postcode, m.is_residential, m.search, m.names,
        m.content || ${suffix}::text, ${now}::timestamptz
      FROM difference d JOIN merged m ON m.id = d.id WHERE d.kind = 'added'
      RETURNING 1
    )
    SELECT count(*)::int AS count FROM added`
  return { changed: changed!.count, added: added!.count }
})

/** The pool's row: a new version when anything changed, the same one otherwise. */
export const writePool = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, now, sourceOrder }: Pool,
  counts: Pick<Publication, "added" | "changed" | "withdrawn">,
  records: "record" | "record_next" = "record"
) {
  const step = counts.added + counts.changed + counts.withdrawn > 0 ? 1 : 0
  const [before] = yield* sql<{ readonly residential: number }>`SELECT residential FROM pool WHERE country = ${country}`
  const [row] = yield* sql<{ readonly version: number; readonly residential: number }>`
    INSERT INTO pool AS known (country, version, total, residential, identity_rules, sources, published_at)
    SELECT ${country}, ${step}, coalesce(sum(total), 0)::int, coalesce(sum(residential), 0)::int, ${identityRules},
      ARRAY(
        SELECT name
        FROM unnest(${sourceOrder}::text[] || ARRAY(
          SELECT DISTINCT source FROM run
          WHERE country = ${country} AND source <> ALL (${sourceOrder}::text[]) ORDER BY source
        )) WITH ORDINALITY AS s (name, place)
        -- As EXISTS, it would be taken for a join with all records.
        WHERE (SELECT true FROM ${sql(records)} r WHERE r.country = ${country} AND r.source = s.name LIMIT 1)
        ORDER BY place
      ),
      ${now}::timestamptz
    FROM scope_count WHERE country = ${country}
    ON CONFLICT (country) DO UPDATE SET
      version = known.version + ${step}, total = excluded.total, residential = excluded.residential,
      sources = excluded.sources,
      published_at = CASE WHEN ${step} = 1 THEN excluded.published_at ELSE known.published_at END
    RETURNING version, residential`
  return { ...row!, residentialBefore: before?.residential ?? 0 }
})
