import { Effect, Schema } from "effect"
import { type SqlClient, type SqlError, SqlSchema } from "effect/sql"
import type { PlaceType } from "../pool/Identity.ts"
import type { KeptRecord, PlaceRef } from "./KeptRecord.ts"
import { evidenceRank } from "../address/EvidenceRank.ts"
import { memberOf } from "./Merge.ts"
import { betterName } from "./PlaceName.ts"
import { noFacts } from "./Noticed.ts"
import { RejectSamples, RunFacts, type RunTotals } from "./Run.ts"

/** Columns that a staged record and a published one share, in the order of both tables. */
export const recordColumns =
  "country, address_id, record_id, sample_key, region, city, district, postcode, evidence_rank, digest, body, coordinates, latitude, longitude, residential, source_member, search, names"

/** Those that are sent: the server, which has less to do meanwhile, reads the position out of the coordinates. */
const sentColumns = recordColumns.replace(" latitude, longitude,", "")

/** The tables of a staging. */
export const tablesOf = (sql: SqlClient.SqlClient, staging: bigint) => ({
  records: sql(`staged_record_${staging}`),
  places: sql(`staged_place_${staging}`),
  parts: sql(`staged_part_${staging}`)
})

/**
 * Makes a staging's tables, where it has none yet. Records have no index: they are sorted out when all are there. Nothing
 * of them is ever changed before, so that looking after them on the way would only read them again and again.
 */
export const create = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  const { parts, places, records } = tablesOf(sql, staging)
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${records} (
      part integer NOT NULL,
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
      body text NOT NULL,
      coordinates text,
      latitude double precision,
      longitude double precision,
      residential text,
      source_member text NOT NULL,
      search text NOT NULL,
      names text
    ) WITH (autovacuum_enabled = false)`
  yield* sql`
    CREATE UNLOGGED TABLE IF NOT EXISTS ${places} (
      key bigint PRIMARY KEY,
      type text NOT NULL,
      parent bigint,
      name text NOT NULL,
      names text[] NOT NULL
    )`
  // A row for every time that a part is read; only what was read to its end counts.
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
  const { parts, places, records } = tablesOf(sql, staging)
  return sql`DROP TABLE IF EXISTS ${records}, ${places}, ${parts}`
}

const PartRow = Schema.Struct({
  name: Schema.String,
  read: Schema.Int,
  kept: Schema.Int,
  rejected: Schema.Record(Schema.String, Schema.Int),
  samples: RejectSamples,
  facts: Schema.NullOr(RunFacts)
})

/** Finished parts of a staging by name; none where its tables are gone, or a crash of the server has emptied them. */
export const finishedParts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  const [there] = yield* sql<{ readonly there: boolean }>`
    SELECT to_regclass(${`staged_part_${staging}`}) IS NOT NULL AS there`
  if (there?.there !== true) return new Map<string, RunTotals>()
  const find = SqlSchema.findAll({
    Request: Schema.Void,
    Result: PartRow,
    execute: () =>
      sql`SELECT name, read, kept, rejected, samples, facts FROM ${tablesOf(sql, staging).parts} WHERE finished`
  })
  return new Map((yield* find()).map(({ facts, name, ...totals }) => [name, { ...totals, facts: facts ?? noFacts }]))
})

export const startPart = (sql: SqlClient.SqlClient, staging: bigint, name: string) =>
  Effect.map(
    sql<{ readonly part: number }>`
      INSERT INTO ${tablesOf(sql, staging).parts} (name) VALUES (${name}) RETURNING part`,
    ([row]) => row!.part
  )

export const finishPart = (sql: SqlClient.SqlClient, staging: bigint, part: number, totals: RunTotals) => sql`
  UPDATE ${tablesOf(sql, staging).parts} SET finished = true, read = ${totals.read}, kept = ${totals.kept},
    rejected = ${JSON.stringify(totals.rejected)}::text::jsonb, samples = ${JSON.stringify(totals.samples ?? {})}::text::jsonb,
    facts = ${JSON.stringify(totals.facts ?? noFacts)}::text::jsonb
  WHERE part = ${part}`

/**
 * Leaves one record of each address: the one whose evidence ranks first, as `preferred` says. Doing it twice changes
 * nothing. Addresses that several records have are few, so that they are found first and sorted alone.
 */
export const settle = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  const { parts, places, records } = tablesOf(sql, staging)
  const unfinished = yield* sql<{ readonly part: number }>`SELECT part FROM ${parts} WHERE NOT finished`
  if (unfinished.length > 0) {
    yield* sql`DELETE FROM ${records} WHERE part = ANY (${unfinished.map(({ part }) => part)}::int[])`
    yield* sql`DELETE FROM ${parts} WHERE NOT finished`
  }
  yield* sql`SET LOCAL work_mem = '256MB'`
  yield* sql`
    CREATE TEMPORARY TABLE shared ON COMMIT DROP AS
    SELECT sample_key FROM ${records} GROUP BY sample_key HAVING count(*) > 1`
  yield* sql`ANALYZE shared`
  yield* sql`
    DELETE FROM ${records} WHERE ctid = ANY (ARRAY(
      SELECT row FROM (
        SELECT r.ctid AS row, row_number() OVER (
          PARTITION BY address_id ORDER BY evidence_rank, record_id COLLATE "C", digest, r.ctid
        ) AS place
        FROM ${records} r JOIN shared USING (sample_key)
      ) ranked
      WHERE place > 1
    ))`
  yield* sql`ANALYZE ${records}, ${places}`
  const [row] = yield* sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM ${records}`
  return row!.count
})

