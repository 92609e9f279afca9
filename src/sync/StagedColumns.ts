import { evidenceRank } from "../address/EvidenceRank.ts"
import { sampleKey as hashedSampleKey } from "../pool/Identity.ts"
import { toUuid } from "../pool/stored/AddressUuid.ts"
import type { StoredLabel, StoredOrigin, StoredRecord, StoredStreet } from "../pool/stored/StoredAddress.ts"
import type { KeptRecord, PlaceRef } from "./KeptRecord.ts"

/**
 * Records as they go to the database: a text for each column, in which values are a line each, and what they share once.
 * Plain texts and objects, so that another thread can make them.
 */
export interface StagedColumns {
  readonly count: number
  /** Lists of PostgreSQL, such as `{1,2}`. */
  readonly lists: Readonly<Record<ListColumn, string>>
  /** Values a line each, an empty one where there is none: texts of records have no line breaks. */
  readonly lines: Readonly<Record<LineColumn, string>>
  readonly streets: ReadonlyArray<StoredStreet>
  readonly origins: ReadonlyArray<StoredOrigin>
  readonly labels: ReadonlyArray<StoredLabel>
  readonly places: ReadonlyArray<PlaceRef>
}

type ListColumn = "sample_key" | "id" | "street" | "origin" | "digest" | "latitude" | "longitude" | "evidence_rank"
type LineColumn = "record_id" | "house_number" | "unit" | "building" | "reference" | "names"

/** Candidates for the key of an address in its country's key space; attempts above 0 where others have the ones before. */
export type SampleKeys = (addressId: string, attempt: number) => bigint

/** Takes records apart into columns. What they share is found by reference: records that are made together share it so. */
export const columnsOf = (
  records: ReadonlyArray<KeptRecord>,
  sampleKey: SampleKeys = hashedSampleKey
): StagedColumns => {
  const streets = new Map<bigint, StoredStreet>()
  const origins = new Map<bigint, StoredOrigin>()
  const labels = new Map<string, StoredLabel>()
  const combinations = new Set<KeptRecord["places"]>()
  for (const { parts, places } of records) {
    streets.set(parts.street.key, parts.street)
    origins.set(parts.origin.key, parts.origin)
    for (const label of parts.labels) labels.set(label.text, label)
    combinations.add(places)
  }
  const places = new Set<PlaceRef>()
  for (const combination of combinations) for (const place of combination) places.add(place)

  const list = (get: (record: StoredRecord) => string | bigint | number | undefined): string =>
    `{${records.map(({ parts }) => get(parts.record) ?? "NULL").join(",")}}`
  const lines = (get: (record: StoredRecord) => string | undefined): string =>
    records.map(({ parts }) => get(parts.record)).join("\n")
  return {
    count: records.length,
    lists: {
      sample_key: list(({ id }) => sampleKey(id, 0)),
      id: list(({ id }) => toUuid(id)),
      street: list(({ street }) => street),
      origin: list(({ origin }) => origin),
      digest: list(({ digest }) => digest),
      latitude: list(({ coordinates }) => coordinates?.latitude),
      longitude: list(({ coordinates }) => coordinates?.longitude),
      evidence_rank: `{${records.map(({ parts }) => evidenceRank(parts.origin.evidence)).join(",")}}`
    },
    lines: {
      record_id: lines(({ recordId }) => recordId),
      house_number: lines(({ houseNumber }) => houseNumber),
      unit: lines(({ unit }) => unit),
      building: lines(({ building }) => building),
      reference: lines(({ reference }) => reference),
      names: lines(({ names }) => (names === undefined ? undefined : JSON.stringify(names)))
    },
    streets: Array.from(streets.values()),
    origins: Array.from(origins.values()),
    labels: Array.from(labels.values()),
    places: Array.from(places)
  }
}
