import type { SqlClient } from "effect/sql"
import { tableOf } from "../../database/AddressTables.ts"
import { evidenceRank } from "../../address/EvidenceRank.ts"
import { toUuid } from "../../pool/stored/AddressUuid.ts"
import type { StoredLabel, StoredOrigin, StoredStreet } from "../../pool/stored/StoredAddress.ts"
import type { MovedAddress, MovedRecord } from "./FormerAddress.ts"

/** Statements that write what was moved; in the arrays, an empty text and 0 stand for what is not there. */

export const writeStreets = (sql: SqlClient.SqlClient, streets: ReadonlyArray<StoredStreet>) => {
  const texts = (get: (street: StoredStreet) => string | undefined) => streets.map((street) => get(street) ?? "")
  return sql`
    INSERT INTO street (key, region, city, district, postcode, country, street_name, district_name, city_name, region_name,
      region_code, postcode_text, search, names)
    SELECT s.key, s.region, s.city, s.district, s.postcode, s.country, NULLIF(s.street_name, ''),
      NULLIF(s.district_name, ''), NULLIF(s.city_name, ''), NULLIF(s.region_name, ''), NULLIF(s.region_code, ''),
      NULLIF(s.postcode_text, ''), s.search, NULLIF(s.names, '')
    FROM unnest(
      ${streets.map(({ key }) => key)}::bigint[],
      ${streets.map(({ region }) => region)}::bigint[],
      ${streets.map(({ city }) => city)}::bigint[],
      ${streets.map(({ district }) => district)}::bigint[],
      ${streets.map(({ postcode }) => postcode)}::bigint[],
      ${texts(({ country }) => country)}::text[],
      ${texts(({ components }) => components.street)}::text[],
      ${texts(({ components }) => components.district)}::text[],
      ${texts(({ components }) => components.city)}::text[],
      ${texts(({ components }) => components.region)}::text[],
      ${texts(({ components }) => components.regionCode)}::text[],
      ${texts(({ components }) => components.postcode)}::text[],
      ${texts(({ search }) => search)}::text[],
      ${texts(({ names }) => (names === undefined ? undefined : JSON.stringify(names)))}::text[]
    ) AS s (key, region, city, district, postcode, country, street_name, district_name, city_name, region_name,
      region_code, postcode_text, search, names)
    ON CONFLICT (key) DO NOTHING`
}

export const writeOrigins = (sql: SqlClient.SqlClient, country: string, origins: ReadonlyArray<StoredOrigin>) => {
  const texts = (get: (origin: StoredOrigin) => string | undefined) => origins.map((origin) => get(origin) ?? "")
  return sql`
    INSERT INTO origin (country, key, source, license, attribution, url, detail, language, evidence, derived)
    SELECT ${country}, o.key, o.source, o.license, o.attribution, o.url, NULLIF(o.detail, ''), NULLIF(o.language, ''),
      NULLIF(o.evidence, ''), NULLIF(o.derived, '')
    FROM unnest(
      ${origins.map(({ key }) => key)}::bigint[],
      ${texts(({ source }) => source)}::text[],
      ${texts(({ license }) => license)}::text[],
      ${texts(({ attribution }) => attribution)}::text[],
      ${texts(({ url }) => url)}::text[],
      ${texts(({ detail }) => detail)}::text[],
      ${texts(({ language }) => language)}::text[],
      ${texts(({ evidence }) => evidence)}::text[],
      ${texts(({ derived }) => (derived === undefined ? undefined : JSON.stringify(derived)))}::text[]
    ) AS o (key, source, license, attribution, url, detail, language, evidence, derived)
    ON CONFLICT (key) DO NOTHING`
}

export const writeLabels = (sql: SqlClient.SqlClient, country: string, labels: ReadonlyArray<StoredLabel>) => sql`
  INSERT INTO label (country, text, folded)
  SELECT ${country}, l.text, l.folded
  FROM unnest(
    ${labels.map(({ text }) => text)}::text[],
    ${labels.map(({ folded }) => folded)}::text[]
  ) AS l (text, folded)
  ON CONFLICT (country, text) DO NOTHING`

/** Columns of records that both tables have, with how they are read from what {@link given} sends. */
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

/** Writes addresses into the table that is to be their country's. */
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
