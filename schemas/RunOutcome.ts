import { Schema } from "effect"

/** The state of a synchronization run, or how it ended. */
export const RunOutcome = Schema.Literals([
  "running",
  "published",
  "unchanged",
  "gated",
  "failed",
  "interrupted",
  "cancelled",
  "dry-run"
]).annotate({
  identifier: "RunOutcome",
  description:
    "The state of a run, or how it ended. gated: the gates held it back, and the published pool is unchanged."
})
export type RunOutcome = typeof RunOutcome.Type
