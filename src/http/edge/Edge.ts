import type { Duration } from "effect"
import { Cause, Clock, Context, Effect, ErrorReporter, LogLevel, Option } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse, HttpTraceContext } from "effect/http"
import { endpointOf } from "../../observability/Endpoints.ts"
import { RequestObserver } from "../../observability/RequestObserver.ts"
import { RequestTracing } from "../../observability/RequestTracing.ts"
import { compressed, worthCompressing } from "./Compression.ts"
import { errorAnswer } from "./ErrorAnswer.ts"
import { Exchange, ExchangeState } from "./Exchange.ts"
import { headerFault } from "./MessageHeaders.ts"
import { notTaken } from "./Methods.ts"
import { pathOf, routedPath, strays } from "./Paths.ts"
import { isDecodable } from "../../settings/PercentEncoding.ts"
import { hasTooMany, MOST_PARAMETERS } from "../server/QueryText.ts"
import { steadyMillis, steadyMillisOf } from "../../shared/Clocks.ts"
import { makeTimeLimit } from "../server/TimeLimit.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** On every response: browsers must not sniff types, cache or send referrers. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer"
}

/** nginx and its like keep a response until they have some kilobytes of it: the console would see no event for minutes. */
const passesEvents = ({ headers }: Response): boolean =>
  headers["content-type"]?.startsWith("text/event-stream") === true

const rateLimitHeaders = ({ rateLimit }: ExchangeState) =>
  rateLimit && {
    "ratelimit-limit": String(rateLimit.limit),
    "ratelimit-remaining": String(rateLimit.remaining),
    "ratelimit-reset": String(rateLimit.resetSeconds)
  }

/**
 * The console's page for addresses that do not exist: a path that no router can parse leads people there, not to JSON.
 */
const lostInConsole = HttpServerResponse.redirect("/console/malformed-address", { status: 303 })

const isOfConsole = ({ method, url }: Request): boolean =>
  method === "GET" && url.startsWith("/console/") && !url.startsWith("/console/assets/")

const notFound = (request: Request): Response => (isOfConsole(request) ? lostInConsole : unknownPath(request))

const unknownPath = (request: Request): Response =>
  isDecodable(pathOf(request.url))
    ? errorAnswer(
        "NOT_FOUND",
        "There is nothing at this path. GET /api/v1/openapi.json describes every endpoint, and /docs shows them."
      )
    : errorAnswer("INVALID_REQUEST", "The path is not valid percent-encoded UTF-8.")

/** Responds to a method that the path does not accept, or to a request for the methods that it does. */
const otherMethod = ({ method }: Request, methods: ReadonlyArray<string>): Response => {
  const allow = methods.join(", ")
  const answer =
    method === "OPTIONS"
      ? HttpServerResponse.empty({ status: 204 })
      : errorAnswer("METHOD_NOT_ALLOWED", notTaken(method, methods))
  return HttpServerResponse.setHeader(answer, "allow", allow)
}

const tooManyParameters = errorAnswer("INVALID_REQUEST", `The query has more than ${MOST_PARAMETERS} parameters.`)

/** The router would take `*` for `/`. It stands for the service as a whole, which only OPTIONS may address. */
const refuse = (request: Request): Response | undefined => {
  const isNoPath = request.url === "*" && request.method !== "OPTIONS"
  const fault = headerFault(request)
  if (fault !== undefined) return fault
  if (isNoPath || strays(request.url)) return notFound(request)
  return hasTooMany(request.url) ? tooManyParameters : undefined
}

const isRouteNotFound = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Fail" &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

const tookTooLong = errorAnswer(
  "SERVICE_UNAVAILABLE",
  "The response took too long. Try again, or request less at once."
)

/** The only place where a cause becomes a response. Its content goes to the error reporters, not to the client. */
const answerTo = (
  cause: Cause.Cause<unknown>,
  request: Request,
  exchange: ExchangeState,
  methodsOf: EdgeOptions["methodsOf"]
): Effect.Effect<Response> => {
  if (isRouteNotFound(cause)) {
    const methods = methodsOf(pathOf(request.url))
    return Effect.succeed(methods.length === 0 ? notFound(request) : otherMethod(request, methods))
  }
  if (Cause.hasInterruptsOnly(cause)) {
    return Effect.succeed(errorAnswer("SERVICE_UNAVAILABLE", "The service is stopping. Try again in a few seconds."))
  }
  return Effect.as(
    ErrorReporter.report(cause),
    errorAnswer("INTERNAL_ERROR", `Something went wrong on the server. Trace ID: ${exchange.traceId}.`)
  )
}

