import { Clock, Context, Effect, Layer, Schedule, Stream } from "effect"
import { type RunningRun, SyncRuns } from "../sync/run/SyncRuns.ts"
import type { Run } from "../sync/run/Run.ts"

/** The progress of synchronizations. */
export interface LiveState {
  /** Milliseconds since 1970. */
  readonly at: number
  /** In progress in any process, oldest first. */
  readonly running: ReadonlyArray<RunningRun>
  /** Recently ended runs. A listener gets only those it has not seen as ended. */
  readonly ended: ReadonlyArray<Run>
}

/** How many recent runs are checked for having ended. */
const recentRuns = 30
/** For how long after its end a run is reported to new listeners. */
const recentMillis = 60_000
const heartbeatMillis = 15_000

interface Told {
  readonly at: number
  /** The running ones as last sent, to detect changes. */
  readonly running: string
  readonly ended: ReadonlySet<string>
}

/** Sends a listener what it does not know yet, and something at least every 15 seconds. */
const tell = (told: Told | undefined, state: LiveState): readonly [Told, ReadonlyArray<LiveState>] => {
  const ended = state.ended.filter(({ id }) => told?.ended.has(id) !== true)
  const running = JSON.stringify(state.running)
  const isDue = told === undefined || state.at - told.at >= heartbeatMillis
  if (!isDue && running === told.running && ended.length === 0) return [told, []]
  return [{ at: state.at, running, ended: new Set(state.ended.map(({ id }) => id)) }, [{ ...state, ended }]]
}

/**
 * Progress of synchronizations, live. However many clients listen, the database is queried twice a second, and not at
 * all while nobody listens.
 */
export class LiveRuns extends Context.Service<
  LiveRuns,
  {
    /** The current state first, then changes; something at least every 15 seconds. */
    readonly changes: Stream.Stream<LiveState>
  }
>()("doorstep/LiveRuns") {
  static readonly layerNoDeps = Layer.effect(
    LiveRuns,
    Effect.gen(function* () {
      const runs = yield* SyncRuns

      const look = Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const [running, recent] = yield* Effect.all([runs.running, runs.recent({ limit: recentRuns })])
        const ended = recent.filter(({ endedAt }) => endedAt !== undefined && at - endedAt < recentMillis)
        return { at, running, ended } satisfies LiveState
      }).pipe(
        Effect.tapError(({ message }) => Effect.logDebug(message)),
        Effect.option
      )

      const states = yield* Stream.fromEffectSchedule(look, Schedule.spaced("500 millis")).pipe(
        Stream.flatMap((state) => Stream.fromIterable(state._tag === "Some" ? [state.value] : [])),
        // A slow listener misses intermediate states only: each state is complete.
        Stream.share({ capacity: 2, strategy: "sliding", replay: 1, idleTimeToLive: "1 second" })
      )

      return LiveRuns.of({ changes: Stream.mapAccum(states, () => undefined as Told | undefined, tell) })
    })
  )
}
