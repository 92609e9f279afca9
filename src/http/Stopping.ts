import { Clock, Duration, Effect } from "effect"
import type { Server } from "node:http"
import * as Net from "node:net"

/** What is left to write the last answers, once requests in flight were told to end. */
const lastWords = "500 millis"

/** Closes the port alone. Node.js's own way for HTTP cuts idle connections at once, and with them what is on its way. */
const stopListening = (server: Server) =>
  Effect.callback<void>((resume) => {
    // Right after connections were taken in: those that nobody has taken in yet are reset.
    setImmediate(() => {
      Net.Server.prototype.close.call(server)
      resume(Effect.void)
    })
  })

const openConnections = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.getConnections((_, count) => resume(Effect.succeed(count)))
  })

/** What has reached this machine by now is read: a process that was busy learns of the time before it learns of requests. */
const caughtUp = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** All connections have ended. */
const ended = (server: Server) =>
  Effect.gen(function* () {
    while ((yield* openConnections(server)) > 0) yield* Effect.sleep(20)
  })

export interface StopTimes {
  /** How long a server that stops goes on answering, so that clients which keep connections learn that they end. */
  readonly drainTime: Duration.Input
  /** How long requests in flight have to finish after that. With both, a stop is over within 10 seconds. */
  readonly stopTime: Duration.Input
}

/** In how many looks at the connections a server drains. */
const looks = 25

/** A machine that is too busy for its looks makes a drain longer, by up to so much. */
const longest = 4

/** Until no connection is left, or for so long; longer where this process hardly comes to answer, which is as long for it. */
const drained = Effect.fnUntraced(function* (server: Server, drainTime: Duration.Duration) {
  const began = yield* Clock.currentTimeMillis
  const end = began + longest * Duration.toMillis(drainTime)
  for (let i = 0; i < looks && (yield* Clock.currentTimeMillis) < end; i++) {
    if ((yield* openConnections(server)) === 0) return
    yield* Effect.sleep(Duration.divideUnsafe(drainTime, looks))
    yield* caughtUp
  }
})

/**
 * Closes the port; goes on for a moment while answers say that their connections end, since a request that is on its way
 * on a connection which is closed would be lost; then waits for the requests that are left.
 */
export const drain = Effect.fnUntraced(function* (server: Server, { drainTime, stopTime }: StopTimes) {
  yield* stopListening(server)
  yield* drained(server, Duration.fromInputUnsafe(drainTime))
  yield* caughtUp
  server.closeIdleConnections()
  yield* Effect.ignore(Effect.timeout(ended(server), stopTime))
})

/**
 * Cuts off what is left when requests were told to end: connections that end nowhere, half a request or an answer that
 * nobody reads. Nothing else would end them.
 */
export const cut = Effect.fnUntraced(function* (server: Server) {
  yield* Effect.ignore(Effect.timeout(ended(server), lastWords))
  server.closeAllConnections()
  // Ends what Node.js does for a server that is open; that this one is closed already is no fault.
  server.close(() => undefined)
})
