import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { hasTable, tableOf } from "../database/AddressTables.ts"
import { officialRegions, subdivisionsFingerprint, unitMembers } from "../gazetteer/OfficialRegions.ts"
import { rowsOf } from "../database/Rows.ts"
import { lockCountry } from "./CountryLock.ts"

const basisRows = rowsOf({ basis: Schema.String })
const codeBasisRows = rowsOf({ code: Schema.String, basis: Schema.String })

/** Increase this when the statements below would make a different catalog from the same addresses. */
const rulesVersion = 1

/** What a country's catalog was made by. A catalog with another basis is outdated. */
export const catalogBasis = (country: string): string => `${rulesVersion}/${subdivisionsFingerprint(country)}`

/** The tables that a rebuild writes. */
export const derivedTables = "scope_count, place, place_name, part, catalog_total, city_center"

/** Whether the country has no catalog yet, or one made by other rules or official lists than this program's. */
export const isOutdated = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const [row] = yield* basisRows(sql`
    SELECT catalog_basis AS basis FROM country WHERE code = ${country}`)
  return row?.basis !== catalogBasis(country)
})

/** Rebuilds the catalogs of an earlier version of this program. A catalog that cannot be rebuilt stays as it is. */
export const catchUp = Effect.fn("CatalogRebuild.catchUp")(
  function* (sql: SqlClient.SqlClient) {
    const countries = yield* codeBasisRows(sql`
      SELECT code, catalog_basis AS basis FROM country ORDER BY code`)
    const outdated = countries.filter(({ basis, code }) => basis !== catalogBasis(code))
    for (const { code } of outdated) {
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* lockCountry(sql, code)
          if (yield* isOutdated(sql, code)) yield* rebuild(sql, code)
        })
      )
      yield* Effect.logInfo(`The catalog of ${code} has been rebuilt.`)
    }
    if (outdated.length > 0) yield* sql`VACUUM (ANALYZE) ${sql.literal(derivedTables)}`
  },
  Effect.catch((error) => Effect.logWarning("A catalog that is out of date could not be rebuilt.", error))
)

/**
 * Rebuilds everything derived from a country's addresses: counts of every place and combination of places, the official
 * regions, the catalog's lists and their lengths, the centers of cities, and the coverage. Writes only what has
 * changed. Call it in the transaction that changes the addresses, after the counts of their streets.
 *
 * @param addresses the table that will become the country's, if it is not the one being read now
 */
export const rebuild = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, addresses?: string) {
  yield* countScopes(sql, country)
  yield* writeOfficialRegions(sql, country)
  yield* countPlaces(sql, country)
  yield* writeParts(sql, country)
  yield* writeTotals(sql, country)
  const table = addresses ?? ((yield* hasTable(sql, country)) ? tableOf(country) : undefined)
  yield* writeCenters(sql, country, table)
  yield* sql`
    INSERT INTO country AS known (code, catalog_version, catalog_basis) VALUES (${country}, 1, ${catalogBasis(country)})
    ON CONFLICT (code) DO UPDATE SET
      catalog_version = known.catalog_version + 1, catalog_basis = excluded.catalog_basis`
  yield* measure(sql, country)
})

// Differences are found by a FULL JOIN into a separate table. That is always a hash join, whatever sizes the planner
// assumes; an anti-join with the table being filled can become a loop over the rows just inserted.

/** Each address is in the places of its street. */
const countScopes = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  yield* sql`
    CREATE TEMPORARY TABLE new_scope ON COMMIT DROP AS
    SELECT region, city, district, postcode, sum(total)::int AS total, sum(homes)::int AS residential
    FROM street WHERE country = ${country} AND total > 0 GROUP BY region, city, district, postcode`
  yield* sql`
    CREATE TEMPORARY TABLE scope_change ON COMMIT DROP AS
    SELECT region, city, district, postcode, n.total, n.residential
    FROM new_scope n FULL JOIN (SELECT * FROM scope_count WHERE country = ${country}) c
      USING (region, city, district, postcode)
    WHERE (n.total, n.residential) IS DISTINCT FROM (c.total, c.residential)`
  yield* sql`ANALYZE new_scope, scope_change`
  yield* sql`
    DELETE FROM scope_count c USING scope_change n
    WHERE c.country = ${country} AND n.total IS NULL
      AND c.region = n.region AND c.city = n.city AND c.district = n.district AND c.postcode = n.postcode`
  yield* sql`
    INSERT INTO scope_count (country, region, city, district, postcode, total, residential)
    SELECT ${country}, region, city, district, postcode, total, residential FROM scope_change WHERE total IS NOT NULL
    ON CONFLICT (country, region, city, district, postcode) DO UPDATE SET
      total = excluded.total, residential = excluded.residential`
})

