import { assert, describe, it, layer } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { readFileSync, writeFileSync } from "node:fs"
import { Api } from "../../schemas/Api.ts"
import { assertHeaders } from "../http/support/ErrorAnswers.ts"
import * as FixturePool from "../http/support/FixturePool.ts"
import * as Test from "../http/support/TestApi.ts"

interface Schema {
  readonly [keyword: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }>
  readonly responses: Readonly<Record<string, { readonly headers: object }>>
}

/** Each alternative says what it is, for generators that read it by itself. */
const ipAddress = {
  type: "string",
  anyOf: ["ipv4", "ipv6"].map((format) => ({ type: "string", format, minLength: 2, maxLength: 64 }))
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly headers: object }
}

const document: Document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))
const file = new URL("openapi.json", import.meta.url)

/** A schema, or the one that it refers to, merged with its own keywords. */
const resolve = ({ $ref, ...schema }: Schema): Schema =>
  typeof $ref === "string" ? { ...resolve(document.components.schemas[$ref.split("/").at(-1)!]!), ...schema } : schema

const text300 = { type: "string", minLength: 1, maxLength: 300 }
const text160 = { type: "string", minLength: 1, maxLength: 160 }
const country = { type: "string", pattern: "^[A-Za-z]{2}$", minLength: 2, maxLength: 2 }
const field = { type: "string", enum: ["region", "city", "district", "postcode"] }
const paging = {
  cursor: { type: "string", minLength: 1 },
  limit: { type: "integer", minimum: 20, maximum: 200, default: 100 }
}

/** Method, path, scope, statuses and parameters of every endpoint, as the interface states them. */
const endpoints: ReadonlyArray<readonly [string, string, string, string, Readonly<Record<string, Schema>>]> = [
  ["get", "/api/v1/health", "public", "200 400 500", {}],
  ["get", "/api/v1/ready", "public", "200 400 500 503", {}],
  ["get", "/api/v1/openapi.json", "public", "200 304 400 500", {}],
  ["get", "/api/v1/countries", "read", "200 304 400 401 429 500 503", {}],
  ["get", "/api/v1/availability", "read", "200 304 400 401 429 500 503", {}],
  ["get", "/api/v1/client-context", "read", "200 400 401 429 500 503", { ip: ipAddress }],
  [
    "get",
    "/api/v1/locations/search",
    "read",
    "200 304 400 401 429 500 503",
    {
      country: { ...country, default: "US" },
      field: { ...field, default: "city" },
      q: text300,
      region: text300,
      regionId: text160,
      cityId: text160,
      residential: { type: "boolean", default: false },
      ...paging
    }
  ],
  [
    "get",
    "/api/v1/locations/hierarchy",
    "read",
    "200 304 400 401 429 500 503",
    {
      country,
      childType: field,
      parentType: { type: "string", enum: ["country", "region", "city"], default: "country" },
      parentId: text160,
      q: text300,
      residential: { type: "boolean", default: true },
      ...paging
    }
  ],
  [
    "get",
    "/api/v1/generate",
    "generate",
    "200 400 401 404 429 500 503",
    {
      country: { ...country, default: "US" },
      region: text300,
      regionId: text160,
      city: text300,
      cityId: text160,
      district: text300,
      districtId: text160,
      postcode: text300,
      postcodeId: text160,
      mode: { type: "string", enum: ["ip-region"] },
      ip: ipAddress,
      q: text300,
      strategy: { type: "string", enum: ["random", "instant"], default: "random" },
      residential: { type: "boolean", default: true },
      seed: text300,
      poolVersion: { type: "integer", minimum: 0, maximum: 2_147_483_647 },
      requestId: text160
    }
  ],
  ["post", "/api/v1/generate/batch", "generate", "200 400 401 404 429 500 503", {}],
  ["get", "/api/v1/addresses/{id}", "read", "200 400 401 404 429 500 503", { id: text160 }],
  ["post", "/api/v1/address-translation", "generate", "200 400 401 404 429 500 503", {}],
  [
    "get",
    "/api/v1/coverage",
    "read",
    "200 400 401 429 500 503",
    { country, includeComplete: { type: "boolean", default: true } }
  ],
  ["get", "/api/v1/data-health", "read", "200 400 401 429 500 503", {}]
]

/** Required query parameters. */
const required: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/api/v1/locations/hierarchy": ["country", "childType"]
}

