import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MAX_RATE_LIMIT } from "../../../schemas/Fields.ts"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

const create = { name: "nightly tests", scope: "generate", rateLimit: 3, expiresInDays: 30 }

layer(World.layer, { excludeTestServices: true })("tokens in the console", (it) => {
  it.effect("MUST be shown once, work, be counted, and be refused once revoked", () =>
    Effect.gen(function* () {
      const { ask, call, settle, sync } = yield* AdminWorld
      yield* sync()
      const { record, token } = yield* ask("/tokens", { body: create })
      assert.match(token, /^dst_/)
      assert.strictEqual(record.state, "active")
      const use = call("/api/v1/generate", { bare: true, headers: { authorization: `Bearer ${token}` } })
      for (const expected of [200, 200, 200, 429]) assert.strictEqual((yield* use).status, expected)
      yield* settle
      const list = yield* call("/admin/api/tokens", { cookie: (yield* AdminWorld).cookie })
      assert.notInclude(list.text, token)
      const mine = list.body.data.tokens.find(({ id }: { id: string }) => id === record.id)
      assert.strictEqual(mine.requestsToday, 3)
      assert.strictEqual(mine.refusedToday, 1)
      assert.isNotNull(mine.lastUsedAt)
      const day = yield* ask(`/tokens/${record.id}/use`)
      assert.strictEqual(day.step, "hour")
      assert.strictEqual(day.points.length, 24)
      assert.deepInclude(day.points.at(-1), { requests: 3, refused: 1 })
      const month = yield* ask(`/tokens/${record.id}/use?range=month`)
      assert.strictEqual(month.points.length, 30)
      assert.deepInclude(month.points.at(-1), { requests: 3, refused: 1 })
      assert.strictEqual((yield* ask(`/tokens/${record.id}`, { method: "DELETE" })).state, "revoked")
      assert.strictEqual((yield* use).status, 401)
      const { points } = yield* ask("/activity")
      assert.strictEqual(points.length, 60)
      assert.isAtLeast(points.at(-1).draws + points.at(-2).draws, 3)
      assert.isAtLeast(points.at(-1).clientErrors + points.at(-2).clientErrors, 1)
    })
  )

  it.effect("MUST NOT be revoked by a name that is another token's ID", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const { record } = yield* ask("/tokens", { body: { ...create, name: "revoked twice" } })
      const { record: namesake } = yield* ask("/tokens", { body: { ...create, name: record.id } })
      const revoke = call(`/admin/api/tokens/${record.id}`, { method: "DELETE", cookie })
      assert.strictEqual((yield* revoke).body.data.id, record.id)
      assert.strictEqual((yield* revoke).status, 404)
      const { tokens } = yield* ask("/tokens")
      assert.strictEqual(tokens.find(({ id }: { id: string }) => id === namesake.id).state, "active")
    })
  )

  it.effect("MUST be refused with the place of the fault", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const refusal = (body: object) =>
        Effect.map(call("/admin/api/tokens", { cookie, body }), ({ body: answer, status }) => [
          status,
          answer.error.details?.[0]?.path
        ])
      assert.deepStrictEqual(yield* refusal({ ...create, name: " " }), [400, "name"])
      assert.deepStrictEqual(yield* refusal({ ...create, rateLimit: 0 }), [400, "rateLimit"])
      assert.deepStrictEqual(yield* refusal({ ...create, expiresInDays: 0 }), [400, "expiresInDays"])
      assert.deepStrictEqual(yield* refusal({ ...create, scope: "admin" }), [400, "scope"])
      assert.deepStrictEqual(yield* refusal({ ...create, extra: 1 }), [400, "extra"])
      const most = { ...create, name: "😀".repeat(100), rateLimit: MAX_RATE_LIMIT }
      assert.deepStrictEqual(yield* refusal({ ...most, rateLimit: MAX_RATE_LIMIT + 1 }), [400, "rateLimit"])
      yield* ask("/tokens", { body: most })
      yield* ask("/tokens", { body: { ...create, name: "taken" } })
      assert.deepStrictEqual(yield* refusal({ ...create, name: "taken" }), [409, undefined])
      const unknown = yield* call("/admin/api/tokens/tok_0000000000000000/use", { cookie })
      assert.strictEqual(unknown.status, 404)
    })
  )

  it.effect("MUST be audited as failed in an outage, and as refused if the request is at fault", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, sql } = yield* AdminWorld
      const results = Effect.map(ask("/audit?action=createToken"), ({ entries }) =>
        entries.slice(0, 2).map(({ result }: { result: string }) => result)
      )
      yield* call("/admin/api/tokens", { cookie, body: { ...create, name: "taken" } })
      yield* sql`ALTER TABLE token RENAME TO away`
      const { status } = yield* call("/admin/api/tokens", { cookie, body: { ...create, name: "out" } })
      yield* sql`ALTER TABLE away RENAME TO token`
      assert.strictEqual(status, 503)
      assert.deepStrictEqual(yield* results, ["failed", "refused"])
    })
  )

  it.effect("MUST keep a script in a name harmless: responses are JSON, and say so", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const name = "<img src=x onerror=alert(1)>"
      const { record } = yield* ask("/tokens", { body: { ...create, name } })
      assert.strictEqual(record.name, name)
      const answer = yield* call("/admin/api/tokens", { cookie })
      assert.strictEqual(answer.headers.get("content-type"), "application/json")
      assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
    })
  )
})
