import type { Types } from "effect"
import type { SqlClient } from "effect/sql"
import type { StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { Names } from "../PoolRequests.ts"
import { fromUuid } from "../../address/AddressUuid.ts"
import { placeIdOfHex } from "../../address/Identity.ts"
import type { OtherRecord, WholeAddress } from "./Compose.ts"
import type { PlacedStreet } from "./ShownStreet.ts"
import type { StoredOrigin } from "./StoredAddress.ts"

/**
 * The columns that make a whole address, from `address a` and its `street s`, with what other records say. The street
 * arrives as a single text, its columns separated by a control character, because every column costs time to read.
 */
export const wholeColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`
    a.id, a.origin, a.record_id AS "recordId", a.house_number AS "houseNumber", a.unit, a.building,
    a.latitude, a.longitude, a.reference, a.names AS "ownNames", a.updated_at AS "updatedAt",
    s.country || concat_ws(E'\\x01', '', to_hex(s.region), to_hex(s.city), to_hex(s.district), to_hex(s.postcode), coalesce(s.street_name, ''),
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
  /** Null if the street does not exist. */
  readonly streetRow: string | null
  readonly others: ReadonlyArray<OtherRow> | null
}

const namesIn = (text: string | null): Names | undefined => (text === null ? undefined : (JSON.parse(text) as Names))

const coordinatesOf = ({ latitude, longitude }: Pick<WholeRow, "latitude" | "longitude">) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** Keys of places, in the order of levels; 0 where the street lies in none. */
const locationIdsOf = (columns: ReadonlyArray<string>): PlacedStreet["locationIds"] => {
  const ids: Types.Mutable<PlacedStreet["locationIds"]> = {}
  if (columns[1] !== "0") ids.regionId = placeIdOfHex("region", columns[1]!)
  if (columns[2] !== "0") ids.cityId = placeIdOfHex("city", columns[2]!)
  if (columns[3] !== "0") ids.districtId = placeIdOfHex("district", columns[3]!)
  if (columns[4] !== "0") ids.postcodeId = placeIdOfHex("postcode", columns[4]!)
  return ids
}

/**
 * Parses the street in a row's text, for every row: caching streets, of which a country has more than fit into memory,
 * cost more than it saved.
 */
export const streetOf = (text: string): PlacedStreet => {
  // Members are set by their names, not by names that are put together: that takes half the time.
  const columns = text.split("\u0001")
  const components: Types.Mutable<PlacedStreet["components"]> = {}
  if (columns[5] !== "") components.street = columns[5]!
  if (columns[6] !== "") components.district = columns[6]!
  if (columns[7] !== "") components.city = columns[7]!
  if (columns[8] !== "") components.region = columns[8]!
  if (columns[9] !== "") components.regionCode = columns[9]!
  if (columns[10] !== "") components.postcode = columns[10]!
  return {
    country: columns[0]!,
    components,
    locationIds: locationIdsOf(columns),
    names: columns[11] === "" ? undefined : namesIn(columns[11]!)
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

/** The rank that none of the others has. */
const missing = (others: ReadonlyArray<OtherRow>): number => {
  let nth = 0
  while (others.some((other) => other.nth === nth)) nth++
  return nth
}

/** The whole address of a row; undefined if its street or an origin is missing. */
export const wholeOf = (
  row: WholeRow,
  originOf: (key: bigint) => StoredOrigin | undefined
): WholeAddress | undefined => {
  const origin = originOf(row.origin)
  if (origin === undefined || row.streetRow === null) return undefined
  const others: Array<OtherRecord> = []
  for (const other of row.others ?? []) {
    const its = originOf(BigInt(other.origin))
    if (its === undefined) return undefined
    others.push(otherOf(other, its))
  }
  return {
    main: {
      record: {
        id: fromUuid(row.id),
        recordId: row.recordId,
        houseNumber: row.houseNumber ?? undefined,
        unit: row.unit ?? undefined,
        building: row.building ?? undefined,
        coordinates: coordinatesOf(row),
        reference: row.reference ?? undefined,
        names: namesIn(row.ownNames)
      },
      street: streetOf(row.streetRow),
      origin,
      nth: row.others === null ? 0 : missing(row.others)
    },
    others,
    updatedAt: row.updatedAt.toISOString()
  }
}

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