describe("the OpenAPI document", () => {
  it("MUST be the one stored beside this test (UPDATE_OPENAPI=1 rewrites it)", () => {
    if (process.env["UPDATE_OPENAPI"] === "1") writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
    assert.deepStrictEqual(document, JSON.parse(readFileSync(file, "utf8")))
  })

  it("MUST be valid by the schema of OpenAPI 3.1", async () => {
    const validator = new Validator()
    const { errors, valid } = await validator.validate(structuredClone({ ...document }))
    assert.isTrue(valid, JSON.stringify(errors))
    assert.strictEqual(validator.version, "3.1")
  })

  it("MUST be OpenAPI 3.1.0 of version 1.0.0, with the endpoints of the interface and no others", () => {
    assert.strictEqual(document.openapi, "3.1.0")
    assert.strictEqual(document.info.version, "1.0.0")
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`)
    )
    assert.deepStrictEqual(described.sort(), endpoints.map(([method, path]) => `${method} ${path}`).sort())
  })

  for (const [method, path, scope, statuses, parameters] of endpoints) {
    const operation = document.paths[path]?.[method]

    it(`${method} ${path} MUST have its scope, parameters with their constraints, and errors`, () => {
      if (operation === undefined) return assert.fail("missing")
      assert.deepStrictEqual(operation.security, scope === "public" ? [] : [{ bearer: [] }])
      assert.match(operation.description ?? "", scope === "public" ? /^Public\./ : new RegExp(`^Scope: ${scope}\\.`))
      assert.strictEqual(Object.keys(operation.responses).join(" "), statuses)
      assert.sameMembers(
        operation.parameters.map(({ name }) => name),
        Object.keys(parameters)
      )
      for (const parameter of operation.parameters) {
        assert.strictEqual(parameter.in, path.includes(`{${parameter.name}}`) ? "path" : "query")
        const isRequired = parameter.in === "path" || required[path]?.includes(parameter.name) === true
        assert.strictEqual(parameter.required, isRequired)
        assert.isNotEmpty(parameter.description)
        for (const [keyword, value] of Object.entries(parameters[parameter.name]!)) {
          assert.deepStrictEqual(resolve(parameter.schema)[keyword], value, `${parameter.name}: ${keyword}`)
        }
      }
    })

    it(`${method} ${path} MUST have the headers of each response`, () => {
      for (const [status, { headers }] of Object.entries(operation?.responses ?? {})) {
        const names = Object.keys(headers)
        assert.include(names, "X-Request-Id")
        assert.strictEqual(names.includes("WWW-Authenticate"), status === "401")
        assert.strictEqual(names.includes("Retry-After"), status === "429" || status === "503")
        const isKept = /countries|availability|locations|openapi/.test(path) && /^(200|304)$/.test(status)
        assert.strictEqual(names.includes("ETag"), isKept)
        for (const name of ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]) {
          assert.strictEqual(names.includes(name), scope !== "public" && status !== "401")
        }
      }
    })
  }

  it("MUST limit the batch's body to its members and their constraints", () => {
    const { BatchFilters, BatchOptions, BatchRequest } = document.components.schemas
    for (const schema of [BatchRequest, BatchFilters, BatchOptions]) {
      assert.strictEqual(schema?.["additionalProperties"], false)
    }
    assert.deepStrictEqual(BatchRequest?.["required"], ["count", "filters"])
    assert.deepInclude(BatchRequest?.properties?.["count"], { type: "integer", minimum: 1, maximum: 50 })
    assert.deepInclude(BatchRequest?.properties?.["excludeAddressIds"], { type: "array", maxItems: 500 })
    assert.deepStrictEqual(BatchFilters?.["required"], ["country"])
    assert.sameMembers(Object.keys(BatchFilters?.properties ?? {}), [
      "country",
      "region",
      "regionId",
      "city",
      "cityId",
      "district",
      "districtId",
      "postcode",
      "postcodeId",
      "q"
    ])
    assert.sameMembers(Object.keys(BatchOptions?.properties ?? {}), [
      "unique",
      "seed",
      "strategy",
      "poolVersion",
      "requestId"
    ])
    assert.deepInclude(resolve(BatchOptions!.properties!["unique"]!), { type: "boolean", default: true })
    assert.deepInclude(resolve(BatchOptions!.properties!["strategy"]!), {
      enum: ["random", "instant"],
      default: "random"
    })
  })

  it("MUST allow responses to gain members", () => {
    const strict = Object.entries(document.components.schemas).filter(([, schema]) =>
      JSON.stringify(schema).includes('"additionalProperties":false')
    )
    assert.sameMembers(
      strict.map(([name]) => name),
      ["BatchRequest", "BatchFilters", "BatchOptions", "TranslationRequest"]
    )
  })

  it("MUST have no dangling references", () => {
    const text = JSON.stringify(document)
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const components: Readonly<Record<string, object>> = { ...document.components }
      assert.property(components[kind!], name!)
    }
  })
})

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })("/api/v1/openapi.json", (it) => {
  it.effect("MUST serve the document without a token", () =>
    Effect.gen(function* () {
      const { call } = yield* Test.TestApi
      const answer = yield* call("/api/v1/openapi.json", { token: null })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers["content-type"], "application/json")
      assert.deepStrictEqual(answer.body, document)
      assertHeaders(answer)
      assert.strictEqual(answer.headers["cache-control"], "no-cache")
    })
  )
})
