import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fold } from "../../../schemas/Fold.ts"

/** Places whose folded names are written in one statement. */
const chunkSize = 5000

/**
 * The catalog, and the countries' settings and coverage.
 *
 * - Lists of places are paged by (folded name, key). Both depend only on the place, so a synchronization never moves a
 *   place past a cursor. Each kind of list has an index in that order, and a page reads one range of it.
 * - `part` says how much of a postcode lies in a region or city, because a postcode belongs to the country only.
 * - `catalog_total` has the length of every list, so that no page counts.
 * - `country` holds what an operator sets. Its defaults: 10,000 homes, nine tenths of the official units, ten homes in
 *   each. `catalog_version` grows with every change of the catalog. `catalog_basis` names the rules by which the
 *   catalog was made; a catalog made by other rules is made again at the next start.
 * - `served_pool` is what draws may see: the pools of countries that are not disabled.
 * - `catalog_secret` keeps cursors from being forged. All processes share it, and it outlives them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE country (
      code text PRIMARY KEY,
      enabled boolean NOT NULL DEFAULT true,
      target_total integer NOT NULL DEFAULT 10000 CHECK (target_total >= 0),
      target_coverage double precision NOT NULL DEFAULT 0.9 CHECK (target_coverage BETWEEN 0 AND 1),
      regional_minimum integer NOT NULL DEFAULT 10 CHECK (regional_minimum >= 0),
      catalog_version integer NOT NULL DEFAULT 0,
      catalog_basis text NOT NULL DEFAULT ''
    )`
  yield* sql`INSERT INTO country (code) SELECT country FROM pool`
  yield* sql`
    CREATE VIEW served_pool AS
    SELECT p.country, p.version, p.total, p.residential, p.sources, p.published_at
    FROM pool p LEFT JOIN country c ON c.code = p.country
    WHERE c.enabled IS NOT FALSE`
  yield* sql`
    CREATE TABLE coverage (
      country text PRIMARY KEY,
      units integer NOT NULL,
      covered integer NOT NULL,
      reaching integer NOT NULL
    )`

  yield* sql`CREATE TABLE catalog_secret (secret bytea NOT NULL)`
  const secret = yield* Effect.sync(() => randomBytes(32).toString("hex"))
  yield* sql`INSERT INTO catalog_secret VALUES (decode(${secret}, 'hex'))`

  yield* sql`
    ALTER TABLE place
      ADD COLUMN folded text COLLATE "C",
      -- Of districts: the region that their city lies in.
      ADD COLUMN region bigint,
      ADD COLUMN official boolean NOT NULL DEFAULT false`
  yield* foldNames(sql)
  yield* sql`ALTER TABLE place ALTER COLUMN folded SET NOT NULL`
  yield* sql`
    UPDATE place d SET region = c.parent FROM place c WHERE d.type = 'district' AND c.key = d.parent`
  // Counts change with every synchronization and names do not: free space keeps such updates out of the indexes.
  yield* sql`ALTER TABLE place SET (fillfactor = 85)`
  yield* sql`DROP INDEX place_by_country`
  yield* sql`CREATE INDEX place_in_country ON place (country, type, folded, key)`
  yield* sql`CREATE INDEX place_in_parent ON place (parent, type, folded, key) WHERE parent IS NOT NULL`
  yield* sql`CREATE INDEX place_in_region ON place (region, folded, key) WHERE region IS NOT NULL`
  yield* sql`CREATE INDEX place_by_text ON place USING gin (folded gin_trgm_ops)`

  yield* sql`ALTER TABLE place_name ADD COLUMN alias boolean NOT NULL DEFAULT false`
  yield* sql`UPDATE place_name n SET alias = true FROM place p WHERE p.key = n.place AND p.folded <> n.folded`
  yield* sql`CREATE INDEX place_alias ON place_name (country, type, folded, place) WHERE alias`

  yield* sql`
    CREATE TABLE part (
      country text NOT NULL,
      parent bigint NOT NULL,
      folded text COLLATE "C" NOT NULL,
      postcode bigint NOT NULL,
      total integer NOT NULL,
      residential integer NOT NULL,
      PRIMARY KEY (country, parent, folded, postcode)
    ) WITH (fillfactor = 85)`
  yield* sql`
    CREATE TABLE catalog_total (
      country text NOT NULL,
      -- -1: the country itself; keys are not negative.
      parent bigint NOT NULL,
      type text NOT NULL,
      places integer NOT NULL,
      PRIMARY KEY (country, parent, type)
    )`
  // Extracted once when a record is written, so that a publication can average over all of them.
  yield* sql`
    ALTER TABLE record
      ADD COLUMN latitude double precision GENERATED ALWAYS AS ((coordinates::json ->> 'latitude')::float8) STORED,
      ADD COLUMN longitude double precision GENERATED ALWAYS AS ((coordinates::json ->> 'longitude')::float8) STORED`
  yield* sql`
    CREATE TABLE city_center (
      city bigint PRIMARY KEY,
      country text NOT NULL,
      latitude double precision NOT NULL,
      longitude double precision NOT NULL
    )`
  yield* sql`CREATE INDEX city_center_by_position ON city_center USING gist (point(longitude, latitude))`
})

const foldNames = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  for (let last = -1n; ;) {
    const places = yield* sql<{ readonly key: bigint; readonly name: string }>`
      SELECT key, name FROM place WHERE key > ${last} ORDER BY key LIMIT ${chunkSize}`
    if (places.length === 0) return
    yield* sql`
      UPDATE place p SET folded = f.folded
      FROM unnest(
        ${places.map(({ key }) => key)}::bigint[],
        ${places.map(({ name }) => fold(name))}::text[]
      ) AS f (key, folded)
      WHERE p.key = f.key`
    last = places.at(-1)!.key
  }
})
