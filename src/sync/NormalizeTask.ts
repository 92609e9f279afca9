import { Result } from "effect"
import type { Manifest, SourceRecord } from "../../sources/DataSource.ts"
import { defineTask } from "../../sources/threads/Threads.ts"
import type { KeptRecord, RejectReason } from "./KeptRecord.ts"
import { normalize } from "./Normalize.ts"
import { factsOfKept } from "./Noticed.ts"
import { type RawColumns, unpackRecords } from "./RawColumns.ts"
import type { RunFacts } from "./Run.ts"

interface Setup {
  readonly manifest: Manifest
  readonly country: string
}

/** What has become of a chunk of records. */
export interface Normalized {
  readonly kept: ReadonlyArray<KeptRecord>
  /** Places of the others in the chunk, in order. */
  readonly rejected: ReadonlyArray<readonly [at: number, reason: RejectReason]>
  readonly facts: RunFacts
}

/** Normalizes the records of a chunk. */
export const normalizeAll = ({ country, manifest }: Setup, records: Iterable<SourceRecord>): Normalized => {
  const kept: Array<KeptRecord> = []
  const rejected: Array<readonly [number, RejectReason]> = []
  let at = 0
  for (const record of records) {
    const result = normalize(manifest, country, record)
    if (Result.isSuccess(result)) kept.push(result.success)
    else rejected.push([at, result.failure])
    at++
  }
  return { kept, rejected, facts: factsOfKept(kept) }
}

export const task = defineTask({
  module: import.meta.url,
  begin: (setup: Setup) => (records: RawColumns) => normalizeAll(setup, unpackRecords(records)),
  given: ({ located, positions }) => [located.buffer, positions.buffer]
})
