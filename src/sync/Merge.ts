import type { Address, AddressSource } from "../../schemas/Address.ts"
import { isForHome } from "../../schemas/StatedEvidence.ts"
import { evidenceRank } from "../address/EvidenceRank.ts"
import { type KeptRecord, membersOf } from "./KeptRecord.ts"

/** A source's record of an address, as records of one address are merged. */
export interface SourcedRecord {
  readonly source: string
  readonly record: KeptRecord
}

/** An address and the record whose words it takes. */
export interface MergedAddress {
  readonly main: KeptRecord
  /** What the sources call components in other languages; the first that says so, in the order of the evidence. */
  readonly names: KeptRecord["names"]
  /** Not residential without evidence, and where evidence against it is the strongest: counted, never drawn. */
  readonly address: Omit<Address, "updatedAt" | "residential"> & Partial<Pick<Address, "residential">>
}

/** How an address names a record that it comes from. */
export const memberOf = (source: string, record: KeptRecord): AddressSource => ({
  name: source,
  recordId: record.recordId,
  license: record.license,
  attribution: record.attribution,
  url: record.url
})

/**
 * The one address that several sources' records of it make: the words of the record with the strongest evidence (of
 * equals, of the source that was registered first), the first coordinates in that order, and every source. It is a home if
 * that record says so: evidence against it outranks weaker evidence of any source, so that more of it never makes a home.
 * The result depends on the records alone, never on the order in which sources were synchronized.
 * The PostgreSQL publication does the same in SQL; a property holds the two to each other.
 */
export const merge = (records: ReadonlyArray<SourcedRecord>, sourceOrder: ReadonlyArray<string>): MergedAddress => {
  const place = (source: string) => {
    const index = sourceOrder.indexOf(source)
    return index < 0 ? sourceOrder.length : index
  }
  const bySource = [...records].sort(
    (a, b) => place(a.source) - place(b.source) || (a.source < b.source ? -1 : a.source > b.source ? 1 : 0)
  )
  const byEvidence = [...bySource].sort(
    (a, b) => evidenceRank(a.record.evidence?.kind) - evidenceRank(b.record.evidence?.kind)
  )
  const { record } = byEvidence[0]!
  const coordinates = byEvidence.find((sourced) => sourced.record.coordinates !== undefined)?.record.coordinates
  const { evidence } = record
  const residential =
    evidence === undefined || !isForHome(evidence.kind)
      ? {}
      : { residential: { evidence: evidence.kind, detail: evidence.detail } }
  const address = {
    ...membersOf(record),
    ...(coordinates === undefined ? {} : { coordinates }),
    ...residential,
    sources: bySource.map((sourced) => memberOf(sourced.source, sourced.record))
  }
  const names = byEvidence.find((sourced) => sourced.record.names !== undefined)?.record.names
  return { main: record, names, address }
}
