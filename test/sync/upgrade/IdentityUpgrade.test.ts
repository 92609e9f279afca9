import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { identityRules } from "../../../src/address/identity/OneForm.ts"
import { sampleKey } from "../../../src/address/Identity.ts"
import { fromUuid, toUuid } from "../../../src/address/AddressUuid.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { catchUpIdentities } from "../../../src/sync/upgrade/IdentityUpgrade.ts"
import { database, emptied, house, postgres, scripted } from "../../properties/Houses.ts"
import { faults } from "../stored.ts"
import { homes } from "../support.ts"

/** An ID that the current rules never produce. */
const earlierId = (id: string) => `us-${Array.from(id.slice(3)).reverse().join("")}`

interface Address {
  readonly id: string
  readonly key: bigint
  readonly sources: ReadonlyArray<string>
}

const addresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Address>`
    SELECT a.id, a.sample_key AS key, ARRAY(
      SELECT o.source FROM (SELECT a.origin UNION ALL SELECT r.origin FROM other_record r WHERE r.id = a.id) r
      JOIN origin o ON o.key = r.origin ORDER BY o.source
    ) AS sources
    FROM address a ORDER BY a.id`
  return rows.map((row) => ({ ...row, id: fromUuid(row.id) }))
})

const own =
  "street, origin, latitude, longitude, evidence_rank, record_id, house_number, unit, building, reference, names"

/** Gives the main records of a source the IDs that an earlier version would have given them. */
const withEarlierIds = Effect.fnUntraced(function* (source: string) {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(own)
  const mains = yield* sql<{ readonly id: string }>`
    SELECT a.id FROM address a JOIN origin o ON o.key = a.origin WHERE o.source = ${source}`
  for (const { id } of mains) {
    const earlier = earlierId(fromUuid(id))
    yield* sql`
      INSERT INTO address (id, sample_key, region, city, district, postcode, updated_at, is_residential, has_others, country,
        ${columns})
      SELECT ${toUuid(earlier)}::uuid, ${sampleKey(earlier)}, region, city, district, postcode, updated_at, is_residential,
        false, country, ${columns}
      FROM address WHERE id = ${id}::uuid`
    // Another source's record stays under the other ID, now as the only one.
    yield* sql`
      UPDATE address SET has_others = false, (${columns}) =
        (SELECT ${columns} FROM other_record r WHERE r.id = address.id)
      WHERE id = ${id}::uuid AND has_others`
    yield* sql`
      DELETE FROM address a WHERE id = ${id}::uuid AND NOT EXISTS (SELECT FROM other_record r WHERE r.id = a.id)`
    yield* sql`DELETE FROM other_record WHERE id = ${id}::uuid`
  }
  yield* sql`
    UPDATE street SET (total, homes) =
      (SELECT count(*), count(*) FILTER (WHERE is_residential) FROM address a WHERE a.street = street.key)`
  yield* sql`UPDATE pool SET identity_rules = 1`
  const found = Object.keys(yield* faults)
  assert.includeMembers(["counts of places that are not those of addresses"], found)
})

/** What a service or a command does at startup. */
const start = Effect.scoped(Layer.build(Layer.fresh(house(postgres, []))))

layer(database)("a pool whose address IDs were made by earlier rules", (it) => {
  it.effect("MUST have current IDs after the next start, each address once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      const [short, long] = [homes(40, 1, "W Oak Ave"), homes(60, 1, "West Oak Avenue")]
      const sources = [
        scripted("alpha", ["US"], { records: short }).source,
        scripted("beta", ["US"], { records: long }).source
      ]
      const context = yield* Layer.build(Layer.fresh(house(postgres, sources)))
      const synchronizer = Context.get(context, Synchronizer)
      yield* synchronizer.run({})
      const wanted = yield* addresses
      assert.lengthOf(wanted, 60)

      yield* withEarlierIds("alpha")
      assert.lengthOf(yield* addresses, 100)
      yield* start
      const after = yield* addresses
      assert.deepStrictEqual(after, wanted)
      assert.deepStrictEqual(yield* faults, {})
      const [pool] = yield* sql<{ readonly total: number; readonly version: number; readonly rules: number }>`
        SELECT total, version, identity_rules AS rules FROM pool`
      assert.strictEqual(pool!.total, 60)
      assert.strictEqual(pool!.rules, identityRules)

      // Neither the next start nor a synchronization of the same data has anything left to do.
      yield* start
      const [again] = yield* sql<{ readonly version: number }>`SELECT version FROM pool`
      assert.strictEqual(again!.version, pool!.version)
      yield* synchronizer.run({ force: true })
      assert.deepStrictEqual(
        (yield* addresses).map(({ id }) => id),
        wanted.map(({ id }) => id)
      )
    })
  )

  it.effect("MUST keep the preferred one of two records in a source that become one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      const source = scripted("alpha", ["US"], { records: homes(3, 1, "W Oak Ave") }).source
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      yield* Context.get(context, Synchronizer).run({})
      const [home] = yield* addresses
      const earlier = earlierId(home!.id)
      yield* sql`
        INSERT INTO address
        SELECT (jsonb_populate_record(a, jsonb_build_object('id', ${toUuid(earlier)}::text, 'sample_key', ${sampleKey(earlier)}::text,
          'record_id', a.record_id || '/other', 'evidence_rank', 1))).*
        FROM address a WHERE id = ${toUuid(home!.id)}::uuid`
      yield* sql`UPDATE pool SET identity_rules = 1`
      yield* start
      const records = yield* sql<{ readonly record_id: string }>`
        SELECT record_id FROM address WHERE id = ${toUuid(home!.id)}::uuid
        UNION ALL SELECT record_id FROM other_record WHERE id = ${toUuid(home!.id)}::uuid`
      assert.lengthOf(records, 1)
      assert.match(records[0]!.record_id, /other$/)
      assert.lengthOf(yield* addresses, 3)
      assert.deepStrictEqual(yield* faults, {})
    })
  )

  it.effect("MUST be unchanged if the upgrade breaks off, and be upgraded at the next start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      const source = scripted("alpha", ["US"], { records: homes(20) }).source
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      yield* Context.get(context, Synchronizer).run({})
      const wanted = (yield* addresses).map(({ id }) => id)
      yield* withEarlierIds("alpha")
      const earlier = yield* addresses
      yield* sql`ALTER TABLE pool ADD CONSTRAINT refused CHECK (identity_rules = 1)`
      yield* start
      assert.deepStrictEqual(yield* addresses, earlier)
      yield* sql`ALTER TABLE pool DROP CONSTRAINT refused`
      yield* start
      assert.deepStrictEqual(
        (yield* addresses).map(({ id }) => id),
        wanted
      )
    })
  )

  it.effect("MUST change in all of its records, however many of them are looked at in one go", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      const source = scripted("alpha", ["US"], { records: homes(20) }).source
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      yield* Context.get(context, Synchronizer).run({})
      const wanted = yield* addresses
      for (const atOnce of [1, 6, 20, 21]) {
        yield* withEarlierIds("alpha")
        yield* catchUpIdentities(sql, sampleKey, atOnce)
        assert.deepStrictEqual(yield* addresses, wanted, `${atOnce} at a time`)
      }
    })
  )
})
