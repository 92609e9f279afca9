import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { isKept } from "../../src/database/backup/Tables.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import { upgradeStorage } from "../../src/sync/upgrade/StorageUpgrade.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { formerDatabase, formerMigrations } from "./FormerDatabase.ts"

// Each test creates several databases.

const names = Object.keys(migrations)

/** Every schema in which a version that kept a document for each address may have left its database. */
const earlier = names
  .filter((name) => Object.hasOwn(formerMigrations, name))
  .map((last, i) => ({ last, until: Object.fromEntries(Object.entries(migrations).slice(0, i + 1)) }))

const draws = Effect.gen(function* () {
  const pool = yield* PoolRepository
  return yield* Effect.forEach(Array.from({ length: 30 }), (_, i) =>
    Effect.map(
      pool.draw({ strategy: "random", country: "US", filters: i % 2 === 0 ? {} : { region: "OR" }, seed: `s${i}` }),
      ({ address }) => address
    )
  )
}).pipe(Effect.provide(Layer.fresh(PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStorePostgres.layerNoDeps)))))

const tablesOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly table: string; readonly columns: ReadonlyArray<string> }>`
      SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.oid ORDER BY c.relname`,
    (found) => new Map(found.map(({ columns, table }) => [table, columns]))
  )

/** Copies the contents of the database into an earlier schema, as far as that can hold them. */
const copy = Effect.fnUntraced(function* (from: SqlClient.SqlClient, to: SqlClient.SqlClient) {
  const [there, here] = [yield* tablesOf(from), yield* tablesOf(to)]
  yield* to.withTransaction(
    Effect.gen(function* () {
      yield* to`SET LOCAL session_replication_role = replica`
      for (const [table, columns] of here) {
        const known = there.get(table)?.filter((column) => columns.includes(column)) ?? []
        if (!isKept(table) || known.length === 0) continue
        yield* to`DELETE FROM ${to(table)}`
        const rows = yield* from<{
          readonly rows: string
        }>`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${from(table)} t`
        const list = to.literal(known.map((column) => `"${column}"`).join(", "))
        yield* to`
          INSERT INTO ${to(table)} (${list}) OVERRIDING SYSTEM VALUE
          SELECT ${list} FROM json_populate_recordset(NULL::${to(`public.${table}`)}, ${rows[0]!.rows}::json)`
      }
    })
  )
})

/** What a service does at startup. */
const started = Effect.tap(migrate(migrations), () => upgradeStorage).pipe(
  Effect.provideService(References.MinimumLogLevel, "Warn")
)

layer(formerDatabase, { excludeTestServices: true })("a database of an earlier version", (it) => {
  let wanted: Effect.Success<typeof draws> | undefined

  for (const { last, until } of earlier) {
    it.effect(`MUST be migrated with its pool and tokens intact: ${last}`, () =>
      Effect.gen(function* () {
        const former = yield* SqlClient.SqlClient
        const tokens = yield* TokenStore
        wanted ??= yield* Effect.andThen(started, draws).pipe(Effect.provide(Layer.fresh(formerDatabase)))
        const { token } = yield* tokens.create({ name: last, scope: "generate", rateLimit: 9 })
        const old = yield* Layer.build(Layer.fresh(TestDatabase.layerWith(until)))
        const sql = Context.get(old, SqlClient.SqlClient)
        yield* copy(former, sql)
        const pool = yield* sql`SELECT country, version, total, residential FROM pool`
        yield* Effect.gen(function* () {
          const ran = yield* started
          assert.deepStrictEqual(ran, names.slice(names.indexOf(last) + 1))
          assert.deepStrictEqual(yield* sql`SELECT country, version, total, residential FROM pool`, pool)
          assert.deepStrictEqual(yield* draws, wanted)
          if (!Object.hasOwn(until, "0002_tokens")) return
          const { authenticate } = yield* TokenStore.pipe(Effect.provide(Layer.fresh(TokenStore.layer)))
          const record = yield* authenticate(token)
          assert.deepStrictEqual([record.name, record.scope, record.rateLimit], [last, "generate", 9])
        }).pipe(Effect.provide(old))
      }).pipe(Effect.provide(Layer.fresh(TokenStore.layer)), Effect.scoped)
    )
  }
})
