import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Countries } from "../../src/pool/Countries.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { Coverage } from "../../src/catalog/Coverage.ts"
import { children, type House, memory, postgres, publish, search, street } from "../catalog/CatalogHouse.ts"
import { eventually } from "../support/Eventually.ts"

const kinds = ["building", "landuse", "declared", "probable", "assumed", "against"] as const

/** Two addresses for each kind of evidence, on a street of their own. */
const records = kinds.flatMap((kind) =>
  street(2, { city: "München", region: "BY", postcode: "80331", evidence: { kind, detail: `It is ${kind}.` } }, kind)
)

const homes = Effect.gen(function* () {
  const pool = yield* PoolRepository
  const count = (yield* pool.counts).find(({ country }) => country === "DE")!
  const drawn = yield* pool.drawMany({
    country: "DE",
    filters: {},
    seed: "all",
    strategy: "random",
    count: 50,
    unique: true,
    excludeAddressIds: []
  })
  const ids = drawn.addresses.map(({ id }) => id)
  const streets = new Set(drawn.addresses.map(({ components }) => components.street))
  assert.strictEqual(drawn.addresses.length, count.residential)
  return { version: drawn.poolVersion, residential: count.residential, streets: [...streets].sort(), ids }
})

const promises = (storage: string, house: Layer.Layer<House, unknown>) =>
  layer(house)(`The evidence that a country requires, in ${storage}`, (it) => {
    it.effect("MUST remove weaker homes from draws, counts and catalog at once, and bring them back", () =>
      Effect.gen(function* () {
        const countries = yield* Countries
        yield* publish("DE", records)
        const all = yield* homes
        assert.strictEqual(all.residential, 10)
        const settings = yield* countries.setEvidence("DE", "landuse")
        assert.strictEqual(settings.evidence, "landuse")
        const strong = yield* homes
        assert.deepStrictEqual(strong.streets, ["building", "landuse"])
        assert.strictEqual(strong.residential, 4)
        assert.isAbove(strong.version, all.version)
        const pool = yield* PoolRepository
        const found = yield* Effect.filter(all.ids, (id) =>
          Effect.map(Effect.result(pool.findById(id)), ({ _tag }) => _tag === "Success")
        )
        assert.sameMembers(found, strong.ids)
        const { items } = yield* search({ country: "DE", residential: true })
        assert.deepStrictEqual(
          items.map(({ availableCount }) => availableCount),
          [4]
        )
        yield* countries.setEvidence("DE", "landuse")
        assert.strictEqual((yield* homes).version, strong.version, "nothing has changed")
        yield* countries.setEvidence("DE", "probable")
        assert.deepStrictEqual((yield* homes).streets, ["building", "declared", "landuse", "probable"])
        yield* countries.setEvidence("DE", "assumed")
        assert.deepStrictEqual((yield* homes).streets, all.streets)
      })
    )

    it.effect("MUST apply to later publications", () =>
      Effect.gen(function* () {
        const countries = yield* Countries
        yield* countries.setEvidence("DE", "building")
        yield* publish("DE", records, street(3, { city: "Berlin", region: "BE", postcode: "10115" }, "later"))
        assert.deepStrictEqual((yield* homes).streets, ["building"])
        const refused = yield* Effect.flip(countries.setEvidence("XX", "landuse"))
        assert.strictEqual(refused._tag, "CountryRefused")
      })
    )

    it.effect("MUST give a country without a pool its regions and its coverage, as any setting does", () =>
      Effect.gen(function* () {
        yield* (yield* Countries).setEvidence("NL", "landuse")
        assert.strictEqual((yield* children({ country: "NL" })).total, 18)
        const report = yield* (yield* Coverage).report({ country: "NL", includeComplete: true })
        assert.deepStrictEqual(
          report.map(({ complete, rules }) => ({ complete, covered: rules.administrativeCoverage.actual })),
          [{ complete: false, covered: 0 }]
        )
      })
    )
  })

promises("memory", memory)
promises("PostgreSQL", postgres)

layer(postgres)("A change of a country's settings while the country is being published", (it) => {
  const whilePublishing = <A, E, R>(country: string, work: Effect.Effect<A, E, R>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const session = yield* (yield* SqlClient.SqlClient).reserve
        const lock = (how: "lock" | "unlock") =>
          session.execute(`SELECT pg_advisory_${how}(hashtextextended('publish/${country}', 0))`, [], undefined)
        yield* lock("lock")
        return yield* Effect.ensuring(work, Effect.ignore(lock("unlock")))
      })
    )

  /** A change that waits for the publication. */
  const waitingChange = Effect.fnUntraced(function* (country: string) {
    const sql = yield* SqlClient.SqlClient
    const change = yield* Effect.forkChild((yield* Countries).setEvidence(country, "landuse"))
    const waiting = sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    yield* eventually("The change waits", waiting, ({ length }) => length > 0)
    return change
  })

  it.effect("MUST wait for the end of it if homes leave the pool or come back", () =>
    Effect.gen(function* () {
      yield* publish("DE", records)
      const { residential, version } = yield* homes
      const change = yield* whilePublishing(
        "DE",
        Effect.gen(function* () {
          const change = yield* waitingChange("DE")
          assert.deepInclude(yield* homes, { residential, version })
          return change
        })
      )
      yield* Fiber.join(change)
      assert.deepInclude(yield* homes, { residential: 4, version: version + 1 })
    })
  )

  it.effect("MUST not hold what the first publication of a country has to write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const change = yield* whilePublishing(
        "EE",
        Effect.gen(function* () {
          const change = yield* waitingChange("EE")
          yield* sql`INSERT INTO country (code) VALUES ('EE') ON CONFLICT DO NOTHING`
          return change
        })
      )
      assert.strictEqual((yield* Fiber.join(change)).evidence, "landuse")
    })
  )

  it.effect("MUST be made at once otherwise, and leave the catalog of a new country to the publication", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const countries = yield* Countries
      const { targets } = yield* whilePublishing("IT", countries.setTargets("IT", { total: 7 }))
      assert.strictEqual(targets.total, 7)
      const version = sql`SELECT catalog_version AS version FROM country WHERE code = 'IT'`
      assert.deepStrictEqual(yield* version, [{ version: 0 }])
      yield* countries.setTargets("IT", { total: 8 })
      assert.deepStrictEqual(yield* version, [{ version: 1 }])
      yield* publish("MC", street(1, { city: "Monaco" }))
      const first = sql`SELECT catalog_version AS version FROM country WHERE code = 'MC'`
      assert.deepStrictEqual(yield* first, [{ version: 1 }])
      yield* countries.setTargets("MC", { total: 9 })
      assert.deepStrictEqual(yield* first, [{ version: 1 }])
    })
  )
})
