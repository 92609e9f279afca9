import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schema } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { baseOf, connect, none, unreachable } from "../../properties/HttpConnection.ts"
import { SubjectFailure } from "../../properties/Subject.ts"
import { NoCoverage } from "../../schemas/Errors.ts"

interface Answer {
  /** 0 if nobody answers. */
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Asked {
  readonly url: string
  readonly authorization: string | undefined
  readonly encodings: string | undefined
}

/** A connection to a service that returns these responses in turn, and the requests that it received. */
const connectedTo = Effect.fnUntraced(function* (baseUrl: string, ...answers: ReadonlyArray<Answer>) {
  const asked: Array<Asked> = []
  const client = HttpClient.make((request) =>
    Effect.suspend(() => {
      const { body, headers = {}, status } = answers[Math.min(asked.length, answers.length - 1)]!
      const { "accept-encoding": encodings, authorization } = request.headers
      asked.push({ url: request.url, authorization, encodings })
      if (status === 0) {
        const reason = new HttpClientError.TransportError({ request, cause: new Error("connect ECONNREFUSED") })
        return Effect.fail(new HttpClientError.HttpClientError({ reason }))
      }
      const text = typeof body === "string" ? body : JSON.stringify(body ?? {})
      return Effect.succeed(
        HttpClientResponse.fromWeb(request, new Response(text, { status, headers: { ...headers } }))
      )
    })
  )
  const service = connect({ baseUrl, token: Redacted.make("secret") })
  return { asked, ...(yield* Effect.provideService(service, HttpClient.HttpClient, client)) }
})

const connected = (...answers: ReadonlyArray<Answer>) => connectedTo("http://service/", ...answers)

const refusal = (status: number, code: string): Answer => ({ status, body: { error: { code, message: "Why." } } })
const path = HttpClientRequest.get("/generate")
const Right = Schema.Struct({ right: Schema.Boolean })

describe("A connection to a service", () => {
  it("MUST have the base of its URL, as the clients have it", () => {
    for (const given of ["http://service", "http://service//", "http://service/api/v1", "http://service/api/v1/"]) {
      assert.strictEqual(baseOf(given), "http://service", given)
    }
    assert.strictEqual(baseOf("http://service/tools/api/v1"), "http://service/tools")
  })

  it.effect("MUST say which member of a response does not fit the contract", () =>
    Effect.gen(function* () {
      const { ask } = yield* connected({ status: 200, body: { right: "yes" } })
      const { message } = yield* Effect.flip(ask(path, Right))
      assert.match(message, /^The response to GET \S+ does not fit the contract: right: must be true or false\.$/)
    })
  )

  it.effect("MUST ask for responses as they are where none leaves the machine", () =>
    Effect.gen(function* () {
      for (const [url, encodings] of [
        ["http://127.0.0.1:8080", "identity"],
        ["http://localhost", "identity"],
        ["http://[::1]:8080/api/v1", "identity"],
        ["https://localhost.example.com", undefined],
        ["https://addresses.example.com", undefined]
      ] as const) {
        const { asked, send } = yield* connectedTo(url, { status: 200 })
        yield* send({ path: "/countries" })
        assert.strictEqual(asked[0]!.encodings, encodings, url)
      }
    })
  )

  it.effect("MUST tell what is not there, by status and code together", () =>
    Effect.gen(function* () {
      const failureOf = (answer: Answer) =>
        Effect.flatMap(connected(answer), ({ ask }) => Effect.map(Effect.flip(ask(path, Right)), ({ _tag }) => _tag))
      assert.strictEqual(yield* failureOf(refusal(404, "NO_POOL_COVERAGE")), "NoCoverage")
      assert.strictEqual(yield* failureOf(refusal(404, "ADDRESS_NOT_FOUND")), "UnknownAddress")
      for (const [status, code] of [
        [404, "NOT_FOUND"],
        [500, "NO_POOL_COVERAGE"],
        [503, "ADDRESS_NOT_FOUND"]
      ] as const) {
        assert.strictEqual(yield* failureOf(refusal(status, code)), "SubjectFailure", `${status} ${code}`)
      }
      assert.strictEqual(yield* failureOf({ status: 200, body: { right: 1 } }), "SubjectFailure")
      assert.strictEqual(yield* failureOf({ status: 400, body: {} }), "SubjectFailure")
      const wrong = new SubjectFailure({ message: "Gone." })
      assert.strictEqual(none(wrong), wrong)
      assert.include(none(new NoCoverage({ message: "" })).message, "NoCoverage")
    })
  )

  it.effect("MUST wait as long as a 429 says, a minute where it does not, and give up after five times", () =>
    Effect.gen(function* () {
      const limited = (after?: string) => ({
        ...refusal(429, "RATE_LIMITED"),
        ...(after === undefined ? {} : { headers: { "retry-after": after } })
      })
      for (const [after, seconds] of [
        ["7", 7],
        [undefined, 60],
        ["soon", 60]
      ] as const) {
        const { ask, asked } = yield* connected(limited(after), { status: 200, body: { right: true } })
        const answer = yield* Effect.forkChild(ask(path, Right))
        yield* TestClock.adjust(seconds * 1000 - 1)
        assert.lengthOf(asked, 1)
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* Fiber.join(answer), { right: true })
        assert.lengthOf(asked, 2)
      }
      const never = yield* connected(limited("1"))
      const refused = yield* Effect.forkChild(Effect.flip(never.ask(path, Right)))
      yield* TestClock.adjust(60_000)
      assert.include((yield* Fiber.join(refused)).message, "429 RATE_LIMITED")
      assert.lengthOf(never.asked, 6)
    })
  )

  it.effect(
    "MUST send a request again that nobody answers, while a deployment is restarted, and in one outage a run",
    () =>
      Effect.gen(function* () {
        const right = { status: 200, body: { right: true } }
        const { ask, asked, outages, send } = yield* connected(right, { status: 0 }, { status: 502 }, right, {
          status: 0
        })
        yield* ask(path, Right)
        const answer = yield* Effect.forkChild(ask(path, Right))
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* Fiber.join(answer), { right: true })
        assert.strictEqual(outages.repeated, 2)
        const gone = yield* Effect.forkChild(Effect.flip(send({ path: "/countries" })))
        yield* TestClock.adjust("1 minute")
        const { message, unreachable } = yield* Fiber.join(gone)
        assert.include(message, "cannot be reached at http://service/ (connect ECONNREFUSED). Check the URL")
        assert.isTrue(unreachable)
        const sent = asked.length
        yield* Effect.flip(send({ path: "/countries" }))
        assert.lengthOf(asked, sent + 1)
      })
  )

