import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { isHome } from "../../address/EvidenceRank.ts"
import { identityRules } from "../../address/identity/OneForm.ts"
import { decides, isNamed, orderBy } from "../../address/Precedence.ts"
import { sameId, tableOf } from "../../database/AddressTables.ts"
import { weakestEvidence } from "../../pool/CountryEvidence.ts"
import type { Change } from "./Gates.ts"
import type { Publication } from "../run/Run.ts"
import { isBetterName } from "../stage/PlaceName.ts"
import { recordColumns, tablesOf } from "../stage/StagedTables.ts"
import { rowsOf } from "../../database/Rows.ts"

const recordsCitiesRows = rowsOf({ records: Schema.Number, cities: Schema.Number })
const citiesRows = rowsOf({ cities: Schema.Number })
const idRows = rowsOf({ id: Schema.String })
const addedChangedWithdrawnRows = rowsOf({ added: Schema.Number, changed: Schema.Number, withdrawn: Schema.Number })
const residentialRows = rowsOf({ residential: Schema.Number })
const versionResidentialRows = rowsOf({ version: Schema.Number, residential: Schema.Number })

/** A country's pool before it changes. */
export interface Pool {
  readonly country: string
  /** Registered sources in registration order, which decides between equal records, and in which sources are shown. */
  readonly sourceOrder: ReadonlyArray<string>
  /** ISO 8601 in UTC. */
  readonly now: string
}

/** One source's publication in one country, to which every statement below applies. */
export interface Target extends Pool {
  readonly runId: bigint
  /** The staging whose tables contain the records to publish, one per address. */
  readonly staging: bigint
  /** Records in it. */
  readonly staged: number
  /** Whether two of them have the same sample key. */
  readonly collides: boolean
  readonly source: string
}

/** The columns of records, each prefixed with the table or alias. */
export const columnsOf = (sql: SqlClient.SqlClient, table: string) =>
  sql.literal(
    recordColumns
      .split(", ")
      .map((name) => `${table}.${name}`)
      .join(", ")
  )

/** Keys of the origins of the source's records in the country. */
const originsOf = (sql: SqlClient.SqlClient, { country, source }: Pick<Target, "country" | "source">) =>
  sql`(SELECT key FROM origin WHERE country = ${country} AND source = ${source})`

/** The source's records in the country, which must have a table. */
export const held = (sql: SqlClient.SqlClient, target: Pick<Target, "country" | "source">) => {
  const columns = sql.literal(recordColumns)
  return sql`
    SELECT ${columns}, sample_key FROM ${sql(tableOf(target.country))} WHERE origin IN ${originsOf(sql, target)}
    UNION ALL
    SELECT ${columns}, NULL FROM other_record WHERE country = ${target.country} AND origin IN ${originsOf(sql, target)}`
}

/**
 * The counts that the gates check. Cities are counted by their names: no homes are lost if rows of the catalog turn out
 * to be one city. Staged records are scanned only if the source has something to lose.
 */
export const change = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  target: Pick<Target, "source" | "country" | "staging" | "staged">,
  hasTable: boolean
) {
  const { staged } = target
  if (!hasTable) return { before: 0, after: staged, citiesBefore: 0, citiesAfter: 0 } satisfies Change
  const [before] = yield* recordsCitiesRows(sql`
    SELECT coalesce(sum(records), 0)::int AS records, (count(*) FILTER (WHERE homes > 0 AND city IS NOT NULL))::int AS cities
    FROM (
      SELECT s.city_name COLLATE "C" AS city, sum(h.records) AS records, sum(h.homes) AS homes
      FROM (
        SELECT street, count(*) AS records, count(*) FILTER (WHERE ${isHome(sql)}) AS homes
        FROM (${held(sql, target)}) r GROUP BY street
      ) h JOIN street s ON s.key = h.street
      GROUP BY 1
    ) c`)
  const { cities, records } = before!
  if (cities === 0) return { before: records, after: staged, citiesBefore: 0, citiesAfter: 0 } satisfies Change
  const tables = tablesOf(sql, target.staging)
  const [after] = yield* citiesRows(sql`
    SELECT count(DISTINCT city_name COLLATE "C")::int AS cities FROM ${tables.streets}
    WHERE key IN (SELECT street FROM ${tables.records} WHERE ${isHome(sql)})`)
  return { before: records, after: staged, citiesBefore: cities, citiesAfter: after!.cities } satisfies Change
})

