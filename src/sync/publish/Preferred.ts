import type { KeptRecord } from "../normalize/KeptRecord.ts"
import { evidenceRank } from "../../address/EvidenceRank.ts"

/** As PostgreSQL's collation "C" compares: by the bytes of UTF-8. */
const byBytes = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))

/**
 * Which of two records of one source stays when both have one address: the one whose evidence ranks first, then the
 * smaller record ID, then the smaller digest. Whatever the order in which records come, the same one stays.
 */
export const preferred = (a: KeptRecord, b: KeptRecord): KeptRecord => {
  const order =
    evidenceRank(a.evidence?.kind) - evidenceRank(b.evidence?.kind) ||
    byBytes(a.recordId, b.recordId) ||
    Number(a.parts.record.digest - b.parts.record.digest)
  return order <= 0 ? a : b
}
