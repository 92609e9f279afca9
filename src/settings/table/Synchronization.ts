import { mostThreads } from "../../../sources/threads/Threads.ts"
import { optional, withDefault } from "../Setting.ts"
import { onOff, time, whole } from "../Shapes.ts"

/** How synchronizations run, and how old pools may become. */
export const synchronization = {
  SYNC: withDefault("SYNC", {
    sentence: "`off`: this service reads no sources; [runners](../cluster/README.md#runners) do.",
    shape: onOff,
    default: "on"
  }),
  SYNC_CONCURRENCY: withDefault("SYNC_CONCURRENCY", {
    sentence: "Synchronizations that one process runs side by side, 1 to 4.",
    shape: whole(1, 4),
    default: "2"
  }),
  READ_THREADS: optional("READ_THREADS", {
    sentence: "Threads that read and normalize records, 1 to 64; with 1 everything is done in one.",
    shape: whole(1, mostThreads),
    otherwise: "the machine's processors",
    unit: "threads"
  }),
  POOL_MAX_AGE: withDefault("POOL_MAX_AGE", {
    sentence: "Older pools are reported as stale by `data-health`.",
    shape: time('"90 days", "36 hours" or "2 weeks"'),
    default: "90 days"
  })
}
