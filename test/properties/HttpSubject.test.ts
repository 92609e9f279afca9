import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { httpPool } from "../../properties/HttpSubject.ts"
import { poolSuite } from "../../properties/PoolSuite.ts"
import { levelsOfDeployments } from "../../properties/report/DeploymentLevels.ts"
import type { Pool } from "../../properties/Subject.ts"
import { unbroken, watched } from "../../properties/WatchedPool.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as TestApi from "../http/support/TestApi.ts"
import { housesOf, poolOf } from "./Houses.ts"
import { village } from "./Village.ts"

const pools = housesOf(village)

const ofChance: ReadonlySet<string> = new Set(levelsOfDeployments.Uniform)

class Deployment extends Context.Service<Deployment, { readonly overHttp: Pool; readonly inProcess: Pool }>()(
  "doorstep/test/Deployment"
) {
  static readonly layer = Layer.effect(
    Deployment,
    Effect.gen(function* () {
      const { generateToken, url } = yield* TestApi.TestApi
      const overHttp = yield* httpPool({ baseUrl: `${url}/`, token: Redacted.make(generateToken) })
      return Deployment.of({ overHttp, inProcess: poolOf(yield* PoolRepository) })
    })
  ).pipe(Layer.provide(TestApi.layer(pools)), Layer.provide(pools), Layer.provide(FetchHttpClient.layer))
}

layer(Deployment.layer, { excludeTestServices: true })("A deployment over HTTP", (it) => {
  const subject = Effect.map(Deployment, ({ overHttp }) => overHttp)
  // What is looked at is the way over HTTP: the pool itself has many more cases in PoolLaws. The laws of chance take most of
  // the requests, and the suites of whole deployments hold them over HTTP.
  const laws = poolSuite(subject, "US", { runs: 2 }).filter(({ promise }) => !ofChance.has(promise))
  for (const { holds, promise } of laws) it.effect(promise, () => holds)

  it.effect("MUST answer like the pool behind it", () =>
    Effect.gen(function* () {
      const { inProcess, overHttp } = yield* Deployment
      const request = { country: "US", filters: { city: "Springfield", q: "main" }, seed: "Köln & #1 %" }
      assert.deepStrictEqual((yield* overHttp.draw(request)).address, (yield* inProcess.draw(request)).address)
      assert.deepInclude(yield* overHttp.counts, { country: "US", residential: 52 })
      const refusal = yield* Effect.flip(overHttp.draw({ country: "FR", filters: {} }))
      assert.strictEqual(refusal._tag, "NoCoverage")
      const unknown = yield* Effect.flip(overHttp.findById("us-00000000000000000000"))
      assert.strictEqual(unknown._tag, "UnknownAddress")
    })
  )
})

describe("The adapter over HTTP", () => {
  const answering = (...answers: ReadonlyArray<Response>) => {
    const left = answers.slice()
    const client = HttpClient.make((request) =>
      Effect.sync(() => HttpClientResponse.fromWeb(request, left.length > 1 ? left.shift()! : left[0]!.clone()))
    )
    return httpPool({ baseUrl: "http://localhost", token: Redacted.make("secret") }).pipe(
      Effect.provideService(HttpClient.HttpClient, client)
    )
  }
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

  it.effect("MUST wait when it is rate-limited", () =>
    Effect.gen(function* () {
      const refused = json(429, { error: { code: "RATE_LIMITED", message: "Wait." } }, { "retry-after": "60" })
      const pool = yield* answering(refused, json(200, { data: [] }))
      const counts = yield* Effect.forkChild(pool.counts)
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(counts.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(counts), [])
    })
  )

  it.effect("MUST report that a deployment misstates how many addresses it returns", () =>
    Effect.gen(function* () {
      const batch = (counts: { readonly requestedCount: number; readonly returnedCount: number }) =>
        json(200, {
          data: {
            requestId: "r1",
            ...counts,
            unique: true,
            exhausted: true,
            country: "US",
            appliedFilters: { country: "US" },
            seed: "s",
            poolVersion: 1,
            sourcesTried: ["alpha"],
            targetLocale: null,
            results: []
          }
        })
      const ask = { country: "US", filters: {}, count: 3 }
      const honest = yield* answering(batch({ requestedCount: 3, returnedCount: 0 }))
      assert.deepInclude(yield* honest.drawMany(ask), { addresses: [], exhausted: true })
      for (const counts of [
        { requestedCount: 3, returnedCount: 1 },
        { requestedCount: 3, returnedCount: 3 },
        { requestedCount: 2, returnedCount: 0 }
      ]) {
        const one = watched(yield* answering(batch(counts)))
        yield* one.pool.drawMany(ask)
        const failure = yield* Effect.flip(unbroken(one, "returned"))
        assert.match(failure.message, /^`requestedCount` and `returnedCount` MUST state .+\. 0 of 3 were returned\./)
      }
    })
  )

  it.effect("MUST explain responses that are not Doorstep's", () =>
    Effect.gen(function* () {
      for (const answer of [
        json(503, { error: { code: "SERVICE_UNAVAILABLE", message: "Not now." } }),
        json(404, { error: { code: "NOT_FOUND", message: "No such path." } }),
        json(500, { error: "oops" }),
        json(200, { data: { address: {} } }),
        new Response("<html>", { status: 200 })
      ]) {
        const pool = yield* answering(answer)
        const failure = yield* Effect.flip(pool.findById("us-00000000000000000000"))
        assert.strictEqual(failure._tag, "SubjectFailure")
      }
    })
  )
})
