import { isRejected, type SourceRecord } from "../../../sources/DataSource.ts"
import { clueOf } from "../diagnosis/Clues.ts"
import type { KeptRecord, RejectReason } from "../normalize/KeptRecord.ts"
import type { RunFacts } from "../run/Run.ts"

/** How many rejected records are examined for each reason: a mistake in a source shows much earlier. */
const lookedAt = 1000

/** UTF-8 that was read as Latin-1 or Windows-1252, or text that was already damaged before. */
const brokenText = /[ÃÂ][\u0080-\u00bf]|â€|\ufffd/u

/** Components that an address may lack, but that readers of the result want to know about. */
const wanted = ["city", "region", "postcode"] as const

const isGarbled = (text: string | undefined): boolean => text !== undefined && brokenText.test(text)

type Counts = Record<string, number>

const count = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** Collects facts about kept records. */
export const makeFacts = () => {
  const evidence: Counts = {}
  const lacking: Counts = {}
  let garbled = 0
  return {
    kept: (record: KeptRecord): void => {
      const { city, street } = record.components
      count(evidence, record.evidence?.kind ?? "none")
      for (const component of wanted) if (record.components[component] === undefined) count(lacking, component)
      if (record.coordinates === undefined) count(lacking, "position")
      if (isGarbled(street) || isGarbled(city)) garbled++
    },
    facts: (): RunFacts => ({ evidence, lacking, garbled, clues: {} })
  }
}

/** Collects what rejected records look like. */
export const makeClues = (country: string) => {
  const clues: Record<string, Counts> = {}
  const looked: Counts = {}
  return {
    /** Garbage from a plug-in gives no clue, nor does what was examined elsewhere. */
    rejected: (reason: RejectReason, raw: SourceRecord | undefined): void => {
      if (typeof raw !== "object" || raw === null) return
      if ((looked[reason] ?? 0) >= lookedAt) return
      let clue: string | undefined
      try {
        if (isRejected(raw)) return
        clue = clueOf(reason, raw, country)
      } catch {
        clue = undefined
      }
      count(looked, reason)
      count((clues[reason] ??= {}), clue ?? "none")
    },
    /** Reasons for which no more records are examined. */
    enough: (): ReadonlyArray<string> => Object.keys(looked).filter((reason) => looked[reason]! >= lookedAt),
    facts: (): RunFacts => ({
      ...noFacts,
      clues: Object.fromEntries(Object.entries(clues).map(([reason, of]) => [reason, { ...of }]))
    })
  }
}

/** Adds counts by name. */
export const addCounts = (a: Readonly<Counts>, b: Readonly<Counts>): Readonly<Counts> => {
  const sum = { ...a }
  for (const [name, number] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + number
  return sum
}

/** Nothing noticed yet. */
export const noFacts: RunFacts = { evidence: {}, lacking: {}, garbled: 0, clues: {} }

/** The facts of two parts together. */
export const addFacts = (a: RunFacts, b: RunFacts): RunFacts => ({
  evidence: addCounts(a.evidence, b.evidence),
  lacking: addCounts(a.lacking, b.lacking),
  garbled: a.garbled + b.garbled,
  clues: Object.fromEntries(
    [...new Set([...Object.keys(a.clues), ...Object.keys(b.clues)])].map((reason) => [
      reason,
      addCounts(a.clues[reason] ?? {}, b.clues[reason] ?? {})
    ])
  )
})
