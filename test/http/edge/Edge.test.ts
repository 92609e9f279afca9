import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as Edge from "../../../src/http/edge/Edge.ts"
import { Exchange } from "../../../src/http/edge/Exchange.ts"
import { type ObservedRequest, RequestObserver } from "../../../src/observability/RequestObserver.ts"

const request = (headers: Readonly<Record<string, string>> = {}) =>
  HttpServerRequest.fromWeb(new Request("http://localhost/api/v1/countries", { headers }))

/** An edge, and what it tells its observer. */
const made = Effect.gen(function* () {
  const observed: Array<ObservedRequest> = []
  const edge = yield* Edge.make({ timeLimit: "10 seconds", methodsOf: () => ["GET"] }).pipe(
    Effect.provideService(RequestObserver, (one) => void observed.push(one))
  )
  const answer = <E>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, Exchange>, headers = {}) =>
    Effect.provideService(edge.surround(app), HttpServerRequest.HttpServerRequest, request(headers))
  return { answer, observed, stop: edge.stop }
})

const text = (bytes: number) => Effect.succeed(HttpServerResponse.text("a".repeat(bytes)))

describe("the edge", () => {
  it.effect("MUST tell how many milliseconds a request took, and how many addresses were handed out", () =>
    Effect.gen(function* () {
      const { answer, observed } = yield* made
      for (const end of [text(1), Effect.fail("down"), Effect.never]) {
        const gate = yield* Deferred.make<void>()
        const drawing = Effect.gen(function* () {
          const exchange = yield* Exchange
          exchange.draws = 3
          yield* Deferred.await(gate)
          return yield* end
        })
        const answered = yield* Effect.forkChild(answer(drawing))
        yield* TestClock.adjust("1500 millis")
        yield* Deferred.succeed(gate, undefined)
        yield* TestClock.adjust("8500 millis")
        yield* Fiber.join(answered)
      }
      // While one is answered, the clock is set back.
      const gate = yield* Deferred.make<void>()
      const answered = yield* Effect.forkChild(answer(Effect.andThen(Deferred.await(gate), text(1))))
      yield* TestClock.adjust("1500 millis")
      yield* TestClock.setTime(0)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(answered)
      assert.deepStrictEqual(
        observed.map(({ draws, milliseconds, status }) => [status, draws, milliseconds]),
        [
          [200, 3, 1500],
          [500, 0, 1500],
          [503, 0, 10_000],
          [200, 0, 1500]
        ]
      )
    })
  )

  it.effect("MUST close connections from when it stops, and not before", () =>
    Effect.gen(function* () {
      const { answer, stop } = yield* made
      assert.isUndefined((yield* answer(text(1))).headers["connection"])
      yield* stop
      assert.strictEqual((yield* answer(text(1))).headers["connection"], "close")
    })
  )

  it.effect("MUST compress from 4 KB on, and say so to caches whether or not it has", () =>
    Effect.gen(function* () {
      const { answer } = yield* made
      const gzip = { "accept-encoding": "gzip" }
      const headers = (bytes: number, accepted = {}) =>
        Effect.map(answer(text(bytes), accepted), (made) => made.headers)
      assert.deepInclude(yield* headers(4096, gzip), { "content-encoding": "gzip", vary: "Accept-Encoding" })
      const plain = yield* headers(4096)
      assert.strictEqual(plain["vary"], "Accept-Encoding")
      assert.isUndefined(plain["content-encoding"])
      assert.isUndefined((yield* headers(4095, gzip))["vary"])
    })
  )
})
