import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { detectable, neverReturned, theRestIsUniform } from "../../../properties/SuppressionLaws.ts"
import type { Pool } from "../../../properties/Subject.ts"
import { database, postgresWorlds } from "../../properties/Houses.ts"
import { block, everything, houseAt, suppressions } from "./Block.ts"

const houses = 1000
const requests = [{}, { q: "street" }, { q: "quince" }, { city: "Savannah" }, { region: "GA", postcode: "31401" }].map(
  (filters) => ({ ...everything, filters })
)

/** A pool with one percent suppressed: houses, a building, and an area. */
class OnePercent extends Context.Service<
  OnePercent,
  { readonly pool: Pool; readonly suppressed: ReadonlyArray<string>; readonly left: ReadonlyArray<string> }
>()("doorstep/test/OnePercent") {
  static readonly layer = Layer.effect(
    OnePercent,
    Effect.gen(function* () {
      const pool = yield* postgresWorlds("US")
      // Fifty streets with distinct names.
      const records = block(houses).map((home, i) => ({ ...home, street: `${home.street} ${Math.floor(i / 20)}` }))
      yield* pool.synchronize("alpha", { records })
      const all = new Set<string>()
      for (let seed = 0; all.size < houses; seed++) {
        const { addresses } = yield* pool.drawMany({ ...everything, seed: `${seed}`, count: 50 })
        for (const { id } of addresses) all.add(id)
      }
      const withhold = yield* suppressions
      const [first = "", second = "", third = ""] = all
      yield* withhold.suppress({ kind: "address", id: first }, "Request 1")
      yield* withhold.suppress({ kind: "building", id: second }, "Request 2")
      yield* withhold.suppress({ kind: "address", id: third }, "Request 3")
      const center = houseAt(30, 10).coordinates!
      yield* withhold.suppress({ kind: "area", area: { type: "Circle", center, radius: 70 } }, "Request 4")
      const found = yield* Effect.forEach(all, (id) =>
        Effect.match(pool.findById(id), { onSuccess: () => [id, true] as const, onFailure: () => [id, false] as const })
      )
      const of = (isThere: boolean) => found.filter(([, there]) => there === isThere).map(([id]) => id)
      return { pool, suppressed: of(false), left: of(true) }
    })
  ).pipe(Layer.provide(database))
}

layer(OnePercent.layer, { excludeTestServices: true, timeout: "15 minutes" })(
  "A pool with one percent suppressed",
  (it) => {
    it.effect("MUST never return one of them in 20,000 addresses over all ways", () =>
      Effect.gen(function* () {
        const { pool, suppressed } = yield* OnePercent
        assert.isAtLeast(suppressed.length, 8)
        assert.isAtMost(suppressed.length, 12)
        const { detects, returned } = yield* neverReturned(pool, requests, suppressed, { draws: 20_000, seed: "law" })
        // With a probability of 99.9 percent, this detects suppressed addresses that come once in 2,895 draws; if none
        // were withheld, they would come once in 100. `npm run suppressed` draws a million.
        assert.isAtLeast(returned, 20_000)
        assert.isBelow(detects, 1 / 2_890)
      })
    )

    it.effect("MUST make each of the others equally likely", () =>
      Effect.gen(function* () {
        const { left, pool } = yield* OnePercent
        const draws = { draws: left.length * 20, seed: "rest" }
        yield* theRestIsUniform(pool, everything, left, { ...draws, road: { by: "batch" } })
      })
    )

    it.effect("MUST be reported by the laws, with the address and the request, if it is returned", () =>
      Effect.gen(function* () {
        const { left, pool, suppressed } = yield* OnePercent
        let draws = 0
        const home = (yield* pool.drawMany({ ...everything, seed: "s", count: 1 })).addresses[0]!
        const leaking: Pool = {
          ...pool,
          draw: (request) =>
            Effect.map(pool.draw(request), (drawn) =>
              request.strategy === "instant" && ++draws % 25 === 0
                ? { ...drawn, address: { ...home, id: suppressed[3]! } }
                : drawn
            )
        }
        const met = yield* Effect.flip(neverReturned(leaking, requests, suppressed, { draws: 20_000, seed: "law" }))
        assert.match(met.message, new RegExp(`A draw returned ${suppressed[3]!}, which is suppressed.*"way":"instant"`))

        const looked = {
          ...pool,
          findById: (id: string) => (id === suppressed[5] ? Effect.succeed(home) : pool.findById(id))
        }
        const found = yield* Effect.flip(neverReturned(looked, requests, suppressed, { draws: 100, seed: "law" }))
        assert.include(
          found.message,
          `${suppressed[5]!} is suppressed, but the response differs from that for an unknown ID`
        )

        const counting: Pool = {
          ...pool,
          draw: (request) => Effect.map(pool.draw(request), (drawn) => ({ ...drawn, eligibleCount: houses }))
        }
        const plan = { draws: left.length * 5, road: { by: "batch" }, seed: "rest" } as const
        const counted = yield* Effect.flip(theRestIsUniform(counting, everything, left, plan))
        assert.include(counted.message, `eligibleCount is 1000, but ${left.length} addresses are left`)
        assert.closeTo(detectable(1_000_000), 6.9e-6, 1e-7)
      })
    )
  }
)
