import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type Undici from "@effect/platform-node/Undici"
import type { buildConnector } from "@effect/platform-node/Undici"
import { Effect } from "effect"
import { type Host, isAllowed } from "./Hosts.ts"
import * as LateDispatcher from "./LateDispatcher.ts"

/** A refused connection: the server is on this machine or in a private network. */
export class RefusedServer extends Error {
  readonly host: string
  constructor(host: string) {
    super(`${host} is on this machine or in a private network`)
    this.host = host
  }
}

/** The refusal among a failure's causes. */
export const refusedServer = (error: unknown): RefusedServer | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedServer) return cause
    if (cause instanceof AggregateError) return cause.errors.map(refusedServer).find((one) => one !== undefined)
  }
  return undefined
}

/** Resolves a name to all its addresses. */
type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: ReadonlyArray<LookupAddress>) => void
) => void

/** Passes on only those addresses of a name that a source may connect to. */
export const guardedLookup =
  (hosts: ReadonlyArray<Host>, port: number, resolve: Resolve = lookup): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, "")
      const allowed = found.filter(({ address }) => isAllowed(hosts, name, port, address))
      const [first] = allowed
      if (first === undefined) return done(new RefusedServer(name), "")
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family)
    })
  }

/** Opens connections, and checks the actual address for each connection. */
const guardedConnector = (hosts: ReadonlyArray<Host>, undici: LateDispatcher.Library): buildConnector.connector => {
  const byPort = new Map<number, buildConnector.connector>()
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80))
    const name = options.hostname.replace(/^\[(.*)\]$/, "$1")
    // An IP address needs no look-up.
    if (isIP(name) !== 0 && !isAllowed(hosts, name, port, name)) return callback(new RefusedServer(name), null)
    const connect = byPort.get(port) ?? undici.buildConnector({ allowH2: false, lookup: guardedLookup(hosts, port) })
    byPort.set(port, connect)
    return connect(options, callback)
  }
}

/** A client that connects only to public servers and the given hosts, for as long as the scope. */
export const makeGuardedClient = (
  hosts: ReadonlyArray<Host>,
  open: (options: Undici.Agent.Options) => LateDispatcher.Open
) =>
  LateDispatcher.make((undici) => open({ connect: guardedConnector(hosts, undici) })(undici)).pipe(
    Effect.flatMap((dispatcher) =>
      Effect.provideService(NodeHttpClient.makeUndici, NodeHttpClient.Dispatcher, dispatcher)
    )
  )
