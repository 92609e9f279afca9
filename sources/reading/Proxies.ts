import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type Undici from "@effect/platform-node/Undici"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest } from "effect/http"
import { RefusedServer } from "./GuardedHttp.ts"
import { type Host, isAllowed, isWithin } from "./Hosts.ts"
import * as LateDispatcher from "./LateDispatcher.ts"
import { type ProxySettings, ReadingSettings } from "./Settings.ts"

/** Opens connections to servers, through the configured proxies. */
export const throughProxies =
  ({ http, https, none }: ProxySettings, options: Undici.Agent.Options = {}): LateDispatcher.Open =>
  ({ Agent, EnvHttpProxyAgent }) => {
    // An empty address means no proxy: without it, undici would read the environment itself.
    const agent = new EnvHttpProxyAgent({ ...options, httpProxy: http ?? "", httpsProxy: https ?? "", noProxy: none })
    // Of networks, undici knows nothing.
    const networks = none.split(/[,\s]+/).filter((one) => one.includes("/"))
    if (networks.length === 0) return agent
    const direct = new Agent(options)
    return {
      request: (request: Undici.Dispatcher.RequestOptions) => {
        const { hostname } = new URL(request.origin ?? "")
        return (isWithin(networks, hostname) ? direct : agent).request(request)
      },
      destroy: async () => void (await Promise.all([agent.destroy(), direct.destroy()]))
    }
  }

/** Whether all addresses of a host name may be read from, as far as this machine can tell. */
const mayAsk = async (hosts: ReadonlyArray<Host>, { hostname, port, protocol }: URL): Promise<boolean> => {
  const name = hostname.replace(/^\[(.*)\]$/, "$1")
  const number = Number(port || (protocol === "https:" ? 443 : 80))
  if (isIP(name) !== 0) return isAllowed(hosts, name, number, name)
  const found = await lookup(name, { all: true }).catch(() => [])
  // A name that only the proxy can resolve may be in the proxy's own network: the operator has to list it.
  if (found.length === 0)
    return hosts.some(({ host }) => host === name || (host.startsWith("*.") && name.endsWith(host.slice(1))))
  return found.every(({ address }) => isAllowed(hosts, name, number, address))
}

/**
 * Applies the rule of guarded connections when a proxy makes them: the name's addresses are checked before each
 * request, also for redirects. What a proxy resolves a moment later is the proxy's responsibility.
 */
export const guardedByName =
  (hosts: ReadonlyArray<Host>) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    // What maps requests alone sees only the first, and not those that follow redirects.
    HttpClient.transform(client, (response, request) => {
      const url = URL.canParse(request.url) ? new URL(request.url) : undefined
      if (url === undefined) return response
      return Effect.flatMap(
        Effect.promise(() => mayAsk(hosts, url)),
        (may) => (may ? response : Effect.fail(refused(request, url.hostname)))
      )
    })

const refused = (request: HttpClientRequest.HttpClientRequest, host: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, cause: new RefusedServer(host) })
  })

/** The client for sources that may read from anywhere. */
export const layerClient = Layer.provide(
  NodeHttpClient.layerUndiciNoDispatcher,
  Layer.effect(
    NodeHttpClient.Dispatcher,
    Effect.flatMap(ReadingSettings, ({ proxies }) => LateDispatcher.make(throughProxies(proxies)))
  )
)
