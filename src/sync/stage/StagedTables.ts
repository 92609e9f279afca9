import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Columns of a record in any table, without those of its country. */
export const recordColumns =
  "id, street, origin, latitude, longitude, evidence_rank, record_id, house_number, unit, building, reference, names"

/** The tables of a staging. */
export const tablesOf = (sql: SqlClient.SqlClient, staging: bigint) => ({
  records: sql(`staged_record_${staging}`),
  streets: sql(`staged_street_${staging}`),
  origins: sql(`staged_origin_${staging}`),
  labels: sql(`staged_label_${staging}`),
  places: sql(`staged_place_${staging}`),
  parts: sql(`staged_part_${staging}`)
})

/**
 * Creates a staging's tables unless they exist. Records have no index: they are sorted once all are there. Nothing in
 * them is changed before that, so vacuuming in between would only read them again and again.
 */
export const create = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  const { labels, origins, parts, places, records, streets } = tablesOf(sql, staging)
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${records} (
      sample_key bigint NOT NULL,
      id uuid NOT NULL,
      street bigint NOT NULL,
      origin bigint NOT NULL,
      digest bigint NOT NULL,
      latitude double precision,
      longitude double precision,
      part integer NOT NULL,
      evidence_rank smallint NOT NULL,
      record_id text NOT NULL,
      house_number text,
      unit text,
      building text,
      reference text,
      names text
    ) WITH (autovacuum_enabled = false)`
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${streets} (
      key bigint PRIMARY KEY,
      region bigint NOT NULL,
      city bigint NOT NULL,
      district bigint NOT NULL,
      postcode bigint NOT NULL,
      street_name text,
      district_name text,
      city_name text,
      region_name text,
      region_code text,
      postcode_text text,
      search text NOT NULL,
      names text
    ) WITH (autovacuum_enabled = false)`
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${origins} (
      key bigint PRIMARY KEY,
      source text NOT NULL,
      license text NOT NULL,
      attribution text NOT NULL,
      url text NOT NULL,
      detail text,
      language text,
      evidence text,
      derived text
    )`
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${labels} (text text PRIMARY KEY, folded text NOT NULL)
    WITH (autovacuum_enabled = false)`
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${places} (
      key bigint PRIMARY KEY,
      type text NOT NULL,
      parent bigint,
      name text NOT NULL,
      names text[] NOT NULL
    )`
  // One row each time a part is read; only completed ones count.
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${parts} (
      part integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      finished boolean NOT NULL DEFAULT false,
      read integer NOT NULL DEFAULT 0,
      kept integer NOT NULL DEFAULT 0,
      rejected jsonb NOT NULL DEFAULT '{}',
      samples jsonb NOT NULL DEFAULT '{}',
      facts jsonb
    )`
})

export const drop = (sql: SqlClient.SqlClient, staging: bigint) => {
  const { labels, origins, parts, places, records, streets } = tablesOf(sql, staging)
  return sql`DROP TABLE IF EXISTS ${records}, ${streets}, ${origins}, ${labels}, ${places}, ${parts}`
}