/**
 * Writes the places of the staged records, and the names by which filters find them, their own first. Of two spellings
 * of a region or postcode, the better one is shown; cities and districts are named once their addresses are counted.
 */
export const writePlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country, staging }: Target) {
  const staged = tablesOf(sql, staging).places
  yield* sql`
    INSERT INTO place AS known (key, country, type, parent, region, name, folded)
    SELECT s.key, ${country}, s.type, s.parent,
      -- A look into the primary key each: for a join the planner would have to know how much has been staged.
      CASE WHEN s.type = 'district' THEN (SELECT city.parent FROM ${staged} city WHERE city.key = s.parent) END,
      s.name, s.names[1]
    FROM ${staged} s
    ON CONFLICT (key) DO UPDATE SET name = excluded.name, folded = excluded.folded
    WHERE known.type IN ('region', 'postcode') AND ${isBetterName(sql)}`
  yield* sql`
    INSERT INTO place_name (country, type, folded, place, alias)
    SELECT ${country}, s.type, n.folded, s.key, n.place > 1
    FROM ${staged} s CROSS JOIN LATERAL unnest(s.names) WITH ORDINALITY AS n (folded, place)
    ON CONFLICT DO NOTHING`
  // Another source's spelling may be the better one.
  yield* sql`
    UPDATE place_name n SET alias = n.folded <> p.folded
    FROM ${staged} s JOIN place p ON p.key = s.key
    WHERE n.place = s.key AND n.country = ${country} AND n.type = s.type AND n.alias <> (n.folded <> p.folded)`
})

/**
 * Whether two records of one address say different things, or one of them is missing. Shared parts are compared by
 * their keys, which are hashes of their content.
 */
export const differ = (sql: SqlClient.SqlClient, one: string, other: string): Statement.Fragment => {
  const of = (table: string) =>
    recordColumns
      .split(", ")
      .filter((name) => name !== "id")
      .map((name) => `${table}.${name}`)
      .join(", ")
  return sql.literal(`(${of(one)}) IS DISTINCT FROM (${of(other)})`)
}

/**
 * Fills `affected` with the IDs about which the source says something different, nothing any more, or something for the
 * first time.
 */
export const findAffected = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Target) {
  yield* sql`
    CREATE TEMPORARY TABLE affected ON COMMIT DROP AS
    SELECT id FROM ${tablesOf(sql, target.staging).records} s FULL JOIN (${held(sql, target)}) r USING (id)
    WHERE ${differ(sql, "s", "r")}`
  yield* sql`CREATE UNIQUE INDEX ON affected (id)`
  yield* sql`ANALYZE affected`
})

/**
 * The future records of the affected addresses: the staged ones of this source, and the existing ones of the others.
 */
export const gathered = (sql: SqlClient.SqlClient, target: Target): Statement.Fragment => {
  const { country, source, staging } = target
  return sql`
    SELECT ${columnsOf(sql, "s")}, s.sample_key, ${source}::text AS source
    FROM ${tablesOf(sql, staging).records} s JOIN affected USING (id)
    UNION ALL
    SELECT ${columnsOf(sql, "a")}, a.sample_key, o.source
    FROM ${sql(tableOf(country))} a JOIN affected f ON ${sameId(sql, "a", "f")} JOIN origin o ON o.key = a.origin
    WHERE o.source <> ${source}
    UNION ALL
    SELECT ${columnsOf(sql, "r")}, NULL, o.source
    FROM other_record r JOIN affected USING (id) JOIN origin o ON o.key = r.origin
    WHERE r.country = ${country} AND o.source <> ${source}`
}

