import type { EvidenceKind } from "../../../schemas/Address.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import type { Configured, Manifest } from "../../../sources/DataSource.ts"
import type { RunTotals } from "../run/Run.ts"

/** Types of configured sources, and `code` for sources written in code. */
export const kinds = ["openstreetmap", "overture", "openaddresses", "register", "file", "code"] as const
export type SourceKind = (typeof kinds)[number]

/** The pool of the country after the run. */
interface PoolAfter {
  readonly homes: number
  /** Undefined if unknown. */
  readonly homesBefore: number | undefined
}

/** A run to explain: its request, its counts, and its result. */
export interface Subject {
  readonly country: string
  readonly outcome: RunOutcome
  /** Absent if the source is written in code, or has been removed. */
  readonly configured?: Configured | undefined
  readonly manifest?: Pick<Manifest, "derive"> | undefined
  readonly totals: RunTotals
  /** What the gates found. */
  readonly findings: ReadonlyArray<string>
  readonly message: string | undefined
  /** Absent if nothing was published. */
  readonly pool?: PoolAfter | undefined
  /** The weakest evidence accepted for a home in the country; absent if any is. */
  readonly weakest?: EvidenceKind | undefined
}

export const kindOf = ({ configured }: Pick<Subject, "configured">): SourceKind =>
  kinds.find((kind) => kind === configured?.type) ?? "code"
