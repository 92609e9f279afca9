import type { Reading, Transfer } from "../../../sources/reading/Progress.ts"
import { bytesText, doneOf } from "../../shared/Amounts.ts"
import type { RunPhase } from "../../../schemas/RunPhase.ts"
import type { PhaseProgress, RunTotals } from "./Run.ts"

/** A sentence about what a broken-off run has kept of its download; none if there was nothing to download. */
export const keptDownload = (phases: ReadonlyArray<PhaseProgress>): ReadonlyArray<string> => {
  const download = phases.find(({ phase }) => phase === "downloading")
  if (download === undefined || download.done === 0) return []
  const { done, total } = download
  return done === total
    ? [`The download (${bytesText(done)}) is kept.`]
    : [`${doneOf(done, total)} have been downloaded and are kept; the next run continues from there.`]
}

/** How much of a phase's work is done, and how much there is. */
interface Measure {
  readonly done: number
  readonly total: number | null
  readonly unit: PhaseProgress["unit"]
}

interface Phase extends Measure {
  readonly phase: RunPhase
  readonly startedAt: number
  endedAt: number | null
  /** The state when its rate was last measured. */
  seen: { readonly done: number; readonly at: number; readonly rate: number | null }
}

/** Half-life of the rate, in milliseconds: older progress weighs less. */
const half = 3000
/** A rate over a shorter time says nothing. */
const shortest = 200

const rateOf = ({ done, seen }: Phase, at: number): number | null => {
  const millis = at - seen.at
  if (millis < shortest) return seen.rate
  const current = Math.max(0, ((done - seen.done) * 1000) / millis)
  if (seen.rate === null) return current
  return seen.rate + (1 - 0.5 ** (millis / half)) * (current - seen.rate)
}

const total = (parts: Iterable<{ readonly done: number; readonly total: number | null }>) => {
  let done = 0
  let all: number | null = 0
  for (const part of parts) {
    done += part.done
    all = all === null || part.total === null ? null : all + part.total
  }
  return { done, total: all }
}

/** The progress of a phase. From here on, the rate of a phase in progress is measured. */
const progressOf = (one: Phase, now: number): PhaseProgress => {
  const { done, endedAt, phase, startedAt, unit } = one
  const rate = endedAt === null ? rateOf(one, now) : null
  if (endedAt === null && now - one.seen.at >= shortest) one.seen = { done, at: now, rate }
  // Once a file has been read, its records may still be worked on: how fast it was read says nothing about how long.
  const isAllDone = one.total !== null && done >= one.total
  const left = one.total === null || isAllDone || rate === null || rate <= 0 ? null : (one.total - done) / rate
  return {
    phase,
    done,
    total: one.total,
    unit,
    rate: endedAt !== null ? average(done, endedAt - startedAt) : isAllDone ? null : rate,
    secondsLeft: left === null ? null : Math.ceil(left),
    startedAt,
    endedAt
  }
}

/** The phases of a run, from what its work reports. Times are milliseconds since 1970. */
export const makePhases = (expected: number | undefined) => {
  const phases: Array<Phase> = []
  const transfers = new Map<string, Transfer>()
  const readings = new Map<string, Reading>()

  /** The last phase is the one in progress. Moving to an earlier one resumes it. */
  const at = (phase: RunPhase, now: number, measure: Measure): void => {
    const known = phases.findIndex((one) => one.phase === phase)
    const before = known < 0 ? undefined : phases[known]!
    if (before !== undefined) phases.splice(known, 1)
    const last = phases.at(-1)
    if (last !== undefined) last.endedAt ??= now
    const taken = before === undefined || before.endedAt !== null
    phases.push({
      phase,
      ...measure,
      startedAt: before?.startedAt ?? now,
      endedAt: null,
      seen: taken ? { done: measure.done, at: now, rate: before?.seen.rate ?? null } : before.seen
    })
  }
  const beside = (phase: RunPhase, measure: Measure): boolean => {
    const known = phases.findIndex((one) => one.phase === phase)
    if (known < 0) return false
    phases[known] = { ...phases[known]!, ...measure }
    return true
  }

  return {
    /** The phase in progress. */
    present: (): RunPhase => phases.at(-1)?.phase ?? "reading",
    count: (): number => phases.length,
    transferred: (transfer: Transfer, now: number): void => {
      transfers.set(transfer.url, transfer)
      const measure = { ...total(transfers.values()), unit: "bytes" as const }
      // Downloading parts while a source is read is not a separate phase.
      const goesOnBeside = transfer.total === null && phases.at(-1)?.phase === "reading"
      if (goesOnBeside && beside("downloading", measure)) return
      at("downloading", now, measure)
    },
    /** A source that reports how far it has been read is measured by that, others by their records. */
    read: (reading: Reading, now: number): void => {
      readings.set(reading.place, reading)
      at("reading", now, { ...total(readings.values()), unit: "bytes" })
    },
    counted: ({ read }: RunTotals, now: number): void => {
      const goesOn = phases.at(-1)?.phase
      if (goesOn === "checking" || goesOn === "publishing") return
      if (readings.size > 0) return at("reading", now, { ...total(readings.values()), unit: "bytes" })
      const known = expected !== undefined && expected >= read ? expected : null
      at("reading", now, { done: read, total: known, unit: "records" })
    },
    /** Checks have no progress of their own: what is being published has passed them. */
    begun: (phase: "checking" | "publishing", now: number, measure: Measure): void => {
      const checks = phases.find((one) => one.phase === "checking")
      if (phase === "publishing" && checks?.total !== undefined) {
        beside("checking", { done: checks.total ?? checks.done, total: checks.total, unit: checks.unit })
      }
      at(phase, now, measure)
    },
    ended: (now: number): void => {
      const last = phases.at(-1)
      if (last !== undefined) last.endedAt ??= now
    },
    /** Every phase that was begun. Two calls within a moment return the same rate. */
    all: (now: number): ReadonlyArray<PhaseProgress> => phases.map((one) => progressOf(one, now))
  }
}

const average = (done: number, millis: number): number | null => (millis <= 0 ? null : (done * 1000) / millis)
