import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { Recent } from "../../address/Recent.ts"
import type { StoredLabel, StoredOrigin, StoredStreet } from "../../pool/stored/StoredAddress.ts"
import type { PlaceRef } from "../normalize/KeptRecord.ts"
import { isBetterName, joined } from "./PlaceName.ts"
import { givenLabels, givenOrigins, givenStreets, originColumns, streetColumns } from "./SharedRowsGiven.ts"
import type { StagedColumns } from "./StagedColumns.ts"
import { recordColumns, tablesOf } from "./StagedTables.ts"

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
