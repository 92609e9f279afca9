import { isRejected, type SourceRecord } from "../../../sources/DataSource.ts"
import { faultInWords } from "./FaultInWords.ts"
import type { Normalized } from "./NormalizeTask.ts"
import { addCounts, addFacts, makeClues, noFacts } from "./Noticed.ts"
import type { RejectSample, RejectSamples } from "../../../schemas/RejectSamples.ts"
import type { RunTotals } from "../run/Run.ts"
import { bigintsAsText } from "../../shared/JsonText.ts"
import { storable } from "./Storable.ts"

/** How many samples are kept for each reason. */
export const samplesPerReason = 5

/** Maximum characters of a sample. */
const longestSample = 400

/** Never ends with half a character. */
const shorten = (text: string): string =>
  storable(text.length > longestSample ? `${text.slice(0, longestSample - 1).replace(/[\ud800-\udbff]$/, "")}…` : text)

/** Plug-ins may give anything, even what throws when it is looked at. */
const attempt = <A>(look: () => A, otherwise: A): A => {
  try {
    return look()
  } catch {
    return otherwise
  }
}

const hidden = "The record cannot be shown."

const shown = (raw: SourceRecord, fault: string): RejectSample => {
  if (typeof raw !== "object" || raw === null) return { detail: shorten(`${fault}${String(raw)}`) }
  if (isRejected(raw)) return { detail: shorten(`${fault}${String(raw.detail)}`) }
  const { evidence: _, recordId, ...rest } = raw
  const record = attempt(() => JSON.stringify(rest, bigintsAsText) ?? String(rest), hidden)
  const detail = shorten(`${fault}${record}`)
  return typeof recordId === "string" ? { recordId: shorten(recordId), detail } : { detail }
}

/**
 * A rejected record for people to read: what is wrong with it if the reason does not say, and the source's own words, or
 * the record as the source gave it.
 *
 * @param fault what is wrong with it, if it is not for the record alone to tell
 */
export const sampleOf = (country: string, raw: SourceRecord, reason: string, fault?: string): RejectSample => {
  const said = fault ?? faultInWords(country, raw, reason)
  return attempt(() => shown(raw, said === undefined ? "" : `${said}: `), { detail: hidden })
}

/** Counts the outcomes of records. */
export const makeTally = (country: string) => {
  let kept = 0
  let facts = noFacts
  const rejected: Record<string, number> = {}
  const samples: Record<string, Array<RejectSample>> = {}
  const clues = makeClues(country)
  return {
    /**
     * Counts the outcome of a chunk. Chunks come in the order in which they were read.
     *
     * @param raws the rejected records; undefined for those of which enough were seen
     */
    took: (raws: ReadonlyArray<SourceRecord | undefined>, became: Normalized): void => {
      for (const [nth, [, reason]] of became.rejected.entries()) {
        const raw = raws[nth]
        rejected[reason] = (rejected[reason] ?? 0) + 1
        clues.rejected(reason, raw)
        const known = (samples[reason] ??= [])
        if (known.length < samplesPerReason && raw !== undefined) known.push(sampleOf(country, raw, reason))
      }
      kept += became.kept
      facts = addFacts(facts, became.facts)
    },
    /** Reasons for which no more rejected records need to be seen. */
    enough: clues.enough,
    /** @param read how many records were read by then; the outcome of some may be known later */
    totals: (read: number): RunTotals => ({
      read,
      kept,
      rejected: { ...rejected },
      // These lists grow with the chunks that follow.
      samples: Object.fromEntries(Object.entries(samples).map(([reason, known]) => [reason, [...known]])),
      facts: addFacts(facts, clues.facts())
    })
  }
}

/** The sum of counts. */
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

/** The sum of two parts, with the first of their samples. */
export const add = (a: RunTotals, b: RunTotals): RunTotals => ({
  read: a.read + b.read,
  kept: a.kept + b.kept,
  rejected: addCounts(a.rejected, b.rejected),
  samples: addSamples(a.samples ?? {}, b.samples ?? {}),
  facts: addFacts(a.facts ?? noFacts, b.facts ?? noFacts)
})
