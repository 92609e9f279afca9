import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Catalog } from "../../src/catalog/Catalog.ts"
import { Countries } from "../../src/pool/Countries.ts"
import { Coverage } from "../../src/catalog/Coverage.ts"
import { type PoolRepository } from "../../src/draw/PoolRepository.ts"
import { assertError } from "../http/support/ErrorAnswers.ts"
import * as FakePool from "../http/support/FakePool.ts"
import * as FixturePool from "../http/support/FixturePool.ts"
import * as LogRecords from "../http/support/Logs.ts"
import type { CallOptions } from "../http/support/TestApi.ts"
import * as Test from "../http/support/TestApi.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"

const { Logs } = LogRecords
const { TestApi } = Test

const call = (path: string, options?: CallOptions) => Effect.flatMap(TestApi, (api) => api.call(path, options))

const pool = (replaced?: Partial<PoolRepository["Service"]>) =>
  Layer.merge(FakePool.layer(replaced), SourceRegistry.layer)

const every = (failure: Effect.Effect<never, StorageUnavailable>): Partial<PoolRepository["Service"]> => ({
  draw: () => failure,
  drawMany: () => failure,
  findById: () => failure,
  findNamed: () => failure,
  counts: failure,
  ready: failure
})

/** Endpoints that read the pool. */
const endpoints: ReadonlyArray<readonly [string, CallOptions]> = [
  ["/api/v1/ready", {}],
  ["/api/v1/countries", {}],
  ["/api/v1/availability", {}],
  ["/api/v1/addresses/us-1", {}],
  ["/api/v1/generate", {}],
  ["/api/v1/generate/batch", { body: { count: 1, filters: { country: "US" } } }],
  ["/api/v1/address-translation", { body: { addressId: "us-1", targetLocale: "en" } }],
  ["/api/v1/data-health", {}]
]

/** This must never reach a client. */
const secret = "connect ECONNREFUSED 10.1.2.3:5432 password=hunter2"

layer(
  Test.layer(
    pool(
      every(
        Effect.fail(
          new StorageUnavailable({ reason: "Connection", message: "No connection.", cause: new Error(secret) })
        )
      )
    )
  ).pipe(Layer.provideMerge(LogRecords.layer())),
  { excludeTestServices: true }
)("an outage of the database", (it) => {
  for (const [path, options] of endpoints) {
    it.effect(`${path} MUST be answered with 503, and its cause be logged`, () =>
      Effect.gen(function* () {
        const logs = yield* Logs
        logs.length = 0
        const answer = yield* call(path, options)
        const { message } = assertError(answer, "SERVICE_UNAVAILABLE")
        assert.include(message, "Try again")
        assert.notInclude(answer.text, "hunter2")
        assert.isTrue(logs.some(({ level, text }) => level === "Warn" && text.includes(secret)))
      })
    )
  }

  it.effect("health MUST stay ok", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call("/api/v1/health")).status, 200)
    })
  )
})

/** Catalog, coverage and settings that always fail like this. */
const places = (failure: Effect.Effect<never, StorageUnavailable>) =>
  Layer.mergeAll(
    FixturePool.layer,
    Layer.succeed(Catalog, Catalog.of({ search: () => failure, children: () => failure, locate: () => failure })),
    Layer.succeed(Coverage, Coverage.of({ report: () => failure })),
    Layer.succeed(
      Countries,
      Countries.of({
        list: failure,
        published: failure,
        setTargets: () => failure,
        setEnabled: () => failure,
        setEvidence: () => failure
      })
    )
  )

/** Endpoints that read the catalog, the coverage or the settings. */
const catalogEndpoints: ReadonlyArray<string> = [
  "/api/v1/countries",
  "/api/v1/client-context?ip=8.0.0.1",
  "/api/v1/generate?mode=ip-region&ip=8.0.0.1",
  "/api/v1/locations/search",
  "/api/v1/locations/hierarchy?country=US&childType=city",
  "/api/v1/coverage"
]

