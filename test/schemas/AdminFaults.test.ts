import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { AdminApi } from "../../schemas/admin/AdminApi.ts"
import { Area, SuppressionTarget } from "../../schemas/admin/Suppressions.ts"
import { NewToken } from "../../schemas/admin/Tokens.ts"
import { PasswordText } from "../../schemas/admin/Sessions.ts"
import { describeIssue, invalidRequest } from "../../schemas/Faults.ts"
import { strict } from "../../schemas/Validation.ts"
import { operations } from "../http/admin/support/Members.ts"

/** The faults of a body; none if it is valid. */
const faultsOf = (schema: Schema.Top, body: unknown) => {
  const decoded = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)(body, strict)
  if (Result.isSuccess(decoded)) return []
  const { details, message } = describeIssue(decoded.failure.issue, "The body", false)
  return details ?? [{ path: "", message }]
}

/** The schema of each body, by method and path. */
const payloads = (() => {
  const found = new Map<string, Schema.Top>()
  HttpApi.reflect(AdminApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path, payload } }) => {
      for (const { schemas } of payload.values()) {
        found.set(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`, schemas[0]!)
      }
    }
  })
  return found
})()

const wrong = [
  null,
  "x",
  "",
  -1,
  1.5,
  Number("1e400"),
  Number.MAX_SAFE_INTEGER + 1,
  true,
  [],
  [null],
  {},
  { kind: "x" }
]

describe("faults of requests to the console", () => {
  it("MUST say what a member must be", () => {
    let count = 0
    for (const { members, method, path } of operations) {
      const schema = payloads.get(`${method} ${path}`)
      for (const { body } of members) {
        for (const value of wrong) {
          const faults = faultsOf(schema!, body(value))
          count += faults.length
          for (const fault of faults) {
            assert.notStrictEqual(fault.message, "is not valid", `${method} ${path}, ${fault.path}: ${String(value)}`)
          }
        }
      }
    }
    assert.isAbove(count, 100)
  })

  it("MUST name the kinds to choose from", () => {
    const kinds = [{ path: "kind", message: "must be address, building or area" }]
    for (const target of [{ kind: "x" }, { kind: 3 }, {}])
      assert.deepStrictEqual(faultsOf(SuppressionTarget, target), kinds)
    assert.deepStrictEqual(faultsOf(SuppressionTarget, null), [{ path: "", message: "The body must be an object." }])
    assert.deepStrictEqual(faultsOf(SuppressionTarget, { kind: "area", area: { type: "Square" } }), [
      { path: "area.type", message: "must be Circle, Polygon or MultiPolygon" }
    ])
  })

  it("MUST be listed once each", () => {
    const twice = { path: "count", message: "must be an integer" }
    const { details, message } = invalidRequest([twice, { ...twice, path: "seed" }, twice])
    assert.deepStrictEqual(details, [twice, { ...twice, path: "seed" }])
    assert.strictEqual(message, "count must be an integer; seed must be an integer.")
  })
})

describe("an area", () => {
  const ring = (points: number) => [...Array.from({ length: points - 1 }, (_, i) => [i / 1e6, 1]), [0, 1]]
  const few = { path: "coordinates", message: "must have 20000 points at most" }

  it("MUST have 20,000 points at most, in one polygon or in several", () => {
    assert.deepStrictEqual(faultsOf(Area, { type: "Polygon", coordinates: [ring(20_000)] }), [])
    assert.deepStrictEqual(faultsOf(Area, { type: "Polygon", coordinates: [ring(20_000), ring(4)] }), [few])
    const several = (last: number) => ({
      type: "MultiPolygon",
      coordinates: [[ring(10_000)], [ring(9_000), ring(last)]]
    })
    assert.deepStrictEqual(faultsOf(Area, several(1000)), [])
    assert.deepStrictEqual(faultsOf(Area, several(1001)), [few])
  })
})

describe("lengths", () => {
  it.effect("MUST be counted in characters, as the contract says", () =>
    Effect.sync(() => {
      const token = (name: string) => ({ name, scope: "read", rateLimit: 1 })
      assert.deepStrictEqual(faultsOf(NewToken, token("😀".repeat(100))), [])
      assert.lengthOf(faultsOf(NewToken, token("😀".repeat(101))), 1)
      assert.deepStrictEqual(faultsOf(PasswordText, "😀".repeat(1024)), [])
      assert.lengthOf(faultsOf(PasswordText, "😀".repeat(1025)), 1)
    })
  )
})
