import type { Address } from "../../../schemas/Address.ts"
import { evidenceRank } from "../../address/EvidenceRank.ts"
import { comparing, decides, isNamed } from "../../address/Precedence.ts"
import type { Names } from "../../pool/PoolRequests.ts"
import { compose, namesOf, type WholeAddress, type WholeRecord } from "../../pool/stored/Compose.ts"
import type { KeptRecord } from "../normalize/KeptRecord.ts"

/** A source's record of an address, to be merged with others. */
export interface SourcedRecord {
  readonly source: string
  readonly record: KeptRecord
}

/** An address and the record whose words it takes. */
export interface MergedAddress {
  readonly main: KeptRecord
  /** Names of components in other languages, from the first source that has them, in the order of evidence. */
  readonly names: Names | undefined
  /**
   * Not residential without evidence, or if the strongest evidence is against it: then it is counted but never drawn.
   */
  readonly address: Omit<Address, "updatedAt" | "residential"> & Partial<Pick<Address, "residential">>
}

const wholeOf = ({ record: { parts } }: SourcedRecord, nth: number): WholeRecord => ({ ...parts, nth })

/**
 * Merges several sources' records of an address: the words of the deciding record, the first coordinates in that order,
 * and every source. The address is a home if that record says so. Evidence against a home outranks weaker evidence of
 * any source, so more of it never makes a home. The result depends only on the records, never on the order in which
 * sources were synchronized. The PostgreSQL publication sorts by the same two orders; a property compares the two.
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
