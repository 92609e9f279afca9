import type { SqlClient } from "effect/sql"
import type { StoredLabel, StoredOrigin, StoredStreet } from "../../pool/stored/StoredAddress.ts"

/** The shared parts of records, as rows to insert. In the arrays, an empty text stands for an absent value. */

/** Columns of a street, without its country and its counts. */
export const streetColumns =
  "key, region, city, district, postcode, street_name, district_name, city_name, region_name, region_code, postcode_text, search, names"

/** Columns of an origin, without its country. */
export const originColumns = "key, source, license, attribution, url, detail, language, evidence, derived"

const asJson = (value: object | undefined): string => (value === undefined ? "" : JSON.stringify(value))

/** A FROM item `s` with {@link streetColumns}. */
export const givenStreets = (sql: SqlClient.SqlClient, streets: ReadonlyArray<StoredStreet>) => {
  const component = (name: keyof StoredStreet["components"]) =>
    sql`${streets.map(({ components }) => components[name] ?? "")}::text[]`
  return sql`(
    SELECT g.key, g.region, g.city, g.district, g.postcode, NULLIF(g.street_name, '') AS street_name,
      NULLIF(g.district_name, '') AS district_name, NULLIF(g.city_name, '') AS city_name,
      NULLIF(g.region_name, '') AS region_name, NULLIF(g.region_code, '') AS region_code,
      NULLIF(g.postcode_text, '') AS postcode_text, g.search, NULLIF(g.names, '') AS names
    FROM unnest(
      ${streets.map(({ key }) => key)}::bigint[],
      ${streets.map(({ region }) => region)}::bigint[],
      ${streets.map(({ city }) => city)}::bigint[],
      ${streets.map(({ district }) => district)}::bigint[],
      ${streets.map(({ postcode }) => postcode)}::bigint[],
      ${component("street")}, ${component("district")}, ${component("city")}, ${component("region")},
      ${component("regionCode")}, ${component("postcode")},
      ${streets.map(({ search }) => search)}::text[],
      ${streets.map(({ names }) => asJson(names))}::text[]
    ) AS g (${sql.literal(streetColumns)})
  ) s`
}

/** A FROM item `o` with {@link originColumns}. */
export const givenOrigins = (sql: SqlClient.SqlClient, origins: ReadonlyArray<StoredOrigin>) => sql`(
  SELECT g.key, g.source, g.license, g.attribution, g.url, NULLIF(g.detail, '') AS detail,
    NULLIF(g.language, '') AS language, NULLIF(g.evidence, '') AS evidence, NULLIF(g.derived, '') AS derived
  FROM unnest(
    ${origins.map(({ key }) => key)}::bigint[],
    ${origins.map(({ source }) => source)}::text[],
    ${origins.map(({ license }) => license)}::text[],
    ${origins.map(({ attribution }) => attribution)}::text[],
    ${origins.map(({ url }) => url)}::text[],
    ${origins.map(({ detail = "" }) => detail)}::text[],
    ${origins.map(({ language = "" }) => language)}::text[],
    ${origins.map(({ evidence }) => evidence ?? "")}::text[],
    ${origins.map(({ derived }) => asJson(derived))}::text[]
  ) AS g (${sql.literal(originColumns)})
) o`

/** A FROM item `l` with `text` and `folded`. */
export const givenLabels = (sql: SqlClient.SqlClient, labels: ReadonlyArray<StoredLabel>) => sql`
  unnest(${labels.map(({ text }) => text)}::text[], ${labels.map(({ folded }) => folded)}::text[]) AS l (text, folded)`
