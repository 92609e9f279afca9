import type { SqlClient } from "effect/sql"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { Names } from "../PoolRequests.ts"
import { fromUuid } from "./AddressUuid.ts"
import type { OtherRecord, ShownStreet, WholeAddress } from "./Compose.ts"
import { type StoredOrigin, streetComponents } from "./StoredAddress.ts"

/**
 * The columns that make a whole address, of `address a` and its `street s`, with what other records say of it. The street
 * comes as one text, its columns apart by a control character: most are known already, and each column costs to read.
 */
export const wholeColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`
    a.id, a.street, a.origin, a.record_id AS "recordId", a.house_number AS "houseNumber", a.unit, a.building,
    a.latitude, a.longitude, a.reference, a.names AS "ownNames", a.updated_at AS "updatedAt",
    s.country || concat_ws(E'\\x01', '', s.region, s.city, s.district, s.postcode, coalesce(s.street_name, ''),
      coalesce(s.district_name, ''), coalesce(s.city_name, ''), coalesce(s.region_name, ''), coalesce(s.region_code, ''),
      coalesce(s.postcode_text, ''), coalesce(s.names, '')) AS "streetRow",
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
  /** Null where there is no such street. */
  readonly streetRow: string | null
  readonly others: ReadonlyArray<OtherRow> | null
}

/** Keys of the origins that the row's records have. */
export const originsOf = ({ origin, others }: WholeRow): ReadonlyArray<bigint> =>
  others === null ? [origin] : [origin, ...others.map((other) => BigInt(other.origin))]

const namesIn = (text: string | null): Names | undefined => (text === null ? undefined : (JSON.parse(text) as Names))

const coordinatesOf = ({ latitude, longitude }: Pick<WholeRow, "latitude" | "longitude">) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** The street of a row by its text. */
export const streetOf = (key: bigint, text: string): ShownStreet => {
  const [country = "", region = "", city = "", district = "", postcode = "", ...texts] = text.split("\u0001")
  const components: Partial<Record<(typeof streetComponents)[number], string>> = {}
  streetComponents.forEach((name, i) => {
    const component = texts[i]
    if (component !== undefined && component !== "") components[name] = component
  })
  const names = texts[streetComponents.length]
  return {
    key,
    country,
    components,
    region: BigInt(region),
    city: BigInt(city),
    district: BigInt(district),
    postcode: BigInt(postcode),
    names: names === undefined || names === "" ? undefined : namesIn(names)
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
