import { assert, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Layer, Logger, Option, References, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { SlowDatabase } from "../../src/database/Database.ts"
import type { PoolFilters } from "../../src/pool/PoolRequests.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import * as Moving from "../../src/sync/upgrade/former/Moving.ts"
import { moveAll, StorageUpgradeFailed, upgradeStorage } from "../../src/sync/upgrade/StorageUpgrade.ts"
import { opened, sourceOf } from "../sync/support.ts"
import { postgres } from "../properties/Houses.ts"
import draws from "./fixtures/former-draws.json" with { type: "json" }
import { type FormerCountry, formerCountries, formerRecords, formerSources } from "./fixtures/FormerRecords.ts"
import { formerDatabase, formerlyServed, migrated, served } from "./FormerDatabase.ts"

/** Few addresses per step, so that there are many steps. */
const fewBlocks = 4

const fresh = Layer.fresh(formerDatabase)

const tables = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly name: string }>`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`,
    (rows) => rows.map(({ name }) => name)
  )
)

/** Every row of the tables that hold addresses. Those of places stay as they are. */
const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found: Record<string, ReadonlyArray<object>> = {}
  for (const table of ["address", "other_record", "street", "origin", "label"]) {
    found[table] = yield* sql`SELECT t::text FROM ${sql(table)} t ORDER BY t::text COLLATE "C"`
  }
  return found
})

/** A database client that simulates a kill at its `nth` statement. */
const dyingAt = (sql: SlowDatabase["Service"], nth: number) => {
  let count = 0
  return new Proxy(sql, {
    apply: (target, self, args) => {
      count++
      return count < nth ? Reflect.apply(target, self, args) : Effect.die("killed")
    }
  })
}

layer(formerDatabase, { excludeTestServices: true })("A database of the former form", (it) => {
  it.effect("MUST serve each address byte for byte as before, and draw the same for the same seeds", () =>
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const before = yield* formerlyServed
      const homes = yield* sql`SELECT id FROM address WHERE is_residential ORDER BY id COLLATE "C"`
      assert.isAbove(before.length, homes.length)
      const keys = yield* sql`SELECT sample_key AS key, is_residential, updated_at FROM address ORDER BY sample_key`
      yield* migrated
      const steps: Array<number> = []
      yield* moveAll(sql, ({ addresses }) => Effect.sync(() => steps.push(addresses)), fewBlocks)
      assert.deepStrictEqual(yield* served, before)
      assert.deepStrictEqual(
        yield* sql`SELECT sample_key AS key, is_residential, updated_at FROM address ORDER BY sample_key`,
        keys
      )
      // No step moves more than a few blocks hold.
      assert.isAbove(steps.length, 10)
      for (const [i, count] of steps.entries()) assert.isBelow(count - (steps[i - 1] ?? 0), before.length / 5)
      const kept = yield* tables
      assert.includeMembers(kept, ["address", "address_de", "address_jp", "address_us"])
      assert.notIncludeMembers(kept, ["former_address"])
      assert.notIncludeMembers(kept, ["former_record"])
      assert.notIncludeMembers(kept, ["storage_upgrade"])

      yield* Effect.gen(function* () {
        const pool = yield* PoolRepository
        for (const { country, filters, many, one, seed } of draws) {
          const request = { strategy: "random" as const, country, filters: filters as PoolFilters, seed }
          const drawn = yield* pool.draw(request)
          assert.strictEqual(drawn.address.id, one, seed)
          const unique = Number(seed.split("-")[2]) % 2 === 0
          const batch = yield* pool.drawMany({ ...request, count: 5, unique, excludeAddressIds: [one] })
          assert.deepStrictEqual(
            batch.addresses.map(({ id }) => id),
            many,
            seed
          )
        }
        for (const { id } of homes) {
          const { address, names } = yield* pool.findNamed(String(id))
          const { document, names: spelled } = before.find((former) => former.id === id)!
          assert.deepStrictEqual({ address, names }, { address: JSON.parse(document), names: JSON.parse(spelled) })
        }
      }).pipe(
        Effect.provide(Layer.fresh(PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStorePostgres.layerNoDeps))))
      )
    })
  )

  it.effect("MUST find nothing changed in the next synchronization of the same data", () =>
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const wanted = yield* contents
      const sources = formerSources.map((name) =>
        sourceOf(name, (country) => Stream.fromIterable(formerRecords(name, country as FormerCountry)), {}, [
          ...formerCountries
        ])
      )
      const { synchronizer } = yield* opened(postgres, sources)
      for (const { message, outcome, publication } of yield* synchronizer.run({ force: true })) {
        assert.strictEqual(outcome, "published", message)
        const { added, changed, withdrawn } = publication!
        assert.deepStrictEqual({ added, changed, withdrawn }, { added: 0, changed: 0, withdrawn: 0 })
      }
      assert.deepStrictEqual(yield* contents, wanted)
      assert.deepStrictEqual(
        (yield* sql<{ readonly version: number }>`SELECT version FROM pool`).map(({ version }) => version),
        [3, 3, 3]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("MUST count the addresses of its streets", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const wrong = yield* sql`
        SELECT s.key FROM street s LEFT JOIN address a ON a.street = s.key GROUP BY s.key, s.total, s.homes
        HAVING (s.total, s.homes) <> (count(a.id), count(a.id) FILTER (WHERE a.is_residential))`
      assert.deepStrictEqual(wrong, [])
    })
  )
})

