import { Effect, Schema } from "effect"
import { type SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { orderBy, stays } from "../../address/Precedence.ts"
import { Recent } from "../../address/Recent.ts"
import type { StoredLabel, StoredOrigin, StoredStreet } from "../../pool/stored/StoredAddress.ts"
import type { PlaceRef } from "../normalize/KeptRecord.ts"
import type { StagedColumns } from "./StagedColumns.ts"
import { givenLabels, givenOrigins, givenStreets, originColumns, streetColumns } from "./SharedRowsGiven.ts"
import { isBetterName, joined } from "./PlaceName.ts"
import { noFacts } from "../read/Noticed.ts"
import { RejectSamples, RunFacts, type RunTotals } from "../run/Run.ts"
import { rowsOf } from "../../database/Rows.ts"
import { tableExists } from "../../database/TableExists.ts"
import { postgresTime, timeBudgets } from "../../settings/TimeBudgets.ts"

const nameRows = rowsOf({ name: Schema.String })
const partRows = rowsOf({ part: Schema.Number })
const stagedRows = rowsOf({ staged: Schema.Number })
const collidesRows = rowsOf({ collides: Schema.Boolean })

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

const PartRow = Schema.Struct({
  name: Schema.String,
  read: Schema.Int,
  kept: Schema.Int,
  rejected: Schema.Record(Schema.String, Schema.Int),
  samples: RejectSamples,
  facts: Schema.NullOr(RunFacts)
})

/** Finished parts of a staging by name; none if its tables are gone, or were emptied by a crash of the server. */
export const finishedParts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  if (!(yield* tableExists(sql, `staged_part_${staging}`))) return new Map<string, RunTotals>()
  const find = SqlSchema.findAll({
    Request: Schema.Void,
    Result: PartRow,
    execute: () =>
      sql`SELECT name, read, kept, rejected, samples, facts FROM ${tablesOf(sql, staging).parts} WHERE finished`
  })
  return new Map((yield* find()).map(({ facts, name, ...totals }) => [name, { ...totals, facts: facts ?? noFacts }]))
})

export const begunParts = (sql: SqlClient.SqlClient, staging: bigint) =>
  Effect.map(
    nameRows(sql`SELECT DISTINCT name FROM ${tablesOf(sql, staging).parts}`),
    (rows): ReadonlySet<string> => new Set(rows.map(({ name }) => name))
  )

export const startPart = (sql: SqlClient.SqlClient, staging: bigint, name: string) =>
  Effect.map(
    partRows(sql`
      INSERT INTO ${tablesOf(sql, staging).parts} (name) VALUES (${name}) RETURNING part`),
    ([row]) => row!.part
  )

export const finishPart = (sql: SqlClient.SqlClient, staging: bigint, part: number, totals: RunTotals) => sql`
  UPDATE ${tablesOf(sql, staging).parts} SET finished = true, read = ${totals.read}, kept = ${totals.kept},
    rejected = ${JSON.stringify(totals.rejected)}::text::jsonb, samples = ${JSON.stringify(totals.samples ?? {})}::text::jsonb,
    facts = ${JSON.stringify(totals.facts ?? noFacts)}::text::jsonb
  WHERE part = ${part}
  RETURNING part`

/**
 * Prepares a transaction of a run. If its process is cut off or stops halfway, the server ends it, and others that wait
 * for its rows continue.
 */
export const boundIdle = (sql: SqlClient.SqlClient, workMemory: string) => sql`
  SELECT set_config('idle_in_transaction_session_timeout', ${postgresTime(timeBudgets.idlePublication)}, true),
    set_config('work_mem', ${workMemory}, true)`

/**
 * Keeps one record per address; repeating it changes nothing. Few addresses have several records, so these are found
 * first, and only they are sorted. Returns how many records there are, and whether two of them have the same sample
 * key.
 */
export const settle = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, staging: bigint) {
  const { labels, origins, parts, places, records, streets } = tablesOf(sql, staging)
  yield* boundIdle(sql, "256MB")
  // The parts come first: this waits for a process that is adding to one, and afterwards nobody can.
  const unfinished = yield* partRows(sql`DELETE FROM ${parts} WHERE NOT finished RETURNING part`)
  if (unfinished.length > 0) {
    yield* sql`DELETE FROM ${records} WHERE part = ANY (${unfinished.map(({ part }) => part)}::int[])`
  }
  yield* sql`
    CREATE TEMPORARY TABLE shared ON COMMIT DROP AS
    SELECT r.ctid AS row, r.sample_key FROM ${records} r JOIN (
      SELECT DISTINCT sample_key FROM (
        -- Sorted, because grouping as many keys takes a third longer, and more memory.
        SELECT sample_key, lead(sample_key) OVER (ORDER BY sample_key) AS next FROM ${records}
      ) k
      WHERE sample_key = next
    ) twice USING (sample_key)`
  yield* sql`ANALYZE shared`
  yield* sql`
    DELETE FROM ${records} WHERE ctid = ANY (ARRAY(
      SELECT row FROM (
        SELECT row, row_number() OVER (PARTITION BY id ORDER BY ${orderBy(sql, stays)}, row) AS place
        FROM shared JOIN ${records} r ON r.ctid = row
      ) ranked
      WHERE place > 1
    ))`
  yield* sql`ANALYZE ${records} (id, street, origin, evidence_rank, sample_key), ${streets} (key), ${origins}, ${labels}, ${places}`
  // Counted apart: with the temporary table in one statement, one processor would count alone.
  const [counted] = yield* stagedRows(sql`SELECT count(*)::int AS staged FROM ${records}`)
  const [found] = yield* collidesRows(sql`
    SELECT EXISTS (
      SELECT FROM shared s JOIN ${records} r ON r.ctid = s.row GROUP BY s.sample_key HAVING count(*) > 1
    ) AS collides`)
  return { ...counted!, ...found! }
})

