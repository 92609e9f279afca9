import { Result } from "effect"
import type { Manifest, SourceRecord } from "../../sources/DataSource.ts"
import { defineTask } from "../../sources/threads/Threads.ts"
import type { KeptRecord, RejectReason } from "./KeptRecord.ts"
import { normalize } from "./Normalize.ts"
import { factsOfKept } from "./Noticed.ts"
import { type RawColumns, unpackRecords } from "./RawColumns.ts"
import type { RunFacts } from "./Run.ts"
import { columnsOf, type StagedColumns } from "./StagedColumns.ts"

interface Setup {
  readonly manifest: Manifest
  readonly country: string
}

/** What has become of a chunk of records. */
export interface Normalized {
  readonly kept: number
  readonly records: Staged
  /** Places of the others in the chunk, in order. */
  readonly rejected: ReadonlyArray<readonly [at: number, reason: RejectReason]>
  readonly facts: RunFacts
}

/** What was kept, in the form in which it is staged. */
export type Staged =
  | { readonly form: "records"; readonly records: ReadonlyArray<KeptRecord> }
  | { readonly form: "columns"; readonly columns: StagedColumns }

/** Normalizes the records of a chunk. */
export const normalizeAll = (
  { country, manifest }: Setup,
  records: Iterable<SourceRecord>,
  form: Staged["form"]
): Normalized => {
  const kept: Array<KeptRecord> = []
  const rejected: Array<readonly [number, RejectReason]> = []
  let at = 0
  for (const record of records) {
    const result = normalize(manifest, country, record)
    if (Result.isSuccess(result)) kept.push(result.success)
    else rejected.push([at, result.failure])
    at++
  }
  return {
    kept: kept.length,
    records: form === "records" ? { form, records: kept } : { form, columns: columnsOf(kept) },
    rejected,
    facts: factsOfKept(kept)
  }
}

interface Input {
  readonly columns: RawColumns
  readonly form: Staged["form"]
}

export const task = defineTask({
  module: import.meta.url,
  begin:
    (setup: Setup) =>
    ({ columns, form }: Input) =>
      normalizeAll(setup, unpackRecords(columns), form),
  given: ({ columns: { located, positions } }) => [located.buffer, positions.buffer]
})
