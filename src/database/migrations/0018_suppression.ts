import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The right to be left alone: homes that are withheld, whatever sources say.
 *
 * - `suppression` is a decision with its reason. A lifted one keeps its row, without anything that tells whom it was
 *   about: an older backup is then restored with it lifted.
 * - Nothing about a home is stored in plain text. `suppressed_hash` has keyed hashes of its ID and of its point,
 *   `suppressed_token` those of its number with its street or its surroundings (src/suppression/Tokens.ts). They tell
 *   whether a record is about a home that one already knows, and not which homes there are.
 * - `suppressed_home` says roughly where to look: a cell of a tenth of a degree, and a small hash of the number, which
 *   thousands of homes share.
 * - `area` is a suppressed area: a circle, or GeoJSON. It is stored as given, because later addresses are compared with
 *   it.
 * - `suppression_key` holds the keys of the hashes: usually one, more if a backup of another database was restored.
 * - `revision` grows with every change, so that caches that outlive a pool's version notice it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE suppression_key (id text PRIMARY KEY, secret bytea NOT NULL)`
  yield* sql`
    CREATE TABLE suppression (
      id text PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('address', 'building', 'area')),
      -- Null: an area, which may lie in several.
      country text,
      reason text NOT NULL,
      created_at timestamptz NOT NULL,
      area jsonb,
      lifted_at timestamptz
    )`
  yield* sql`
    CREATE TABLE suppressed_home (
      id text PRIMARY KEY,
      suppression text NOT NULL REFERENCES suppression ON DELETE CASCADE,
      key text NOT NULL REFERENCES suppression_key,
      country text NOT NULL,
      tag integer NOT NULL,
      -- Tenths of a degree; null where its position is not known.
      latitude smallint,
      longitude smallint
    )`
  yield* sql`CREATE INDEX suppressed_home_in_country ON suppressed_home (country)`
  yield* sql`
    CREATE TABLE suppressed_token (
      token uuid NOT NULL,
      home text NOT NULL REFERENCES suppressed_home ON DELETE CASCADE,
      PRIMARY KEY (token, home)
    )`
  yield* sql`CREATE INDEX suppressed_token_of_home ON suppressed_token (home)`
  yield* sql`
    CREATE TABLE suppressed_hash (
      country text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('id', 'point')),
      hash bytea NOT NULL,
      suppression text NOT NULL REFERENCES suppression ON DELETE CASCADE,
      key text NOT NULL REFERENCES suppression_key,
      PRIMARY KEY (country, kind, hash, suppression)
    )`
  yield* sql`CREATE INDEX suppressed_hash_of_suppression ON suppressed_hash (suppression)`
  yield* sql`CREATE TABLE suppression_revision (revision bigint NOT NULL)`
  yield* sql`INSERT INTO suppression_revision VALUES (0)`
})
