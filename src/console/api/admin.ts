import { Data, Effect, flow, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { CONSOLE_HEADER } from "../../../schemas/admin/Sessions.ts"
import { noteDate } from "./clock.ts"
import { refuseUnfit, transformResponse } from "./contract.ts"

/** The administrator API. The browser adds the session's cookie, which scripts cannot read. */
export const admin = HttpApiClient.make(AdminApi, {
  transformClient: flow(
    HttpClient.mapRequest(HttpClientRequest.setHeader(CONSOLE_HEADER, "1")),
    HttpClient.tap(({ headers }) => Effect.sync(() => noteDate(headers["date"])))
  ),
  transformResponse
}).pipe(Effect.provide(FetchHttpClient.layer), Effect.runSync)

/** The request or its response is lost: the service itself responds to every request within seconds. */
class NoResponse extends Data.TaggedError("NoResponse") {}

/** What even the slowest line needs for a request and its response, many times over. */
export const LONGEST_REQUEST = 60_000

/** The response's payload, as a promise that fails with the contract's error. */
export const ask = <A, E>(effect: Effect.Effect<{ readonly data: A }, E>, signal?: AbortSignal): Promise<A> =>
  Effect.runPromise(
    refuseUnfit(effect).pipe(
      Effect.map(({ data }) => data),
      Effect.timeoutOrElse({ duration: LONGEST_REQUEST, orElse: () => Effect.fail(new NoResponse()) })
    ),
    signal && { signal }
  )

/** Passes each event to `onEvent` until the stream ends; fails as the request does. */
export const follow = <A, E, E2>(
  stream: Effect.Effect<Stream.Stream<A, E>, E2>,
  onEvent: (event: A) => void,
  signal: AbortSignal
): Promise<void> =>
  Effect.runPromise(
    Effect.flatMap(
      refuseUnfit(stream),
      Stream.runForEach((event) => Effect.sync(() => onEvent(event)))
    ),
    { signal }
  )