const endpointNameOf = ({ method, url }: Request): string => {
  const path = pathOf(url)
  return endpointOf(method, routedPath(path) ?? path).name
}

const accessLog = <E, R>(app: Effect.Effect<Response, E, R>, request: Request, exchange: ExchangeState) =>
  Effect.gen(function* () {
    const start = yield* steadyMillis
    const response = yield* app
    const end = yield* steadyMillis
    yield* Effect.logDebug({
      method: request.method,
      path: pathOf(request.url),
      status: response.status,
      milliseconds: Math.round(end - start),
      requestId: exchange.requestId
    })
    return response
  })

/** A span around the request, in the caller's trace. It contains nothing from the query, the headers or the client. */
const traced = <E, R>(app: Effect.Effect<Response, E, R>, request: Request, exchange: ExchangeState) => {
  const name = endpointNameOf(request)
  const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers))
  return Effect.useSpan(`${request.method} ${name}`, { kind: "server", ...(parent && { parent }) }, (span) => {
    exchange.traceId = span.traceId
    span.attribute("http.request.method", request.method)
    span.attribute("http.route", name)
    return app.pipe(
      Effect.tap((response) =>
        Effect.sync(() => {
          span.attribute("http.response.status_code", response.status)
          span.attribute("doorstep.request_id", exchange.requestId)
        })
      ),
      Effect.withParentSpan(span)
    )
  })
}

export interface EdgeOptions {
  /** How long a request may take before it gets a 503. */
  readonly timeLimit: Duration.Input
  /** Methods that a path accepts; none if there is no such path. */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
}

/**
 * Surrounds all routes: every request gets a response within the time limit, every response gets its headers, and every
 * failure gets an error body.
 */
export const make = Effect.fnUntraced(function* ({ methodsOf, timeLimit }: EdgeOptions) {
  const logsAccess = yield* LogLevel.isEnabled("Debug")
  const observe = yield* RequestObserver
  const isTraced = yield* RequestTracing
  const clock = yield* Clock.Clock
  const withinTime = yield* makeTimeLimit(timeLimit, tookTooLong)
  let isStopping = false

  /** CORS preflights are OPTIONS requests too, but their response does not list the path's methods. */
  const allowed = (request: Request): { readonly allow?: string } => {
    const methods = methodsOf(pathOf(request.url))
    return methods.length === 0 ? {} : { allow: methods.join(", ") }
  }

  const finish = (request: Request, exchange: ExchangeState, response: Response): Response =>
    HttpServerResponse.setHeaders(response, {
      ...securityHeaders,
      ...(request.method === "OPTIONS" && allowed(request)),
      // Cacheable responses set this header themselves: the catalog, the OpenAPI document, the console's files.
      ...(response.headers["cache-control"] !== undefined && { "cache-control": response.headers["cache-control"] }),
      ...(passesEvents(response) && { "x-accel-buffering": "no" }),
      "x-request-id": exchange.requestId,
      ...rateLimitHeaders(exchange),
      ...(isStopping && { connection: "close" })
    })

  const surround = <E, R>(
    app: Effect.Effect<Response, E, R>
  ): Effect.Effect<Response, never, Exclude<R, Exchange> | HttpServerRequest.HttpServerRequest> =>
    Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const exchange = new ExchangeState(request.url)
      const arrivedAt = steadyMillisOf(clock)
      /** Reports the response to the observer, and completes it. */
      const answer = (response: Response): Response => {
        observe?.({
          endpoint: endpointNameOf(request),
          status: response.status,
          milliseconds: steadyMillisOf(clock) - arrivedAt,
          draws: response.status === 200 ? exchange.draws : 0,
          token: exchange.token
        })
        return finish(request, exchange, response)
      }
      const refused = refuse(request)
      if (refused !== undefined) return Effect.succeed(answer(refused))
      const answered = app.pipe(
        withinTime,
        Effect.catchCause((cause) => answerTo(cause, request, exchange, methodsOf)),
        Effect.flatMap((response) => {
          const body = worthCompressing(response)
          return body === undefined
            ? Effect.succeed(answer(response))
            : Effect.map(compressed(request, response, body), answer)
        }),
        Effect.provideService(Exchange, exchange)
      )
      const logged = logsAccess ? accessLog(answered, request, exchange) : answered
      return isTraced ? traced(logged, request, exchange) : logged
    })

  return {
    surround,
    /**
     * From now on every response closes its connection, so that clients with open connections do not keep the server
     * from stopping.
     */
    stop: Effect.sync(() => {
      isStopping = true
    })
  }
})