  it.effect("MUST wait for no deployment that has never answered, and for no GeoIP database", () =>
    Effect.gen(function* () {
      const down = yield* connected({ status: 0 })
      yield* Effect.flip(down.ask(path, Right))
      assert.lengthOf(down.asked, 1)
      const { asked, send } = yield* connected({ status: 200 }, refusal(503, "SERVICE_UNAVAILABLE"))
      yield* send({ path: "/countries" })
      for (const located of ["/client-context", "/generate?country=US&mode=ip-region"]) {
        assert.strictEqual((yield* send({ path: located })).status, 503)
      }
      assert.lengthOf(asked, 3)
    })
  )

  it.effect("MUST say what a certificate, TLS, a redirect or a page in place of a response mean", () =>
    Effect.gen(function* () {
      const saying = (message: string, code: string) =>
        unreachable("https://a")(new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) }))
          .message
      assert.match(
        saying("self-signed certificate in certificate chain", "SELF_SIGNED_CERT_IN_CHAIN"),
        /^The certificate of https:\/\/a is not accepted \(self-signed .+ in NODE_EXTRA_CA_CERTS\.$/
      )
      assert.include(
        saying("40:error:0A: ", "ERR_SSL_WRONG_VERSION_NUMBER"),
        "https://a (ERR_SSL_WRONG_VERSION_NUMBER)."
      )
      const moved = yield* connected({ status: 301, headers: { location: "https://b/api/v1/generate" } })
      assert.include((yield* Effect.flip(moved.ask(path, Right))).message, "Name https://b instead")
      const page = yield* connected({ status: 400, body: "<html>" })
      assert.match(
        (yield* Effect.flip(page.ask(path, Right))).message,
        /^GET http:\/\/service\/api\/v1\/generate is answered with 400, and not in JSON\. .+ such as a proxy\.$/
      )
    })
  )

  it.effect("MUST count refusals, and name twenty of those that do not say how long, whoever asked", () =>
    Effect.gen(function* () {
      const { refusals, send } = yield* connected(
        ...["1", "60", "0", "61", "1.5", "soon"].map((after) => ({
          status: 429,
          headers: { "retry-after": after }
        })),
        { status: 429 }
      )
      for (let i = 0; i < 30; i++) yield* send({ path: "/countries" })
      assert.strictEqual(refusals.answers, 30)
      assert.lengthOf(refusals.silent, 20)
      assert.include(refusals.silent[0]!, "(Retry-After: 0, ")
      assert.include(refusals.silent[4]!, "(Retry-After: none, and no RateLimit-Limit: does a proxy limit requests?)")
    })
  )

  it.effect("MUST send the run's token, another one, or none, and take answers as they come", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* connected({ status: 200, body: { a: 1 } }, { status: 200, body: "no JSON" })
      assert.deepStrictEqual((yield* send({ path: "/countries" })).body, { a: 1 })
      assert.strictEqual((yield* send({ path: "/countries", authorization: null })).body, "no JSON")
      yield* send({ path: "/countries", authorization: "Basic x" })
      assert.deepStrictEqual(
        asked.map(({ authorization }) => authorization),
        ["Bearer secret", undefined, "Basic x"]
      )
      assert.strictEqual(asked[0]!.url, "http://service/api/v1/countries")
    })
  )
})
