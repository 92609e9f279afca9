import { Clock, Duration, Effect } from "effect"
import type { Server } from "node:http"
import * as Net from "node:net"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** Lets pending input be read first: a busy process notices that time is up before it notices waiting requests. */
const caughtUp = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Whether the time is up. */
type IsOver = Effect.Effect<boolean>

/**
 * Resolves after a turn of the event loop without a new connection: each turn accepts one, and those still waiting are reset
 * when the port closes.
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
 * Closes the port alone. Node.js's `close` for HTTP also cuts idle connections at once, and loses requests on their way.
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
  /** How long a server that stops goes on answering, so that clients which keep connections learn that they end. */
  readonly drainTime: Duration.Input
  /** How long requests in flight have to finish after that. With both, a stop is over within 10 seconds, however busy. */
  readonly stopTime: Duration.Input
}

export interface Drain extends StopTimes {
  /** Has answers say from then on that their connections end: done when no other can be made in their place. */
  readonly whenClosed: Effect.Effect<void>
}

/** In how many looks at the connections a server drains. */
const looks = 25

/** On a busy machine, looks come late and the drain takes longer, by up to this much. */
const longest = 5

/** Waits until no connection is left, or for this long; longer if the process is too busy to answer in that time. */
const drained = Effect.fnUntraced(function* (server: Server, drainTime: Duration.Duration, isOver: IsOver) {
  for (let i = 0; i < looks && !(yield* isOver); i++) {
    if ((yield* openConnections(server)) === 0) return
    yield* Effect.sleep(Duration.divideUnsafe(drainTime, looks))
    yield* caughtUp
  }
})

/**
 * Closes the port; goes on for a moment while answers say that their connections end, since a request that is on its way
 * on a connection which is closed would be lost; then waits for the requests that are left.
 */
export const drain = Effect.fnUntraced(function* (server: Server, { drainTime, stopTime, whenClosed }: Drain) {
  const usual = Duration.fromInputUnsafe(drainTime)
  const end = (yield* Clock.currentTimeMillis) + longest * Duration.toMillis(usual)
  const isOver = Effect.map(Clock.currentTimeMillis, (now) => now >= end)
  yield* allTakenIn(server, isOver)
  yield* stopListening(server)
  yield* whenClosed
  yield* drained(server, usual, isOver)
  yield* caughtUp
  server.closeIdleConnections()
  yield* Effect.ignore(Effect.timeout(ended(server), stopTime))
})

/**
 * Cuts off what is left when requests were told to end: connections that end nowhere, half a request or an answer that
 * nobody reads. Nothing else would end them.
 */
export const cut = Effect.fnUntraced(function* (server: Server) {
  yield* Effect.ignore(Effect.timeout(ended(server), timeBudgets.stopAnswers.time))
  server.closeAllConnections()
  // Stops Node.js's timers for an open server. It reports that the server is closed already, which is no fault.
  server.close(() => undefined)
})
