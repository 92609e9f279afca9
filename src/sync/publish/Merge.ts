import type { Address } from "../../../schemas/Address.ts"
import { evidenceRank } from "../../address/EvidenceRank.ts"
import { comparing, decides, isNamed } from "../../address/Precedence.ts"
import type { Names } from "../../pool/PoolRequests.ts"
import { compose, namesOf, type WholeAddress, type WholeRecord } from "../../pool/stored/Compose.ts"
import type { KeptRecord } from "../normalize/KeptRecord.ts"

/** A source's record of an address, as records of one address are merged. */
export interface SourcedRecord {
  readonly source: string
  readonly record: KeptRecord
}

/** An address and the record whose words it takes. */
export interface MergedAddress {
  readonly main: KeptRecord
  /** What the sources call components in other languages; the first that says so, in the order of the evidence. */
  readonly names: Names | undefined
  /** Not residential without evidence, and where evidence against it is the strongest: counted, never drawn. */
  readonly address: Omit<Address, "updatedAt" | "residential"> & Partial<Pick<Address, "residential">>
}

const wholeOf = ({ record: { parts } }: SourcedRecord, nth: number): WholeRecord => ({ ...parts, nth })

/**
 * The one address that several sources' records of it make: the words of the record that decides, the first coordinates
 * in that order, and every source. It is a home if that record says so: evidence against it outranks weaker evidence of any
 * source, so that more of it never makes a home. The result depends on the records alone, never on the order in which
 * sources were synchronized. The PostgreSQL publication sorts by the same two orders; a property holds the two to each other.
 */
export const merge = (records: ReadonlyArray<SourcedRecord>, sourceOrder: ReadonlyArray<string>): MergedAddress => {
  const [main, ...others] = records
    .map(({ record, source }) => {
      const index = sourceOrder.indexOf(source)
      const place = index < 0 ? sourceOrder.length : index
      return { record, source, place, evidence_rank: evidenceRank(record.evidence?.kind) }
    })
    .sort(comparing(isNamed))
    .map((sorted, nth) => ({ ...sorted, whole: wholeOf(sorted, nth) }))
    .sort(comparing(decides))
  const whole: WholeAddress = { main: main!.whole, others: others.map((other) => other.whole), updatedAt: "" }
  const { updatedAt: _, ...address } = compose(whole)
  return { main: main!.record, names: namesOf(whole), address }
}
