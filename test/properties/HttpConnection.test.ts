import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { baseOf, connect, none } from "../../properties/HttpConnection.ts"
import { SubjectFailure } from "../../properties/Subject.ts"
import { NoCoverage } from "../../schemas/Errors.ts"

interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A connection to a service that returns these responses in turn, and the requests that it received. */
const connected = Effect.fnUntraced(function* (...answers: ReadonlyArray<Answer>) {
  const asked: Array<{ readonly url: string; readonly authorization: string | undefined }> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      const { body, headers = {}, status } = answers[Math.min(asked.length, answers.length - 1)]!
      asked.push({ url: request.url, authorization: request.headers["authorization"] })
      const text = typeof body === "string" ? body : JSON.stringify(body ?? {})
      return HttpClientResponse.fromWeb(request, new Response(text, { status, headers: { ...headers } }))
    })
  )
  const service = connect({ baseUrl: "http://service/", token: Redacted.make("secret") })
  return { asked, ...(yield* Effect.provideService(service, HttpClient.HttpClient, client)) }
})

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
      assert.include(refusals.silent[0]!, "(Retry-After: 0)")
      assert.include(refusals.silent[4]!, "(Retry-After: none)")
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
