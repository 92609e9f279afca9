import { mostThreads } from "../../../sources/threads/Threads.ts"
import { optional, withDefault } from "../Setting.ts"
import { onOff, time, whole } from "../Shapes.ts"

/** How synchronizations run, and when pools count as stale. */
export const synchronization = {
  SYNC: withDefault("SYNC", {
    sentence:
      "With `off`, this service runs no synchronizations and leaves them to [runners](../cluster/README.md#runners).",
    shape: onOff,
    default: "on"
  }),
  SYNC_CONCURRENCY: withDefault("SYNC_CONCURRENCY", {
    sentence: "How many synchronizations one process runs at once, 1 to 4.",
    shape: whole(1, 4),
    default: "2"
  }),
  READ_THREADS: optional("READ_THREADS", {
    sentence: "Threads that read and normalize records, 1 to 64; 1 starts no extra threads.",
    shape: whole(1, mostThreads),
    otherwise: "the machine's processors, if its memory holds as many",
    unit: "threads"
  }),
  POOL_MAX_AGE: withDefault("POOL_MAX_AGE", {
    sentence: "The age from which `data-health` reports a pool as stale.",
    shape: time('"90 days", "36 hours" or "2 weeks"'),
    default: "90 days"
  })
}
