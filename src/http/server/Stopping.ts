import { Duration, Effect } from "effect"
import type { Server } from "node:http"
import * as Net from "node:net"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { steadyMillis } from "../../shared/Clocks.ts"

/**
 * Lets pending input be read first, because a busy process notices that time is up before it notices waiting requests.
 */
const caughtUp = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Whether time is up. */
type IsOver = Effect.Effect<boolean>

/**
 * Resolves after a turn of the event loop without a new connection. Each turn accepts one, and those still waiting are
 * reset when the port closes.
 */
const allTakenIn = (server: Server, isOver: IsOver) =>
  Effect.gen(function* () {
    let came = 1
    const count = () => void came++
    server.on("connection", count)
    // The current turn may have polled for connections already.
    yield* caughtUp
    while (came > 0 && !(yield* isOver)) {
      came = 0
      yield* caughtUp
    }
    server.off("connection", count)
  })

/**
 * Closes only the port. Node.js's `close` for HTTP also cuts idle connections at once, which loses requests on their
 * way.
 */
const stopListening = (server: Server) => Effect.sync(() => void Net.Server.prototype.close.call(server))

const openConnections = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.getConnections((_, count) => resume(Effect.succeed(count)))
  })

/** All connections have ended. */
const ended = (server: Server) =>
  Effect.gen(function* () {
    while ((yield* openConnections(server)) > 0) yield* Effect.sleep(20)
  })

export interface StopTimes {
  /** How long a stopping server keeps responding, so that clients with open connections learn that these end. */
  readonly drainTime: Duration.Input
  /** How long that may take when the process is busy and its checks run late. */
  readonly longestDrain: Duration.Input
  /**
   * How long requests in flight have to finish after that. If draining took longer, they have that much less, but at
   * least their time limit.
   */
  readonly stopTime: Duration.Input
}

export interface Drain extends StopTimes {
  /** From now on, responses say that their connection ends: done when no other can be opened in its place. */
  readonly whenClosed: Effect.Effect<void>
  /** The time limit of a request. */
  readonly timeLimit: Duration.Input
}

/** How many times a server looks at its connections while it drains. */
const looks = 25

/**
 * Waits until no connection is left, or for this many milliseconds; longer if the process is too busy to respond in that
 * time.
 */
const drained = Effect.fnUntraced(function* (server: Server, time: number, isOver: IsOver) {
  for (let i = 0; i < looks && !(yield* isOver); i++) {
    if ((yield* openConnections(server)) === 0) return
    yield* Effect.sleep(time / looks)
    yield* caughtUp
  }
})

/**
 * Closes the port. For a moment, responses say that their connections end, because closing a connection would lose a
 * request that is already on its way. Then waits for the requests that are left.
 */
export const drain = Effect.fnUntraced(function* (server: Server, times: Drain) {
  const usual = Duration.toMillis(times.drainTime)
  const longest = Duration.toMillis(times.longestDrain)
  const stopTime = Duration.toMillis(times.stopTime)
  const start = yield* steadyMillis
  const taken = Effect.map(steadyMillis, (now) => now - start)
  const isOver = Effect.map(taken, (time) => time >= longest)
  yield* allTakenIn(server, isOver)
  yield* stopListening(server)
  yield* times.whenClosed
  yield* drained(server, usual, isOver)
  yield* caughtUp
  server.closeIdleConnections()
  const late = Math.max(0, (yield* taken) - usual)
  const atLeast = Math.min(stopTime, Duration.toMillis(times.timeLimit))
  yield* Effect.ignore(Effect.timeout(ended(server), Math.max(atLeast, stopTime - late)))
})

/**
 * Cuts off what is left after requests were told to end: connections without an end, half a request, or a response that
 * nobody reads. Nothing else would end them.
 */
export const cut = Effect.fnUntraced(function* (server: Server) {
  yield* Effect.ignore(Effect.timeout(ended(server), timeBudgets.stopAnswers.time))
  server.closeAllConnections()
  // Stops Node.js's timers for an open server. It reports that the server is already closed, which is no fault.
  server.close(() => undefined)
})
