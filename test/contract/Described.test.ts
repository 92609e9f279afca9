import { assert, describe, it } from "@effect/vitest"
import { OpenApi as Derived } from "effect/http-api"
import { type Answer, type Document, OpenApi } from "../../properties/OpenApi.ts"
import { Api } from "../../schemas/Api.ts"

const openApi = new OpenApi(JSON.parse(JSON.stringify(Derived.fromApi(Api))) as Document)

const operation = openApi.operationOf("GET", "/api/v1/availability")!

const right: Answer = {
  status: 200,
  headers: { "content-type": "application/json", "x-request-id": "r-1", "ratelimit-limit": "60", etag: `W/"v"` },
  text: JSON.stringify({ data: [{ code: "US", residentialAvailable: true }] })
}

const withData = (data: unknown): Answer => ({ ...right, text: JSON.stringify({ data }) })
const withHeaders = (headers: Answer["headers"]): Answer => ({ ...right, headers: { ...right.headers, ...headers } })

describe("the contents of a document", () => {
  it("MUST accept a response that it describes, and members that it does not know", () => {
    assert.deepStrictEqual(openApi.faultsOfAnswer(operation, right), [])
    const more = withData([{ code: "US", residentialAvailable: true, flag: "🇺🇸" }])
    assert.deepStrictEqual(openApi.faultsOfAnswer(operation, more), [])
    assert.deepStrictEqual(openApi.faultsOfAnswer(operation, { ...right, text: "" }, "HEAD"), [])
  })

  for (const [name, answer, fragment] of [
    ["a status", { ...right, status: 418 }, "status 418"],
    ["a content type", withHeaders({ "content-type": "text/html" }), "text/html"],
    [
      "a header that is missing",
      { ...right, headers: { "content-type": "application/json", etag: `"v"` } },
      "X-Request-Id"
    ],
    ["a header of another type", withHeaders({ "ratelimit-limit": "many" }), "RateLimit-Limit"],
    ["a header out of range", withHeaders({ "ratelimit-limit": "-1" }), "RateLimit-Limit"],
    ["a member that is missing", withData([{ code: "US" }]), "residentialAvailable"],
    ["a member of another type", withData([{ code: "US", residentialAvailable: "yes" }]), "residentialAvailable"],
    ["a member of another form", withData([{ code: "us", residentialAvailable: true }]), "code"],
    ["a payload that is not wrapped", { ...right, text: "[]" }, "object"]
  ] as const) {
    it(`MUST find ${name} that it does not describe`, () => {
      assert.include(openApi.faultsOfAnswer(operation, answer).join(), fragment)
    })
  }

  it("MUST find a response to HEAD with a body", () => {
    assert.lengthOf(openApi.faultsOfAnswer(operation, right, "HEAD"), 1)
  })

  it("MUST find what is wrong with a request, and where", () => {
    const search = openApi.operationOf("GET", "/api/v1/locations/search?q=x")!
    const places = (...given: ReadonlyArray<readonly [string, string]>) =>
      openApi.faultsOfParameters(search, given).map(({ place }) => place)
    assert.deepStrictEqual(places(["limit", "20"], ["residential", "true"], ["q", "x"]), [])
    for (const given of [
      ["limit", "19"],
      ["limit", "20.5"],
      ["residential", "yes"],
      ["field", "x"]
    ] as const) {
      assert.deepStrictEqual(places(given), [given[0]])
    }
    assert.deepStrictEqual(places(["limit", "20"], ["limit", "20"], ["colour", "red"]).sort(), ["colour", "limit"])
    const { body } = openApi.operationOf("POST", "/api/v1/generate/batch")!
    const faults = openApi.faults(body!, { count: 51, filters: { town: "x" } })
    assert.sameMembers(
      faults.map(({ place }) => place),
      ["count", "filters.country", "filters.town"]
    )
  })
})
