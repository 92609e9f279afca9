import { Duration, Redacted } from "effect"
import * as Net from "node:net"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/** For how many seconds a server may be silent after something was sent to it. */
const patienceSeconds = Duration.toSeconds(timeBudgets.silentConnection.time)

/** The same where it is unknown whether an answer is due. */
const unclearPatienceSeconds = Duration.toSeconds(timeBudgets.unclearConnection.time)

interface Endpoint {
  readonly host: string
  readonly port: number
}

/** The host and port of a PostgreSQL URL; undefined for a Unix socket, whose path is percent-encoded or a parameter. */
const endpointOf = (url: Redacted.Redacted): Endpoint | undefined => {
  const { hostname, port, searchParams } = new URL(Redacted.value(url))
  const host = searchParams.get("host") ?? (hostname.replace(/^\[|\]$/g, "") || "localhost")
  if (/^[/%]/.test(host)) return undefined
  return { host, port: Number(searchParams.get("port") ?? (port || 5432)) }
}

/**
 * A connection that ends by itself if the server has not answered for some seconds.
 *
 * For the client that serves: many requests share a connection, so one of them cannot end it by timing out. If the
 * network swallows everything (a cable is pulled, a firewall forgets the connection), the connection stays open for as
 * long as the system retransmits: a quarter of an hour. Until then, each new request would be sent down it and lost.
 * Bytes are counted below TLS and checked once a second, so that statements cost nothing extra. Without TLS, every
 * arrival tells what had been sent before it. With TLS, what was sent within the same second as an answer may have been
 * sent after it, and the watch is more patient. At worst it ends a connection that has been idle for that long.
 */
const connect = ({ host, port }: Endpoint, patience = patienceSeconds): Net.Socket => {
  const socket = Net.connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
  let read = 0
  let answered = 0
  let dueSeconds = 0
  let unclearSeconds: number | undefined
  const hear = () => {
    read = socket.bytesRead
    answered = socket.bytesWritten
    dueSeconds = 0
    unclearSeconds = undefined
  }
  const end = (seconds: number) => socket.destroy(new Error(`The server has not answered for ${seconds} seconds`))
  const look = () => {
    if (socket.bytesRead !== read) {
      hear()
      unclearSeconds = 0
    } else if (socket.bytesWritten > answered) {
      if (++dueSeconds >= patience) end(dueSeconds)
    } else if (unclearSeconds !== undefined && ++unclearSeconds >= unclearPatienceSeconds) end(unclearSeconds)
  }
  socket.on("data", hear)
  const watch = setInterval(look, 1_000).unref()
  socket.once("close", () => clearInterval(watch))
  return socket
}

/** The path of the Unix socket that a URL names. */
const pathOf = (url: Redacted.Redacted): string => {
  const { hostname, port, searchParams } = new URL(Redacted.value(url))
  return `${searchParams.get("host") ?? decodeURIComponent(hostname)}/.s.PGSQL.${searchParams.get("port") ?? (port || 5432)}`
}

/**
 * Watched connections to the server of a URL. All of them can be ended at once, which fails those waiting for an
 * answer.
 */
export const heldSockets = (url: Redacted.Redacted) => {
  const open = new Set<Net.Socket>()
  const endpoint = endpointOf(url)
  return {
    stream: (): Net.Socket => {
      const socket = endpoint === undefined ? Net.connect({ path: pathOf(url) }) : connect(endpoint)
      open.add(socket)
      socket.once("close", () => open.delete(socket))
      return socket
    },
    endAll: (why: string): void => {
      for (const socket of open) socket.destroy(new Error(why))
    }
  }
}

/**
 * Makes watched connections to the server of a URL, if it is reached by TCP.
 *
 * @param patience for how many seconds the server may be silent after something was sent to it
 */
export const watchedSockets = (url: Redacted.Redacted, patience?: number): { readonly stream?: () => Net.Socket } => {
  const endpoint = endpointOf(url)
  return endpoint === undefined ? {} : { stream: () => connect(endpoint, patience) }
}
