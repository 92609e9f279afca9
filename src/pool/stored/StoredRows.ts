import type { SqlClient } from "effect/sql"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { Names } from "../PoolRequests.ts"
import { fromUuid } from "./AddressUuid.ts"
import type { OtherRecord, ShownStreet, WholeAddress } from "./Compose.ts"
import { type StoredOrigin, streetComponents } from "./StoredAddress.ts"

/** The columns that make a whole address, of `address a` and its `street s`, with what other records say of it. */
export const wholeColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`
    a.id, a.street, a.origin, a.record_id AS "recordId", a.house_number AS "houseNumber", a.unit, a.building,
    a.latitude, a.longitude, a.reference, a.names AS "ownNames", a.updated_at AS "updatedAt",
    s.country, s.region AS "regionKey", s.city AS "cityKey", s.district AS "districtKey", s.postcode AS "postcodeKey",
    s.street_name AS "streetName", s.district_name AS "district", s.city_name AS "city", s.region_name AS "region",
    s.region_code AS "regionCode", s.postcode_text AS "postcode", s.names AS "streetNames",
    CASE WHEN a.has_others THEN (
      SELECT json_agg(json_build_object('nth', o.nth, 'origin', o.origin::text, 'recordId', o.record_id,
        'reference', o.reference, 'latitude', o.latitude, 'longitude', o.longitude, 'names', coalesce(o.names, os.names)))
      FROM other_record o LEFT JOIN street os ON os.key = o.street
      WHERE o.id = a.id
    ) END AS others`)

interface OtherRow {
  readonly nth: number
  readonly origin: string
  readonly recordId: string
  readonly reference: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly names: string | null
}

export interface WholeRow {
  readonly id: string
  readonly street: bigint
  readonly origin: bigint
  readonly recordId: string
  readonly houseNumber: string | null
  readonly unit: string | null
  readonly building: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly reference: string | null
  readonly ownNames: string | null
  readonly updatedAt: Date
  readonly country: string
  readonly regionKey: bigint
  readonly cityKey: bigint
  readonly districtKey: bigint
  readonly postcodeKey: bigint
  readonly streetName: string | null
  readonly district: string | null
  readonly city: string | null
  readonly region: string | null
  readonly regionCode: string | null
  readonly postcode: string | null
  readonly streetNames: string | null
  readonly others: ReadonlyArray<OtherRow> | null
}

/** Keys of the origins that the row's records have. */
export const originsOf = ({ origin, others }: WholeRow): ReadonlyArray<bigint> =>
  others === null ? [origin] : [origin, ...others.map((other) => BigInt(other.origin))]

const namesIn = (text: string | null): Names | undefined => (text === null ? undefined : (JSON.parse(text) as Names))

const coordinatesOf = ({ latitude, longitude }: Pick<WholeRow, "latitude" | "longitude">) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** The street of a row. */
export const streetOf = (row: WholeRow): ShownStreet => {
  const components: Partial<Record<(typeof streetComponents)[number], string>> = {}
  for (const name of streetComponents) {
    const text = name === "street" ? row.streetName : row[name]
    if (text !== null) components[name] = text
  }
  return {
    key: row.street,
    country: row.country,
    components,
    region: row.regionKey,
    city: row.cityKey,
    district: row.districtKey,
    postcode: row.postcodeKey,
    names: namesIn(row.streetNames)
  }
}

const otherOf = (other: OtherRow, origin: StoredOrigin): OtherRecord => ({
  record: {
    recordId: other.recordId,
    reference: other.reference ?? undefined,
    coordinates: coordinatesOf(other),
    names: namesIn(other.names)
  },
  street: { names: undefined },
  origin,
  nth: other.nth
})

/** The place that none of the others has. */
const missing = (others: ReadonlyArray<OtherRow>): number => {
  let nth = 0
  while (others.some((other) => other.nth === nth)) nth++
  return nth
}

/** The whole address of a row, of which street and origins are known. */
export const wholeOf = (row: WholeRow, street: ShownStreet, originOf: (key: bigint) => StoredOrigin): WholeAddress => ({
  main: {
    record: {
      id: fromUuid(row.id),
      street: row.street,
      origin: row.origin,
      recordId: row.recordId,
      houseNumber: row.houseNumber ?? undefined,
      unit: row.unit ?? undefined,
      building: row.building ?? undefined,
      coordinates: coordinatesOf(row),
      reference: row.reference ?? undefined,
      names: namesIn(row.ownNames)
    },
    street,
    origin: originOf(row.origin),
    nth: row.others === null ? 0 : missing(row.others)
  },
  others: row.others === null ? [] : row.others.map((other) => otherOf(other, originOf(BigInt(other.origin)))),
  updatedAt: row.updatedAt.toISOString()
})

/** The columns of an `origin o`. */
export const originColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`o.key, o.source, o.license, o.attribution, o.url, o.language, o.derived, o.evidence, o.detail`)

export interface OriginRow {
  readonly key: bigint
  readonly source: string
  readonly license: string
  readonly attribution: string
  readonly url: string
  readonly language: string | null
  readonly derived: string | null
  readonly evidence: StatedKind | null
  readonly detail: string | null
}

export const originOf = (row: OriginRow): StoredOrigin => ({
  ...row,
  language: row.language ?? undefined,
  derived: row.derived === null ? undefined : (JSON.parse(row.derived) as StoredOrigin["derived"]),
  evidence: row.evidence ?? undefined,
  detail: row.detail ?? undefined
})
