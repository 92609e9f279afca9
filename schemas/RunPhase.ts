import { Schema } from "effect"

/** What a run is doing, or did last. */
export const RunPhase = Schema.Literals(["downloading", "reading", "checking", "publishing"])
export type RunPhase = typeof RunPhase.Type

/** What the progress of a phase is counted in. */
export const PhaseUnit = Schema.Literals(["bytes", "records", "addresses", "steps"])
