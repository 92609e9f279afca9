import { Schema } from "effect"

/** Who started a run: the command line, a schedule, or a request to the running service. */
export const StartedBy = Schema.Literals(["command", "schedule", "service"])
export type StartedBy = typeof StartedBy.Type