layer(
  Test.layerOf(
    places(
      Effect.fail(new StorageUnavailable({ reason: "Connection", message: "No connection.", cause: new Error(secret) }))
    )
  ).pipe(Layer.provideMerge(LogRecords.layer())),
  { excludeTestServices: true }
)("an outage under the catalog", (it) => {
  for (const path of catalogEndpoints) {
    it.effect(`${path} MUST be answered with 503, and its cause be logged`, () =>
      Effect.gen(function* () {
        const logs = yield* Logs
        logs.length = 0
        const answer = yield* call(path)
        assert.include(assertError(answer, "SERVICE_UNAVAILABLE").message, "Try again")
        assert.notInclude(answer.text, "hunter2")
        assert.isTrue(logs.some(({ level, text }) => level === "Warn" && text.includes(secret)))
      })
    )
  }
})

layer(Test.layer(pool()), { excludeTestServices: true })("without a GeoIP database", (it) => {
  for (const path of ["/api/v1/client-context?ip=8.0.0.1", "/api/v1/generate?mode=ip-region&ip=8.0.0.1"]) {
    it.effect(`${path} MUST be answered with 503`, () =>
      Effect.gen(function* () {
        const { message } = assertError(yield* call(path), "SERVICE_UNAVAILABLE")
        assert.include(message, "IP addresses cannot be located")
      })
    )
  }

  it.effect("everything else MUST keep working", () =>
    Effect.gen(function* () {
      for (const path of ["/api/v1/generate", "/api/v1/countries", "/api/v1/locations/search", "/api/v1/data-health"]) {
        assert.strictEqual((yield* call(path)).status, 200)
      }
    })
  )
})

layer(Test.layer(pool(every(Effect.die(new Error(secret))))).pipe(Layer.provideMerge(LogRecords.layer())), {
  excludeTestServices: true
})("a defect", (it) => {
  for (const [path, options] of endpoints) {
    it.effect(`${path} MUST be answered with 500 and a trace ID, under which the log has the cause once`, () =>
      Effect.gen(function* () {
        const logs = yield* Logs
        logs.length = 0
        const answer = yield* call(path, options)
        const { message } = assertError(answer, "INTERNAL_ERROR")
        assert.notInclude(answer.text, "hunter2")
        const [, traceId] = /Trace ID: ([0-9a-f]{32})\.$/.exec(message) ?? []
        const errors = logs.filter(({ level }) => level === "Error")
        assert.strictEqual(errors.length, 1)
        assert.strictEqual(errors[0]!.annotations["traceId"], traceId)
        assert.strictEqual(errors[0]!.annotations["requestId"], answer.headers["x-request-id"])
        assert.include(errors[0]!.text, secret)
      })
    )
  }
})

layer(
  Test.layer(pool({ findById: () => Effect.succeed({ ...FakePool.savannah, formattedAddress: "" }) })).pipe(
    Layer.provideMerge(LogRecords.layer())
  ),
  { excludeTestServices: true }
)("an answer that does not fit the contract", (it) => {
  it.effect("MUST be answered with 500, since the request is not at fault", () =>
    Effect.gen(function* () {
      const { message } = assertError(yield* call("/api/v1/addresses/us-1"), "INTERNAL_ERROR")
      const logs = yield* Logs
      const [error] = logs.filter(({ level }) => level === "Error")
      assert.include(message, String(error?.annotations["traceId"]))
      assert.include(error?.text, "formattedAddress")
    })
  )
})

