import type { SqlClient } from "effect/sql"
import { tableOf } from "../../../database/AddressTables.ts"
import { evidenceRank } from "../../../address/EvidenceRank.ts"
import { toUuid } from "../../../address/AddressUuid.ts"
import type { StoredLabel, StoredOrigin, StoredStreet } from "../../../pool/stored/StoredAddress.ts"
import { givenLabels, givenOrigins, givenStreets, originColumns, streetColumns } from "../../stage/SharedRowsGiven.ts"
import type { MovedAddress, MovedRecord } from "./FormerAddress.ts"

/** Statements that write what was moved. In the arrays, an empty text and 0 stand for absent values. */

export const writeStreets = (sql: SqlClient.SqlClient, country: string, streets: ReadonlyArray<StoredStreet>) => sql`
  INSERT INTO street (country, ${sql.literal(streetColumns)})
  SELECT ${country}, s.* FROM ${givenStreets(sql, streets)} ON CONFLICT (key) DO NOTHING`

export const writeOrigins = (sql: SqlClient.SqlClient, country: string, origins: ReadonlyArray<StoredOrigin>) => sql`
  INSERT INTO origin (country, ${sql.literal(originColumns)})
  SELECT ${country}, o.* FROM ${givenOrigins(sql, origins)} ON CONFLICT (key) DO NOTHING`

export const writeLabels = (sql: SqlClient.SqlClient, country: string, labels: ReadonlyArray<StoredLabel>) => sql`
  INSERT INTO label (country, text, folded)
  SELECT ${country}, l.* FROM ${givenLabels(sql, labels)} ON CONFLICT (country, text) DO NOTHING`

/** Columns of records that both tables have, and how they are read from what {@link given} sends. */
const columns = `id, street, origin, latitude, longitude, evidence_rank, country, record_id, house_number, unit,
  building, reference, names`
const values = `r.id::uuid, r.street, r.origin, NULLIF(r.latitude, '')::float8, NULLIF(r.longitude, '')::float8,
  r.evidence_rank, r.country, r.record_id, NULLIF(r.house_number, ''), NULLIF(r.unit, ''), NULLIF(r.building, ''),
  NULLIF(r.reference, ''), NULLIF(r.names, '')`

const given = (sql: SqlClient.SqlClient, country: string, records: ReadonlyArray<MovedRecord>) => {
  const texts = (get: (record: MovedRecord) => string | undefined) => records.map((record) => get(record) ?? "")
  return sql`
    ${records.map(({ record }) => toUuid(record.id))}::text[],
    ${records.map(({ street }) => street.key)}::bigint[],
    ${records.map(({ origin }) => origin.key)}::bigint[],
    ${texts(({ record }) => record.coordinates?.latitude.toString())}::text[],
    ${texts(({ record }) => record.coordinates?.longitude.toString())}::text[],
    ${records.map(({ origin }) => evidenceRank(origin.evidence))}::smallint[],
    ${records.map(() => country)}::text[],
    ${texts(({ record }) => record.recordId)}::text[],
    ${texts(({ record }) => record.houseNumber)}::text[],
    ${texts(({ record }) => record.unit)}::text[],
    ${texts(({ record }) => record.building)}::text[],
    ${texts(({ record }) => record.reference)}::text[],
    ${texts(({ record }) => (record.names === undefined ? undefined : JSON.stringify(record.names)))}::text[]`
}

/** Writes addresses into the table that will become their country's. */
export const writeAddresses = (sql: SqlClient.SqlClient, country: string, addresses: ReadonlyArray<MovedAddress>) => {
  const records = addresses.map(({ main }) => main)
  return sql`
    INSERT INTO ${sql(tableOf(country))}
      (${sql.literal(columns)}, sample_key, region, city, district, postcode, updated_at, is_residential, has_others)
    SELECT ${sql.literal(values)}, r.sample_key, NULLIF(r.region, 0), NULLIF(r.city, 0), NULLIF(r.district, 0),
      NULLIF(r.postcode, 0), r.updated_at::timestamptz, r.is_residential, r.has_others
    FROM unnest(
      ${given(sql, country, records)},
      ${addresses.map(({ former }) => former.sample_key)}::bigint[],
      ${records.map(({ street }) => street.region)}::bigint[],
      ${records.map(({ street }) => street.city)}::bigint[],
      ${records.map(({ street }) => street.district)}::bigint[],
      ${records.map(({ street }) => street.postcode)}::bigint[],
      ${addresses.map(({ former }) => former.updated_at)}::text[],
      ${addresses.map(({ former }) => former.is_residential)}::boolean[],
      ${addresses.map(({ others }) => others.length > 0)}::boolean[]
    ) AS r (${sql.literal(columns)}, sample_key, region, city, district, postcode, updated_at, is_residential, has_others)`
}

export const writeOthers = (sql: SqlClient.SqlClient, country: string, others: ReadonlyArray<MovedRecord>) => sql`
  INSERT INTO other_record (${sql.literal(columns)}, nth)
  SELECT ${sql.literal(values)}, r.nth
  FROM unnest(
    ${given(sql, country, others)},
    ${others.map(({ nth }) => nth)}::smallint[]
  ) AS r (${sql.literal(columns)}, nth)`
