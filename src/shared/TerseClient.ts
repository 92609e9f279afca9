import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientError, type HttpClientResponse } from "effect/http"
import * as LateDispatcher from "../../sources/reading/LateDispatcher.ts"
import { timeBudgets, timeInWords } from "../settings/TimeBudgets.ts"

/** The most bytes that a response may have. */
const mostBytes = 1024 * 1024

const complete = HttpClient.transform(
  (answered: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>, request) =>
    answered.pipe(
      // Keeps the body, so that it can be read again later.
      Effect.tap((response) => response.arrayBuffer),
      Effect.timeoutOrElse({
        duration: timeBudgets.remoteAnswer.time,
        orElse: () =>
          Effect.fail(
            new HttpClientError.HttpClientError({
              reason: new HttpClientError.TransportError({
                request,
                description: `There was no complete response within ${timeInWords(timeBudgets.remoteAnswer)}`
              })
            })
          )
      })
    )
)

/**
 * For servers that send short responses. It follows no redirects, accepts at most a megabyte, and times out: a server
 * that sends without end, or nothing at all, occupies neither memory nor connections of the service.
 */
export const layer = Layer.effect(HttpClient.HttpClient, Effect.map(NodeHttpClient.makeUndici, complete)).pipe(
  Layer.provide(LateDispatcher.layer({ maxResponseSize: mostBytes }))
)