const writeOfficialRegions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const regions = officialRegions(country)
  yield* sql`
    INSERT INTO place AS known (key, country, type, name, folded, official)
    SELECT key, ${country}, 'region', name, folded, true
    FROM unnest(
      ${regions.map(({ key }) => key)}::bigint[],
      ${regions.map(({ name }) => name)}::text[],
      ${regions.map(({ names }) => names[0]!)}::text[]
    ) AS r (key, name, folded)
    ON CONFLICT (key) DO UPDATE SET name = excluded.name, folded = excluded.folded, official = true
    WHERE (known.name, known.folded, known.official) IS DISTINCT FROM (excluded.name, excluded.folded, true)`
  yield* sql`
    UPDATE place SET official = false
    WHERE country = ${country} AND type = 'region' AND official
      AND key <> ALL (${regions.map(({ key }) => key)}::bigint[])`
  const named = regions.flatMap(({ key, names }) => names.map((folded, index) => ({ key, folded, alias: index > 0 })))
  yield* sql`
    INSERT INTO place_name (country, type, folded, place, alias)
    SELECT ${country}, 'region', folded, key, alias
    FROM unnest(
      ${named.map(({ key }) => key)}::bigint[],
      ${named.map(({ folded }) => folded)}::text[],
      ${named.map(({ alias }) => alias)}::boolean[]
    ) AS n (key, folded, alias)
    ON CONFLICT DO NOTHING`
})

/** Deletes places without addresses, unless they are official. */
const countPlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  yield* sql`
    CREATE TEMPORARY TABLE new_place ON COMMIT DROP AS
    SELECT level.key, sum(c.total)::int AS total, sum(c.residential)::int AS residential
    FROM new_scope c CROSS JOIN LATERAL unnest(ARRAY[c.region, c.city, c.district, c.postcode]) AS level (key)
    WHERE level.key <> 0
    GROUP BY level.key`
  yield* sql`ANALYZE new_place`
  yield* sql`
    UPDATE place p SET total = n.total, residential = n.residential
    FROM new_place n
    WHERE p.key = n.key AND (p.total, p.residential) IS DISTINCT FROM (n.total, n.residential)`
  yield* sql`
    UPDATE place p SET total = 0, residential = 0
    WHERE p.country = ${country} AND p.type = 'region' AND p.official AND p.total > 0
      AND NOT EXISTS (SELECT FROM new_place n WHERE n.key = p.key)`
  yield* sql`
    DELETE FROM place p
    WHERE p.country = ${country} AND NOT p.official AND NOT EXISTS (SELECT FROM new_place n WHERE n.key = p.key)`
})

const writeParts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  yield* sql`
    CREATE TEMPORARY TABLE new_part ON COMMIT DROP AS
    SELECT c.parent, p.folded, c.postcode, c.total, c.residential
    FROM (
      SELECT level.parent, s.postcode, sum(s.total)::int AS total, sum(s.residential)::int AS residential
      FROM new_scope s CROSS JOIN LATERAL unnest(ARRAY[s.region, s.city]) AS level (parent)
      WHERE level.parent <> 0 AND s.postcode <> 0
      GROUP BY level.parent, s.postcode
    ) c
    JOIN place p ON p.key = c.postcode`
  yield* sql`
    CREATE TEMPORARY TABLE part_change ON COMMIT DROP AS
    SELECT parent, folded, postcode, n.total, n.residential
    FROM new_part n FULL JOIN (SELECT * FROM part WHERE country = ${country}) w USING (parent, folded, postcode)
    WHERE (n.total, n.residential) IS DISTINCT FROM (w.total, w.residential)`
  yield* sql`ANALYZE new_part, part_change`
  yield* sql`
    DELETE FROM part w USING part_change n
    WHERE w.country = ${country} AND n.total IS NULL
      AND w.parent = n.parent AND w.folded = n.folded AND w.postcode = n.postcode`
  yield* sql`
    INSERT INTO part (country, parent, folded, postcode, total, residential)
    SELECT ${country}, parent, folded, postcode, total, residential FROM part_change WHERE total IS NOT NULL
    ON CONFLICT (country, parent, folded, postcode) DO UPDATE SET
      total = excluded.total, residential = excluded.residential`
})

