import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { AddressComponents, DerivedPart } from "../../../../schemas/Address.ts"
import type { RunChanges } from "../../../../schemas/RunChanges.ts"
import { StatedKind } from "../../../../schemas/StatedEvidence.ts"
import { fromUuid } from "../../../address/AddressUuid.ts"
import { compose, type WholeRecord } from "../../../pool/stored/Compose.ts"
import type { ChangedAddress } from "./Changes.ts"
import { rowsOf } from "../../../database/Rows.ts"
import { filled } from "../PublicationSql.ts"

/** Where the records before or after the change are, and their shared parts. */
export interface Side {
  /** A query of records, each with its rank `nth` among those of its address, one of which `is_main`. */
  readonly records: Statement.Fragment
  readonly streets: Statement.Fragment
  readonly origins: Statement.Fragment
}

const nullable = Schema.NullOr(Schema.String)

/** What a street contributes to an address; the rest belongs to the record. */
const { city, district, postcode, region, regionCode, street } = AddressComponents.fields

const Row = Schema.Struct({
  id: Schema.String,
  isMain: Schema.Boolean,
  nth: Schema.Number,
  recordId: Schema.String,
  houseNumber: nullable,
  unit: nullable,
  building: nullable,
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number),
  country: Schema.String,
  components: Schema.Struct({ street, district, city, region, regionCode, postcode }),
  source: Schema.String,
  license: Schema.String,
  attribution: Schema.String,
  url: Schema.String,
  detail: nullable,
  language: nullable,
  evidence: Schema.NullOr(StatedKind),
  derived: Schema.NullOr(Schema.Array(DerivedPart))
})
type Row = typeof Row.Type

const recordRows = rowsOf(Row.fields)

/** Fills the record's own words into the texts of origins, and omits keys, which mean nothing to readers. */
const recordOf = (row: Row): WholeRecord => ({
  record: {
    id: fromUuid(row.id),
    recordId: row.recordId,
    houseNumber: row.houseNumber ?? undefined,
    unit: row.unit ?? undefined,
    building: row.building ?? undefined,
    coordinates:
      row.latitude === null || row.longitude === null
        ? undefined
        : { latitude: row.latitude, longitude: row.longitude },
    reference: undefined,
    names: undefined
  },
  street: {
    country: row.country,
    components: row.components,
    locationIds: {},
    names: undefined
  },
  origin: {
    key: 0n,
    source: row.source,
    license: row.license,
    attribution: row.attribution,
    url: row.url,
    language: row.language ?? undefined,
    derived: row.derived ?? undefined,
    evidence: row.evidence ?? undefined,
    detail: row.detail ?? undefined
  },
  nth: row.nth
})

/** For a pool, an address as clients see it; for a source, what its record says, both for and against being a home. */
const shown = (of: RunChanges["of"], main: Row, others: ReadonlyArray<Row>): ChangedAddress => {
  const {
    sources,
    updatedAt: _,
    ...address
  } = compose({
    main: recordOf(main),
    others: others.map(recordOf),
    updatedAt: ""
  })
  if (of === "pool") return Object.assign(address, { sources })
  return main.evidence === null
    ? address
    : Object.assign(address, { residential: { evidence: main.evidence, detail: main.detail } })
}

/** Reads addresses of one side by their database IDs, as many as are shown as examples. */
export const readAddresses = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  of: RunChanges["of"],
  country: string,
  { origins, records, streets }: Side,
  ids: ReadonlyArray<string>
) {
  const rows = yield* recordRows(sql`
    SELECT r.id, r.is_main AS "isMain", r.nth, r.record_id AS "recordId", r.house_number AS "houseNumber", r.unit,
      r.building, r.latitude, r.longitude, ${country}::text AS country,
      json_strip_nulls(json_build_object('street', s.street_name, 'district', s.district_name, 'city', s.city_name,
        'region', s.region_name, 'regionCode', s.region_code, 'postcode', s.postcode_text)) AS components,
      o.source, o.license, o.attribution, ${filled(sql, "o.url")} AS url, ${filled(sql, "o.detail")} AS detail, o.language,
      o.evidence, o.derived::json AS derived
    FROM (${records}) r JOIN ${streets} s ON s.key = r.street JOIN ${origins} o ON o.key = r.origin
    WHERE r.id = ANY (${ids}::uuid[])`)
  const found = new Map<string, ChangedAddress>()
  for (const main of rows) {
    if (!main.isMain) continue
    const others = rows.filter((row) => !row.isMain && row.id === main.id)
    found.set(main.id, shown(of, main, others))
  }
  return found
})
