import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { type IndexName, indexNames } from "../../../src/database/AddressTables.ts"
import { makeKeyStatements } from "../../../src/draw/keys/KeyStatements.ts"
import { makeTextStatements } from "../../../src/draw/text/TextStatements.ts"
import { editionOf } from "../../../src/draw/store/PoolReadsPostgres.ts"
import type { Scope } from "../../../src/draw/store/PoolStore.ts"
import { lockCountry } from "../../../src/pool/CountryLock.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { catchUpIndexes } from "../../../src/sync/upgrade/IndexUpgrade.ts"
import { database, emptied, house, postgres, scripted } from "../../properties/Houses.ts"
import { faults } from "../../sync/stored.ts"
import { homes } from "../../sync/support.ts"

const count = 2_000

/** The planner reads both ends of an index, which counts as scans. */
const planned = 2

/** Publishes a pool of one city; the table has been vacuumed. */
const published = Effect.gen(function* () {
  yield* emptied
  const source = scripted("alpha", ["US"], { records: homes(count) }).source
  const context = yield* Layer.build(Layer.fresh(house(postgres, [source])))
  yield* Context.get(context, Synchronizer).run({})
})

/** The whole country, and the scope of each level that its homes have. */
const scopes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ region: bigint; city: bigint; postcode: bigint; edition: string }>`
    SELECT region, city, postcode, ${editionOf(sql, "US")} FROM address LIMIT 1`
  const { edition, ...places } = row!
  const pool = { country: "US", edition, total: count, residential: count } as unknown as Scope["pool"]
  const whole: Scope = { country: "US", pool, selection: {}, size: count, q: undefined, narrowest: undefined }
  return [
    whole,
    ...(["region", "city", "postcode"] as const).map((level): Scope => ({
      ...whole,
      selection: { [level]: [places[level]] },
      narrowest: level
    }))
  ]
})

/** How many index scans and row look-ups reading a scope's keys takes. */
const looked = (scope: Scope) =>
  lookedUp((sql, context) =>
    Effect.gen(function* () {
      const statements = makeKeyStatements(sql, sql, context)
      const found = yield* statements.buckets(scope, 7, [3, 4, 90])
      assert.isAbove(
        found.reduce((sum, keys) => sum + keys.length / 2, 0),
        10
      )
      yield* statements.keysWithin(scope, { low: 0n, high: 2n ** 56n })
    })
  )

const lookedUp = <E>(
  read: (sql: SqlClient.SqlClient, context: Context.Context<never>) => Effect.Effect<void, E, SqlClient.SqlClient>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Otherwise so small a table would be read sequentially. The counters of a transaction can be read within it at
    // once.
    yield* sql`SET LOCAL enable_seqscan = off`
    yield* sql`SET LOCAL enable_bitmapscan = off`
    const counters = sql<{ scans: number; rows: number }>`
      SELECT (idx_scan)::int AS scans, (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int AS rows
      FROM pg_stat_xact_user_tables WHERE relname = 'address_us'`
    const [before = { scans: 0, rows: 0 }] = yield* counters
    yield* read(sql, yield* Effect.context<never>())
    const [after] = yield* counters
    return { scans: after!.scans - before.scans, rows: after!.rows - before.rows }
  }).pipe((reading) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(reading)))

/** Gives the country's table the indexes that an earlier version created. */
const withEarlierIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'address_us'`
  for (const { definition, name } of rows) {
    if (!definition.includes("country")) continue
    yield* sql`DROP INDEX ${sql(name)}`
    yield* sql.unsafe(definition.replace(/ AND \(country = 'US'::text\)/, ""))
  }
  return new Map(rows.map(({ definition, name }) => [name, definition]))
})

const definitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'address_us'`
  return new Map(rows.map(({ definition, name }) => [name, definition]))
})

