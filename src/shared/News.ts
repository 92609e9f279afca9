import { Effect } from "effect"

/**
 * Logs what is found again and again, but only when it differs from what was found before. An empty
 * text says that there is nothing to tell.
 */
export const makeNews = (log: (what: string) => Effect.Effect<void>) => {
  let told = ""
  return (what: string): Effect.Effect<void> =>
    Effect.suspend(() => {
      const isNews = what !== told && what !== ""
      told = what
      return isNews ? log(what) : Effect.void
    })
}
