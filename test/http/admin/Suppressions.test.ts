import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

layer(World.layer, { excludeTestServices: true })("suppressions in the console", (it) => {
  it.effect(
    "MUST be found, previewed, made, listed and lifted, and recorded in the audit log without the address",
    () =>
      Effect.gen(function* () {
        const { ask, call, cookie, sync } = yield* AdminWorld
        yield* sync()
        const { record: _, token } = yield* ask("/tokens", {
          body: { name: "suppressions", scope: "generate", rateLimit: 1000 }
        })
        const open = (path: string) =>
          call(`/api/v1${path}`, { bare: true, headers: { authorization: `Bearer ${token}` } })
        const { address } = (yield* open("/generate?country=US&seed=s")).body.data.result
        const { houseNumber, street } = address.components
        const found = yield* ask("/suppressions/find", { body: { country: "US", text: `${houseNumber} ${street}` } })
        assert.include(
          found.addresses.map(({ id }: { id: string }) => id),
          address.id
        )
        const target = { kind: "address", id: address.id }
        const { addresses } = yield* ask("/suppressions/preview", { body: { target } })
        assert.isAtLeast(addresses, 1)
        assert.strictEqual((yield* open(`/addresses/${address.id}`)).status, 200)
        const made = yield* ask("/suppressions", { body: { target, reason: "Request 2026-117" } })
        assert.deepInclude(made, { kind: "address", country: "US", reason: "Request 2026-117", withheld: addresses })
        const gone = yield* open(`/addresses/${address.id}`)
        const unknown = yield* open("/addresses/us-00000000000000000000")
        assert.strictEqual(gone.status, 404)
        assert.strictEqual(gone.text.replaceAll(address.id, ""), unknown.text.replaceAll("us-00000000000000000000", ""))
        assert.notStrictEqual((yield* open("/generate?country=US&seed=s")).body.data.result.address.id, address.id)
        const { suppressions } = yield* ask("/suppressions")
        assert.deepStrictEqual(suppressions, [made])
        const again = yield* call("/admin/api/suppressions", { cookie, body: { target, reason: "twice" } })
        assert.strictEqual(again.status, 409)
        assert.strictEqual(
          (yield* ask("/suppressions/find", { body: { country: "US", text: address.id } })).suppressedBy,
          made.id
        )
        const lifted = yield* ask(`/suppressions/${made.id}`, { method: "DELETE" })
        assert.isNotNull(lifted.liftedAt)
        assert.strictEqual(
          (yield* call(`/admin/api/suppressions/${made.id}`, { cookie, method: "DELETE" })).status,
          404
        )
        const audit = yield* call("/admin/api/audit?limit=200", { cookie })
        const entries = audit.body.data.entries.filter(({ target }: { target: string }) => target === made.id)
        assert.deepStrictEqual(
          entries.map(({ action, detail, result }: Record<string, string>) => [action, result, detail]),
          [
            ["liftSuppression", "refused", `There is no suppression "${made.id}", or it was lifted already.`],
            ["liftSuppression", "done", "address in US: Request 2026-117"],
            ["suppress", "done", "address in US: Request 2026-117"]
          ]
        )
        assert.notInclude(audit.text, street)
      })
  )

  it.effect("MUST be refused with the place of the fault", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* AdminWorld
      const refusal = (body: object) =>
        Effect.map(call("/admin/api/suppressions", { cookie, body }), ({ body: answer, status }) => [
          status,
          answer.error.details?.[0]?.path
        ])
      const reason = "Request 1"
      const circle = { type: "Circle", center: { latitude: 1, longitude: 1 }, radius: 10 }
      for (const text of [" ", "x".repeat(301), "a\0b", "a\ud800b"]) {
        const [status, path] = yield* refusal({ target: { kind: "area", area: circle }, reason: text })
        assert.deepStrictEqual([status, path], [400, "reason"], JSON.stringify(text))
      }
      const wrong = { ...circle, center: { latitude: 91, longitude: 1 } }
      const [status, path] = yield* refusal({ target: { kind: "area", area: wrong }, reason })
      assert.strictEqual(status, 400)
      assert.match(String(path), /^target/)
      const open = {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1]
          ]
        ]
      }
      assert.strictEqual((yield* refusal({ target: { kind: "area", area: open }, reason }))[0], 400)
      const unknown = { kind: "building", id: "us-00000000000000000000" }
      assert.deepStrictEqual(yield* refusal({ target: unknown, reason }), [404, undefined])
      assert.strictEqual((yield* refusal({ target: { kind: "address", id: "12 Main Street" }, reason }))[0], 400)
    })
  )
})