/** How many keys of shared rows are remembered as written. One that was forgotten is sent again. */
const remembered = 200_000

/** Which rows have been written, so that each is sent once. What is interrupted on its way is sent again. */
const makeSent = <Row, Key>(keyOf: (row: Row) => Key) => {
  const sent = new Recent<true, Key>(remembered)
  return {
    missing: (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => rows.filter((row) => sent.get(keyOf(row)) !== true),
    wrote: (rows: ReadonlyArray<Row>): void => rows.forEach((row) => sent.set(keyOf(row), true))
  }
}

/** The same for places, each of which is sent again when another spelling of its name comes up. */
const makeSentPlaces = () => {
  // Nearly all places have one spelling, and a country may have millions of postcodes.
  const sent = new Map<bigint, string>()
  const others = new Set<string>()
  const label = ({ key, name }: PlaceRef) => `${key}\n${name}`
  return {
    missing: (places: ReadonlyArray<PlaceRef>): ReadonlyArray<PlaceRef> => {
      const missing = new Map<bigint, PlaceRef>()
      for (const place of places) {
        if (sent.get(place.key) === place.name || others.has(label(place))) continue
        const known = missing.get(place.key)
        missing.set(place.key, known === undefined ? place : joined(known, place))
      }
      return Array.from(missing.values())
    },
    wrote: (places: ReadonlyArray<PlaceRef>): void => {
      for (const place of places) {
        if (sent.has(place.key)) others.add(label(place))
        else sent.set(place.key, place.name)
      }
    }
  }
}

/** Writes chunks of records, and their shared parts, into a staging. */
export const makeStage = (sql: SqlClient.SqlClient, staging: bigint) => {
  const tables = tablesOf(sql, staging)
  const sentStreets = makeSent(({ key }: StoredStreet) => key)
  const sentOrigins = makeSent(({ key }: StoredOrigin) => key)
  const sentLabels = makeSent(({ text }: StoredLabel) => text)
  const sentPlaces = makeSentPlaces()

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
    ON CONFLICT (key) DO UPDATE SET
      name = CASE WHEN ${isBetterName(sql)} THEN excluded.name ELSE known.name END,
      names = CASE WHEN ${isBetterName(sql)} THEN excluded.names || known.names ELSE known.names || excluded.names END
    WHERE ${isBetterName(sql)} OR NOT excluded.names <@ known.names`

  // Several processes may write to one staging: always in the same order, so that they never deadlock.
  const stageStreets = (streets: ReadonlyArray<StoredStreet>) => sql`
    INSERT INTO ${tables.streets} (${sql.literal(streetColumns)})
    SELECT * FROM ${givenStreets(sql, streets)} ORDER BY key ON CONFLICT DO NOTHING`

  const stageOrigins = (origins: ReadonlyArray<StoredOrigin>) => sql`
    INSERT INTO ${tables.origins} (${sql.literal(originColumns)})
    SELECT * FROM ${givenOrigins(sql, origins)} ORDER BY key ON CONFLICT DO NOTHING`

  const stageLabels = (labels: ReadonlyArray<StoredLabel>) => sql`
    INSERT INTO ${tables.labels} (text, folded)
    SELECT * FROM ${givenLabels(sql, labels)} ORDER BY text COLLATE "C" ON CONFLICT DO NOTHING`

  const stageRecords = (part: number, { lines, lists }: StagedColumns) => {
    const list = (text: string, type: string) => sql`${text}::text::${sql.literal(type)}[]`
    const texts = (text: string) => sql`string_to_array(${text}::text, E'\n', '')`
    return sql`
      INSERT INTO ${tables.records} (part, sample_key, digest, ${sql.literal(recordColumns)})
      SELECT ${part}::int, *
      FROM unnest(
        ${list(lists.sample_key, "bigint")}, ${list(lists.digest, "bigint")}, ${list(lists.id, "uuid")},
        ${list(lists.street, "bigint")}, ${list(lists.origin, "bigint")}, ${list(lists.latitude, "float8")},
        ${list(lists.longitude, "float8")}, ${list(lists.evidence_rank, "smallint")}, ${texts(lines.record_id)},
        ${texts(lines.house_number)}, ${texts(lines.unit)}, ${texts(lines.building)}, ${texts(lines.reference)},
        ${texts(lines.names)}
      )
      -- Not of a part that was thrown away under who reads it: a process that was taken for dead, and helpers of one.
      WHERE EXISTS (SELECT FROM ${tables.parts} WHERE part = ${part}::int AND NOT finished FOR KEY SHARE)`
  }

  const send = <Row>(
    given: ReadonlyArray<Row>,
    { missing, wrote }: ReturnType<typeof makeSent<Row, unknown>>,
    how: (rows: ReadonlyArray<Row>) => Effect.Effect<unknown, SqlError.SqlError>
  ) => {
    const rows = missing(given)
    return rows.length === 0 ? Effect.void : Effect.map(how(rows), () => wrote(rows))
  }

  return Effect.fnUntraced(function* (part: number, columns: StagedColumns): Effect.fn.Return<void, SqlError.SqlError> {
    if (columns.count === 0) return
    yield* send(columns.places, sentPlaces, stagePlaces)
    yield* send(columns.streets, sentStreets, stageStreets)
    yield* send(columns.origins, sentOrigins, stageOrigins)
    yield* send(columns.labels, sentLabels, stageLabels)
    yield* stageRecords(part, columns)
  })
}
