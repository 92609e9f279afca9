import { assert, layer } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { placeId, placeKey } from "../../../src/address/Identity.ts"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld, Village } = World

layer(World.layer, { excludeTestServices: true })("pools in the console", (it) => {
  it.effect("MUST be listed with counts, evidence, coverage and age", () =>
    Effect.gen(function* () {
      const { ask, settle, sync } = yield* AdminWorld
      yield* sync()
      yield* settle
      const { pools } = yield* ask("/pools")
      assert.strictEqual(pools.length, 1)
      const [pool] = pools
      assert.deepInclude(pool, { country: "US", enabled: true, ready: true, stale: false, total: 30, residential: 30 })
      assert.deepStrictEqual(pool.evidence, {
        shares: { declared: 10 / 30, register: 20 / 30 },
        derived: {},
        sampled: 30,
        exact: true,
        poolVersion: 1
      })
      assert.isNotNull(pool.readAt)
      assert.isBelow(Math.abs(Date.parse(pool.publishedAt) - Date.parse(pool.readAt)), 600_000)
      assert.strictEqual(pool.coverage.rules.total.current, 30)
    })
  )

  it.effect("MUST accept new targets, and measure coverage against them at once", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, token } = yield* AdminWorld
      const change = (body: object) => ask("/pools/us", { method: "PATCH", body })
      const met = yield* change({ targets: { total: 30, coverage: 0, regionalMinimum: 0 } })
      assert.isTrue(met.coverage.complete)
      const unmet = yield* change({ targets: { total: 31 } })
      assert.isFalse(unmet.coverage.complete)
      assert.deepStrictEqual(unmet.targets, { total: 31, coverage: 0, regionalMinimum: 0 })
      const disabled = yield* change({ enabled: false })
      assert.deepInclude(disabled, { enabled: false, ready: false, coverage: null, residential: 30 })
      const listed = yield* call("/api/v1/countries", { bare: true, headers: { authorization: `Bearer ${token}` } })
      assert.deepStrictEqual(listed.body.data, [])
      assert.deepStrictEqual((yield* ask("/map")).points, [])
      yield* change({ enabled: true })
      const wrong = yield* call("/admin/api/pools/US", { method: "PATCH", body: { targets: { coverage: 2 } }, cookie })
      assert.strictEqual(wrong.status, 400)
      assert.strictEqual((yield* call("/admin/api/pools/XX", { cookie })).status, 400)
      assert.strictEqual((yield* call("/admin/api/pools/FR", { cookie })).status, 404)
    })
  )

  it.effect("MUST be scored by third-party rules", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const score = yield* ask("/pools/US/score")
      assert.deepInclude(score, { judged: 30, exact: true, covered: 30, passed: 30, complaints: [] })
      assert.strictEqual((yield* call("/admin/api/pools/FR/score", { cookie })).status, 404)
    })
  )

  it.effect("MUST be browsed down to the city and the postcode", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const { places } = yield* ask("/pools/US/places?childType=region&q=georgia")
      assert.deepInclude(places[0], { value: "Georgia", residential: 30 })
      const below = (type: string) =>
        ask(`/pools/US/places?childType=${type}&parentType=region&parentId=${places[0].id}`)
      assert.deepInclude((yield* below("city")).places[0], { value: "Savannah", residential: 30 })
      assert.deepInclude((yield* below("postcode")).places[0], { value: "31401", residential: 30 })
      const map = yield* ask(`/pools/US/map?placeId=${places[0].id}`)
      assert.deepInclude(map, { sampled: 30, residential: 30 })
      assert.strictEqual(map.points.length, 30)
      const wrong = yield* call("/admin/api/pools/US/map?placeId=r-0000000000000", { cookie })
      assert.strictEqual(wrong.status, 404)
      const parent = yield* call("/admin/api/pools/US/places?childType=city&parentType=region", { cookie })
      assert.strictEqual(parent.status, 400)
    })
  )

  it.effect("MUST report the share of homes with derived parts, as coverage does for everybody", () =>
    Effect.gen(function* () {
      const { ask, call, settle, sync, token } = yield* AdminWorld
      const { records, version } = yield* Village
      const homes = World.houses(40).map((home, i) => {
        if (i < 10) return { ...home, city: undefined }
        if (i < 14) return { ...home, city: undefined, region: undefined }
        return i < 20 ? { ...home, region: undefined } : home
      })
      yield* Ref.set(records, homes)
      yield* Ref.update(version, (one) => one + 1)
      yield* sync()
      yield* settle
      const { evidence, residential } = yield* ask("/pools/US")
      assert.strictEqual(residential, 40)
      // The city was derived from the postcode in 14 homes; the region in 10, from other homes on the street or from
      // its polygon.
      const { "postcode-table": table, ...others } = evidence.derived
      assert.strictEqual(table, 14 / 40)
      assert.deepStrictEqual(Object.values(others), [10 / 40])
      const { body } = yield* call("/api/v1/coverage?country=US", { headers: { authorization: `Bearer ${token}` } })
      assert.deepStrictEqual(body.data.countries[0].derived, evidence.derived)
    })
  )

  it.effect("MUST accept the weakest evidence that makes a home, and apply it at once", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, settle } = yield* AdminWorld
      assert.strictEqual((yield* ask("/pools/US")).weakestEvidence, "assumed")
      const strong = yield* ask("/pools/US", { method: "PATCH", body: { weakestEvidence: "building" } })
      // A third of the village's homes are declared.
      assert.deepInclude(strong, { weakestEvidence: "building", total: 40, residential: 26 })
      assert.deepInclude(yield* ask("/pools/US"), { weakestEvidence: "building", residential: 26 })
      yield* settle
      assert.deepStrictEqual((yield* ask("/pools/US")).evidence.shares, { register: 1 })
      const wrong = yield* call("/admin/api/pools/US", {
        method: "PATCH",
        body: { weakestEvidence: "against" },
        cookie
      })
      assert.strictEqual(wrong.status, 400)
      assert.deepStrictEqual(wrong.body.error.details, [
        { path: "weakestEvidence", message: "must be register, building, landuse, declared, probable or assumed" }
      ])
      const all = yield* ask("/pools/US", { method: "PATCH", body: { weakestEvidence: "assumed" } })
      assert.deepInclude(all, { weakestEvidence: "assumed", residential: 40 })
      const targets = yield* ask("/pools/US", { method: "PATCH", body: { targets: { total: 3 } } })
      assert.deepInclude(targets, { weakestEvidence: "assumed", residential: 40 })
    })
  )

  it.effect("MUST show a uniform sample on maps, whatever the size of the pool", () =>
    Effect.gen(function* () {
      const { ask, settle, sync } = yield* AdminWorld
      const { records, version } = yield* Village
      yield* Ref.set(records, World.houses(2600))
      yield* Ref.update(version, (one) => one + 1)
      yield* sync()
      const map = yield* ask("/pools/US/map")
      assert.deepInclude(map, { sampled: 2000, residential: 2600 })
      assert.strictEqual(map.points.length, 2000)
      yield* settle
      const { evidence } = yield* ask("/pools/US")
      assert.deepInclude(evidence, { sampled: 2000, exact: false })
      // A third are declared. Four standard deviations in a uniform sample of 2,000 are 0.042.
      assert.closeTo(evidence.shares.declared, 1 / 3, 0.042)
      const world = yield* ask("/map")
      assert.strictEqual(world.points.length, 2000)
      // A place of another country is none of this one's.
      const { call, cookie, sql } = yield* AdminWorld
      const key = placeKey("DE", "region", ["DE-BW"])
      yield* sql`
        INSERT INTO place (key, country, type, name, folded) VALUES (${key}, 'DE', 'region', 'Baden-Württemberg', 'b')`
      const foreign = yield* call(`/admin/api/pools/US/map?placeId=${placeId("region", key)}`, { cookie })
      assert.strictEqual(foreign.status, 404, foreign.text)
    })
  )

  it.effect("MUST be shown without reading any address: ten million are as quick as ten", () =>
    Effect.gen(function* () {
      const { call, cookie, settle, slow } = yield* AdminWorld
      yield* settle
      yield* slow.withTransaction(
        Effect.gen(function* () {
          // Reading any of these tables would block until this transaction ends, and the response would be a 503.
          yield* slow`LOCK TABLE address, other_record, street, scope_count IN ACCESS EXCLUSIVE MODE`
          for (const path of [
            "/overview",
            "/activity",
            "/pools",
            "/pools/US",
            "/pools/US/places?childType=region",
            "/pools/US/map",
            "/map",
            "/sources",
            "/runs",
            "/tokens",
            "/audit"
          ]) {
            const { status, text } = yield* call(`/admin/api${path}`, { cookie })
            assert.strictEqual(status, 200, `${path}: ${text}`)
          }
        })
      )
    })
  )
})
