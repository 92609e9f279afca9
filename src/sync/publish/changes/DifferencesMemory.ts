import type { PoolEntry } from "../../../pool/MemoryPools.ts"
import { sampleKey } from "../../../address/Identity.ts"
import { type KeptRecord, lineOf } from "../../normalize/KeptRecord.ts"
import type { Difference } from "./Changes.ts"

/** Records of a source by the ID of their address. */
export type Records = ReadonlyMap<string, KeptRecord>

/** How a country's pool changes, by the addresses of two of its versions. */
export const poolDifferences = (
  before: ReadonlyMap<string, PoolEntry> | undefined,
  after: ReadonlyMap<string, PoolEntry>
): ReadonlyArray<Difference> => [
  ...Array.from(after).flatMap(([id, entry]): ReadonlyArray<Difference> => {
    const known = before?.get(id)
    if (known === undefined) return [{ kind: "added", key: entry.key, before: undefined, after: entry.address }]
    const same = known.address === entry.address && known.residential === entry.residential
    return same ? [] : [{ kind: "changed", key: entry.key, before: known.address, after: entry.address }]
  }),
  ...Array.from(before ?? []).flatMap(([id, entry]): ReadonlyArray<Difference> =>
    after.has(id) ? [] : [{ kind: "withdrawn", key: entry.key, before: entry.address, after: undefined }]
  )
]

/** How what is published of a source changes, by its records before and after. */
export const recordDifferences = (before: Records, after: Records): ReadonlyArray<Difference> => {
  /** Only the members of the document: the rest of a record is not part of an address. */
  const addressOf = (record: KeptRecord) => ({
    id: record.addressId,
    formattedAddress: lineOf(record),
    components: record.components,
    ...(record.coordinates === undefined ? {} : { coordinates: record.coordinates }),
    ...(record.derived === undefined ? {} : { derived: record.derived }),
    ...(record.language === undefined ? {} : { language: record.language }),
    ...(record.evidence === undefined
      ? {}
      : { residential: { evidence: record.evidence.kind, detail: record.evidence.detail } })
  })
  const one = (id: string, kind: Difference["kind"]): Difference => {
    const [known, now] = [before.get(id), after.get(id)]
    return {
      kind,
      key: sampleKey(id),
      before: known === undefined ? undefined : addressOf(known),
      after: now === undefined ? undefined : addressOf(now)
    }
  }
  return [
    ...Array.from(after).flatMap(([id, { parts }]) => {
      const known = before.get(id)
      return known === undefined
        ? [one(id, "added")]
        : known.parts.record.digest === parts.record.digest
          ? []
          : [one(id, "changed")]
    }),
    ...Array.from(before.keys()).flatMap((id) => (after.has(id) ? [] : [one(id, "withdrawn")]))
  ]
}
