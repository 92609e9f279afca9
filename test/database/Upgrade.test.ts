import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Exit, Layer, Redacted, References } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { TestConsole } from "effect/testing"
import { sync } from "../../src/cli/SyncCommand.ts"
import { isKept } from "../../src/database/backup/Tables.ts"
import { Database } from "../../src/database/Database.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { PoolRepository } from "../../src/pool/PoolRepository.ts"
import * as PoolStorePostgres from "../../src/pool/PoolStorePostgres.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { vi } from "vitest"
import { TestDatabase } from "../support/TestDatabase.ts"

// Several commands a test, each of which starts from nothing.
vi.setConfig({ testTimeout: 180_000 })

const names = Object.keys(migrations)

/** Each schema that a database may have been left with by an earlier version. */
const earlier = names
  .slice(0, -1)
  .map((last, i) => ({ last, until: Object.fromEntries(Object.entries(migrations).slice(0, i + 1)) }))

const draws = Effect.gen(function* () {
  const pool = yield* PoolRepository
  return yield* Effect.forEach(Array.from({ length: 30 }), (_, i) =>
    Effect.map(
      pool.draw({ strategy: "random", country: "US", filters: i % 2 === 0 ? {} : { region: "CA" }, seed: `s${i}` }),
      ({ address }) => address
    )
  )
}).pipe(Effect.provide(Layer.fresh(PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStorePostgres.layerNoDeps)))))

/** Fills the pool of the database in the context, as the command line does. */
const fill = Effect.gen(function* () {
  const { url } = yield* Database
  const settings = ConfigProvider.fromUnknown({ DATABASE_URL: Redacted.value(url) })
  const exit = yield* Effect.exit(Command.runWith(sync, { version: "1.0.0" })([])).pipe(
    Effect.provide([NodeServices.layer, Layer.fresh(TestConsole.layer), ConfigProvider.layer(settings)]),
    Effect.provideServiceEffect(Layer.CurrentMemoMap, Layer.makeMemoMap)
  )
  assert.isTrue(Exit.isSuccess(exit))
})

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

/** Gives an earlier schema what a database of today holds, as far as it has a place for it. */
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

layer(TestDatabase.layerWith(migrations).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))), {
  excludeTestServices: true
})("a database of an earlier version", (it) => {
  let filled = false

  for (const { last, until } of earlier) {
    it.effect(`MUST be migrated with its pool and tokens intact: ${last}`, () =>
      Effect.gen(function* () {
        const today = yield* SqlClient.SqlClient
        const tokens = yield* TokenStore
        if (!filled) {
          yield* fill
          filled = true
        }
        const { token } = yield* tokens.create({ name: last, scope: "generate", rateLimit: 9 })
        const wanted = yield* draws
        const old = yield* Layer.build(Layer.fresh(TestDatabase.layerWith(until)))
        const sql = Context.get(old, SqlClient.SqlClient)
        yield* copy(today, sql)
        const pool = yield* sql`SELECT country, version, total, residential FROM pool`
        yield* Effect.gen(function* () {
          const ran = yield* migrate(migrations)
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
