import { Schema } from "effect"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"

/** What a run does now, or did last. */
export const RunPhase = Schema.Literals(["downloading", "reading", "checking", "publishing"])
export type RunPhase = typeof RunPhase.Type

/** How far a phase of a run is. */
export const PhaseProgress = Schema.Struct({
  phase: RunPhase,
  done: Schema.Finite,
  /** Null: it is not known. */
  total: Schema.NullOr(Schema.Finite),
  unit: Schema.Literals(["bytes", "records", "addresses", "steps"]),
  /** Units a second, of late; null: there is nothing to tell it from. */
  rate: Schema.NullOr(Schema.Finite),
  secondsLeft: Schema.NullOr(Schema.Int),
  /** Milliseconds since 1970. */
  startedAt: Schema.Finite,
  /** Null while it goes on. */
  endedAt: Schema.NullOr(Schema.Finite)
})
export type PhaseProgress = typeof PhaseProgress.Type

/** Who started a run: the command line, the clock, or somebody who asked the running service. */
export const StartedBy = Schema.Literals(["command", "schedule", "service"])
export type StartedBy = typeof StartedBy.Type

/** What a publication did to the country's pool. */
export const Publication = Schema.Struct({
  /** Addresses that came in, changed in place, and left. */
  added: Schema.Int,
  changed: Schema.Int,
  withdrawn: Schema.Int,
  /** The pool's version after it; the same as before when nothing was to be done. */
  poolVersion: Schema.Int,
  /** Published residential addresses of the country after it. */
  residential: Schema.Int,
  /** And before it; absent of runs of versions that did not keep it. */
  residentialBefore: Schema.optionalKey(Schema.Int)
})
export type Publication = typeof Publication.Type

/** A record that was rejected, as an example of its reason. */
export const RejectSample = Schema.Struct({
  /** Absent: the source could not tell which record it is. */
  recordId: Schema.optionalKey(Schema.String),
  /** What the source says is wrong with it, or the record itself, shortened. */
  detail: Schema.String
})
export type RejectSample = typeof RejectSample.Type

/** Up to five samples by reason. */
export const RejectSamples = Schema.Record(Schema.String, Schema.Array(RejectSample))
export type RejectSamples = typeof RejectSamples.Type

const Counts = Schema.Record(Schema.String, Schema.Int)

/** What a run has noticed of its records beside their number: what its result is explained by. */
export const RunFacts = Schema.Struct({
  /** Kept records by kind of evidence; `none` for those without. Those that share an address are all counted. */
  evidence: Counts,
  /** Kept records without such a component, or without a position. */
  lacking: Counts,
  /** Kept records whose text was read in a wrong encoding, as far as that can be seen. */
  garbled: Schema.Int,
  /** What rejected records look like, by reason: `none` where they look like nothing that is known. See Clues.ts. */
  clues: Schema.Record(Schema.String, Counts)
})
export type RunFacts = typeof RunFacts.Type

/** What a run has counted: read is the sum of kept and rejected. */
export interface RunTotals {
  readonly read: number
  readonly kept: number
  readonly rejected: Readonly<Record<string, number>>
  readonly samples?: RejectSamples
  /** One for each phase that was begun. */
  readonly phases?: ReadonlyArray<PhaseProgress>
  readonly facts?: RunFacts
}

/** Phases of a run that is over: whatever was going on ended with it. */
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

/** Where a run stands. */
export interface RunProgress extends RunTotals {
  readonly phase: RunPhase
  /** One for each phase that was begun; the last is the present one. */
  readonly phases: ReadonlyArray<PhaseProgress>
  /** Records a second, of late. */
  readonly rate: number
}

/** One run of one source in one country, as it is recorded. */
export interface Run extends RunTotals {
  readonly id: string
  readonly source: string
  readonly country: string
  readonly fingerprint: string
  readonly startedBy: StartedBy
  /** The process that works on it, or did; undefined of runs of versions that did not tell. */
  readonly runner: string | undefined
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly outcome: RunOutcome
  readonly phase: RunPhase
  /** One for each phase that was begun, the last last. None of runs of versions that did not tell them. */
  readonly phases: ReadonlyArray<PhaseProgress>
  /** When the run last said where it stands: milliseconds since 1970. */
  readonly progressAt: number | undefined
  /** Records a second, of late while it is under way. */
  readonly rate: number | undefined
  /** Records that the source gave the last time it was read to its end. */
  readonly expected: number | undefined
  readonly cancelRequested: boolean
  readonly samples: RejectSamples
  /** What the gates found, in sentences. */
  readonly findings: ReadonlyArray<string>
  /** Held back by the gates, and its records are still staged: they can be published without reading again. */
  readonly publishable: boolean
  readonly publication: Publication | undefined
  readonly message: string | undefined
  /** What its result shows, as it was told when it ended; undefined before, and of runs of versions that did not tell. */
  readonly explanations: ReadonlyArray<Explanation> | undefined
}

/** What a source gave one region of a country. */
export interface Holding {
  readonly source: string
  readonly country: string
  /** The catalog's name; empty for records without a region. */
  readonly region: string
  readonly records: number
  /** Those with evidence of being a home. */
  readonly residential: number
}

/** How a source stands in a country. */
export interface Standing {
  readonly source: string
  readonly country: string
  /**
   * Of the last run that has ended; undefined when none has. Dry runs do not count, and neither do runs that somebody
   * cancelled: they say nothing of the source, and what was wrong with it before still is.
   */
  readonly outcome: RunOutcome | undefined
  readonly message: string | undefined
  /** What the last run that published shows of the source; none where nothing does. */
  readonly explanations: ReadonlyArray<Explanation>
  /** When a run last published, or found nothing new: milliseconds since 1970. */
  readonly goodAt: number | undefined
}
