import { Result } from "effect"
import type { Manifest, SourceRecord } from "../../../sources/DataSource.ts"
import { defineTask } from "../../../sources/threads/Threads.ts"
import type { KeptRecord, RejectReason } from "../normalize/KeptRecord.ts"
import { normalize } from "../normalize/Normalize.ts"
import { makeFacts } from "./Noticed.ts"
import { type RawColumns, unpackRecords } from "./RawColumns.ts"
import type { RunFacts } from "../run/Run.ts"
import { makeColumns, type StagedColumns } from "../stage/StagedColumns.ts"

export interface Setup {
  readonly manifest: Manifest
  readonly country: string
}

/** The outcome of a chunk of records. */
export interface Normalized {
  readonly kept: number
  readonly records: Staged
  /** Positions of the other records in the chunk, in order. */
  readonly rejected: ReadonlyArray<readonly [at: number, reason: RejectReason]>
  readonly facts: RunFacts
}

/** The kept records, in the form in which they are staged. */
export type Staged =
  | { readonly form: "records"; readonly records: ReadonlyArray<KeptRecord> }
  | { readonly form: "columns"; readonly columns: StagedColumns }

const makeStaged = (form: Staged["form"]) => {
  if (form === "columns") {
    const columns = makeColumns()
    return { add: columns.add, staged: (): Staged => ({ form, columns: columns.columns() }) }
  }
  const records: Array<KeptRecord> = []
  return { add: (record: KeptRecord) => void records.push(record), staged: (): Staged => ({ form, records }) }
}

/** Normalizes records one by one, and holds only what is staged. */
export const makeNormalizing = ({ country, manifest }: Setup, form: Staged["form"]) => {
  const staged = makeStaged(form)
  const facts = makeFacts()
  const rejected: Array<readonly [number, RejectReason]> = []
  let at = 0
  let kept = 0
  return {
    /** Why the record is rejected; undefined if it is kept. */
    take: (record: SourceRecord): RejectReason | undefined => {
      const result = normalize(manifest, country, record)
      at++
      if (Result.isFailure(result)) {
        rejected.push([at - 1, result.failure])
        return result.failure
      }
      staged.add(result.success)
      facts.kept(result.success)
      kept++
      return undefined
    },
    normalized: (): Normalized => ({ kept, records: staged.staged(), rejected, facts: facts.facts() })
  }
}

/** Normalizes the records of a chunk. */
export const normalizeAll = (setup: Setup, records: Iterable<SourceRecord>, form: Staged["form"]): Normalized => {
  const { normalized, take } = makeNormalizing(setup, form)
  for (const record of records) take(record)
  return normalized()
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
