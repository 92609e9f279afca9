import { evidenceRank } from "../../address/EvidenceRank.ts"
import { sampleKey as hashedSampleKey } from "../../address/Identity.ts"
import { toUuid } from "../../address/AddressUuid.ts"
import type { StoredLabel, StoredOrigin, StoredStreet } from "../../pool/stored/StoredAddress.ts"
import type { KeptRecord, PlaceRef } from "../normalize/KeptRecord.ts"

/**
 * Records as sent to the database: one text per column, with one value per line, and shared parts once. Plain texts and
 * objects, so that another thread can prepare them.
 */
export interface StagedColumns {
  readonly count: number
  /** Lists of PostgreSQL, such as `{1,2}`. */
  readonly lists: Readonly<Record<ListColumn, string>>
  /** One value per line, empty if there is none: texts of records contain no line breaks. */
  readonly lines: Readonly<Record<LineColumn, string>>
  readonly streets: ReadonlyArray<StoredStreet>
  readonly origins: ReadonlyArray<StoredOrigin>
  readonly labels: ReadonlyArray<StoredLabel>
  readonly places: ReadonlyArray<PlaceRef>
}

type ListColumn = "sample_key" | "id" | "street" | "origin" | "digest" | "latitude" | "longitude" | "evidence_rank"
type LineColumn = "record_id" | "house_number" | "unit" | "building" | "reference" | "names"

/** Candidates for the key of an address in its country's key space; attempts above 0 if the earlier ones are taken. */
export type SampleKeys = (addressId: string, attempt: number) => bigint

const listOf = (values: ReadonlyArray<unknown>): string => `{${values.join(",")}}`

/**
 * Splits records into columns, one by one. Shared parts are found by reference, because records made together share
 * them that way.
 */
export const makeColumns = (sampleKey: SampleKeys = hashedSampleKey) => {
  const streets = new Map<bigint, StoredStreet>()
  const origins = new Map<bigint, StoredOrigin>()
  const labels = new Map<string, StoredLabel>()
  const combinations = new Set<KeptRecord["places"]>()
  const [keys, ids, ofStreets, ofOrigins]: [Array<bigint>, Array<string>, Array<bigint>, Array<bigint>] = [
    [],
    [],
    [],
    []
  ]
  const digests: Array<bigint> = []
  const [latitudes, longitudes]: [Array<number | "NULL">, Array<number | "NULL">] = [[], []]
  const ranks: Array<number> = []
  const recordIds: Array<string> = []
  type Lines = Array<string | undefined>
  const [numbers, units, buildings, references, names]: [Lines, Lines, Lines, Lines, Lines] = [[], [], [], [], []]

  return {
    add: ({ parts, places }: KeptRecord): void => {
      const { labels: own, origin, record, street } = parts
      streets.set(street.key, street)
      origins.set(origin.key, origin)
      for (const label of own) labels.set(label.text, label)
      combinations.add(places)
      keys.push(sampleKey(record.id, 0))
      ids.push(toUuid(record.id))
      ofStreets.push(record.street)
      ofOrigins.push(record.origin)
      digests.push(record.digest)
      latitudes.push(record.coordinates?.latitude ?? "NULL")
      longitudes.push(record.coordinates?.longitude ?? "NULL")
      ranks.push(evidenceRank(origin.evidence))
      recordIds.push(record.recordId)
      numbers.push(record.houseNumber)
      units.push(record.unit)
      buildings.push(record.building)
      references.push(record.reference)
      names.push(record.names === undefined ? undefined : JSON.stringify(record.names))
    },
    columns: (): StagedColumns => {
      const places = new Set<PlaceRef>()
      for (const combination of combinations) for (const place of combination) places.add(place)
      return {
        count: keys.length,
        lists: {
          sample_key: listOf(keys),
          id: listOf(ids),
          street: listOf(ofStreets),
          origin: listOf(ofOrigins),
          digest: listOf(digests),
          latitude: listOf(latitudes),
          longitude: listOf(longitudes),
          evidence_rank: listOf(ranks)
        },
        lines: {
          record_id: recordIds.join("\n"),
          house_number: numbers.join("\n"),
          unit: units.join("\n"),
          building: buildings.join("\n"),
          reference: references.join("\n"),
          names: names.join("\n")
        },
        streets: Array.from(streets.values()),
        origins: Array.from(origins.values()),
        labels: Array.from(labels.values()),
        places: Array.from(places)
      }
    }
  }
}

export const columnsOf = (records: ReadonlyArray<KeptRecord>, sampleKey: SampleKeys): StagedColumns => {
  const { add, columns } = makeColumns(sampleKey)
  for (const record of records) add(record)
  return columns()
}
