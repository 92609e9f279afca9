import type { Coordinates, EvidenceKind } from "../../schemas/Address.ts"
import { type RawRecord, rejected, type SourceRecord } from "../DataSource.ts"
import { contentId } from "../reading/ContentId.ts"
import { isDamaged } from "../reading/Text.ts"
import { isRegionCode } from "../surroundings/RegionCodes.ts"

/** The fields of an address that both formats have; empty if unknown. */
export interface Columns {
  readonly get: (name: string) => string
  readonly point: readonly [number, number] | undefined
  readonly place: () => string
}

/** The operator's values for all records. */
export interface Statement {
  readonly evidence: { readonly kind: EvidenceKind; readonly detail: string }
  readonly language?: string | undefined
  /** Used if a record leaves it empty. */
  readonly region?: string | undefined
  readonly city?: string | undefined
  readonly postcode?: string | undefined
}

/**
 * The ISO 3166-2 code of the region in a file's path, as OpenAddresses lays out its files: `us/ca/alameda.csv`.
 * Collected archives contain many regions, and many of their records do not name theirs.
 */
export const regionOf = (path: string, country: string): string | undefined => {
  const found = RegExp(`(?:^|/)${country}/([a-z0-9]{1,3})/`, "i").exec(path)?.[1]
  const code = found === undefined ? undefined : `${country}-${found.toUpperCase()}`
  return code !== undefined && isRegionCode(code) ? code : undefined
}

const coordinatesOf = (point: Columns["point"]): Coordinates | undefined =>
  point === undefined ? undefined : { longitude: point[0], latitude: point[1] }

/**
 * A record of OpenAddresses. Its hash identifies it; older files have none, and then the content does. OpenAddresses'
 * `district` is a county, above the city, and not part of an address.
 */
export const toRecord = (columns: Columns, statement: Statement, pathRegion: string | undefined): SourceRecord => {
  const text = (name: string) => columns.get(name).trim()
  const [number, street, unit] = [text("number"), text("street"), text("unit")]
  const [city, region, postcode] = [text("city"), text("region"), text("postcode")]
  const damaged = [number, street, unit, city, region, postcode].find(isDamaged)
  if (damaged !== undefined) {
    return rejected("malformed-text", `${columns.place()} has bytes that are not UTF-8: "${damaged}".`)
  }
  const coordinates = coordinatesOf(columns.point)
  const hash = columns.get("hash").trim()
  const record: RawRecord = {
    recordId:
      hash === ""
        ? contentId([number, street, unit, city, region, postcode, coordinates?.latitude, coordinates?.longitude])
        : hash,
    houseNumber: number,
    street,
    unit,
    city: city === "" ? statement.city : city,
    region: region === "" ? (pathRegion ?? statement.region) : region,
    postcode: postcode === "" ? statement.postcode : postcode,
    coordinates,
    evidence: statement.evidence,
    language: statement.language
  }
  return record
}