/** A server whose draws wait for `open`, and record when they began and when they were interrupted. */
const waiting = (options: Parameters<typeof Test.layer>[1]) =>
  Effect.gen(function* () {
    const began = yield* Deferred.make<void>()
    const interrupted = yield* Deferred.make<void>()
    const open = yield* Deferred.make<void>()
    const draw = Deferred.succeed(began, undefined).pipe(
      Effect.andThen(Deferred.await(open)),
      Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined)),
      Effect.as({ address: FakePool.savannah, seed: "s", poolVersion: 1, sourcesTried: [] })
    )
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(Test.layer(pool({ draw: () => draw }), options), scope)
    yield* Effect.addFinalizer((exit) => Scope.close(scope, exit))
    const generate = Effect.provideContext(call("/api/v1/generate"), context)
    return { began, interrupted, open, scope, generate, api: yield* Effect.provideContext(TestApi, context) }
  })

describe("a request that takes time", () => {
  it.live("MUST finish within 2 seconds if it checks whether the database responds", () =>
    Effect.gen(function* () {
      // The time limit of all requests must not end it first.
      const context = yield* Layer.build(Test.layer(pool({ ready: Effect.never }), { timeLimit: "1 hour" }))
      const answer = yield* Effect.provideContext(call("/api/v1/ready"), context)
      assert.include(assertError(answer, "SERVICE_UNAVAILABLE").message, "does not respond in time")
    })
  )

  it.live("MUST be answered with 503 at the time limit, and its work MUST be stopped", () =>
    Effect.gen(function* () {
      // Before it, the draw must have begun, on a busy machine too.
      const { generate, interrupted } = yield* waiting({ timeLimit: "1 second" })
      const { message } = assertError(yield* generate, "SERVICE_UNAVAILABLE")
      assert.include(message, "too long")
      yield* Deferred.await(interrupted)
    })
  )

  it.live("MUST be stopped when its client goes away", () =>
    Effect.gen(function* () {
      const { began, generate, interrupted } = yield* waiting({ timeLimit: "1 hour" })
      const client = yield* Effect.forkChild(generate)
      yield* Deferred.await(began)
      yield* Fiber.interrupt(client)
      yield* Deferred.await(interrupted)
    })
  )

  it.live("requests in flight MUST finish when the server stops, while new connections are refused", () =>
    Effect.gen(function* () {
      const { api, began, generate, open, scope } = yield* waiting({ timeLimit: "1 hour", stopTime: "1 hour" })
      const client = yield* Effect.forkChild(generate)
      yield* Deferred.await(began)
      const stopped = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      // The port closes as soon as stopping begins.
      yield* Effect.exit(api.call("/api/v1/health")).pipe(Effect.repeat({ until: (exit) => Exit.isFailure(exit) }))
      yield* Deferred.succeed(open, undefined)
      assert.strictEqual((yield* Fiber.join(client)).status, 200)
      yield* Fiber.join(stopped)
    })
  )

  it.live("MUST be answered with 503 if the server cannot wait for it", () =>
    Effect.gen(function* () {
      const { began, generate, interrupted, scope } = yield* waiting({ stopTime: "50 millis" })
      const client = yield* Effect.forkChild(generate)
      yield* Deferred.await(began)
      yield* Effect.forkChild(Scope.close(scope, Exit.void))
      const { message } = assertError(yield* Fiber.join(client), "SERVICE_UNAVAILABLE")
      assert.include(message, "stopping")
      yield* Deferred.await(interrupted)
    })
  )
})

layer(Test.layer(pool()).pipe(Layer.provideMerge(LogRecords.layer("Debug"))), { excludeTestServices: true })(
  "the access log",
  (it) => {
    it.effect("MUST have one record a request, without its query", () =>
      Effect.gen(function* () {
        const logs = yield* Logs
        logs.length = 0
        yield* call("/api/v1/generate?requestId=r-1&q=private")
        yield* call("/nowhere?q=private")
        const records = logs.filter(({ level }) => level === "Debug").map(({ message }) => message[0])
        assert.strictEqual(records.length, 2)
        assert.deepInclude(records[0], { method: "GET", path: "/api/v1/generate", status: 200, requestId: "r-1" })
        assert.deepInclude(records[1], { method: "GET", path: "/nowhere", status: 404 })
        assert.notInclude(JSON.stringify(records), "private")
      })
    )
  }
)
