import { Context, Effect } from "effect"

/**
 * The pool versions that any process of the deployment has answered from. A client never sees a version go back,
 * whichever process it asks. Counting a request returns, in the same statement, what other processes have answered
 * from; and a process that answers from a newer version announces it before the response is sent.
 *
 * Without a Layer, a process knows only its own.
 */
export interface AnsweredVersions {
  /** The newest known version of a country; 0 if there is none. */
  readonly of: (country: string) => number
  /** Stands for everything heard so far. What is stored under the same mark is known. */
  readonly mark: () => string
  readonly hear: (mark: string, versions: Readonly<Record<string, number>>) => void
  /** Called with each version heard of. */
  readonly onHeard: (listener: (country: string, version: number) => void) => void
  /** Announces that a response is about to be made from the version. Immediate if that is known. */
  readonly tell: (country: string, version: number) => Effect.Effect<void>
}

export const AnsweredVersions = Context.Reference<AnsweredVersions>("doorstep/AnsweredVersions", {
  defaultValue: () => ({
    of: () => 0,
    mark: () => "",
    hear: () => undefined,
    onHeard: () => undefined,
    tell: () => Effect.void
  })
})
