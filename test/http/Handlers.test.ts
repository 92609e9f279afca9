import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpClientRequest, HttpRouter, HttpServer } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import { Authorization } from "../../schemas/Authorization.ts"
import { InvalidRequest, NoCoverage, Unauthorized, UnknownAddress } from "../../schemas/Errors.ts"
import { ClientIp } from "../../src/geoip/ClientIp.ts"
import { ClientLocator } from "../../src/geoip/ClientLocator.ts"
import * as IpRegionDraws from "../../src/geoip/IpRegionDraws.ts"
import * as AuthorizationLayer from "../../src/http/middleware/Authorization.ts"
import { Exchange, ExchangeState } from "../../src/http/edge/Exchange.ts"
import { handlersNoDeps } from "../../src/http/Routes.ts"
import * as Revalidation from "../../src/http/middleware/Revalidation.ts"
import * as Validation from "../../src/http/middleware/Validation.ts"
import { Translator } from "../../src/translation/Translator.ts"
import { ProfileMaker } from "../../src/profile/ProfileMaker.ts"
import { RateLimit } from "../../src/tokens/RateLimit.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import * as FixturePool from "./support/FixturePool.ts"

class Token extends Context.Service<Token, string>()("doorstep/test/Token") {}

const token = Layer.effect(
  Token,
  Effect.gen(function* () {
    const tokens = yield* TokenStore
    const { token } = yield* tokens.create({ name: "test", scope: "generate", rateLimit: 1000 })
    return Redacted.value(token)
  })
)

/** Replaces the edge, which provides it for each request: there is no router here. */
const exchange = Layer.sync(Exchange, () => new ExchangeState("/"))

const handlers = handlersNoDeps.pipe(
  HttpRouter.provideRequest(exchange),
  Layer.provide(exchange),
  Layer.provideMerge([AuthorizationLayer.layer, Validation.layer, Revalidation.layer, token]),
  Layer.provide([
    ProfileMaker.layer,
    Translator.layerOffline,
    RateLimit.layer,
    ClientIp.layer,
    IpRegionDraws.layerNoDeps
  ]),
  Layer.provide(ClientLocator.layerNoDeps),
  Layer.provide(FixturePool.layer),
  Layer.provide(TokenStore.layerMemory)
)

const withToken = HttpApiMiddleware.layerClient(
  Authorization,
  Effect.map(
    Token,
    (token) =>
      ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, token))
  )
)

const withoutToken = HttpApiMiddleware.layerClient(Authorization, ({ next, request }) => next(request))

const client = HttpApiTest.groups(Api, [
  "system",
  "countries",
  "clients",
  "locations",
  "generation",
  "addresses",
  "reports"
])

layer(handlers.pipe(Layer.provideMerge(HttpServer.layerServices)))("the handlers, through the derived client", (it) => {
  it.effect("MUST respond as the contract that client and server share says", () =>
    Effect.gen(function* () {
      const { addresses, clients, countries, generation, locations, reports, system } = yield* client
      assert.deepStrictEqual(yield* system.health(), { status: "ok" })
      assert.deepStrictEqual(yield* system.ready(), { status: "ready" })
      assert.strictEqual((yield* system.openapi())["openapi"], "3.1.0")
      assert.deepInclude((yield* countries.list()).data, {
        code: "US",
        residentialAvailable: true,
        residentialCount: 72,
        generationMode: "synchronized-pool"
      })
      assert.deepInclude((yield* countries.availability()).data, { code: "FR", residentialAvailable: false })
      const { data } = yield* generation.generate({ query: { city: "Savannah", residential: false, seed: "s" } })
      assert.strictEqual(data.seed, "s")
      const again = yield* addresses.findById({ params: { id: data.result.address.id } })
      assert.deepStrictEqual(again.data.address, data.result.address)
      const batch = yield* generation.batch({ payload: { count: 50, filters: { country: "US", city: "Savannah" } } })
      assert.strictEqual(batch.data.returnedCount, 12)
      assert.strictEqual((yield* clients.context({ query: { ip: "8.0.0.1" } })).data.city, "Springfield")
      const found = yield* locations.search({ query: { q: "spring", limit: 20, residential: true } })
      if (!("cities" in found.data)) return assert.fail("no cities")
      assert.deepStrictEqual(
        found.data.cities.map(({ availableCount, value }) => `${value} ${availableCount}`),
        ["Springfield 30", "Springfield 30"]
      )
      const regions = yield* locations.hierarchy({ query: { country: "US", childType: "region" } })
      assert.deepStrictEqual(regions.data.parent, { type: "country", id: "US" })
      assert.deepInclude(regions.data.children, {
        ...regions.data.children.find(({ value }) => value === "Alaska")!,
        availableCount: 0,
        disabled: true
      })
      const covered = yield* reports.coverage({ query: { country: "US", includeComplete: true } })
      assert.strictEqual(covered.data.countries[0]?.rules.total.current, 72)
      assert.isTrue((yield* reports.dataHealth()).data.countries.some(({ code, ready }) => code === "US" && ready))
    }).pipe(Effect.provide(withToken))
  )

  it.effect("MUST fail with the errors of the contract", () =>
    Effect.gen(function* () {
      const { addresses, generation } = yield* client
      assert.instanceOf(yield* Effect.flip(generation.generate({ query: { country: "FR" } })), NoCoverage)
      assert.instanceOf(yield* Effect.flip(addresses.findById({ params: { id: "nobody" } })), UnknownAddress)
      const filters = { country: "US", city: "Atlantis" }
      const error = yield* Effect.flip(generation.batch({ payload: { count: 1, filters } }))
      if (!(error instanceof NoCoverage)) return assert.fail(error._tag)
      assert.strictEqual(error.details?.[0]?.path, "filters.city")
      const current = yield* generation.generate({ query: { poolVersion: 1, seed: "s" } })
      assert.strictEqual(current.data.poolVersion, 1)
      const gone = yield* Effect.flip(generation.generate({ query: { poolVersion: 2 } }))
      if (!(gone instanceof NoCoverage)) return assert.fail(gone._tag)
      assert.strictEqual(gone.details?.[0]?.path, "poolVersion")
      assert.include(gone.message, "the current one is 1")
      const options = { poolVersion: 2 }
      const many = yield* Effect.flip(generation.batch({ payload: { count: 1, filters: { country: "US" }, options } }))
      if (!(many instanceof NoCoverage)) return assert.fail(many._tag)
      assert.strictEqual(many.details?.[0]?.path, "options.poolVersion")
    }).pipe(Effect.provide(withToken))
  )

  it.effect("MUST refuse a client without a token", () =>
    Effect.gen(function* () {
      const { countries } = yield* client
      const error = yield* Effect.flip(countries.list())
      assert.instanceOf(error, Unauthorized)
      assert.include(error.message, "missing")
    }).pipe(Effect.provide(withoutToken))
  )

  it.effect("MUST refuse a client that sends more than the contract knows", () =>
    Effect.gen(function* () {
      const { countries } = yield* client
      const error = yield* Effect.flip(countries.list())
      if (!(error instanceof InvalidRequest)) return assert.fail(error._tag)
      assert.include(error.message, "page is not a parameter of this endpoint")
    }).pipe(
      Effect.provide(
        HttpApiMiddleware.layerClient(
          Authorization,
          Effect.map(
            Token,
            (token) =>
              ({ next, request }) =>
                next(request.pipe(HttpClientRequest.bearerToken(token), HttpClientRequest.setUrlParam("page", "2")))
          )
        )
      )
    )
  )
})