const keyOf = (record: KeptRecord, type: PlaceType): bigint =>
  record.places.find((place) => place.type === type)?.key ?? 0n

/** Writes chunks of records, and the places that they lie in, into a staging. */
export const makeStage = (
  sql: SqlClient.SqlClient,
  staging: bigint,
  source: string,
  sampleKey: (addressId: string, attempt: number) => bigint
) => {
  const tables = tablesOf(sql, staging)
  /** The spelling under which each place was last sent, so that a place goes over the wire once. */
  const sent = new Map<bigint, string>()
  /** Combinations of places that have been looked through: records share them. */
  const seen = new WeakSet<KeptRecord["places"]>()

  const unsent = (records: ReadonlyArray<KeptRecord>): ReadonlyArray<PlaceRef> => {
    const places = new Map<bigint, PlaceRef>()
    for (const record of records) {
      if (seen.has(record.places)) continue
      seen.add(record.places)
      for (const place of record.places) {
        const known = sent.get(place.key)
        const name = known === undefined ? place.name : betterName(known, place.name)
        if (name === known) continue
        sent.set(place.key, name)
        places.set(place.key, place)
      }
    }
    return Array.from(places.values())
  }

  const stagePlaces = (places: ReadonlyArray<PlaceRef>) => sql`
    INSERT INTO ${tables.places} AS known (key, type, parent, name, names)
    SELECT p.key, p.type, NULLIF(p.parent, 0), p.name, string_to_array(p.names, E'\n')
    FROM unnest(
      ${places.map((place) => place.key)}::bigint[],
      ${places.map((place) => place.type)}::text[],
      ${places.map((place) => place.parent ?? 0n)}::bigint[],
      ${places.map((place) => place.name)}::text[],
      ${places.map((place) => place.names.join("\n"))}::text[]
    ) AS p (key, type, parent, name, names)
    ORDER BY p.key
    ON CONFLICT (key) DO UPDATE SET name = excluded.name
    WHERE (excluded.name = upper(excluded.name), excluded.name COLLATE "C")
      < (known.name = upper(known.name), known.name COLLATE "C")`

  const stageRecords = (part: number, records: ReadonlyArray<KeptRecord>) => sql`
    INSERT INTO ${tables.records} (part, ${sql.literal(recordColumns)})
    SELECT ${part}, r.country, r.address_id, r.record_id, r.sample_key,
      NULLIF(r.region, 0), NULLIF(r.city, 0), NULLIF(r.district, 0), NULLIF(r.postcode, 0),
      r.evidence_rank, r.digest, r.body, NULLIF(r.coordinates, ''),
      (NULLIF(r.coordinates, '')::json ->> 'latitude')::float8, (NULLIF(r.coordinates, '')::json ->> 'longitude')::float8,
      NULLIF(r.residential, ''), r.source_member, r.search, NULLIF(r.names, '')
    FROM unnest(
      ${records.map((record) => record.countryCode)}::text[],
      ${records.map((record) => record.addressId)}::text[],
      ${records.map((record) => record.recordId)}::text[],
      ${records.map((record) => sampleKey(record.addressId, 0))}::bigint[],
      ${records.map((record) => keyOf(record, "region"))}::bigint[],
      ${records.map((record) => keyOf(record, "city"))}::bigint[],
      ${records.map((record) => keyOf(record, "district"))}::bigint[],
      ${records.map((record) => keyOf(record, "postcode"))}::bigint[],
      ${records.map((record) => evidenceRank(record.evidence?.kind))}::smallint[],
      ${records.map((record) => record.digest)}::bigint[],
      ${records.map((record) => record.body)}::text[],
      ${records.map((record) => (record.coordinates === undefined ? "" : JSON.stringify(record.coordinates)))}::text[],
      ${records.map((record) =>
        record.evidence === undefined
          ? ""
          : JSON.stringify({ evidence: record.evidence.kind, detail: record.evidence.detail })
      )}::text[],
      ${records.map((record) => JSON.stringify(memberOf(source, record)))}::text[],
      ${records.map((record) => record.search)}::text[],
      ${records.map((record) => (record.names === undefined ? "" : JSON.stringify(record.names)))}::text[]
    ) AS r (${sql.literal(sentColumns)})`

  return Effect.fnUntraced(function* (
    part: number,
    records: ReadonlyArray<KeptRecord>
  ): Effect.fn.Return<void, SqlError.SqlError> {
    if (records.length === 0) return
    const places = unsent(records)
    if (places.length > 0) yield* stagePlaces(places)
    yield* stageRecords(part, records)
  })
}
