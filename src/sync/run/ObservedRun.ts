import { Effect } from "effect"
import { ReadingProgress, Setbacks, TransferProgress } from "../../../sources/reading/Progress.ts"
import { type ReadingThreads, Threads } from "../../../sources/threads/Threads.ts"
import type { Begun } from "../publish/Publisher.ts"
import type { Run, RunTotals } from "./Run.ts"
import { makeWatch } from "./RunWatch.ts"
import type { SyncRequest } from "./SyncReport.ts"

/** A run's watch, which reports every progress to the requester. */
export const observe = (
  run: Pick<Run, "source" | "country">,
  begun: Begun,
  { onProgress, onSetback }: Pick<SyncRequest, "onProgress" | "onSetback">,
  threads: ReadingThreads
) => {
  let finished = 0
  const watch = makeWatch(begun)
  const tell = Effect.gen(function* () {
    const { expected } = begun
    const progress = { ...run, expected, finished, ...watch.totals(), phases: yield* watch.phases }
    yield* onProgress?.(progress) ?? Effect.void
  })
  const told =
    <A>(hear: (news: A) => Effect.Effect<void>) =>
    (news: A) =>
      Effect.andThen(hear(news), tell)
  return {
    ...watch,
    onTotals: (totals: RunTotals, ofFinished: number) =>
      Effect.suspend(() => {
        finished = ofFinished
        return Effect.andThen(watch.counted(totals), tell)
      }),
    checking: told(watch.checking),
    onStep: (done: number, total: number) => Effect.andThen(watch.publishing(done, total), tell),
    /** Receives what a source downloads and reads, possibly in threads. */
    hearing: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      work.pipe(
        Effect.provideService(Threads, threads),
        Effect.provideService(TransferProgress, told(watch.transferred)),
        Effect.provideService(ReadingProgress, told(watch.read)),
        Effect.provideService(Setbacks, (failure) => onSetback?.({ ...run, failure }) ?? Effect.void)
      ),
    ended: Effect.map(watch.endedPhases, (phases): RunTotals => ({ ...watch.totals(), phases }))
  }
}

export type ObservedRun = ReturnType<typeof observe>
