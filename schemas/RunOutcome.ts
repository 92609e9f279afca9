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
  description: "How a run stands, or how it ended. gated: the gates held it back, and the published pool stands."
})
export type RunOutcome = typeof RunOutcome.Type
