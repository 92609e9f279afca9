import { Context, type Effect } from "effect"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import type { SyncJob } from "./SyncJob.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** A synchronization that was ordered. */
export interface Work extends SyncJob {
  /** Identifies the order: the same order added twice is done once. */
  readonly order: string
  readonly startedBy: StartedBy
  readonly force?: boolean | undefined
  readonly anyway?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** A run that the gates held back, whose records are to be published without reading again. */
  readonly publish?: string | undefined
  /** The source was removed: what it has published is withdrawn. */
  readonly withdraw?: boolean | undefined
}

/** Synchronizations to be done by any process. What is added gets done, whichever process dies meanwhile. */
export class WorkQueue extends Context.Service<
  WorkQueue,
  {
    readonly put: (work: Work) => Effect.Effect<void, StorageUnavailable>
    /** What was added and is not done: in progress or queued. */
    readonly pending: Effect.Effect<ReadonlyArray<SyncJob>, StorageUnavailable>
    /**
     * Decides by what is pending whether to add something. One such decision is made at a time, over all processes: two
     * would find nothing pending, and both add it. What it adds is sent when it has ended.
     */
    readonly inTurn: <A, E, R>(decision: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("doorstep/WorkQueue") {}
