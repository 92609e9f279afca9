import { evidenceRank } from "../../address/EvidenceRank.ts"
import { comparing, stays } from "../../address/Precedence.ts"
import type { KeptRecord } from "../normalize/KeptRecord.ts"

const order = comparing(stays)

const sorted = ({ evidence, parts, recordId }: KeptRecord) => ({
  evidence_rank: evidenceRank(evidence?.kind),
  record_id: recordId,
  digest: parts.record.digest
})

/** Which of two records of one source is kept if both have the same address. */
export const preferred = (a: KeptRecord, b: KeptRecord): KeptRecord => (order(sorted(a), sorted(b)) <= 0 ? a : b)
