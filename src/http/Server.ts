import { NodeHttpServer } from "@effect/platform-node"
import type { Duration } from "effect"
import { Effect, Layer, References } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { createServer } from "node:http"
import * as Edge from "./Edge.ts"
import { answerRawly } from "./RawAnswer.ts"
import * as Reporting from "./Reporting.ts"
import * as Routes from "./Routes.ts"
import { listenError, settings } from "./Settings.ts"

export interface ServerOptions {
  /** How long a request may take before it is answered with 503. */
  readonly timeLimit: Duration.Input
  /** How long requests in flight have to finish when the server stops. */
  readonly stopTime: Duration.Input
}

const defaults: ServerOptions = { timeLimit: "5 seconds", stopTime: "10 seconds" }

/** A path parameter that is too long must reach its endpoint, which says so; by itself the router knows no such path. */
const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, maxParamLength: 100_000 }

const makeNodeServer = () => {
  const server = createServer({
    // The edge asks for the header itself, to answer as everywhere.
    requireHostHeader: false,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than the usual 60 seconds of a proxy in front, which then never sends on a connection that just closed.
    keepAliveTimeout: 65_000
  })
  answerRawly(server)
  return server
}

const serve = Effect.fnUntraced(function* (options: ServerOptions) {
  const { corsOrigins, host, port } = yield* settings
  const edge = yield* Edge.make(options)
  // A request that arrives after the port is opened and before the routes are attached is never answered. So routes are
  // complete before, and nothing waits in between.
  const app = yield* HttpRouter.toHttpEffect(Layer.merge(Routes.layerNoDeps, Routes.cors(corsOrigins)))
  const server = yield* NodeHttpServer.make(makeNodeServer, {
    host,
    port,
    gracefulShutdownTimeout: options.stopTime
  }).pipe(Effect.mapError(({ cause }) => listenError(host, port, cause)))
  yield* server.serve(edge.surround(app))
  yield* Effect.addFinalizer(() => edge.stop)
  return server
})

/**
 * The API on `HOST` and `PORT`. Provide what it needs outside of it: it is built last, so that the port opens when the
 * rest is ready. When its scope closes, requests in flight finish.
 */
export const layerWith = (options: Partial<ServerOptions> = {}) =>
  Layer.effect(HttpServer.HttpServer, serve({ ...defaults, ...options })).pipe(
    Layer.provide([
      NodeHttpServer.layerHttpServices,
      Reporting.layer,
      Layer.succeed(HttpRouter.RouterConfig, routerConfig),
      Layer.succeed(References.TracerEnabled, false)
    ])
  )

export const layer = layerWith()
