import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { database, emptied, house, postgres, scripted } from "../properties/Houses.ts"
import { fill } from "./Dataset.ts"
import { allRare, homesPerStreet, manifest, record, type Size, texts } from "./GeneratedCountry.ts"

/**
 * Every postcode has several streets, the last of them incomplete, and one of the homes that represent a street is
 * rare.
 */
const size: Size = { total: 410, postcodes: 3 }

/** Everything published except times and digests: a digest need only tell records with the same ID apart. */
const tables = {
  address: `SELECT id, sample_key, street, origin, region, city, district, postcode, latitude, longitude, evidence_rank,
      is_residential, has_others, country, record_id, house_number, unit, building, reference, names
    FROM address ORDER BY id`,
  street: "SELECT * FROM street ORDER BY key",
  origin: "SELECT * FROM origin ORDER BY key",
  label: `SELECT * FROM label ORDER BY country, text COLLATE "C"`,
  pool: "SELECT country, version, total, residential, sources FROM pool",
  scope_count: "SELECT * FROM scope_count WHERE total > 0 ORDER BY region, city, district, postcode",
  place: "SELECT * FROM place WHERE total > 0 ORDER BY key",
  catalog_total: "SELECT * FROM catalog_total ORDER BY parent, type",
  city_center: "SELECT * FROM city_center ORDER BY city",
  indexes: "SELECT indexdef FROM pg_indexes WHERE tablename = 'address_us' ORDER BY indexdef"
}

const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(Object.values(tables), (query) => sql.unsafe(query))
})

layer(database)("the generated data of the benchmark", (it) => {
  it.effect("MUST equal what a synchronization of the same records publishes", () =>
    Effect.gen(function* () {
      yield* emptied
      const records = Array.from({ length: size.total }, (_, i) => record(i, size))
      assert.isTrue(allRare(size.total).some((i) => Math.floor(i / size.postcodes) % homesPerStreet === 0))
      const { source } = scripted(manifest.name, ["US"], {
        records: records.map((one) => ({
          ...one,
          license: manifest.license,
          attribution: manifest.attribution,
          url: manifest.homepage
        }))
      })
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      const [report] = yield* Context.get(context, Synchronizer).run({})
      assert.strictEqual(report?.kept, size.total, JSON.stringify(report))
      const published = yield* contents
      yield* emptied
      yield* fill(size).pipe(Effect.provideService(Publisher, Context.get(context, Publisher)))
      const filled = yield* contents
      Object.keys(tables).forEach((name, i) => assert.deepStrictEqual(filled[i], published[i], name))
      assert.strictEqual(filled[0]!.length, size.total)
    })
  )

  it.effect("MUST have each text in as many addresses as requested", () =>
    Effect.sync(() => {
      const [total, postcodes] = [40_000, 20_000]
      const numbers = Array.from({ length: total }, (_, i) => i)
      const words = numbers.map((i) => {
        const { evidence: _, recordId: __, ...components } = record(i, { total, postcodes })
        return JSON.stringify(components).toLowerCase()
      })
      for (const { one, ten, thirty } of Object.values(texts)) {
        const found = (text: string) => words.filter((each) => each.includes(text)).length
        assert.strictEqual(found(ten), 10, ten)
        assert.closeTo(found(one) / total, 0.01, 0.001, one)
        assert.closeTo(found(thirty) / total, 0.3, 0.005, thirty)
      }
    })
  )
})
