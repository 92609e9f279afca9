import { Context, type Effect } from "effect"
import type { StartedBy } from "./Run.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** A source in a country, as it is synchronized by one run. */
export interface SyncJob {
  readonly source: string
  readonly country: string
}

/** A synchronization that somebody has ordered. */
export interface Work extends SyncJob {
  /** Names the order: put twice it is one. */
  readonly order: string
  readonly startedBy: StartedBy
  readonly force?: boolean | undefined
  readonly anyway?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** A run that the gates held back, whose records are to be published without reading again. */
  readonly publish?: string | undefined
}

/** What is to be synchronized, for whichever process does it. What is put is done, whoever dies meanwhile. */
export class WorkQueue extends Context.Service<
  WorkQueue,
  {
    readonly put: (work: Work) => Effect.Effect<void, StorageUnavailable>
    /** What was put and is not done: under way, or waiting for its turn. */
    readonly pending: Effect.Effect<ReadonlyArray<SyncJob>, StorageUnavailable>
  }
>()("doorstep/WorkQueue") {}
