import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type Undici from "@effect/platform-node/Undici"
import { Effect, Layer, type Scope } from "effect"

/** The library that makes connections. */
export type Library = typeof Undici

/** What opens connections, as far as an HTTP client uses it. */
type Opened = Pick<Undici.Dispatcher, "destroy" | "request">

/** Makes what opens connections. */
export type Open = (undici: Library) => Opened

/**
 * Connections of an HTTP client that the first request makes, and the scope closes. The library that makes them takes 24 MB
 * and a tenth of the CPU time of a start, which a process without requests need not spend. It upgrades no connections.
 */
export const make = (open: Open): Effect.Effect<Undici.Dispatcher, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let opened: Promise<Opened> | undefined
      const late: Opened = {
        request: async (options: Undici.Dispatcher.RequestOptions) => {
          opened ??= import("@effect/platform-node/Undici").then((undici) => open(undici.default))
          return (await opened).request(options)
        },
        destroy: async () => (await opened)?.destroy()
      }
      return late as Undici.Dispatcher
    }),
    (dispatcher) => Effect.promise(() => dispatcher.destroy())
  )

/** The dispatcher of Effect's HTTP client, with undici's options. */
export const layer = (options?: Undici.Agent.Options): Layer.Layer<NodeHttpClient.Dispatcher> =>
  Layer.effect(
    NodeHttpClient.Dispatcher,
    make(({ Agent }) => new Agent(options))
  )

/** Effect's HTTP client with the usual options. */
export const layerClient = Layer.provide(NodeHttpClient.layerUndiciNoDispatcher, layer())
