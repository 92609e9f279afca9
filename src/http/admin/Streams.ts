import { Effect, Schedule, Stream } from "effect"
import { AdminSessions } from "../../admin/AdminSessions.ts"
import { Ending } from "../edge/Ending.ts"

/** How long a stream may outlast its session. */
const interval = "2 seconds"

/** Waits until a session ends, by signing out in any process or by expiry. A database outage ends no session. */
export const endOfSession = Effect.gen(function* () {
  const sessions = yield* AdminSessions
  return (id: string): Effect.Effect<void> =>
    sessions.lasts(id).pipe(
      Effect.orElseSucceed(() => true),
      Effect.repeat({ schedule: Schedule.spaced(interval), while: (lasts) => lasts }),
      Effect.asVoid
    )
})

/** A stream of events that ends with the session, and before the server does. */
export const makeLasting = Effect.gen(function* () {
  const ending = yield* Ending
  return <A, B>(events: Stream.Stream<A>, end: Effect.Effect<void>, toEvent: (event: A) => B): Stream.Stream<B> =>
    events.pipe(Stream.interruptWhen(Effect.raceFirst(end, ending.begun)), Stream.map(toEvent))
})
