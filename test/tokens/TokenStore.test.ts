import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import tokens from "../../src/database/migrations/0002_tokens.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { TokenTable } from "../../src/tokens/TokenTable.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { tokenStoreSuite } from "./TokenStoreSuite.ts"

const database = Layer.effectDiscard(tokens).pipe(Layer.provideMerge(TestDatabase.layer))

tokenStoreSuite("memory", TokenTable.layerMemory)
tokenStoreSuite("PostgreSQL", TokenTable.layer.pipe(Layer.provide(database)))

layer(TokenStore.layer.pipe(Layer.provideMerge(Layer.fresh(database))))("TokenStore.layer", (it) => {
  it.effect("MUST store a token's hash and nothing else of it", () =>
    Effect.gen(function* () {
      const { token } = yield* (yield* TokenStore).create({ name: "kept", scope: "read", rateLimit: 1 })
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly row: string; readonly matches: boolean }>`
        SELECT token::text AS row, hash = encode(sha256(${Redacted.value(token)}::text::bytea), 'hex') AS matches FROM token`
      assert.isTrue(row!.matches)
      assert.notInclude(row!.row, Redacted.value(token).slice(4))
    })
  )

  it.effect("MUST report an outage as such, for every operation", () =>
    Effect.gen(function* () {
      const store = yield* TokenStore
      const { token } = yield* store.create({ name: "outage", scope: "read", rateLimit: 1 })
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE token RENAME TO away`
      const failures = [
        yield* Effect.flip(store.create({ name: "other", scope: "read", rateLimit: 1 })),
        yield* Effect.flip(store.list),
        yield* Effect.flip(store.revoke("outage")),
        yield* Effect.flip(store.authenticate(token))
      ]
      for (const failure of failures) {
        assert.strictEqual(failure._tag, "StorageUnavailable")
        assert.notInclude(failure.message, "relation")
      }
      yield* sql`ALTER TABLE away RENAME TO token`
      assert.strictEqual((yield* store.authenticate(token)).name, "outage")
    })
  )
})
