import { Cause, Context, Exit, Schema } from "effect"
import type { Effect, Scope } from "effect"
import type { GateTripped, Limits } from "./Gates.ts"
import type { KeptRecord } from "./KeptRecord.ts"

/** The storage behind the pools could not be read or written. What was published stays as it was. */
export class PublisherUnavailable extends Schema.TaggedError<PublisherUnavailable>()("PublisherUnavailable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** Another run of the same source and country is under way. */
export class RunInProgress extends Schema.TaggedError<RunInProgress>()("RunInProgress", {
  source: Schema.String,
  country: Schema.String,
  message: Schema.String
}) {}

/** How a run stands, or how it ended. */
export const RunOutcome = Schema.Literals(["running", "published", "unchanged", "gated", "failed", "interrupted"])
export type RunOutcome = typeof RunOutcome.Type

/** What a publication did to the country's pool. */
export interface Publication {
  /** Addresses that came in, changed in place, and left. */
  readonly added: number
  readonly changed: number
  readonly withdrawn: number
  /** The pool's version after it; the same as before when nothing was to be done. */
  readonly poolVersion: number
  /** Published residential addresses of the country after it. */
  readonly residential: number
}

/** What a run has counted. */
export interface RunTotals {
  readonly read: number
  readonly kept: number
  readonly rejected: Readonly<Record<string, number>>
}

/** One run of one source in one country, as it is recorded. */
export interface Run extends RunTotals {
  readonly id: string
  readonly source: string
  readonly country: string
  readonly fingerprint: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly outcome: RunOutcome
  readonly publication: Publication | undefined
  readonly message: string | undefined
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
  /** Of the last run that has ended; undefined when none has. */
  readonly outcome: RunOutcome | undefined
  readonly message: string | undefined
  /** When a run last published, or found nothing new: milliseconds since 1970. */
  readonly goodAt: number | undefined
}

/** A run under way: records go in by chunks, and become visible at once with `publish`, or never. */
export interface Staging {
  readonly runId: string
  /** Adds records; of several with one address the one with the smallest record ID stays. Staging one again is safe. */
  readonly stage: (records: ReadonlyArray<KeptRecord>) => Effect.Effect<void, PublisherUnavailable>
  /** Forgets what was staged: a source that broke off is read again from its beginning. */
  readonly clear: Effect.Effect<void, PublisherUnavailable>
  /** Addresses staged so far. */
  readonly staged: Effect.Effect<number, PublisherUnavailable>
  /** Replaces the source's records of the country by the staged ones, in one transaction with catalog and counts. */
  readonly publish: (options: {
    readonly totals: RunTotals
    readonly limits: Limits
    /** Publish in spite of what the gates find. */
    readonly anyway: boolean
  }) => Effect.Effect<Publication, GateTripped | PublisherUnavailable>
  /** Ends the run without a publication. */
  readonly abandon: (
    outcome: "unchanged" | "gated" | "failed" | "interrupted",
    totals: RunTotals,
    message: string
  ) => Effect.Effect<void, PublisherUnavailable>
}

/** How a run is recorded that ended without saying so. */
export const leftOver = (
  exit: Exit.Exit<unknown, unknown>
): readonly ["interrupted" | "failed", RunTotals, message: string] => {
  const totals = { read: 0, kept: 0, rejected: {} }
  const broken = Exit.isFailure(exit) && !Cause.hasInterrupts(exit.cause)
  return broken ? ["failed", totals, "The run broke down."] : ["interrupted", totals, "The run was interrupted."]
}

/** Writes pools: the only way in. */
export class Publisher extends Context.Service<
  Publisher,
  {
    /** Starts a run; fails at once when one of the same source and country is under way in any process. */
    readonly begin: (
      source: string,
      country: string,
      fingerprint: string
    ) => Effect.Effect<Staging, RunInProgress | PublisherUnavailable, Scope.Scope>
    /** Fingerprint of the last run that was published, or found unchanged, of the source in the country. */
    readonly lastFingerprint: (
      source: string,
      country: string
    ) => Effect.Effect<string | undefined, PublisherUnavailable>
    /** What each source has in the pools, by source, country and region. Counted when it is asked for. */
    readonly holdings: Effect.Effect<ReadonlyArray<Holding>, PublisherUnavailable>
    /** How these sources stand in these countries, in the order asked for. */
    readonly standings: (
      pairs: ReadonlyArray<Pick<Standing, "source" | "country">>
    ) => Effect.Effect<ReadonlyArray<Standing>, PublisherUnavailable>
    /** Recorded runs, the newest first. */
    readonly runs: (limit: number) => Effect.Effect<ReadonlyArray<Run>, PublisherUnavailable>
  }
>()("doorstep/Publisher") {}
