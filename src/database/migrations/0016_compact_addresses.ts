import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Addresses in a tenth of their bytes: a row holds only what belongs to that address alone. What addresses share is
 * stored once (src/pool/stored/StoredAddress.ts).
 *
 * - `street` and `origin` are stored under hashes of their content: the row under a key never changes. `label` has the
 *   texts of house numbers, units and buildings with their folded form, so that `q` searches each text once.
 * - `address` has one partition per country (src/database/AddressTables.ts), which has its own indexes and can be
 *   exchanged as a whole. Its row is that of the record whose words the address takes. What other sources say about the
 *   address is in `other_record`, with their rank among all sources.
 * - `total` and `homes` of a street count the addresses whose row names it.
 * - Addresses and records of the former tables move here before anything is served
 *   (src/sync/upgrade/StorageUpgrade.ts). If there are none, the tables are dropped at once.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE street (
      key bigint PRIMARY KEY,
      -- 0 stands for "in no place of that level".
      region bigint NOT NULL,
      city bigint NOT NULL,
      district bigint NOT NULL,
      postcode bigint NOT NULL,
      total integer NOT NULL DEFAULT 0,
      homes integer NOT NULL DEFAULT 0,
      country text NOT NULL,
      street_name text,
      district_name text,
      city_name text,
      region_name text,
      region_code text,
      postcode_text text,
      -- Folded components, a line each.
      search text NOT NULL,
      -- What sources call the components in other languages, as JSON text.
      names text
    )`
  yield* sql`CREATE INDEX street_in_country ON street (country)`
  yield* sql`CREATE INDEX street_by_text ON street USING gin (search gin_trgm_ops) WHERE homes > 0`

  yield* sql`
    CREATE TABLE origin (
      key bigint PRIMARY KEY,
      country text NOT NULL,
      source text NOT NULL,
      license text NOT NULL,
      attribution text NOT NULL,
      -- In both, U+0001 stands for the record's ID; in the second, U+0002 for the row's reference.
      url text NOT NULL,
      detail text,
      language text,
      evidence text,
      -- As JSON text.
      derived text
    )`
  yield* sql`CREATE INDEX origin_of_source ON origin (country, source)`

  yield* sql`
    CREATE TABLE label (
      country text NOT NULL,
      text text NOT NULL,
      folded text NOT NULL,
      PRIMARY KEY (country, text)
    )`
  yield* sql`CREATE INDEX label_by_text ON label USING gin (folded gin_trgm_ops)`

  // Widest columns first, so that alignment wastes nothing.
  const recordColumns = sql.literal(`
    id uuid NOT NULL,
    street bigint NOT NULL,
    origin bigint NOT NULL,
    latitude double precision,
    longitude double precision,
    evidence_rank smallint NOT NULL`)
  const recordTexts = sql.literal(`
    country text NOT NULL,
    record_id text NOT NULL,
    house_number text,
    unit text,
    building text,
    reference text,
    names text`)

  yield* sql`ALTER TABLE address RENAME TO former_address`
  yield* sql`ALTER TABLE record RENAME TO former_record`
  yield* sql`ALTER INDEX address_pkey RENAME TO former_address_pkey`
  yield* sql`ALTER INDEX record_pkey RENAME TO former_record_pkey`
  yield* sql`
    DROP INDEX address_by_key, address_in_country, address_in_region, address_in_city, address_in_district,
      address_in_postcode, address_by_text, record_by_source`

  yield* sql`
    CREATE TABLE address (
      sample_key bigint NOT NULL,
      region bigint,
      city bigint,
      district bigint,
      postcode bigint,
      updated_at timestamptz NOT NULL,
      ${recordColumns},
      is_residential boolean NOT NULL,
      -- Whether "other_record" has more of it.
      has_others boolean NOT NULL,
      ${recordTexts}
    ) PARTITION BY LIST (country)`
  yield* sql`
    CREATE TABLE other_record (
      ${recordColumns},
      -- Its place among the sources of the address, the main record's counted too.
      nth smallint NOT NULL,
      ${recordTexts},
      PRIMARY KEY (id, nth)
    )`
  yield* sql`CREATE INDEX other_record_in_country ON other_record (country)`
  const [former] = yield* sql<{ readonly empty: boolean }>`
    SELECT NOT EXISTS (SELECT FROM former_address) AND NOT EXISTS (SELECT FROM former_record) AS empty`
  if (former!.empty) yield* sql`DROP TABLE former_address, former_record`
  // Records that a run left staged have the former form. The next run reads them again.
  const staged = yield* sql<{ readonly table: string }>`
    SELECT relname AS "table" FROM pg_class
    WHERE relkind = 'r' AND relnamespace = quote_ident(current_schema())::regnamespace AND relname ~ '^staged_(record|place|part)_[0-9]+$'`
  yield* Effect.forEach(staged, ({ table }) => sql`DROP TABLE ${sql(table)}`, { discard: true })
})
