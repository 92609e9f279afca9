import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { identityRules } from "../../src/address/identity/OneForm.ts"
import { sampleKey } from "../../src/pool/Identity.ts"
import { Synchronizer } from "../../src/sync/Synchronizer.ts"
import { database, emptied, house, postgres, scripted } from "../properties/Houses.ts"
import { homes } from "./support.ts"

/** An ID that no rules of today give. */
const earlierId = (id: string) => `us-${Array.from(id.slice(3)).reverse().join("")}`

interface Address {
  readonly id: string
  readonly key: bigint
  readonly document: { readonly id: string; readonly sources: ReadonlyArray<{ readonly name: string }> }
}

const addresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Address>`SELECT id, sample_key AS key, document::json AS document FROM address ORDER BY id`
})

/** Gives records of these sources the IDs of an earlier version, and their addresses with them. */
const withEarlierIds = Effect.fnUntraced(function* (sources: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const records = yield* sql<{ readonly source: string; readonly id: string }>`
    SELECT source, address_id AS id FROM record WHERE source = ANY (${sources}::text[])`
  for (const { id, source } of records) {
    const earlier = earlierId(id)
    yield* sql`
      UPDATE record SET address_id = ${earlier}, sample_key = ${sampleKey(earlier)}, body = replace(body, ${id}, ${earlier})
      WHERE source = ${source} AND address_id = ${id}`
    yield* sql`
      INSERT INTO address (id, country, sample_key, region, city, district, postcode, is_residential, search, names,
        document, updated_at)
      SELECT ${earlier}, country, ${sampleKey(earlier)}, region, city, district, postcode, is_residential, search, names,
        replace(document, ${id}, ${earlier}), updated_at
      FROM address WHERE id = ${id}`
  }
  yield* sql`DELETE FROM address a WHERE NOT EXISTS (SELECT FROM record r WHERE r.address_id = a.id)`
  yield* sql`UPDATE pool SET identity_rules = 1`
})

/** What the start of a service or a command does. */
const start = Effect.scoped(Layer.build(Layer.fresh(house(postgres, []))))

layer(database)("a pool whose address IDs were made by earlier rules", (it) => {
  it.effect("MUST have those of today after the next start, each address once", () =>
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

      yield* withEarlierIds(["alpha"])
      assert.lengthOf(yield* addresses, 100)
      yield* start
      const after = yield* addresses
      assert.deepStrictEqual(
        after.map(({ document, id, key }) => ({ id, key, sources: document.sources.map(({ name }) => name) })),
        wanted.map(({ document, id, key }) => ({ id, key, sources: document.sources.map(({ name }) => name) }))
      )
      assert.isTrue(after.every(({ document, id }) => document.id === id))
      const [pool] = yield* sql<{ readonly total: number; readonly version: number; readonly rules: number }>`
        SELECT total, version, identity_rules AS rules FROM pool`
      assert.strictEqual(pool!.total, 60)
      assert.strictEqual(pool!.rules, identityRules)

      // Nothing is left to do for the next start, nor for a synchronization of the same data.
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

  it.effect("MUST keep the preferred of two records of one source that become one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      const source = scripted("alpha", ["US"], { records: homes(3, 1, "W Oak Ave") }).source
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      yield* Context.get(context, Synchronizer).run({})
      const [home] = yield* addresses
      yield* sql`
        INSERT INTO record
        SELECT (jsonb_populate_record(r, jsonb_build_object(
          'address_id', ${earlierId(home!.id)}::text, 'record_id', r.record_id || '/other', 'evidence_rank', 1,
          'body', replace(r.body, ${home!.id}, ${earlierId(home!.id)})
        ))).*
        FROM record r WHERE address_id = ${home!.id}`
      yield* sql`UPDATE pool SET identity_rules = 1`
      yield* start
      const records = yield* sql<{ readonly record_id: string }>`
        SELECT record_id FROM record WHERE address_id = ${home!.id}`
      assert.lengthOf(records, 1)
      assert.match(records[0]!.record_id, /other$/)
      assert.lengthOf(yield* addresses, 3)
    })
  )

  it.effect("MUST stay as it is when the change breaks off, and change at the next start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      const source = scripted("alpha", ["US"], { records: homes(20) }).source
      const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
      yield* Context.get(context, Synchronizer).run({})
      const wanted = (yield* addresses).map(({ id }) => id)
      yield* withEarlierIds(["alpha"])
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
})
