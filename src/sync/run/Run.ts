import { Schema } from "effect"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RejectSamples } from "../../../schemas/RejectSamples.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { PhaseUnit, RunPhase } from "../../../schemas/RunPhase.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"

/** The progress of one phase of a run. */
export const PhaseProgress = Schema.Struct({
  phase: RunPhase,
  done: Schema.Finite,
  /** Null if unknown. */
  total: Schema.NullOr(Schema.Finite),
  unit: PhaseUnit,
  /** Recent units per second; null if unknown. */
  rate: Schema.NullOr(Schema.Finite),
  secondsLeft: Schema.NullOr(Schema.Int),
  /** Milliseconds since 1970. */
  startedAt: Schema.Finite,
  /** Null while it is in progress. */
  endedAt: Schema.NullOr(Schema.Finite)
})
export type PhaseProgress = typeof PhaseProgress.Type

/** What a publication changed in the country's pool. */
export const Publication = Schema.Struct({
  /** Addresses that were added, changed in place, and removed. */
  added: Schema.Int,
  changed: Schema.Int,
  withdrawn: Schema.Int,
  /** The pool's version afterwards; unchanged if there was nothing to do. */
  poolVersion: Schema.Int,
  /** Published residential addresses of the country afterwards. */
  residential: Schema.Int,
  /** And before; absent for runs of versions that did not store it. */
  residentialBefore: Schema.optionalKey(Schema.Int)
})
export type Publication = typeof Publication.Type

const Counts = Schema.Record(Schema.String, Schema.Int)

/** What a run has noticed about its records besides their number, by which its result is explained. */
export const RunFacts = Schema.Struct({
  /** Kept records by kind of evidence; `none` for those without. Records that share an address all count. */
  evidence: Counts,
  /** Kept records without such a component, or without a position. */
  lacking: Counts,
  /** Kept records whose text was read in a wrong encoding, as far as that can be seen. */
  garbled: Schema.Int,
  /** What rejected records look like, by reason; `none` if they look like nothing known. See Clues.ts. */
  clues: Schema.Record(Schema.String, Counts)
})
export type RunFacts = typeof RunFacts.Type

/** What a run has counted: read is the sum of kept and rejected. */
export interface RunTotals {
  readonly read: number
  readonly kept: number
  readonly rejected: Readonly<Record<string, number>>
  readonly samples?: RejectSamples
  /** One per phase begun. */
  readonly phases?: ReadonlyArray<PhaseProgress>
  readonly facts?: RunFacts
}

/** The phases of a run that has ended: whatever was in progress ended with it. */
export const endedPhases = (
  phases: ReadonlyArray<PhaseProgress>,
  endedAt: number | undefined
): ReadonlyArray<PhaseProgress> =>
  endedAt === undefined
    ? phases
    : phases.map((phase) => ({
        ...phase,
        endedAt: phase.endedAt ?? Math.max(phase.startedAt, endedAt),
        secondsLeft: null
      }))

/** Outcomes of runs that a later run of the same data can continue, if they have finished a part. */
const brokeOff: ReadonlySet<RunOutcome> = new Set(["failed", "interrupted", "cancelled"])

/** Whether what a run has staged is kept when it ends: for a later run, or to be published after all. */
export const keepsStaging = (outcome: RunOutcome, hasFinishedPart: boolean): boolean =>
  outcome === "gated" || (brokeOff.has(outcome) && hasFinishedPart)

/** The progress of a run. */
export interface RunProgress extends RunTotals {
  readonly phase: RunPhase
  /** One per phase begun; the last is the current one. */
  readonly phases: ReadonlyArray<PhaseProgress>
  /** Recent records per second. */
  readonly rate: number
}

/** One run of one source in one country, as recorded. */
export interface Run extends RunTotals {
  readonly id: string
  readonly source: string
  readonly country: string
  readonly fingerprint: string
  readonly startedBy: StartedBy
  /** The process that works on it, or did; undefined for runs of versions that did not record it. */
  readonly runner: string | undefined
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly outcome: RunOutcome
  readonly phase: RunPhase
  /** One per phase begun, in order. None for runs of versions that did not record them. */
  readonly phases: ReadonlyArray<PhaseProgress>
  /** When the run last reported its progress, in milliseconds since 1970. */
  readonly progressAt: number | undefined
  /** Records per second; recent ones while it is in progress. */
  readonly rate: number | undefined
  /** How many records the source gave the last time it was read completely. */
  readonly expected: number | undefined
  readonly cancelRequested: boolean
  readonly samples: RejectSamples
  /** What the gates found, in sentences. */
  readonly findings: ReadonlyArray<string>
  /** Held back by the gates, with its records still staged: they can be published without reading again. */
  readonly publishable: boolean
  readonly publication: Publication | undefined
  readonly message: string | undefined
  /**
   * The explanations of its result, worded when it ended; undefined before, and for runs of versions that did not
   * record them.
   */
  readonly explanations: ReadonlyArray<Explanation> | undefined
}

/** What a source contributes to one region of a country. */
export interface Holding {
  readonly source: string
  readonly country: string
  /** The catalog's name; empty for records without a region. */
  readonly region: string
  readonly records: number
  /** Those with evidence of being a home. */
  readonly residential: number
}

/** The state of a source in a country. */
export interface Standing {
  readonly source: string
  readonly country: string
  /**
   * Of the last run that has ended; undefined if none has. Dry runs and cancelled runs do not count: they say nothing
   * about the source, and earlier problems remain.
   */
  readonly outcome: RunOutcome | undefined
  readonly message: string | undefined
  /** The explanations of the last run that published; none if there are none. */
  readonly explanations: ReadonlyArray<Explanation>
  /** When a run last published, or found nothing new, in milliseconds since 1970. */
  readonly goodAt: number | undefined
}