/**
 * Collects the records of the affected addresses, before and after, in temporary tables: `nth` is a record's rank among
 * the sources of its address, and one of them `is_main`. `merge` in Merge.ts does the same in memory.
 */
export const mergeRecords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, sourceOrder }: Pool,
  records: Statement.Fragment
) {
  yield* sql`
    CREATE TEMPORARY TABLE before_record ON COMMIT DROP AS
    SELECT ${columnsOf(sql, "a")}, a.sample_key, a.updated_at, a.is_residential, true AS is_main, a.has_others,
      -- The place that no other record has.
      CASE WHEN a.has_others
        THEN (SELECT count(*) * (count(*) + 1) / 2 - sum(o.nth) FROM other_record o WHERE o.id = a.id)::int
        ELSE 0
      END AS nth
    FROM ${sql(tableOf(country))} a JOIN affected f ON ${sameId(sql, "a", "f")}
    UNION ALL
    SELECT ${columnsOf(sql, "r")}, NULL, NULL, NULL, false, true, r.nth FROM other_record r JOIN affected USING (id)
    WHERE r.country = ${country}`
  yield* sql`
    CREATE TEMPORARY TABLE after_record ON COMMIT DROP AS
    SELECT ${columnsOf(sql, "r")}, r.sample_key,
      (row_number() OVER (PARTITION BY id ORDER BY ${orderBy(sql, isNamed)}) - 1)::int AS nth,
      row_number() OVER (PARTITION BY id ORDER BY ${orderBy(sql, decides)}) = 1 AS is_main,
      count(*) OVER (PARTITION BY id) > 1 AS has_others
    FROM (
      SELECT *, coalesce(array_position(${sourceOrder}::text[], source), 2147483647) AS place FROM (${records}) g
    ) r`
  const joined = sql.literal("(id, street, origin, is_main, has_others, evidence_rank)")
  yield* sql`ANALYZE before_record ${joined}, after_record ${joined}`
})

/** A text of an origin, with its placeholders replaced by the record's own words. */
export const filled = (sql: SqlClient.SqlClient, text: "o.url" | "o.detail") =>
  sql.literal(`replace(replace(${text}, E'\\x01', r.record_id), E'\\x02', coalesce(r.reference, ''))`)

/**
 * A hash of what clients see of each address in both tables of records. Different addresses have different hashes.
 * Clients see the evidence of homes only.
 */
const contents = (
  sql: SqlClient.SqlClient,
  table: "before_record" | "after_record",
  other: "before_record" | "after_record"
) => {
  const one = sql`
    SELECT r.id, r.nth, r.is_main, r.has_others, r.evidence_rank, coalesce(r.names, s.names) AS names,
      CASE WHEN r.latitude IS NOT NULL THEN hash_record_extended(ROW(r.latitude, r.longitude), 0) END AS position,
      hash_record_extended(
        ROW(o.source, o.license, o.attribution, r.record_id, ${filled(sql, "o.url")}), 0
      ) AS member,
      CASE WHEN r.is_main THEN hash_record_extended(ROW(
        s.region, s.city, s.district, s.postcode, s.street_name, s.district_name, s.city_name, s.region_name,
        s.region_code, s.postcode_text, r.house_number, r.unit, r.building, o.language, o.derived,
        CASE WHEN ${isHome(sql)} THEN o.evidence END, CASE WHEN ${isHome(sql)} THEN ${filled(sql, "o.detail")} END
      ), 0) END AS main
    FROM ${sql(table)} r JOIN street s ON s.key = r.street JOIN origin o ON o.key = r.origin
    WHERE EXISTS (SELECT FROM ${sql(other)} t WHERE t.id = r.id AND t.is_main)`
  return sql`
    SELECT id, hash_record_extended(ROW(main, ARRAY[member], position, names), 0) AS content
    FROM (${one} AND NOT r.has_others) one
    UNION ALL
    SELECT id,
      hash_record_extended(ROW(
        max(main),
        array_agg(member ORDER BY nth),
        (array_agg(position ORDER BY NOT is_main, evidence_rank, nth) FILTER (WHERE position IS NOT NULL))[1],
        (array_agg(names ORDER BY NOT is_main, evidence_rank, nth) FILTER (WHERE names IS NOT NULL))[1]
      ), 0)
    FROM (${one} AND r.has_others) one
    GROUP BY id`
}

