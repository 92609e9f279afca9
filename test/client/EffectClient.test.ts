import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { DoorstepClient, type EffectClientOptions } from "../../client/EffectClient.ts"
import { answer, refusal } from "./RecordingFetch.ts"

/** What a client requests of a service that is busy so many times. */
const asked = Effect.fnUntraced(function* (
  busy: number,
  options: Partial<EffectClientOptions> = {},
  refused = () => refusal("SERVICE_UNAVAILABLE", 503)
) {
  const urls: Array<string> = []
  const times: Array<number> = []
  const http = HttpClient.make((request) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      times.push(now)
      urls.push(`${request.url} ${request.headers["authorization"]}`)
      const response = urls.length > busy ? answer({ data: [] }) : refused()
      return HttpClientResponse.fromWeb(request, response)
    })
  )
  const client = DoorstepClient.layer({ baseUrl: "http://service.test/prefix//", token: "dst_1", ...options })
  const call = yield* Effect.forkChild(
    Effect.exit(DoorstepClient.use(({ countries }) => countries.list())).pipe(
      Effect.provide(Layer.provide(client, Layer.succeed(HttpClient.HttpClient, http)))
    )
  )
  for (let i = 0; i < 5; i++) yield* TestClock.adjust("1 minute")
  const { _tag } = yield* Fiber.join(call)
  return { urls, times, ended: _tag }
})

describe("the client for Effect", () => {
  it.effect("MUST keep a prefix of the URL, and send the token", () =>
    Effect.gen(function* () {
      const { ended, urls } = yield* asked(0)
      assert.deepStrictEqual(urls, ["http://service.test/prefix/api/v1/countries Bearer dst_1"])
      assert.strictEqual(ended, "Success")
    })
  )

  it.effect("MUST understand the URL as the other client does, and refuse what that refuses", () =>
    Effect.gen(function* () {
      for (const baseUrl of [
        "http://service.test/x",
        "http://service.test/x/api/v1/",
        new URL("http://service.test/x/")
      ]) {
        const { urls } = yield* asked(0, { baseUrl })
        assert.deepStrictEqual(urls, ["http://service.test/x/api/v1/countries Bearer dst_1"])
      }
      for (const baseUrl of ["service.test", "http://service.test?x=1", ""]) {
        assert.throws(() => DoorstepClient.layer({ baseUrl, token: "dst_1" }), TypeError, "baseUrl must be the URL")
      }
      assert.throws(() => DoorstepClient.layer({ baseUrl: "http://service.test", token: "", retry: -1 }), RangeError)
    })
  )

  it.effect("MUST wait for the rest of the token's minute after a 429, and not retry what nobody asked to retry", () =>
    Effect.gen(function* () {
      const limited = () => refusal("RATE_LIMITED", 429, { "retry-after": "60", "ratelimit-reset": "7" })
      const { ended, times } = yield* asked(1, {}, limited)
      assert.strictEqual(ended, "Success")
      assert.isAtLeast(times[1]! - times[0]!, 7_000)
      assert.isBelow(times[1]! - times[0]!, 9_000)
      const broken = yield* asked(1, {}, () => refusal("INTERNAL_ERROR", 500))
      assert.deepStrictEqual([broken.ended, broken.urls.length], ["Failure", 1])
    })
  )

  it.effect("MUST repeat as often as it was told, which may be never", () =>
    Effect.gen(function* () {
      const tries = (busy: number, retry?: number) =>
        Effect.map(asked(busy, { retry }), ({ ended, urls }) => [ended, urls.length])
      assert.deepStrictEqual(yield* tries(3), ["Success", 4])
      assert.deepStrictEqual(yield* tries(9), ["Failure", 4])
      assert.deepStrictEqual(yield* tries(9, 1), ["Failure", 2])
      assert.deepStrictEqual(yield* tries(9, 0), ["Failure", 1])
    })
  )
})
