import { Context, Effect } from "effect"
import type { Staging } from "../publish/Publisher.ts"
import type { RunTotals } from "../run/Run.ts"
import type { SyncJob } from "../run/SyncJob.ts"

/** Another process that reads parts of this run. */
export interface Helper {
  /** Unique among the run's helpers. */
  readonly name: string
  /** How many parts it is handed ahead, so that the next one is ready when it finishes one. */
  readonly ahead: number
  /** Reads and stages a part; undefined if it cannot, and others should. */
  readonly read: (part: string) => Effect.Effect<RunTotals | undefined>
}

/** The run that is being helped. */
export interface Helped extends SyncJob, Pick<Staging, "runId" | "fingerprint"> {
  /** Where it stages. */
  readonly place: string
}

/** Who else could read parts of a run right now; nobody if the process is alone. */
export const ReadingHelp = Context.Reference<(run: Helped) => Effect.Effect<ReadonlyArray<Helper>>>(
  "doorstep/ReadingHelp",
  { defaultValue: () => () => Effect.succeed([]) }
)
