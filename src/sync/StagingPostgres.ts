import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { PlaceType } from "../pool/Identity.ts"
import type { KeptRecord, PlaceRef } from "./KeptRecord.ts"
import { evidenceRank, memberOf, wordsOf } from "./Merge.ts"
import { betterName } from "./PlaceName.ts"

/** Columns that a staged record and a published one share, in the order of both tables. */
export const recordColumns =
  "country, address_id, record_id, sample_key, region, city, district, postcode, evidence_rank, digest, body, coordinates, residential, source_member, search, names"

const keyOf = (record: KeptRecord, type: PlaceType): bigint =>
  record.places.find((place) => place.type === type)?.key ?? 0n

/** Of several records with one address the one with the smallest record ID. */
const distinct = (records: ReadonlyArray<KeptRecord>): ReadonlyArray<KeptRecord> => {
  const byAddress = new Map<string, KeptRecord>()
  for (const record of records) {
    const known = byAddress.get(record.addressId)
    if (known === undefined || record.recordId < known.recordId) byAddress.set(record.addressId, record)
  }
  return Array.from(byAddress.values())
}

/** Writes chunks of records, and the places that they lie in, into the staging tables of a run. */
export const makeStage = (
  sql: SqlClient.SqlClient,
  runId: bigint,
  source: string,
  sampleKey: (addressId: string, attempt: number) => bigint
) => {
  /** The spelling under which each place was last sent, so that a place goes over the wire once. */
  const sent = new Map<bigint, string>()

  const unsent = (records: ReadonlyArray<KeptRecord>): ReadonlyArray<PlaceRef> => {
    const places = new Map<bigint, PlaceRef>()
    for (const place of records.flatMap((record) => record.places)) {
      const known = sent.get(place.key)
      const name = known === undefined ? place.name : betterName(known, place.name)
      if (name === known) continue
      sent.set(place.key, name)
      places.set(place.key, place)
    }
    return Array.from(places.values())
  }

  const stagePlaces = (places: ReadonlyArray<PlaceRef>) => sql`
    INSERT INTO staged_place (run_id, key, type, parent, name, names)
    SELECT ${runId}, p.key, p.type, NULLIF(p.parent, 0), p.name, string_to_array(p.names, E'\n')
    FROM unnest(
      ${places.map((place) => place.key)}::bigint[],
      ${places.map((place) => place.type)}::text[],
      ${places.map((place) => place.parent ?? 0n)}::bigint[],
      ${places.map((place) => place.name)}::text[],
      ${places.map((place) => place.names.join("\n"))}::text[]
    ) AS p (key, type, parent, name, names)
    ON CONFLICT (run_id, key) DO UPDATE SET name = excluded.name`

  const stageRecords = (records: ReadonlyArray<KeptRecord>) => sql`
    INSERT INTO staged_record (run_id, ${sql.literal(recordColumns)})
    SELECT ${runId}, r.country, r.address_id, r.record_id, r.sample_key,
      NULLIF(r.region, 0), NULLIF(r.city, 0), NULLIF(r.district, 0), NULLIF(r.postcode, 0),
      r.evidence_rank, r.digest, r.body, NULLIF(r.coordinates, ''), NULLIF(r.residential, ''), r.source_member, r.search, NULLIF(r.names, '')
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
      ${records.map((record) => JSON.stringify(wordsOf(record)).slice(1, -1))}::text[],
      ${records.map((record) => (record.coordinates === undefined ? "" : JSON.stringify(record.coordinates)))}::text[],
      ${records.map((record) =>
        record.evidence === undefined
          ? ""
          : JSON.stringify({ evidence: record.evidence.kind, detail: record.evidence.detail })
      )}::text[],
      ${records.map((record) => JSON.stringify(memberOf(source, record)))}::text[],
      ${records.map((record) => record.search)}::text[],
      ${records.map((record) => (record.names === undefined ? "" : JSON.stringify(record.names)))}::text[]
    ) AS r (${sql.literal(recordColumns)})
    ON CONFLICT (run_id, address_id) DO UPDATE SET (${sql.literal(recordColumns)}) =
      ROW (${sql.literal(recordColumns.replace(/(\w+)/g, "excluded.$1"))})
    WHERE excluded.record_id COLLATE "C" < staged_record.record_id COLLATE "C"`

  return Effect.fnUntraced(function* (chunk: ReadonlyArray<KeptRecord>): Effect.fn.Return<void, SqlError.SqlError> {
    const records = distinct(chunk)
    if (records.length === 0) return
    const places = unsent(records)
    if (places.length > 0) yield* stagePlaces(places)
    yield* stageRecords(records)
  })
}
