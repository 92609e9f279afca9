import { Effect } from "effect"
import assert from "node:assert/strict"
import { type Answer, Deployment, type Skipped } from "../Deployment.ts"
import { type Row, ask, batch, call, generate, path, search, skip, table } from "./Asking.ts"
import { clientRows } from "./ClientRows.ts"
import { countryRows } from "./CountryRows.ts"
import { endpointRows } from "./EndpointRows.ts"
import { errorRows, overLimit, unauthorized } from "./ErrorRows.ts"
import { generateRows } from "./GenerateRows.ts"
import { hierarchyRows } from "./HierarchyRows.ts"
import { locationRows } from "./LocationRows.ts"
import { reportRows } from "./ReportRows.ts"
import { authenticatedRequests, goodRequests, scopes } from "./Requests.ts"
import { searchRows } from "./SearchRows.ts"

/** A list item that says the same as these rows. */
const asRows = (rows: ReadonlyArray<Row>, pattern: RegExp): Effect.Effect<void, Skipped, Deployment> => {
  const meant = rows.filter(({ row }) => pattern.test(row))
  assert.ok(meant.length > 0, `No row matches ${pattern}.`)
  return Effect.forEach(meant, ({ holds }) => holds, { discard: true })
}

const names = Effect.map(goodRequests, (requests) => requests.map(({ name }) => name))

const everyTokenless = Effect.gen(function* () {
  for (const { options, path } of yield* authenticatedRequests) {
    unauthorized(yield* call(path, { ...options, token: null }))
  }
})