/**
 * Fills the temporary table `difference` with the affected addresses that are added, changed or removed, and the keys
 * of their regions. Addresses with unchanged content are omitted, so that they keep the time of their last change. The
 * shared parts of the records must have been written before.
 */
export const findDifferences = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country }: Pool) {
  const weakest = yield* weakestEvidence(sql, country)
  yield* sql`
    CREATE TEMPORARY TABLE difference ON COMMIT DROP AS
    SELECT id, s.region, coalesce(b.sample_key, m.sample_key) AS sample_key,
      CASE WHEN b.id IS NULL THEN 'added' WHEN m.id IS NULL THEN 'withdrawn' ELSE 'changed' END AS kind
    FROM (SELECT * FROM after_record WHERE is_main) m
    FULL JOIN (SELECT * FROM before_record WHERE is_main) b USING (id)
    LEFT JOIN (${contents(sql, "before_record", "after_record")}) was USING (id)
    LEFT JOIN (${contents(sql, "after_record", "before_record")}) is_to_be USING (id)
    LEFT JOIN street s ON s.key = coalesce(m.street, b.street)
    WHERE b.id IS NULL OR m.id IS NULL OR was.content <> is_to_be.content
      OR b.is_residential <> ${isHome(sql, weakest, "m.")}`
  yield* sql`CREATE UNIQUE INDEX ON difference (id)`
  yield* sql`ANALYZE difference`
})

/** New addresses whose sample key already belongs to a remaining address, or to another new one with a smaller ID. */
export const collisions = (sql: SqlClient.SqlClient, { country }: Pool) => {
  const table = sql(tableOf(country))
  return idRows(sql`
    WITH fresh AS (
      SELECT m.id, m.sample_key FROM after_record m JOIN difference d USING (id) WHERE d.kind = 'added' AND m.is_main
    ), taken AS (
      -- Each in words that have an index.
      SELECT f.id, a.id AS by FROM fresh f JOIN ${table} a ON a.sample_key = f.sample_key AND a.is_residential
      UNION ALL
      SELECT f.id, a.id FROM fresh f JOIN ${table} a ON a.sample_key = f.sample_key AND NOT a.is_residential
    )
    SELECT id FROM taken t WHERE NOT EXISTS (SELECT FROM difference d WHERE d.id = t.by AND d.kind = 'withdrawn')
    UNION
    SELECT o.id FROM (SELECT id, row_number() OVER (PARTITION BY sample_key ORDER BY id) AS place FROM fresh) o
    WHERE o.place > 1`)
}

export const rekey = (sql: SqlClient.SqlClient, id: string, key: bigint) =>
  sql`UPDATE after_record SET sample_key = ${key} WHERE id = ${id}::uuid`

/** How many addresses are added, changed and removed. */
export const counted = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* addedChangedWithdrawnRows(sql`
    SELECT (count(*) FILTER (WHERE kind = 'added'))::int AS added, (count(*) FILTER (WHERE kind = 'changed'))::int AS changed,
      (count(*) FILTER (WHERE kind = 'withdrawn'))::int AS withdrawn
    FROM difference`)
  return row!
})

/** Writes what the other sources say about the affected addresses. */
export const writeOthers = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country }: Pool) {
  yield* sql`DELETE FROM other_record r USING affected a WHERE r.country = ${country} AND r.id = a.id`
  yield* sql`
    INSERT INTO other_record (${sql.literal(recordColumns)}, country, nth)
    SELECT ${sql.literal(recordColumns)}, ${country}, nth FROM after_record WHERE NOT is_main`
})

