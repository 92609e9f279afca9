import { Predicate } from "effect"
import type { DerivationMethod } from "../../../schemas/Address.ts"
import { isRejected, type Lines, type SourceRecord } from "../../../sources/DataSource.ts"
import type { LineReader } from "../../../sources/threads/Pieces.ts"
import { defineTask } from "../../../sources/threads/Threads.ts"
import type { RejectReason } from "../normalize/KeptRecord.ts"
import { makeNormalizing, type Normalized, type Setup as OfRecords, type Staged } from "./NormalizeTask.ts"
import { makeSift, type Sifted } from "../complete/Sift.ts"
import { samplesPerReason } from "./Tally.ts"

interface Setup extends OfRecords {
  readonly methods: ReadonlyArray<DerivationMethod> | undefined
  /** The module that reads the lines. */
  readonly module: string
  readonly setup: unknown
}

/** Lines to read, and the form in which the result is returned. */
export interface LinesToRead {
  readonly lines: Lines<unknown>
  readonly form: Staged["form"]
  /** Reasons for which enough rejected records were seen. */
  readonly enough: ReadonlyArray<string>
}

/** The outcome of some lines. */
export interface LinesRead extends Sifted {
  /** How many records they contain. */
  readonly read: number
  /** Of those that lacked nothing. */
  readonly became: Normalized
  /** The rejected records; undefined for those of which enough were seen. */
  readonly raws: ReadonlyArray<SourceRecord | undefined>
}

const isReader = (value: unknown): value is LineReader<unknown, unknown> => Predicate.hasProperty(value, "begin")

/** Keeps the rejected records that somebody may want to see. */
const makeShown = (enough: ReadonlyArray<string>) => {
  const shown = new Map<RejectReason, number>()
  return (record: SourceRecord, reason: RejectReason): SourceRecord | undefined => {
    if (!isRejected(record)) return enough.includes(reason) ? undefined : record
    const count = (shown.get(reason) ?? 0) + 1
    shown.set(reason, count)
    return count > samplesPerReason ? undefined : record
  }
}

/** Reads lines of a file, and normalizes those of their records that lack nothing. */
export const task = defineTask({
  module: import.meta.url,
  begin: async ({ country, manifest, methods, module, setup }: Setup) => {
    const { reader }: { readonly reader?: unknown } = await import(module)
    if (!isReader(reader)) throw new Error(`${module} exports no reader of lines.`)
    const recordsIn = reader.begin(setup)
    return ({ enough, form, lines }: LinesToRead): LinesRead => {
      const { normalized, take } = makeNormalizing({ country, manifest }, form)
      const sift = makeSift(country, methods)
      const shown = makeShown(enough)
      const raws: Array<SourceRecord | undefined> = []
      let read = 0
      for (const given of recordsIn(lines)) {
        read++
        const record = sift.take(given)
        const reason = record === undefined ? undefined : take(record)
        if (record !== undefined && reason !== undefined) raws.push(shown(record, reason))
      }
      return { read, became: normalized(), raws, ...sift.sifted() }
    }
  }
})
