import { OpenApi as Derived } from "effect/http-api"
import { assert, describe, expectTypeOf, it } from "vitest"
import * as Client from "../../client/Client.ts"
import type * as Contract from "../../client/Contract.ts"
import { type Document, OpenApi } from "../../properties/OpenApi.ts"
import type { Address } from "../../schemas/Address.ts"
import { Api } from "../../schemas/Api.ts"
import type { ClientContext } from "../../schemas/ClientContext.ts"
import type { Availability, Country } from "../../schemas/Countries.ts"
import type { errorStatus } from "../../schemas/Errors.ts"
import type { BatchRequest, Generated, GeneratedBatch, GenerateQuery } from "../../schemas/Generation.ts"
import type { LocationHierarchy, LocationItem, LocationSearch } from "../../schemas/Locations.ts"
import type { Profile } from "../../schemas/Profile.ts"
import type { CoverageReport, DataHealth } from "../../schemas/Reports.ts"
import type { Translation } from "../../schemas/Translation.ts"
import { declarations, description, kept } from "./declarations.ts"
import { RecordingFetch } from "./RecordingFetch.ts"

const judge = new OpenApi(JSON.parse(JSON.stringify(Derived.fromApi(Api))) as Document)

/** Compiles only if each type is assignable to the other. */
const alike = <A, B>(..._both: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void => {}

describe("the client's types", () => {
  it("MUST be those of the current contract (npm run client:types rewrites them)", () => {
    assert.strictEqual(kept(), declarations(description))
  })

  it("MUST equal what the schemas decode to, to the last member", () => {
    alike<Contract.Address, Address>()
    alike<Contract.Profile, Profile>()
    alike<Contract.Generated, Generated>()
    alike<Contract.GeneratedBatch, GeneratedBatch>()
    alike<Contract.Translation, Translation>()
    alike<Contract.Country, Country>()
    alike<Contract.Availability, Availability>()
    alike<Contract.ClientContext, ClientContext>()
    alike<Contract.CoverageReport, CoverageReport>()
    alike<Contract.DataHealth, DataHealth>()
    alike<Contract.LocationItem, LocationItem>()
    alike<Contract.LocationSearch, LocationSearch>()
    alike<Contract.LocationHierarchy, LocationHierarchy>()
    // In requests, optional members may also be undefined; otherwise, the types are the same.
    expectTypeOf<GenerateQuery>().toExtend<Contract.GenerateAddressQuery>()
    expectTypeOf<BatchRequest>().toExtend<Contract.BatchRequest>()
    expectTypeOf<keyof Contract.GenerateAddressQuery>().toEqualTypeOf<keyof GenerateQuery>()
  })

  it("MUST include every code of the service's errors, so that a switch over them is exhaustive", () => {
    const told = (error: Client.DoorstepError): string => {
      switch (error.code) {
        case "INVALID_REQUEST":
        case "UNAUTHORIZED":
        case "NO_POOL_COVERAGE":
        case "ADDRESS_NOT_FOUND":
        case "NOT_FOUND":
        case "METHOD_NOT_ALLOWED":
        case "MISDIRECTED_REQUEST":
        case "INTERNAL_ERROR":
          return "of the service"
        case "RATE_LIMITED":
        case "SERVICE_UNAVAILABLE":
          return "later"
        case "NETWORK":
        case "TIMEOUT":
        case "ABORTED":
        case "UNEXPECTED_ANSWER":
          return "of the client"
      }
    }
    assert.isFunction(told)
    expectTypeOf<Client.ServiceErrorCode>().toEqualTypeOf<keyof typeof errorStatus>()
    expectTypeOf<Extract<Client.DoorstepError, { readonly code: "RATE_LIMITED" }>>().not.toBeNever()
  })
})

describe("the client's calls", () => {
  it("MUST match the operations of the contract one to one, with method, path and parameters", async () => {
    const fetch = new RecordingFetch()
    const client = Client.createClient({ baseUrl: "http://service.test", token: "t", fetch: fetch.fetch })
    const ignored = (call: PromiseLike<unknown>) => Promise.resolve(call).catch(() => undefined)
    await ignored(client.generate({ country: "US", seed: "a b&c" }))
    await ignored(client.batch({ count: 1, filters: { country: "US" } }))
    await ignored(client.address("us-1/2?x"))
    await ignored(client.translate({ addressId: "us-1", targetLocale: "ja" }))
    await ignored(client.countries())
    await ignored(client.availability())
    await ignored(client.clientContext({ ip: "::1" }))
    await ignored(client.coverage({ includeComplete: false }))
    await ignored(client.dataHealth())
    await ignored(client.health())
    await ignored(client.ready())
    await ignored(client.openapi())
    await ignored(client.locations.search({ field: "region", limit: 20 }))
    await ignored(client.locations.hierarchy({ country: "DE", childType: "city" }))
    assert.deepStrictEqual(
      fetch.operations(judge).toSorted(),
      judge.operations.map(({ method, path }) => `${method} ${path}`).toSorted()
    )
    assert.deepStrictEqual(fetch.faults(judge), [])
  })
})