/**
 * The rows of the affected addresses that remain or are added, in the table's column order. An existing address keeps
 * its key and, unless clients see a difference, the time of its last change.
 *
 * @param numbered in a first publication, which changes no existing address: a table of the streets with their `place`
 */
export const rows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country, now }: Pool, numbered?: string) {
  const isFirst = numbered !== undefined
  const weakest = yield* weakestEvidence(sql, country)
  const at = sql`${now}::timestamptz`
  const known = sql.literal(`
    LEFT JOIN before_record k ON k.id = m.id AND k.is_main LEFT JOIN difference d ON d.id = m.id`)
  return sql`
    SELECT ${sql.literal(isFirst ? "m.sample_key" : "coalesce(k.sample_key, m.sample_key)")} AS sample_key,
      NULLIF(s.region, 0) AS region, NULLIF(s.city, 0) AS city, NULLIF(s.district, 0) AS district,
      NULLIF(s.postcode, 0) AS postcode,
      ${isFirst ? at : sql`CASE WHEN d.id IS NULL THEN k.updated_at ELSE ${at} END`} AS updated_at,
      m.id, m.street, m.origin, m.latitude, m.longitude, m.evidence_rank,
      ${isHome(sql, weakest, "m.")} AS is_residential, m.has_others, ${country}::text AS country,
      m.record_id, m.house_number, m.unit, m.building, m.reference, m.names
      ${sql.literal(isFirst ? ", s.place" : "")}
    FROM after_record m JOIN ${sql(numbered ?? "street")} s ON s.key = m.street ${isFirst ? sql.literal("") : known}
    WHERE m.is_main`
})

/** Writes the affected addresses row by row, and deletes those that no source has any more. */
export const writeAddresses = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pool: Pool) {
  const selected = yield* rows(sql, pool)
  const table = sql(tableOf(pool.country))
  yield* sql`DELETE FROM ${table} a USING difference d WHERE ${sameId(sql, "a", "d")} AND d.kind = 'withdrawn'`
  yield* sql`
    UPDATE ${table} a
    SET region = n.region, city = n.city, district = n.district, postcode = n.postcode, updated_at = n.updated_at,
      street = n.street, origin = n.origin, latitude = n.latitude, longitude = n.longitude,
      evidence_rank = n.evidence_rank, is_residential = n.is_residential, has_others = n.has_others,
      record_id = n.record_id, house_number = n.house_number, unit = n.unit, building = n.building,
      reference = n.reference, names = n.names
    FROM (${selected}) n WHERE ${sameId(sql, "a", "n")}`
  yield* sql`
    INSERT INTO ${table} SELECT n.* FROM (${selected}) n JOIN difference d ON d.id = n.id WHERE d.kind = 'added'`
})

/** Updates the pool's row: with a new version if anything has changed. */
export const writePool = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, now, sourceOrder }: Pool,
  counts: Pick<Publication, "added" | "changed" | "withdrawn">
) {
  const step = counts.added + counts.changed + counts.withdrawn > 0 ? 1 : 0
  const [before] = yield* residentialRows(sql`SELECT residential FROM pool WHERE country = ${country}`)
  const [row] = yield* versionResidentialRows(sql`
    INSERT INTO pool AS known (country, version, total, residential, identity_rules, sources, published_at)
    SELECT ${country}, ${step}, coalesce(sum(total), 0)::int, coalesce(sum(residential), 0)::int, ${identityRules},
      -- Origins are there as long as records have them.
      ARRAY(
        SELECT source FROM origin WHERE country = ${country} GROUP BY source
        ORDER BY array_position(${sourceOrder}::text[], source), source
      ),
      ${now}::timestamptz
    FROM scope_count WHERE country = ${country}
    ON CONFLICT (country) DO UPDATE SET
      version = known.version + ${step}, total = excluded.total, residential = excluded.residential,
      sources = excluded.sources,
      published_at = CASE WHEN ${step} = 1 THEN excluded.published_at ELSE known.published_at END
    RETURNING version, residential`)
  return { ...row!, residentialBefore: before?.residential ?? 0 }
})
