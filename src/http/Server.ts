import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Duration, Effect, Layer, References } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { RequestTracing } from "../observability/RequestTracing.ts"
import * as ConsoleFiles from "./console/ConsoleFiles.ts"
import * as Edge from "./edge/Edge.ts"
import { Ending } from "./edge/Ending.ts"
import * as Hosts from "./edge/Hosts.ts"
import { CoalescedRequest } from "./server/CoalescedRequest.ts"
import { limitConnections, mostUnaccepted } from "./server/ConnectionLimit.ts"
import { JointResponse } from "./server/JointResponse.ts"
import * as Methods from "./edge/Methods.ts"
import { OrderedServer } from "./server/OrderedServer.ts"
import { answerRawly, mostHeadBytes } from "./server/RawAnswer.ts"
import * as Reporting from "./server/Reporting.ts"
import { withoutServices } from "./server/RequestServices.ts"
import * as Routes from "./Routes.ts"
import { listenError, serverSettings } from "./Settings.ts"
import * as Stopping from "./server/Stopping.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"

export interface ServerOptions extends Stopping.StopTimes {
  /** How long a request may take before it gets a 503. */
  readonly timeLimit: Duration.Input
}

const defaults: ServerOptions = {
  timeLimit: timeBudgets.request.time,
  drainTime: timeBudgets.stopDrain.time,
  longestDrain: timeBudgets.stopBusyDrain.time,
  stopTime: timeBudgets.stopRequests.time
}

/**
 * A path parameter that is too long must reach its endpoint, which then says so. By default, the router would find no
 * route.
 */
const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, maxParamLength: 100_000 }

const makeNodeServer = (methodsOf: Methods.Methods["of"]) => {
  const server = new OrderedServer({
    IncomingMessage: CoalescedRequest,
    ServerResponse: JointResponse,
    // The edge checks this header itself, so that the response has the usual form.
    requireHostHeader: false,
    maxHeaderSize: mostHeadBytes,
    // The service speaks no other protocol, and an offer to upgrade may be ignored (RFC 9110, 7.8).
    shouldUpgradeCallback: () => false,
    headersTimeout: Duration.toMillis(timeBudgets.requestHead.time),
    requestTimeout: Duration.toMillis(timeBudgets.requestArrival.time),
    // By default Node.js checks timeouts only every 30 seconds.
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: Duration.toMillis(timeBudgets.keepAlive.time)
  })
  // Their size is limited. Node.js 22 drops those beyond a number, such as the address that a proxy adds at the end.
  server.maxHeadersCount = 0
  server.setTimeout(Duration.toMillis(timeBudgets.unreadAnswer.time))
  answerRawly(server, methodsOf)
  return server
}

const serve = Effect.fnUntraced(function* <E, R>(options: ServerOptions, moreRoutes: Layer.Layer<never, E, R>) {
  const ending = yield* Ending
  const { corsOrigins, host, port, tileServer } = yield* serverSettings
  const methods = Methods.make()
  const edge = yield* Edge.make({ ...options, methodsOf: methods.of })
  // A request that arrived between opening the port and attaching the routes would never be answered. So the routes are
  // complete first.
  const app = yield* HttpRouter.toHttpEffect(
    Layer.mergeAll(
      Routes.layerNoDeps,
      Layer.merge(ConsoleFiles.layerWith(tileServer), moreRoutes).pipe(Layer.provide(Hosts.guard.layer)),
      Routes.cors(corsOrigins)
    ).pipe(Layer.provide(methods.layer))
  )
  const node = makeNodeServer(methods.of)
  yield* limitConnections(node)
  const server = yield* NodeHttpServer.make(() => node, {
    host,
    port,
    backlog: mostUnaccepted,
    gracefulShutdownTimeout: options.stopTime
  }).pipe(Effect.mapError(({ cause }) => listenError(host, port, cause)))
  // Runs last, after requests in flight have been told to end.
  yield* Effect.addFinalizer(() => Stopping.cut(node))
  yield* withoutServices(server.serve(edge.surround(app)))
  const whenClosed = Effect.andThen(ending.begin, edge.stop)
  yield* Effect.addFinalizer(() => Stopping.drain(node, { ...options, whenClosed }))
  return server
})

/**
 * The API on `HOST` and `PORT`, together with other routes. Their requirements are provided from outside, because this
 * Layer is built last, so that the port opens when everything else is ready. When its scope closes, requests in flight
 * finish.
 */
export const layerWithRoutes = <E, R>(options: Partial<ServerOptions>, moreRoutes: Layer.Layer<never, E, R>) =>
  Layer.effect(HttpServer.HttpServer, serve({ ...defaults, ...options }, moreRoutes)).pipe(
    Layer.provide([
      NodeHttpServer.layerHttpServices,
      Reporting.layer,
      Ending.layer,
      Layer.succeed(HttpRouter.RouterConfig, routerConfig),
      Layer.effect(References.TracerEnabled, RequestTracing),
      // Effect's own request log would record the query, with seeds and IP addresses, and the headers.
      Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)
    ])
  )

/** The API alone. */
export const layerWith = (options: Partial<ServerOptions> = {}) => layerWithRoutes(options, Layer.empty)
