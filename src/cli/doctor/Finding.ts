import { Effect, Predicate } from "effect"

/**
 * What a check found.
 *
 * - `ok`: nothing to mend
 * - `warning`: the service runs, and not as well as it could
 * - `fault`: the service, or a part of it, does not run until it is mended
 */
export interface Finding {
  readonly state: "ok" | "warning" | "fault"
  /** What was looked at, in a word or two. */
  readonly about: string
  /** What is so, in a sentence. */
  readonly message: string
  /** What to do about it. */
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

/** An error's own sentence, which says what to do. */
export const sentence = (error: unknown): string =>
  Predicate.hasProperty(error, "message") && typeof error.message === "string" ? error.message : String(error)

/** The finding, or a fault with what kept it from being made. */
export const orFault =
  (about: string) =>
  <E, R>(check: Effect.Effect<ReadonlyArray<Finding>, E, R>): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
    Effect.catch(check, (error) => Effect.succeed([fault(about, sentence(error))]))
