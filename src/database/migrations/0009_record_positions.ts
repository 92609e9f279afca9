import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Less work for publications of millions of records.
 *
 * - Positions are stored as numbers rather than parsed from JSON for every row.
 * - The primary key begins with the columns that differ. Its index sorts in a quarter of the time, and makes the index
 *   by address redundant. A source's records are found through an index with few distinct keys.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE record
      ALTER COLUMN latitude DROP EXPRESSION,
      ALTER COLUMN longitude DROP EXPRESSION,
      DROP CONSTRAINT record_pkey,
      ADD PRIMARY KEY (address_id, country, source)`
  yield* sql`DROP INDEX record_by_address`
  yield* sql`CREATE INDEX record_by_source ON record (country, source)`
  // Records that a run left staged, to be resumed or published anyway.
  const left = yield* sql<{ readonly table: string }>`
    SELECT relname AS "table" FROM pg_class
    WHERE relkind = 'r' AND relnamespace = quote_ident(current_schema())::regnamespace AND relname ~ '^staged_record_[0-9]+$'`
  yield* Effect.forEach(left, ({ table }) =>
    Effect.andThen(
      sql`ALTER TABLE ${sql(table)} ADD COLUMN latitude double precision, ADD COLUMN longitude double precision`,
      sql`
        UPDATE ${sql(table)} SET latitude = (coordinates::json ->> 'latitude')::float8,
          longitude = (coordinates::json ->> 'longitude')::float8`
    )
  )
})
