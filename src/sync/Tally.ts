import { Result } from "effect"
import { isRejected, type Manifest, type SourceRecord } from "../../sources/DataSource.ts"
import type { KeptRecord } from "./KeptRecord.ts"
import { normalize } from "./Normalize.ts"
import { addCounts, addFacts, makeNoticed, noFacts } from "./Noticed.ts"
import type { RejectSample, RejectSamples, RunTotals } from "./Run.ts"

/** Samples that are kept of each reason. */
const samplesPerReason = 5

/** Characters of a sample. */
const longestSample = 400

const shorten = (text: string): string => (text.length > longestSample ? `${text.slice(0, longestSample - 1)}…` : text)

const shown = (raw: object): string => {
  try {
    return JSON.stringify(raw, (_, value) => (typeof value === "bigint" ? String(value) : value)) ?? String(raw)
  } catch {
    return "The record cannot be shown."
  }
}

/** What was rejected, for a person to look at: the source's own words, or the record as the source gave it. */
const sampleOf = (raw: SourceRecord): RejectSample => {
  // Plug-ins may give anything, nothing included.
  if (typeof raw !== "object" || raw === null) return { detail: shorten(String(raw)) }
  if (isRejected(raw)) return { detail: shorten(String(raw.detail)) }
  const { evidence: _, recordId, ...rest } = raw
  return { ...(typeof recordId === "string" ? { recordId: shorten(recordId) } : {}), detail: shorten(shown(rest)) }
}

/** Counts what becomes of records. */
export const makeTally = (manifest: Manifest, country: string) => {
  let read = 0
  let kept = 0
  const rejected: Record<string, number> = {}
  const samples: Record<string, Array<RejectSample>> = {}
  const noticed = makeNoticed(country)
  return {
    /** Records that were read: what becomes of them may show later. */
    saw: (count: number): void => {
      read += count
    },
    /** Normalizes records; gives those that can be kept, counts the others by reason. */
    take: (chunk: ReadonlyArray<SourceRecord>): ReadonlyArray<KeptRecord> => {
      const passed: Array<KeptRecord> = []
      for (const raw of chunk) {
        const result = normalize(manifest, country, raw)
        if (Result.isSuccess(result)) {
          passed.push(result.success)
          noticed.kept(result.success)
          continue
        }
        const reason = result.failure
        rejected[reason] = (rejected[reason] ?? 0) + 1
        noticed.rejected(reason, raw)
        const known = (samples[reason] ??= [])
        if (known.length < samplesPerReason) known.push(sampleOf(raw))
      }
      kept += passed.length
      return passed
    },
    totals: (): RunTotals => ({
      read,
      kept,
      rejected: { ...rejected },
      samples: { ...samples },
      facts: noticed.facts()
    })
  }
}

/** What the counts come to together. */
export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const addSamples = (a: RejectSamples, b: RejectSamples): RejectSamples => {
  const both: Record<string, ReadonlyArray<RejectSample>> = { ...a }
  for (const [reason, samples] of Object.entries(b)) {
    both[reason] = [...(both[reason] ?? []), ...samples].slice(0, samplesPerReason)
  }
  return both
}

/** Nothing counted yet. */
export const noTotals: RunTotals = { read: 0, kept: 0, rejected: {}, samples: {}, facts: noFacts }

/** What two parts have together; of samples, the first ones. */
export const add = (a: RunTotals, b: RunTotals): RunTotals => ({
  read: a.read + b.read,
  kept: a.kept + b.kept,
  rejected: addCounts(a.rejected, b.rejected),
  samples: addSamples(a.samples ?? {}, b.samples ?? {}),
  facts: addFacts(a.facts ?? noFacts, b.facts ?? noFacts)
})