export const pointRows = [
  ...table(import.meta.url, "What the service does", {
    "It generates one random residential address together with a test profile (`GET /api/v1/generate`).": asRows(
      endpointRows,
      /^GET \/api\/v1\/generate:/
    ),
    "It generates up to 50 addresses per call, with structured filters, an exclusion list and optional uniqueness (`POST /api/v1/generate/batch`).":
      Effect.gen(function* () {
        const { addresses, country } = yield* Deployment
        const { city } = addresses.find(({ countryCode }) => countryCode === country)!.components
        const filters = { country, ...(city !== undefined && { city }) }
        const first = yield* batch({ count: 50, filters })
        const excludeAddressIds = first.results.slice(0, 1).map(({ address }) => address.id)
        const rest = yield* batch({ count: 50, filters, excludeAddressIds, options: { unique: false } })
        assert.ok(rest.results.every(({ address }) => !excludeAddressIds.includes(address.id)))
      }),
    "It exposes a catalog of locations (region, city, district, postcode) that can be searched or walked as a hierarchy, and the stable IDs from that catalog can be used as generation filters.":
      asRows(locationRows, /^Location item.*: id /),
    "It retrieves a published address by its generated ID and translates an address into a display language.":
      Effect.gen(function* () {
        yield* asRows(endpointRows, /^GET \/api\/v1\/addresses/)
        yield* asRows(endpointRows, /address-translation/)
      }),
    "It lists supported countries and their residential availability and counts.": asRows(countryRows, /entry/),
    "It resolves country and location context from an IP address.": asRows(clientRows, /^Client context/),
    "It reports synchronization coverage and per-country pool health.": asRows(reportRows, /^(?:Coverage|Data health)/),
    "It offers two public probes: process health and readiness (readiness includes the persistent database).": asRows(
      endpointRows,
      /\/(?:health|ready):/
    ),
    "Both selection strategies (`random`, `instant`) select from the synchronized database.": Effect.gen(function* () {
      const { country } = yield* Deployment
      for (const strategy of ["random", "instant"]) {
        const { address } = (yield* generate({ country, strategy })).result
        assert.equal((yield* call(`/addresses/${address.id}`)).status, 200)
      }
    }),
    "Generation always returns residential records.": Effect.gen(function* () {
      const { country } = yield* Deployment
      const entry = (yield* ask<ReadonlyArray<{ readonly code: string; readonly residentialCount: number }>>(
        "/countries"
      )).find(({ code }) => code === country)
      for (const residential of [true, false]) {
        const { eligibleCount, result } = yield* generate({ country, residential })
        assert.equal(eligibleCount, entry?.residentialCount)
        assert.ok(result.address.residential.detail !== "")
      }
    }),
    "The default country is `US` wherever a country parameter has a default.": Effect.gen(function* () {
      const { openApi } = yield* Deployment
      const defaults = openApi.operations.flatMap(({ parameters, path }) =>
        parameters.filter(({ name }) => name === "country").map(({ schema }) => [path, schema.default ?? null])
      )
      assert.deepEqual(Object.fromEntries(defaults), {
        "/api/v1/generate": "US",
        "/api/v1/locations/search": "US",
        "/api/v1/locations/hierarchy": null,
        "/api/v1/coverage": null
      })
      assert.deepEqual(yield* search({}), yield* search({ country: "US" }))
    })
  }),

  ...table(import.meta.url, "Endpoints", {
    "Every endpoint except the two probes requires the bearer header (see Authentication) and can answer 401 and 429 (see Errors).":
      Effect.gen(function* () {
        yield* everyTokenless
        for (const { operation } of yield* authenticatedRequests) {
          assert.ok("401" in operation.answers && "429" in operation.answers)
        }
      }),
    "Scope `read` or `generate` is the token permission needed.": Effect.gen(function* () {
      const { setup } = yield* Deployment
      const token = setup.readToken
      if (token === undefined) return yield* skip("No token of the scope read was given (--read-token).")
      for (const { name, options, path } of yield* authenticatedRequests) {
        const answer: Answer = yield* call(path, { ...options, token })
        assert.equal(answer.status, scopes[name] === "read" ? 200 : 401, name)
      }
    }),
    "All parameters are optional unless marked required. Booleans are query booleans. `limit` and `cursor` behave the same wherever they appear.":
      Effect.gen(function* () {
        const { country, openApi } = yield* Deployment
        const parameters = openApi.operations.flatMap((operation) => operation.parameters)
        const required = parameters.filter(({ required }) => required).map(({ name }) => name)
        assert.deepEqual(required.sort(), ["childType", "country", "id"])
        for (const name of ["limit", "cursor"]) {
          const schemas = parameters.filter((parameter) => parameter.name === name).map(({ schema }) => schema)
          assert.equal(schemas.length, 2)
          assert.deepEqual(schemas[0], schemas[1])
        }
        for (const [name, boolean] of [
          ["/generate", "residential"],
          ["/locations/search", "residential"],
          ["/locations/hierarchy", "residential"],
          ["/coverage", "includeComplete"]
        ] as const) {
          const childType = name.endsWith("hierarchy") ? "region" : undefined
          for (const value of ["true", "false"]) {
            assert.equal((yield* call(path(name, { country, childType, [boolean]: value }))).status, 200)
          }
          const wrong = yield* call(path(name, { country, childType, [boolean]: "yes" }))
          assert.equal(wrong.status, 400)
        }
      }),
    "Paged lists: `limit` is an integer from 20 through 200, default 100; `cursor` is the opaque string from `nextCursor` of the previous page.":
      Effect.gen(function* () {
        yield* asRows(searchRows, /: (?:limit|cursor) /)
        yield* asRows(hierarchyRows, /: (?:limit|cursor) /)
      }),
    "Success status is 200 for all endpoints.": Effect.gen(function* () {
      for (const { name, operation, options, path } of yield* goodRequests) {
        const good = Object.keys(operation.answers).filter((status) => status.startsWith("2"))
        assert.deepEqual(good, ["200"], name)
        assert.equal((yield* call(path, options)).status, 200, name)
      }
    })
  }),

  ...table(import.meta.url, "Authentication", {
    "All endpoints except health, readiness and the machine-readable interface description require a bearer token.":
      Effect.gen(function* () {
        yield* everyTokenless
        for (const path of ["/health", "/ready", "/openapi.json"]) {
          assert.equal((yield* call(path, { token: null })).status, 200)
          assert.equal((yield* call(path, { token: "wrong" })).status, 200)
        }
      }),
    "The token is sent in the request header `Authorization` with the form `Bearer <API_TOKEN>`.": Effect.gen(
      function* () {
        const { setup } = yield* Deployment
        const sent = (authorization: string) => call("/countries", { token: null, headers: { authorization } })
        assert.equal((yield* sent(`Bearer ${setup.token}`)).status, 200)
        assert.equal((yield* sent(`bearer ${setup.token}`)).status, 200)
        unauthorized(yield* sent(setup.token))
        unauthorized(yield* sent(`Basic ${setup.token}`))
        unauthorized(yield* call("/countries", { token: null }))
      }
    ),
    "Tokens are created in an administrator console. Each token carries a permission scope (`read` or `generate`), a per-minute request limit and an expiry.":
      asRows(errorRows, /^Limits: (?:Per-minute|Token expiry)/),
    "Scope per endpoint: `public` for health and ready; `read` for countries, availability, client-context, locations/search, locations/hierarchy, coverage, addresses/{id}, data-health; `generate` for generate, generate/batch, address-translation.":
      Effect.gen(function* () {
        const described = (yield* goodRequests).filter(({ name }) => name !== "GET /openapi.json")
        assert.deepEqual(described.map(({ name }) => name).sort(), Object.keys(scopes).sort())
        for (const { name, operation } of described) assert.equal(operation.isPublic, scopes[name] === "public", name)
        yield* asRows(endpointRows, /Scope: (?:public|read|generate)(?!.*application\/json)/)
      }),
    "A missing, expired or invalid token yields status 401 with code UNAUTHORIZED.": asRows(errorRows, /UNAUTHORIZED/)
  }),

  ...table(import.meta.url, "Errors", {
    "Every authenticated endpoint can answer 401 and 429.": Effect.gen(function* () {
      yield* everyTokenless
      for (const { options, path } of yield* authenticatedRequests) {
        assert.equal((yield* overLimit(path, options)).status, 429)
      }
    })
  }),
  ...table(import.meta.url, "Limits", {
    "When the per-minute limit of a token is exceeded, the response is 429 RATE_LIMITED with `Retry-After`.": asRows(
      errorRows,
      /RATE_LIMITED/
    )
  }),
  ...table(import.meta.url, "Versioning", {
    "All endpoints live under the path prefix `/api/v1`; the machine-readable description is an OpenAPI 3.1 document whose version is 1.0.0.":
      Effect.gen(function* () {
        const { document, openApi } = yield* Deployment
        assert.match(document.openapi, /^3\.1\./)
        assert.equal(document.info.version, "1.0.0")
        assert.ok(openApi.operations.every(({ path }) => path.startsWith("/api/v1/")))
        const described = yield* names
        for (const name of Object.keys(scopes)) assert.ok(described.includes(name), `${name} is not described.`)
      }),
    "The parameter `residential` on generate is kept as a legacy compatibility flag and has no effect on results.":
      asRows(generateRows, /^GET \/api\/v1\/generate: residential/)
  })
]
