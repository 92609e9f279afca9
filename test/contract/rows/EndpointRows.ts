import { Effect } from "effect"
import assert from "node:assert/strict"
import type { GeneratedBatch } from "../../../schemas/Generation.ts"
import { Deployment } from "../Deployment.ts"
import { type Row, ask, call, dataOf, errorOf, generate, refused, search, table } from "./Asking.ts"
import { clientRows } from "./ClientRows.ts"
import { countryRows } from "./CountryRows.ts"
import { unauthorized } from "./ErrorRows.ts"
import { hierarchyRows } from "./HierarchyRows.ts"
import { goodRequests, scopes } from "./Requests.ts"

/**
 * Checks that the endpoint is described with its scope, responds with 200 as described, and refuses tokens without the
 * scope.
 */
const answers = (name: string) =>
  Effect.gen(function* () {
    const { setup } = yield* Deployment
    const request = (yield* goodRequests).find((request) => request.name === name)
    assert.ok(request !== undefined, `${name} is not described.`)
    const { operation, options, path } = request
    const scope = scopes[name]!
    assert.equal(operation.isPublic, scope === "public")
    const answer = yield* call(path, { ...options, ...(scope === "public" && { token: null }) })
    assert.equal(answer.status, 200)
    assert.match(answer.headers["x-request-id"] ?? "", /^[!-~]{1,160}$/)
    if (scope !== "public") assert.ok("data" in (answer.body as object))
    if (operation.method === "GET") {
      const head = yield* call(path, { ...options, method: "HEAD" })
      assert.equal(head.status, 200)
      assert.equal(head.text, "")
    }
    const token = setup.readToken
    if (token === undefined || scope === "public") return
    const read = yield* call(path, { ...options, token })
    if (scope === "read") assert.equal(read.status, 200)
    else assert.match(unauthorized(read), /scope generate/)
  })

const takesNothing = (path: string) => Effect.asVoid(refused(`${path}?country=US`, "country"))

/** The rows of an endpoint's own tables, which contain the rest. */
const rowsOf = (rows: ReadonlyArray<Row>, pattern: RegExp) =>
  Effect.forEach(
    rows.filter(({ row }) => pattern.test(row)),
    ({ holds }) => holds,
    { discard: true }
  )

export const endpointRows = [
  ...table(import.meta.url, "GET /api/v1/health", {
    "Scope: public (no token). No parameters. Returns `{status}` when the API process is available.": Effect.andThen(
      answers("GET /health"),
      takesNothing("/health")
    )
  }),
  ...table(import.meta.url, "GET /api/v1/ready", {
    "Scope: public (no token). No parameters. Returns `{status}` when the API and its persistent database can serve traffic.":
      Effect.gen(function* () {
        yield* answers("GET /ready")
        yield* takesNothing("/ready")
        const { setup } = yield* Deployment
        if (setup.during === undefined) return
        errorOf(yield* setup.during("outage", call("/ready", { token: null })), "SERVICE_UNAVAILABLE")
      })
  }),
  ...table(import.meta.url, "GET /api/v1/countries", {
    "Scope: read. No parameters. Returns `data`: array of country entries.": Effect.gen(function* () {
      yield* answers("GET /countries")
      yield* takesNothing("/countries")
      yield* rowsOf(countryRows, /^Country entry/)
    })
  }),
  ...table(import.meta.url, "GET /api/v1/availability", {
    "Scope: read. No parameters. Returns `data`: array of availability entries.": Effect.gen(function* () {
      yield* answers("GET /availability")
      yield* takesNothing("/availability")
      yield* rowsOf(countryRows, /^Availability entry/)
    })
  }),
  ...table(import.meta.url, "GET /api/v1/client-context", {
    "Scope: read.": Effect.andThen(answers("GET /client-context"), rowsOf(clientRows, /client-context/))
  }),
  ...table(import.meta.url, "GET /api/v1/locations/search", {
    "Scope: read. Searches catalog values with pagination.": Effect.gen(function* () {
      yield* answers("GET /locations/search")
      const { country } = yield* Deployment
      const first = yield* search({ country, field: "region", limit: 20 })
      if (first.nextCursor === null) return
      const second = yield* search({ country, field: "region", limit: 20, cursor: first.nextCursor })
      assert.ok(second.items.length > 0)
    })
  }),
  ...table(import.meta.url, "GET /api/v1/locations/hierarchy", {
    "Scope: read. Lists the immediate children of a country, region or city.": Effect.andThen(
      answers("GET /locations/hierarchy"),
      rowsOf(hierarchyRows, /: parent(?:Type|Id) /)
    )
  }),
  ...table(import.meta.url, "GET /api/v1/generate", {
    "Scope: generate. Generates one published residential address and test profile.": Effect.gen(function* () {
      yield* answers("GET /generate")
      const { country } = yield* Deployment
      const { result } = yield* generate({ country })
      assert.deepEqual(yield* ask(`/addresses/${result.address.id}`), { address: result.address })
      assert.equal(result.profile.synthetic, true)
    })
  }),
  ...table(import.meta.url, "POST /api/v1/generate/batch", {
    "Scope: generate. Content-Type: application/json.": Effect.gen(function* () {
      yield* answers("POST /generate/batch")
      const { country } = yield* Deployment
      const body = { count: 1, filters: { country } }
      for (const type of ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"]) {
        const answer = yield* call("/generate/batch", { body, headers: { "content-type": type } })
        assert.equal(dataOf<typeof GeneratedBatch.Type>(answer).returnedCount, 1)
      }
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"]) {
        yield* refused("/generate/batch", "Content-Type", { body, headers: { "content-type": type } })
      }
    })
  }),
  ...table(import.meta.url, "GET /api/v1/addresses/{id}", {
    "Scope: read. Path parameter `id` (string, required): an address ID returned by generate or batch generation. Returns `data.address` for a currently published synchronized address. An unknown or unpublished ID yields a 404 error.":
      Effect.gen(function* () {
        yield* answers("GET /addresses/{id}")
        const { addresses } = yield* Deployment
        for (const address of addresses.slice(0, 5))
          assert.deepEqual(yield* ask(`/addresses/${address.id}`), { address })
        errorOf(yield* call("/addresses/us-00000000000000000000"), "ADDRESS_NOT_FOUND", "id")
        yield* refused(`/addresses/${"x".repeat(161)}`, "id")
        yield* refused("/addresses/%00", "id")
        assert.equal((yield* call("/addresses")).status, 404)
      })
  }),
  ...table(import.meta.url, "POST /api/v1/address-translation", {
    "Scope: generate. Content-Type: application/json.": answers("POST /address-translation")
  }),
  ...table(import.meta.url, "GET /api/v1/coverage", {
    "Scope: read. Reports the three synchronization completion rules (total, administrativeCoverage, regionalMinimums) for enabled countries.":
      Effect.gen(function* () {
        yield* answers("GET /coverage")
        const { countries } = yield* ask<{ readonly countries: ReadonlyArray<{ readonly rules: object }> }>("/coverage")
        for (const { rules } of countries) {
          assert.deepEqual(Object.keys(rules).sort(), ["administrativeCoverage", "regionalMinimums", "total"])
        }
      })
  }),
  ...table(import.meta.url, "GET /api/v1/data-health", {
    "Scope: read. No parameters. Returns `data`: data health result.": Effect.andThen(
      answers("GET /data-health"),
      takesNothing("/data-health")
    )
  })
]
