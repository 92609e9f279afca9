import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The pools, which synchronizations write and draws read.
 *
 * - `record` is what each source says; `address` is what all sources together make of it, one row per address ID. An
 *   address exists as long as some source has it.
 * - Keys of places and of draws are 63-bit hashes (src/address/Identity.ts), so that they need no sequence, survive
 *   every synchronization, and are the same in every deployment.
 * - Each way to scope a draw has an index on (scope, sample_key), over residential rows only: a draw reads a range of
 *   one of them and nothing else.
 * - `scope_count` has one row per combination of places that occurs, with its counts: every count that is ever shown,
 *   and the n of every draw, comes from it.
 * - `document` is the address as clients receive it, built during publication rather than per request.
 * - `staged_record` is unlogged: after a crash it is empty, and the run that was filling it starts again.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The trigram index answers `q` when matches are too rare to be found by drawing.
  yield* sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`

  yield* sql`
    CREATE TABLE pool (
      country text PRIMARY KEY,
      version integer NOT NULL,
      total integer NOT NULL,
      residential integer NOT NULL,
      sources text[] NOT NULL,
      published_at timestamptz NOT NULL
    )`

  yield* sql`
    CREATE TABLE run (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      country text NOT NULL,
      fingerprint text NOT NULL,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      outcome text NOT NULL,
      read_count integer NOT NULL DEFAULT 0,
      kept_count integer NOT NULL DEFAULT 0,
      rejected jsonb NOT NULL DEFAULT '{}',
      publication jsonb,
      message text
    )`
  yield* sql`CREATE INDEX run_by_source ON run (source, country, id DESC)`

  const recordColumns = sql.literal(`
    country text NOT NULL,
    address_id text NOT NULL,
    record_id text NOT NULL,
    sample_key bigint NOT NULL,
    region bigint,
    city bigint,
    district bigint,
    postcode bigint,
    evidence_rank smallint NOT NULL,
    digest bigint NOT NULL,
    -- Members of the address document that depend on this record alone, as JSON text without the outer braces.
    body text NOT NULL,
    coordinates text,
    residential text,
    source_member text NOT NULL,
    search text NOT NULL,
    -- What the source calls components in other languages, as JSON text. Kept for translation.
    names text`)

  yield* sql`
    CREATE TABLE record (
      source text NOT NULL,
      ${recordColumns},
      PRIMARY KEY (country, source, address_id)
    )`
  yield* sql`CREATE INDEX record_by_address ON record (address_id)`

  yield* sql`
    CREATE UNLOGGED TABLE staged_record (
      run_id bigint NOT NULL,
      ${recordColumns},
      PRIMARY KEY (run_id, address_id)
    )`
  yield* sql`
    CREATE UNLOGGED TABLE staged_place (
      run_id bigint NOT NULL,
      key bigint NOT NULL,
      type text NOT NULL,
      parent bigint,
      name text NOT NULL,
      names text[] NOT NULL,
      PRIMARY KEY (run_id, key)
    )`

  yield* sql`
    CREATE TABLE place (
      key bigint PRIMARY KEY,
      country text NOT NULL,
      type text NOT NULL,
      parent bigint,
      name text NOT NULL,
      total integer NOT NULL DEFAULT 0,
      residential integer NOT NULL DEFAULT 0
    )`
  yield* sql`CREATE INDEX place_by_country ON place (country, type)`
  yield* sql`
    CREATE TABLE place_name (
      country text NOT NULL,
      type text NOT NULL,
      folded text NOT NULL,
      place bigint NOT NULL REFERENCES place ON DELETE CASCADE,
      PRIMARY KEY (country, type, folded, place)
    )`
  yield* sql`CREATE INDEX place_name_by_place ON place_name (place)`

  // 0 means "in no place of this level", so that a combination can be a key.
  yield* sql`
    CREATE TABLE scope_count (
      country text NOT NULL,
      region bigint NOT NULL,
      city bigint NOT NULL,
      district bigint NOT NULL,
      postcode bigint NOT NULL,
      total integer NOT NULL,
      residential integer NOT NULL,
      PRIMARY KEY (country, region, city, district, postcode)
    )`
  yield* sql`CREATE INDEX scope_count_by_region ON scope_count (region)`
  yield* sql`CREATE INDEX scope_count_by_city ON scope_count (city)`
  yield* sql`CREATE INDEX scope_count_by_district ON scope_count (district)`
  yield* sql`CREATE INDEX scope_count_by_postcode ON scope_count (postcode)`

  yield* sql`
    CREATE TABLE address (
      id text PRIMARY KEY,
      country text NOT NULL,
      sample_key bigint NOT NULL,
      region bigint,
      city bigint,
      district bigint,
      postcode bigint,
      is_residential boolean NOT NULL,
      search text NOT NULL,
      document text NOT NULL,
      names text,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`CREATE UNIQUE INDEX address_by_key ON address (country, sample_key)`
  yield* sql`CREATE INDEX address_in_country ON address (country, sample_key) WHERE is_residential`
  yield* sql`CREATE INDEX address_in_region ON address (region, sample_key) WHERE is_residential`
  yield* sql`CREATE INDEX address_in_city ON address (city, sample_key) WHERE is_residential`
  yield* sql`CREATE INDEX address_in_district ON address (district, sample_key) WHERE is_residential AND district IS NOT NULL`
  yield* sql`CREATE INDEX address_in_postcode ON address (postcode, sample_key) WHERE is_residential`
  yield* sql`CREATE INDEX address_by_text ON address USING gin (search gin_trgm_ops) WHERE is_residential`
})
