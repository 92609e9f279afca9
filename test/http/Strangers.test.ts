import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"
import { ClientIp } from "../../src/geoip/ClientIp.ts"
import { makeTokenCheck } from "../../src/http/middleware/TokenCheck.ts"
import { Strangers, strangersLimit } from "../../src/tokens/Strangers.ts"
import { TokenRejected } from "../../src/tokens/TokenErrors.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { assertError } from "./support/ErrorAnswers.ts"
import * as FakePool from "./support/FakePool.ts"
import * as Test from "./support/TestApi.ts"

describe("unknown tokens", () => {
  const tried = Effect.fnUntraced(function* (strangers: Strangers["Service"], address: string, times = strangersLimit) {
    for (let i = 0; i < times; i++) yield* strangers.count(address)
  })

  it.effect("MUST be counted by address, for a minute", () =>
    Effect.gen(function* () {
      const strangers = yield* Strangers
      yield* tried(strangers, "192.0.2.1", strangersLimit - 1)
      assert.isFalse(yield* strangers.isTired("192.0.2.1"))
      yield* strangers.count("192.0.2.1")
      assert.isTrue(yield* strangers.isTired("192.0.2.1"))
      assert.isFalse(yield* strangers.isTired("192.0.2.2"))
      yield* TestClock.adjust(60_000)
      assert.isFalse(yield* strangers.isTired("192.0.2.1"))
    }).pipe(Effect.provide(Strangers.layer))
  )

  it.effect("MUST be counted together for an IPv6 network, however its addresses are written", () =>
    Effect.gen(function* () {
      const strangers = yield* Strangers
      yield* tried(strangers, "2001:db8::1")
      assert.isTrue(yield* strangers.isTired("2001:db8:0:0:ffff::9"))
      assert.isFalse(yield* strangers.isTired("2001:db8:0:1::1"))
      yield* tried(strangers, "::1")
      assert.isTrue(yield* strangers.isTired("::2"))
      // Zeros within the network are left out of the text too.
      yield* tried(strangers, "fd00::1:0:0:0:1")
      assert.isTrue(yield* strangers.isTired("fd00::1:0:0:0:2"))
      assert.isFalse(yield* strangers.isTired("fd00::2:0:0:0:1"))
    }).pipe(Effect.provide(Strangers.layer))
  )

  it.effect("MUST not lock anyone out for longer because the clock was set back", () =>
    Effect.gen(function* () {
      const strangers = yield* Strangers
      yield* TestClock.setTime(3_600_000)
      yield* tried(strangers, "192.0.2.1")
      yield* TestClock.setTime(0)
      yield* TestClock.adjust("59 seconds")
      assert.isTrue(yield* strangers.isTired("192.0.2.1"))
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* strangers.isTired("192.0.2.1"))
    }).pipe(Effect.provide(Strangers.layer))
  )
})

describe("the check of a token", () => {
  it.effect("MUST tell the log of an outage, with what the database says, and the client to try again", () => {
    const said: Array<string> = []
    const logger = Logger.make((options) => void said.push(Logger.formatLogFmt.log(options)))
    const outage = new StorageUnavailable({ reason: "Rejected", message: "It is away.", cause: new Error("disk full") })
    return Effect.gen(function* () {
      const check = yield* makeTokenCheck
      const failure = yield* Effect.flip(check(Redacted.make("dst_")))
      assert.strictEqual(failure._tag, "ServiceUnavailable")
      assert.notInclude(failure.message, "disk full")
      assert.lengthOf(said, 1)
      assert.match(said[0]!, /level=WARN .*It is away\..*disk full/s)
    }).pipe(
      Effect.provide([
        Layer.mock(TokenStore, { authenticate: () => Effect.fail(outage) }),
        Strangers.layer,
        ClientIp.layer,
        Logger.layer([logger])
      ]),
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request("http://localhost"))
      )
    )
  })

  it.effect("MUST count unknown ones alone, not what was issued and is over", () =>
    Effect.gen(function* () {
      let reason: "expired" | "revoked" | "unknown" = "expired"
      const tokens = Layer.mock(TokenStore, {
        authenticate: (_, admit) =>
          Effect.andThen(admit ?? Effect.void, Effect.fail(new TokenRejected({ reason, message: "no" })))
      })
      const request = HttpServerRequest.fromWeb(new Request("http://localhost"))
      yield* Effect.gen(function* () {
        const check = yield* makeTokenCheck
        const refused = Effect.map(Effect.flip(Effect.suspend(() => check(Redacted.make("dst_")))), ({ _tag }) => _tag)
        for (let i = 0; i <= strangersLimit; i++) {
          reason = i % 2 === 0 ? "expired" : "revoked"
          assert.strictEqual(yield* refused, "Unauthorized")
        }
        reason = "unknown"
        for (let i = 0; i < strangersLimit; i++) assert.strictEqual(yield* refused, "Unauthorized")
        assert.strictEqual(yield* refused, "RateLimited")
      }).pipe(
        Effect.provide([tokens, Strangers.layer, ClientIp.layer]),
        Effect.provideService(HttpServerRequest.HttpServerRequest, request)
      )
    })
  )
})

const pool = Layer.merge(FakePool.layer(), SourceRegistry.layer)

layer(Test.layer(pool, {}, { TRUSTED_PROXIES: "127.0.0.1" }), { excludeTestServices: true })(
  "an address from which they come",
  (it) => {
    it.effect("MUST be told to wait, while valid tokens from the same address and all requests from others pass", () =>
      Effect.gen(function* () {
        const { call, generateToken, issue } = yield* Test.TestApi
        const from = (address: string, token: string) =>
          call("/api/v1/countries", { token, headers: { "x-forwarded-for": address } })
        assert.strictEqual((yield* from("192.0.2.1", generateToken)).status, 200)
        const wrong = (i: number) => `dst_${String(i).padStart(43, "x")}`
        for (let i = 0; i < strangersLimit; i++) assertError(yield* from("192.0.2.1", wrong(i)), "UNAUTHORIZED")
        assertError(yield* from("192.0.2.1", wrong(1)), "RATE_LIMITED")
        assertError(yield* from("192.0.2.1", "no token at all"), "UNAUTHORIZED")
        assertError(yield* from("192.0.2.1", "short"), "RATE_LIMITED")
        assert.strictEqual((yield* from("192.0.2.1", generateToken)).status, 200)
        assertError(yield* from("192.0.2.2", wrong(1)), "UNAUTHORIZED")
        // From that address, even a valid token has to wait for a minute if it was never seen. From any other address
        // it does not, and once seen it passes everywhere.
        const fresh = yield* issue({})
        assertError(yield* from("192.0.2.1", fresh), "RATE_LIMITED")
        assert.strictEqual((yield* from("192.0.2.2", fresh)).status, 200)
        assert.strictEqual((yield* from("192.0.2.1", fresh)).status, 200)
      })
    )
  }
)