const writeTotals = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  yield* sql`
    CREATE TEMPORARY TABLE total_change ON COMMIT DROP AS
    SELECT parent, type, n.places
    FROM (
      SELECT parent, type, count(*)::int AS places
      FROM (
        SELECT -1 AS parent, type FROM place WHERE country = ${country}
        UNION ALL SELECT parent, type FROM place WHERE country = ${country} AND parent IS NOT NULL
        UNION ALL SELECT region, type FROM place WHERE country = ${country} AND region IS NOT NULL
        UNION ALL SELECT parent, 'postcode' FROM new_part
      ) list
      GROUP BY parent, type
    ) n FULL JOIN (SELECT * FROM catalog_total WHERE country = ${country}) t USING (parent, type)
    WHERE n.places IS DISTINCT FROM t.places`
  yield* sql`
    DELETE FROM catalog_total t USING total_change n
    WHERE t.country = ${country} AND n.places IS NULL AND t.parent = n.parent AND t.type = n.type`
  yield* sql`
    INSERT INTO catalog_total (country, parent, type, places)
    SELECT ${country}, parent, type, places FROM total_change WHERE places IS NOT NULL
    ON CONFLICT (country, parent, type) DO UPDATE SET places = excluded.places`
})

/**
 * Centers of the cities that have homes: the direction of the mean of their records' positions as vectors, so that a
 * city on both sides of the 180th meridian does not get its center on the other side of the Earth.
 */
const writeCenters = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  addresses: string | undefined
) {
  const mains =
    addresses === undefined
      ? sql.literal("")
      : sql`
    SELECT city, latitude, longitude FROM ${sql(addresses)} UNION ALL`
  yield* sql`
    CREATE TEMPORARY TABLE center_change ON COMMIT DROP AS
    SELECT city, n.latitude, n.longitude
    FROM (
      SELECT * FROM (
        SELECT city,
          round(degrees(atan2(sum(z), sqrt(sum(x) ^ 2 + sum(y) ^ 2)))::numeric, 5)::float8 AS latitude,
          round(degrees(atan2(sum(y), sum(x)))::numeric, 5)::float8 AS longitude
        FROM (
          SELECT city, cos(radians(latitude)) * cos(radians(longitude)) AS x,
            cos(radians(latitude)) * sin(radians(longitude)) AS y, sin(radians(latitude)) AS z
          FROM (
            ${mains}
            SELECT s.city, r.latitude, r.longitude FROM other_record r JOIN street s ON s.key = r.street
            WHERE r.country = ${country}
          ) record
          WHERE latitude IS NOT NULL
        ) vector
        GROUP BY city
      ) mean
      -- A record that another one outranks may name a city that no address lies in. Asked of the means, not of the
      -- records, which several processors could not add up with a temporary table among them.
      WHERE city IN (SELECT key FROM new_place)
    ) n FULL JOIN (SELECT * FROM city_center WHERE country = ${country}) c USING (city)
    WHERE (n.latitude, n.longitude) IS DISTINCT FROM (c.latitude, c.longitude)`
  yield* sql`
    DELETE FROM city_center c USING center_change n WHERE n.latitude IS NULL AND c.city = n.city`
  yield* sql`
    INSERT INTO city_center (city, country, latitude, longitude)
    SELECT city, ${country}, latitude, longitude FROM center_change WHERE latitude IS NOT NULL
    ON CONFLICT (city) DO UPDATE SET latitude = excluded.latitude, longitude = excluded.longitude`
})

/** Compares the official units with the country's targets. Requires current counts of places. */
export const measure = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const members = unitMembers(country)
  const counts =
    members.length === 0
      ? sql`SELECT 0 AS unit, coalesce(sum(residential), 0) AS residential FROM scope_count WHERE country = ${country}`
      : sql`
          SELECT u.unit, coalesce(sum(p.residential), 0) AS residential
          FROM unnest(
            ${members.map(({ unit }) => unit)}::bigint[],
            ${members.map(({ region }) => region)}::bigint[]
          ) AS u (unit, region)
          LEFT JOIN place p ON p.key = u.region
          GROUP BY u.unit`
  yield* sql`
    INSERT INTO coverage (country, units, covered, reaching)
    SELECT ${country}, count(*), count(*) FILTER (WHERE u.residential > 0),
      count(*) FILTER (WHERE u.residential >= c.regional_minimum)
    FROM (${counts}) u JOIN country c ON c.code = ${country}
    ON CONFLICT (country) DO UPDATE SET
      units = excluded.units, covered = excluded.covered, reaching = excluded.reaching`
})