layer(Layer.empty, { excludeTestServices: true })("An upgrade", (it) => {
  it.effect("MUST give the same result if it is killed at many points and resumed", () =>
    Effect.gen(function* () {
      const whole = yield* Effect.andThen(migrated, Effect.andThen(upgradeStorage, contents)).pipe(
        Effect.provide(fresh)
      )
      yield* Effect.gen(function* () {
        yield* migrated
        const sql = yield* SlowDatabase
        let killed = 0
        let last = -1
        // A little later each time: while reading, while writing, between steps, while creating indexes, while dropping
        // tables.
        for (let nth = 3; ; nth += 9) {
          const exit = yield* Effect.exit(moveAll(dyingAt(sql, nth), undefined, fewBlocks))
          const progress = yield* Moving.progress(sql)
          if (Option.isSome(progress)) {
            assert.isAtLeast(progress.value.addresses, last)
            last = progress.value.addresses
          }
          if (Exit.isSuccess(exit)) break
          killed++
          assert.isBelow(killed, 200)
          const seen = yield* sql<{ readonly country: string; readonly count: number }>`
            SELECT country, count(*)::int AS count FROM address GROUP BY country`
          // A country is visible completely or not at all.
          for (const { count, country } of seen) {
            assert.strictEqual(
              whole["address"]!.filter((row) => JSON.stringify(row).includes(`,${country},`)).length,
              count
            )
          }
        }
        assert.isAtLeast(killed, 10)
        assert.deepStrictEqual(yield* contents, whole)
      }).pipe(Effect.provide(fresh))
    })
  )

  it.effect("MUST leave no unused space in the tables", () =>
    Effect.gen(function* () {
      yield* Effect.andThen(migrated, upgradeStorage)
      const sql = yield* SlowDatabase
      const size = Effect.map(
        sql<{ readonly bytes: number }>`SELECT pg_table_size('street')::int AS bytes`,
        ([row]) => row!.bytes
      )
      const left = yield* size
      yield* sql`VACUUM (FULL) street`
      assert.strictEqual(left, yield* size)
    }).pipe(Effect.provide(fresh))
  )

  it.effect("MUST be done once if it is run twice, or by two processes in parallel", () =>
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const lines: Array<string> = []
      const isHeld = yield* Deferred.make<void>()
      const isWaiting = yield* Deferred.make<void>()
      const hear = (line: string) => {
        lines.push(line)
        if (line.startsWith("Another process")) Deferred.doneUnsafe(isWaiting, Effect.void)
      }
      const logger = Logger.layer([Logger.make(({ message }) => hear(String(message)))])
      const before = yield* formerlyServed
      yield* migrated
      // One of them cannot go on until the other has come, however late that is.
      const hold = sql.withTransaction(
        sql`LOCK TABLE other_record IN SHARE MODE`.pipe(
          Effect.andThen(Deferred.succeed(isHeld, undefined)),
          Effect.andThen(Deferred.await(isWaiting))
        )
      )
      const upgrade = Effect.andThen(Deferred.await(isHeld), upgradeStorage)
      const all = Effect.all([hold, upgrade, upgrade], { concurrency: 3, discard: true })
      yield* all.pipe(Effect.provide(logger), Effect.provideService(References.MinimumLogLevel, "Info"))
      assert.deepStrictEqual(yield* served, before)
      assert.lengthOf(
        lines.filter((line) => /addresses are in the compact tables/.test(line)),
        1
      )
      assert.match(lines.join("\n"), /Another process is moving the addresses to compact tables: \d+ percent/)
      assert.match(lines.join("\n"), new RegExp(`${before.length} addresses .+ Each is served as it was before`))
      const wanted = yield* contents
      yield* upgradeStorage
      assert.deepStrictEqual(yield* contents, wanted)
    }).pipe(Effect.provide(fresh))
  )

  it.effect("MUST report its progress if the disk is full or the connection is lost, and continue from there", () =>
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const before = yield* formerlyServed
      yield* migrated
      const failsOf = Effect.fnUntraced(function* (statement: string) {
        yield* sql`
          CREATE OR REPLACE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
          ${sql.literal(`$$ BEGIN ${statement}; RETURN NEW; END $$`)}`
        yield* sql`CREATE OR REPLACE TRIGGER break_off BEFORE INSERT ON other_record EXECUTE FUNCTION break_off()`
        const exit = yield* Effect.exit(upgradeStorage)
        const error = Exit.isFailure(exit) ? Option.getOrThrow(Cause.findErrorOption(exit.cause)) : undefined
        assert.instanceOf(error, StorageUpgradeFailed)
        assert.strictEqual(error.message.split("\n").length, 1)
        return error.message
      })
      assert.strictEqual(
        yield* failsOf("RAISE EXCEPTION USING ERRCODE = 'disk_full'"),
        "The addresses could not be moved to compact tables. 0 percent have been moved. The database's disk is full. " +
          "Free some space there, and start again: the move continues where it stopped."
      )
      assert.match(
        yield* failsOf("PERFORM pg_terminate_backend(pg_backend_pid())"),
        /^The addresses could not be moved to compact tables\. 0 percent have been moved\. The database says: .+ the move continues/
      )
      yield* sql`DROP FUNCTION break_off CASCADE`
      yield* upgradeStorage
      assert.deepStrictEqual(yield* served, before)
    }).pipe(Effect.provide(fresh))
  )
})
