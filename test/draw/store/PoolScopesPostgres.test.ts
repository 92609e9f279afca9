import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { makeScopes } from "../../../src/draw/store/PoolScopesPostgres.ts"

describe("names that resemble a mistyped one", () => {
  it.effect("MUST be looked for one after the other, as all who draw share their connection", () =>
    Effect.gen(function* () {
      const statements = { all: 0, underWay: 0, most: 0 }
      const statement = Effect.gen(function* () {
        statements.all++
        statements.most = Math.max(statements.most, ++statements.underWay)
        yield* Effect.yieldNow
        statements.underWay--
        return []
      })
      const sql = (() => statement) as unknown as SqlClient.SqlClient
      const { namesLike } = makeScopes(sql, yield* Effect.context<never>())
      yield* Effect.forEach(["savana", "savanah", "atlnta"], (name) => namesLike("US", "city", name), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(statements, { all: 3, underWay: 0, most: 1 })
    })
  )
})
