import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { addressColumns, attach, createIndexes, createTable, ensureTable } from "../../src/database/AddressTables.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { upgradeStorage } from "../../src/sync/upgrade/StorageUpgrade.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { formerDatabase, formerMigrations } from "./FormerDatabase.ts"

/** Tables, columns, indexes and constraints as text, except those of the countries' tables. */
const shape = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT * FROM (
      SELECT table_name AS "table", column_name || ' ' || data_type || ' ' || is_nullable AS text
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    ) t
    WHERE "table" !~ '^address(es)?_' ORDER BY 1, 2`
)

const tables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    (rows) => rows.map(({ name }) => name)
  )
)

/** A table's columns in order, with their types and whether they are required. */
const columnsOf = (table: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      SELECT attname, atttypid::regtype::text, attnotnull FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
  )

layer(Layer.empty, { excludeTestServices: true })("The migration to compact addresses", (it) => {
  it.effect("MUST create tables that fit the countries' tables, and drop the former ones if these are empty", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate(migrations)
      const there = yield* tables
      assert.includeMembers(there, ["address", "other_record", "street", "origin", "label"])
      assert.deepStrictEqual(
        there.filter((name) => name.startsWith("former_") || name === "record"),
        []
      )
      const columns = yield* columnsOf("address")
      assert.strictEqual(columns.map(({ attname }) => attname).join(", "), addressColumns)
      yield* createTable(sql, "address_de")
      assert.deepStrictEqual(yield* columnsOf("address_de"), columns)
      yield* createIndexes(sql, "DE", "address_de")
      yield* attach(sql, "DE", "address_de")
      yield* ensureTable(sql, "DE")
      yield* ensureTable(sql, "FR")
      assert.deepStrictEqual(
        yield* sql`SELECT relid::text AS name FROM pg_partition_tree('address') WHERE isleaf ORDER BY 1`,
        [{ name: "address_de" }, { name: "address_fr" }]
      )
      // There is nothing to migrate.
      const before = yield* shape
      yield* upgradeStorage
      assert.deepStrictEqual(yield* shape, before)
    }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer)))
  )

  it.effect("MUST keep every former row, drop staged ones, and end with the same tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counted = (address: string, record: string) => sql`
        SELECT (SELECT count(*) FROM ${sql(address)}) AS addresses, (SELECT count(*) FROM ${sql(record)}) AS records`
      const before = yield* counted("address", "record")
      yield* sql`CREATE UNLOGGED TABLE staged_record_7 (address_id text)`
      yield* sql`CREATE UNLOGGED TABLE staged_place_7 (key bigint)`
      yield* sql`CREATE TABLE staged_record_note (text text)`
      yield* migrate(migrations)
      assert.deepStrictEqual(yield* counted("former_address", "former_record"), before)
      const there = yield* tables
      assert.include(there, "staged_record_note")
      assert.notInclude(there, "staged_record_7")
      assert.notInclude(there, "staged_place_7")
      yield* upgradeStorage
      yield* sql`DROP TABLE staged_record_note`
      const made = yield* shape
      const anew = Effect.andThen(migrate(formerMigrations), Effect.andThen(migrate(migrations), shape))
      assert.deepStrictEqual(made, yield* Effect.provide(anew, Layer.fresh(TestDatabase.layer)))
    }).pipe(Effect.provide(Layer.fresh(formerDatabase)))
  )
})
