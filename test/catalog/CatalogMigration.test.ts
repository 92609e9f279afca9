import { assert, layer } from "@effect/vitest"
import { Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { Coverage } from "../../src/catalog/Coverage.ts"
import type { AddressComponents } from "../../schemas/Address.ts"
import { addressId, placeId, placeKey } from "../../src/address/Identity.ts"
import { catchUp } from "../../src/pool/CatalogRebuild.ts"
import { upgradeStorage } from "../../src/sync/upgrade/StorageUpgrade.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { children, counted, onDatabase, search } from "./CatalogHouse.ts"

const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0003"))

const region = placeKey("DE", "region", ["DE-BW"])
const city = placeKey("DE", "city", ["DE-BW", "Überlingen"])
const district = placeKey("DE", "district", ["DE-BW", "Überlingen", "Nußdorf"])
const postcode = placeKey("DE", "postcode", ["88662"])

const house = (houseNumber: string, more: Partial<AddressComponents> = {}): AddressComponents => ({
  houseNumber,
  street: "Zum Hecht",
  ...more,
  city: "ÜBERLINGEN",
  region: "Baden-Württemberg",
  regionCode: "DE-BW",
  postcode: "88662",
  country: "Germany"
})
const [home, office] = [house("1", { district: "Nußdorf" }), house("2")]
const [homeId, officeId] = [addressId("DE", home), addressId("DE", office)]
const bodyOf = (components: AddressComponents) => JSON.stringify({ components }).slice(1, -1)
const member = JSON.stringify({ license: "CC0-1.0", attribution: "Made up", url: "https://example.org" })

/** A pool of two addresses, as it was before the catalog existed. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO pool (country, version, total, residential, sources, published_at) VALUES ('DE', 1, 2, 1, '{feed}', now())`
  yield* sql`
    INSERT INTO place (key, country, type, parent, name, total, residential) VALUES
      (${region}, 'DE', 'region', NULL, 'Baden-Württemberg', 2, 1),
      (${city}, 'DE', 'city', ${region}, 'ÜBERLINGEN', 2, 1),
      (${district}, 'DE', 'district', ${city}, 'Nußdorf', 1, 1),
      (${postcode}, 'DE', 'postcode', NULL, '88662', 2, 1)`
  yield* sql`
    INSERT INTO place_name (country, type, folded, place) VALUES
      ('DE', 'region', 'baden-wurttemberg', ${region}), ('DE', 'region', 'bw', ${region}),
      ('DE', 'city', 'uberlingen', ${city}), ('DE', 'district', 'nussdorf', ${district}),
      ('DE', 'postcode', '88662', ${postcode})`
  yield* sql`
    INSERT INTO scope_count (country, region, city, district, postcode, total, residential) VALUES
      ('DE', ${region}, ${city}, ${district}, ${postcode}, 1, 1), ('DE', ${region}, ${city}, 0, ${postcode}, 1, 0)`
  yield* sql`
    INSERT INTO address
      (id, country, sample_key, region, city, district, postcode, is_residential, search, document, updated_at)
    VALUES
      (${homeId}, 'DE', 1, ${region}, ${city}, ${district}, ${postcode}, true, '', '{}', now()),
      (${officeId}, 'DE', 2, ${region}, ${city}, NULL, ${postcode}, false, '', '{}', now())`
  yield* sql`
    INSERT INTO record
      (source, country, address_id, record_id, sample_key, region, city, district, postcode, evidence_rank, digest, body,
       coordinates, residential, source_member, search)
    VALUES
      ('feed', 'DE', ${homeId}, '1', 1, ${region}, ${city}, ${district}, ${postcode}, 1, 1, ${bodyOf(home)},
        '{"latitude":47.75,"longitude":9.19}', '{"evidence":"register","detail":"A flat."}', ${member}, ''),
      ('feed', 'DE', ${officeId}, '2', 2, ${region}, ${city}, NULL, ${postcode}, 9, 1, ${bodyOf(office)}, NULL, NULL,
        ${member}, '')`
})

const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")

layer(TestDatabase.layerWith(earlier).pipe(Layer.provide(quiet)))("A database from before the catalog", (it) => {
  it.effect("MUST get its catalog from the migration and the next start, and lose nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* fill
      assert.include(yield* migrate(migrations), "0003_catalog")
      const places = yield* sql`SELECT key, folded, region FROM place ORDER BY type`
      assert.deepStrictEqual(places, [
        { key: city, folded: "uberlingen", region: null },
        { key: district, folded: "nussdorf", region },
        { key: postcode, folded: "88662", region: null },
        { key: region, folded: "baden-wurttemberg", region: null }
      ])
      assert.deepStrictEqual(yield* sql`SELECT folded FROM place_name WHERE alias`, [{ folded: "bw" }])
      yield* upgradeStorage
      assert.deepStrictEqual(yield* sql`SELECT latitude, longitude FROM address WHERE latitude IS NOT NULL`, [
        { latitude: 47.75, longitude: 9.19 }
      ])
      yield* Effect.gen(function* () {
        const regions = yield* children({ country: "DE" })
        assert.strictEqual(regions.total, 16)
        assert.include(counted(regions.items), "Baden-Württemberg: 2")
        const parentId = placeId("city", city)
        const within = { country: "DE", parentType: "city", parentId, residential: true } as const
        assert.deepStrictEqual(counted((yield* children({ ...within, childType: "postcode" })).items), ["88662: 1"])
        assert.deepStrictEqual(counted((yield* children({ ...within, childType: "district" })).items), ["Nußdorf: 1"])
        assert.strictEqual((yield* search({ country: "DE", field: "district", region: "bw" })).total, 1)
        const [coverage] = yield* (yield* Coverage).report({ includeComplete: true })
        assert.strictEqual(coverage!.rules.administrativeCoverage.actual, 1 / 16)
        assert.deepStrictEqual(yield* sql`SELECT latitude, longitude FROM city_center`, [
          { latitude: 47.75, longitude: 9.19 }
        ])
      }).pipe(Effect.provide(onDatabase.pipe(Layer.provide(quiet))))
      const version = sql<{ readonly version: number }>`SELECT catalog_version AS version FROM country`
      assert.deepStrictEqual(yield* version, [{ version: 1 }])
      // The next start finds it up to date.
      yield* Effect.provide(children({ country: "DE" }), Layer.fresh(onDatabase))
      assert.deepStrictEqual(yield* version, [{ version: 1 }])
      // Of processes that start together, one makes it by the rules of their version.
      yield* sql`UPDATE country SET catalog_basis = 'earlier rules'`
      yield* Effect.all(
        Array.from({ length: 4 }, () => catchUp(sql)),
        { concurrency: 4 }
      ).pipe(Effect.provide(quiet))
      assert.deepStrictEqual(yield* version, [{ version: 2 }])
    })
  )
})
