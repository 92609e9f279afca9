import type { EvidenceKind } from "../../../schemas/Address.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import type { Configured, Manifest } from "../../../sources/DataSource.ts"
import type { RunTotals } from "../run/Run.ts"

/** Types of configured sources, and `code` for those that are written in code. */
export const kinds = ["openstreetmap", "overture", "openaddresses", "register", "file", "code"] as const
export type SourceKind = (typeof kinds)[number]

/** The pool of the country after the run. */
interface PoolAfter {
  readonly homes: number
  /** Undefined where it is not known. */
  readonly homesBefore: number | undefined
}

/** A run that is to be explained: what it was asked, what it counted, and what came of it. */
export interface Subject {
  readonly country: string
  readonly outcome: RunOutcome
  /** Absent: the source is written in code, or is not there any more. */
  readonly configured?: Configured | undefined
  readonly manifest?: Pick<Manifest, "derive"> | undefined
  readonly totals: RunTotals
  /** What the gates found. */
  readonly findings: ReadonlyArray<string>
  readonly message: string | undefined
  /** Absent: nothing was published. */
  readonly pool?: PoolAfter | undefined
  /** The weakest evidence that makes a home in the country; absent: any. */
  readonly weakest?: EvidenceKind | undefined
}

export const kindOf = ({ configured }: Pick<Subject, "configured">): SourceKind =>
  kinds.find((kind) => kind === configured?.type) ?? "code"
