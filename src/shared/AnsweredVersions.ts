import { Context, Effect } from "effect"

/**
 * Versions of pools that some process of the deployment has answered from. What one client is answered never goes back,
 * whichever process it asks: who counts its requests learns in the same statement what others have answered from, and who
 * answers from a newer version says so before the answer leaves.
 *
 * Without a Layer a process knows of none but its own.
 */
export interface AnsweredVersions {
  /** The newest that is known of a country; 0: none. */
  readonly of: (country: string) => number
  /** Stands for all that was heard; what is stored under the same mark is known. */
  readonly mark: () => string
  readonly hear: (mark: string, versions: Readonly<Record<string, number>>) => void
  /** Called with each version that was heard of. */
  readonly onHeard: (listener: (country: string, version: number) => void) => void
  /** Says that somebody is about to be answered from the version; at once where that is known. */
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