layer(database, { excludeTestServices: true })("the keys of a pool", (it) => {
  it.effect("MUST be read from indexes alone, without a look into the table", () =>
    Effect.gen(function* () {
      yield* published
      for (const scope of yield* scopes) {
        const { rows, scans } = yield* looked(scope)
        assert.isAbove(scans, 0, scope.narrowest)
        assert.isAtMost(rows, planned, scope.narrowest)
      }
    })
  )

  it.effect("MUST not be looked up to find that a text has too many matches", () =>
    Effect.gen(function* () {
      yield* published
      const [whole] = yield* scopes
      for (const [q, most, isMany] of [
        ["7", 500, true],
        ["7", 600, false],
        ["1999", 0, true],
        ["1999", 1, false],
        ["no such text", 0, false]
      ] as const) {
        const { rows } = yield* lookedUp((sql, context) =>
          Effect.gen(function* () {
            const statements = makeTextStatements(sql, sql, context)
            assert.strictEqual(yield* statements.hasMany(whole!, q, most), isMany, `${q} ${most}`)
          })
        )
        assert.isAtMost(rows, 3 * planned, `${q} ${most}`)
      }
    })
  )

  it.effect("MUST not be looked up for more texts than a selection has homes", () =>
    Effect.gen(function* () {
      yield* published
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO label (country, text, folded) SELECT 'US', 'Hut ' || i, 'hut ' || i FROM generate_series(1, 9) i`
      const { hasMany } = makeTextStatements(sql, sql, yield* Effect.context<never>())
      const [whole, ...parts] = yield* scopes
      assert.isFalse(yield* hasMany(whole!, "hut", 8))
      for (const part of parts) {
        assert.isTrue(yield* hasMany(part, "hut", 8), part.narrowest)
        assert.isFalse(yield* hasMany(part, "hut", 9), part.narrowest)
      }
    })
  )

  it.effect("MUST be looked up for the homes with a text alone, whatever the planner expects of that text", () =>
    Effect.gen(function* () {
      yield* published
      const sql = yield* SqlClient.SqlClient
      for (const scope of yield* scopes) {
        for (const [q, homes] of [
          ["1999", 1],
          ["199", 12],
          ["no such text", 0]
        ] as const) {
          const { rows } = yield* lookedUp((sql, context) =>
            Effect.gen(function* () {
              const { labelled } = makeTextStatements(sql, sql, context)
              // Makes the planner prefer every other join.
              yield* sql`SET LOCAL enable_nestloop = off`
              const found = yield* labelled(scope, q, count, "labels")
              assert.strictEqual(found.homes, homes, q)
            })
          )
          assert.isAtMost(rows, homes + 3 * planned, `${q} ${scope.narrowest}`)
          const { labelled } = makeTextStatements(sql, sql, yield* Effect.context<never>())
          assert.deepStrictEqual(
            yield* labelled(scope, q, count, "selection"),
            yield* labelled(scope, q, count, "labels")
          )
        }
      }
    })
  )

  it.effect("MUST be read so from pools of an earlier version too, after its indexes were rebuilt beside draws", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* published
      const current = yield* withEarlierIndexes
      assert.sameMembers(
        Array.from(current.keys()),
        indexNames.map((name: IndexName) => `address_us_${name}`)
      )
      const [whole, ...others] = yield* scopes
      assert.isAbove((yield* looked(whole!)).rows, planned)

      yield* catchUpIndexes(sql)
      assert.deepStrictEqual(yield* definitions, current)
      assert.deepStrictEqual(yield* faults, {})
      yield* sql`VACUUM address_us`
      for (const scope of [whole!, ...others]) assert.isAtMost((yield* looked(scope)).rows, planned, scope.narrowest)
    })
  )

  it.effect("MUST be left as they were while a publication has the country, and wait for it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* published
      const current = yield* withEarlierIndexes
      const earlier = yield* definitions
      assert.notDeepEqual(earlier, current)
      const outside = yield* Effect.context<never>()
      const waiting = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* lockCountry(sql, "US")
          const renewing = yield* Effect.sync(() => Effect.runForkWith(outside)(catchUpIndexes(sql)))
          yield* sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`.pipe(
            Effect.repeat({ schedule: Schedule.forever, until: (rows) => rows.length > 0 })
          )
          assert.deepStrictEqual(yield* definitions, earlier)
          return renewing
        })
      )
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(yield* definitions, current)
    })
  )
})
