import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { DoorstepClient, type EffectClientOptions } from "../../client/EffectClient.ts"
import { answer, refusal } from "./RecordingFetch.ts"

/** What a client requests of a service that is busy so many times. */
const asked = Effect.fnUntraced(function* (busy: number, options: Partial<EffectClientOptions> = {}) {
  const urls: Array<string> = []
  const http = HttpClient.make((request) =>
    Effect.sync(() => {
      urls.push(`${request.url} ${request.headers["authorization"]}`)
      const response = urls.length > busy ? answer({ data: [] }) : refusal("SERVICE_UNAVAILABLE", 503)
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
  return { urls, ended: _tag }
})

describe("the client for Effect", () => {
  it.effect("MUST keep a prefix of the URL, and send the token", () =>
    Effect.gen(function* () {
      const { ended, urls } = yield* asked(0)
      assert.deepStrictEqual(urls, ["http://service.test/prefix/api/v1/countries Bearer dst_1"])
      assert.strictEqual(ended, "Success")
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
