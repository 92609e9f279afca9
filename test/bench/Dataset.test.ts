import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Synchronizer } from "../../src/sync/Synchronizer.ts"
import { database, emptied, house, postgres, scripted } from "../properties/Houses.ts"
import { fill } from "./Dataset.ts"
import { manifest, record } from "./GeneratedCountry.ts"

const total = 400

const tables = {
  address: `SELECT id, country, sample_key, region, city, district, postcode, is_residential, search, names,
      regexp_replace(document, '"updatedAt":.*', '') AS document
    FROM address ORDER BY id COLLATE "C"`,
  pool: "SELECT country, version, total, residential, sources FROM pool",
  scope_count: "SELECT * FROM scope_count WHERE total > 0 ORDER BY region, city, postcode",
  place: "SELECT * FROM place WHERE total > 0 ORDER BY key",
  catalog_total: "SELECT * FROM catalog_total WHERE type = 'region'",
  indexes: "SELECT indexdef FROM pg_indexes WHERE tablename = 'address' ORDER BY indexdef"
}

const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(Object.values(tables), (query) => sql.unsafe(query))
})

layer(database)("the generated data of the benchmark", (it) => {
  it.effect("MUST be what a synchronization of the same records publishes", () =>
    Effect.gen(function* () {
      yield* emptied
      const { source } = scripted(manifest.name, ["US"], {
        records: Array.from({ length: total }, (_, i) => ({
          ...record(i, total),
          license: manifest.license,
          attribution: manifest.attribution,
          url: manifest.homepage
        }))
      })
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      const [report] = yield* Context.get(context, Synchronizer).run({})
      assert.strictEqual(report?.kept, total, JSON.stringify(report))
      const published = yield* contents
      yield* emptied
      yield* fill(total)
      const filled = yield* contents
      Object.keys(tables).forEach((name, i) => assert.deepStrictEqual(filled[i], published[i], name))
      assert.strictEqual(filled[0]!.length, total)
    })
  )
})
