import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Everything that publications leave, except times and run numbers. */
export const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    addresses: yield* sql`
      SELECT id, country, sample_key, region, city, district, postcode, street, origin, latitude, longitude,
        evidence_rank, is_residential, has_others, record_id, house_number, unit, building, reference, names
      FROM address ORDER BY id`,
    others: yield* sql`SELECT * FROM other_record ORDER BY id, nth`,
    streets: yield* sql`SELECT * FROM street ORDER BY key`,
    origins: yield* sql`SELECT * FROM origin ORDER BY key`,
    labels: yield* sql`SELECT * FROM label ORDER BY country, text`,
    places: yield* sql`SELECT * FROM place ORDER BY key`,
    counts: yield* sql`SELECT * FROM scope_count ORDER BY country, region, city, district, postcode`,
    centers: yield* sql`SELECT * FROM city_center ORDER BY city`,
    pool: yield* sql`SELECT country, version, total, residential, sources FROM pool ORDER BY country`
  }
})

/** The definitions of the countries' tables, however they were created. */
export const shapes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    indexes: yield* sql`
      SELECT tablename, indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'address\\___%' ORDER BY indexname`,
    constraints: yield* sql`
      SELECT conrelid::regclass::text AS "table", contype, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'address'::regclass) ORDER BY 1, 2, 3`,
    grants: yield* sql`
      SELECT table_name, grantee, privilege_type, is_grantable FROM information_schema.role_table_grants
      WHERE table_name LIKE 'address%' ORDER BY 1, 2, 3`,
    columns: yield* sql`
      SELECT table_name, column_name, data_type, is_nullable, collation_name
      FROM information_schema.columns WHERE table_name LIKE 'address%' ORDER BY table_name, ordinal_position`
  }
})

/** Inconsistencies between the tables: each by name, with its count. Empty if all is well. */
export const faults = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly fault: string; readonly count: number }>`
    WITH named AS (
      SELECT country, street, origin, house_number, unit, building FROM address
      UNION ALL SELECT country, street, origin, house_number, unit, building FROM other_record
    ), text AS (
      SELECT country, house_number AS text FROM named UNION SELECT country, unit FROM named
      UNION SELECT country, building FROM named
    ), recount AS (
      SELECT street AS key, count(*) AS total, count(*) FILTER (WHERE is_residential) AS homes FROM address GROUP BY 1
    )
    SELECT * FROM (
      SELECT 'streets that are counted wrong' AS fault, count(*)::int AS count FROM street LEFT JOIN recount r USING (key)
      WHERE street.total <> coalesce(r.total, 0) OR street.homes <> coalesce(r.homes, 0)
      UNION ALL SELECT 'streets that nothing names', count(*)::int FROM street WHERE key NOT IN (SELECT street FROM named)
      UNION ALL SELECT 'streets that are missing', count(*)::int FROM named LEFT JOIN street s ON s.key = street
      WHERE s.country IS DISTINCT FROM named.country
      UNION ALL SELECT 'origins that nothing names', count(*)::int FROM origin WHERE key NOT IN (SELECT origin FROM named)
      UNION ALL SELECT 'origins that are missing', count(*)::int FROM named LEFT JOIN origin o ON o.key = origin
      WHERE o.country IS DISTINCT FROM named.country
      UNION ALL SELECT 'labels that nothing has', count(*)::int FROM label l
      WHERE NOT EXISTS (SELECT FROM text t WHERE t.country = l.country AND t.text = l.text)
      UNION ALL SELECT 'labels that are missing', count(*)::int FROM text t
      WHERE text IS NOT NULL AND NOT EXISTS (SELECT FROM label l WHERE t.country = l.country AND t.text = l.text)
      UNION ALL SELECT 'addresses in other places than their street', count(*)::int
      FROM address a JOIN street s ON s.key = a.street
      WHERE (coalesce(a.region, 0), coalesce(a.city, 0), coalesce(a.district, 0), coalesce(a.postcode, 0))
        <> (s.region, s.city, s.district, s.postcode)
      UNION ALL SELECT 'addresses that are wrong about other records', count(*)::int
      FROM address a LEFT JOIN (
        SELECT id, count(*) AS records, max(nth) AS last, count(DISTINCT nth) AS places FROM other_record GROUP BY id
      ) o USING (id)
      WHERE has_others <> (o.id IS NOT NULL) OR o.places <> o.records OR o.last > o.records
      UNION ALL SELECT 'other records without an address', count(*)::int FROM other_record
      WHERE id NOT IN (SELECT id FROM address)
      UNION ALL SELECT 'keys that two addresses have', count(*)::int FROM (
        SELECT FROM address GROUP BY country, sample_key HAVING count(*) > 1
      ) twice
      UNION ALL SELECT 'counts of places that are not those of addresses', count(*)::int FROM (
        SELECT country, coalesce(region, 0), coalesce(city, 0), coalesce(district, 0), coalesce(postcode, 0),
          count(*), count(*) FILTER (WHERE is_residential) FROM address GROUP BY 1, 2, 3, 4, 5
        EXCEPT SELECT country, region, city, district, postcode, total, residential FROM scope_count
      ) differing
    ) f WHERE count > 0`
  return Object.fromEntries(rows.map(({ count, fault }) => [fault, count]))
})
