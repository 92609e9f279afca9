import { Effect } from "effect"
import { sentence } from "../Failure.ts"

/**
 * The result of a check.
 *
 * - `ok`: nothing to fix
 * - `warning`: the service runs, but not as well as it could
 * - `fault`: the service, or a part of it, does not run until this is fixed
 */
export interface Finding {
  readonly state: "ok" | "warning" | "fault"
  /** What was checked, in a word or two. */
  readonly about: string
  /** The state, in a sentence. */
  readonly message: string
  /** How to fix it. */
  readonly mend?: string
}

export const ok = (about: string, message: string): Finding => ({ state: "ok", about, message })

export const warning = (about: string, message: string, mend: string): Finding => ({
  state: "warning",
  about,
  message,
  mend
})

export const fault = (about: string, message: string, mend?: string): Finding =>
  mend === undefined ? { state: "fault", about, message } : { state: "fault", about, message, mend }

/** The finding, or a fault that says why the check failed. */
export const orFault =
  (about: string) =>
  <E, R>(check: Effect.Effect<ReadonlyArray<Finding>, E, R>): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
    Effect.catch(check, (error) => Effect.succeed([fault(about, sentence(error))]))
