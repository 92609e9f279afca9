import { Clock, Context, Effect, Layer, Schedule, Stream } from "effect"
import { type RunningRun, SyncRuns } from "../sync/run/SyncRuns.ts"
import type { Run } from "../sync/run/Run.ts"

/** How synchronizations stand. */
export interface LiveState {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Under way in any process, the oldest first. */
  readonly running: ReadonlyArray<RunningRun>
  /** Those that ended a short while ago; in what a listener gets, those that it was not told of. */
  readonly ended: ReadonlyArray<Run>
}

/** Runs that are looked at for having ended. */
const recentRuns = 30
/** How long a run is told of after its end to whoever begins to listen. */
const recentMillis = 60_000
const heartbeatMillis = 15_000

interface Told {
  readonly at: number
  /** The running ones as they were told, to see whether anything has changed. */
  readonly running: string
  readonly ended: ReadonlySet<string>
}

/** Tells one listener what it does not know yet, and something every 15 seconds in any case. */
const tell = (told: Told | undefined, state: LiveState): readonly [Told, ReadonlyArray<LiveState>] => {
  const ended = state.ended.filter(({ id }) => told?.ended.has(id) !== true)
  const running = JSON.stringify(state.running)
  const isDue = told === undefined || state.at - told.at >= heartbeatMillis
  if (!isDue && running === told.running && ended.length === 0) return [told, []]
  return [{ at: state.at, running, ended: new Set(state.ended.map(({ id }) => id)) }, [{ ...state, ended }]]
}

/**
 * Synchronizations as they go on. However many listen, the database is asked twice a second, and not at all while nobody
 * does.
 */
export class LiveRuns extends Context.Service<
  LiveRuns,
  {
    /** The first state at once, then what has changed, and something every 15 seconds. */
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
        // One who is slow misses states in between, and nothing else: each is whole by itself.
        Stream.share({ capacity: 2, strategy: "sliding", replay: 1, idleTimeToLive: "1 second" })
      )

      return LiveRuns.of({ changes: Stream.mapAccum(states, () => undefined as Told | undefined, tell) })
    })
  )
}
