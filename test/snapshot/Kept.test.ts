import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import { KeptPools } from "../../src/draw/KeptPools.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { PoolStore } from "../../src/draw/store/PoolStore.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import * as KeptPoolsPostgres from "../../src/snapshot/KeptPoolsPostgres.ts"
import { drop, keep, keptVersions, ownSchema, schemaOf } from "../../src/snapshot/KeptSchema.ts"
import { KeptAutomatically } from "../../src/snapshot/KeptAutomatically.ts"
import type { Pool } from "../../properties/Subject.ts"
import { versionsAreKept } from "../../properties/VersionLaws.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { database, emptied, poolOf, postgresWorlds, worldsOn } from "../properties/Houses.ts"
import { village } from "../properties/Village.ts"
import { eventually } from "../support/Eventually.ts"
import { opened } from "./Town.ts"

const everything = { country: "US", filters: {}, strategy: "random" } as const

const seeds = Array.from({ length: 12 }, (_, i) => `kept ${i}`)

/** Responses of a version to seeds, with several kinds of filters. */
const answers = (pool: PoolRepository["Service"], poolVersion: number) =>
  Effect.forEach(seeds, (seed, i) =>
    Effect.gen(function* () {
      const filters = [{}, { city: "Springfield" }, { q: "oak" }, { region: "IL", postcode: "62701" }][i % 4]!
      const { address, ...draw } = yield* pool.draw({ ...everything, filters, seed, poolVersion })
      const batch = yield* pool.drawMany({
        ...everything,
        filters,
        seed,
        poolVersion,
        count: 5,
        unique: true,
        excludeAddressIds: [address.id]
      })
      return JSON.stringify([draw, JSON.stringify(address), batch])
    })
  )

/** Worlds whose publications keep this many versions. */
const keepingWorlds = (versions: number) =>
  worldsOn(
    Layer.mergeAll(
      PoolStorePostgres.layerNoDeps,
      PublisherPostgres.layerNoDeps().pipe(Layer.provide(Layer.succeed(KeptAutomatically, versions)))
    ),
    emptied
  )

const dropAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const kept of yield* keptVersions(sql)) yield* drop(sql, kept)
})

layer(database, { excludeTestServices: true })("A kept version", (it) => {
  it.effect("MUST answer as when it was current, and be unavailable if it was not kept or was deleted", () =>
    Effect.gen(function* () {
      const world = yield* postgresWorlds("US")
      yield* world.synchronize("alpha", { records: village })
      const { pool } = yield* opened
      const before = yield* answers(pool, 1)
      assert.strictEqual((yield* keep("US"))?.isNew, true)
      assert.strictEqual((yield* keep("US"))?.isNew, false)

      yield* world.synchronize("alpha", { records: village.slice(4), anyway: true })
      yield* world.synchronize("alpha", { records: village.slice(8), anyway: true })
      assert.deepStrictEqual(yield* answers(pool, 1), before)
      assert.strictEqual((yield* pool.draw({ ...everything, seed: "s", poolVersion: 3 })).poolVersion, 3)
      assert.strictEqual((yield* pool.draw({ ...everything, seed: "s" })).poolVersion, 3)
      for (const poolVersion of [0, 2, 4, 2_147_483_647]) {
        const error = yield* Effect.flip(pool.draw({ ...everything, seed: "s", poolVersion }))
        assert.strictEqual(error._tag, "NoPoolCoverage")
        assert.strictEqual("filter" in error && error.filter, "poolVersion")
        assert.include(error.message, `Version ${poolVersion} `)
      }
      // A place that the version never had gets the usual message: it does not say that the version is gone.
      const none = yield* Effect.flip(pool.draw({ ...everything, filters: { city: "Nowhere" }, poolVersion: 1 }))
      assert.include(none.message, "Nowhere")

      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE country SET enabled = false WHERE code = 'US'`
      const disabled = yield* Effect.flip(pool.draw({ ...everything, poolVersion: 1 }))
      assert.strictEqual(disabled._tag, "NoPoolCoverage")
      assert.strictEqual("filter" in disabled && disabled.filter, "country")
      yield* sql`UPDATE country SET enabled = true WHERE code = 'US'`

      yield* dropAll
      const gone = yield* Effect.flip(pool.draw({ ...everything, seed: "s", poolVersion: 1 }))
      assert.strictEqual("filter" in gone && gone.filter, "poolVersion")
    })
  )

  it.effect("MUST keep the law of requested versions, and break it if its seeds change", () =>
    Effect.gen(function* () {
      yield* dropAll
      const world = yield* postgresWorlds("US")
      yield* world.synchronize("alpha", { records: village })
      yield* keep("US")
      yield* world.synchronize("alpha", { records: village.slice(4), anyway: true })
      const pool = poolOf((yield* opened).pool)
      const request = { country: "US", filters: { city: "Springfield" }, seed: "law", count: 5 }
      assert.strictEqual((yield* pool.draw({ ...request, poolVersion: 1 })).poolVersion, 1)
      yield* versionsAreKept(pool, request)

      let asked = 0
      const forgetful: Pool = {
        ...pool,
        draw: (request) => pool.draw(request.poolVersion === 1 ? { ...request, seed: `law ${asked++}` } : request)
      }
      assert.include((yield* Effect.flip(versionsAreKept(forgetful, request))).message, "With version 1 again")
      const mistaken: Pool = {
        ...pool,
        draw: (request) => {
          const { poolVersion, ...current } = request
          return pool.draw(poolVersion === 1 ? current : request)
        }
      }
      assert.include((yield* Effect.flip(versionsAreKept(mistaken, request))).message, "is from another")
    })
  )

  it.effect("MUST never be answered from another, whatever is published or deleted in between", () =>
    Effect.gen(function* () {
      const world = yield* postgresWorlds("US")
      yield* world.synchronize("alpha", { records: village })
      const sql = yield* SlowDatabase
      let interfere: Effect.Effect<unknown> = Effect.void
      // Interferes between any two reads of a draw.
      const meddling = Layer.effect(
        PoolStore,
        Effect.map(PoolStore, (store) => {
          const after = <A, E>(read: Effect.Effect<A, E>) =>
            Effect.tap(read, () =>
              Effect.suspend(() => {
                const now = interfere
                interfere = Effect.void
                return now
              })
            )
          return PoolStore.of({
            ...store,
            pool: (country) => after(store.pool(country)),
            sizeOf: (...args) => after(store.sizeOf(...args)),
            buckets: (...args) => after(store.buckets(...args)),
            addresses: (...args) => after(store.addresses(...args))
          })
        })
      ).pipe(Layer.provide(PoolStorePostgres.layerNoDeps))
      const pool = yield* Effect.map(
        Layer.build(
          Layer.fresh(
            PoolRepository.layerNoDeps.pipe(Layer.provide(KeptPoolsPostgres.layerNoDeps), Layer.provide(meddling))
          )
        ),
        (context) => PoolRepository.pipe(Effect.provide(context))
      ).pipe(Effect.flatten)
      const publish = (records: typeof village) => Effect.orDie(world.synchronize("alpha", { records, anyway: true }))

      // A publication during a draw from the current version, which nobody has kept.
      interfere = publish(village.slice(2))
      const slipped = yield* Effect.result(pool.draw({ ...everything, seed: "a", poolVersion: 1 }))
      assert.isTrue(
        slipped._tag === "Failure" ? slipped.failure._tag === "NoPoolCoverage" : slipped.success.poolVersion === 1
      )
      // A city that this version has must not be reported as missing because the next version lacks it.
      yield* keep("US")
      const lost = { ...everything, seed: "b", poolVersion: 2 }
      interfere = publish(village.filter(({ city }) => city !== "Chicago"))
      assert.strictEqual((yield* pool.draw({ ...lost, filters: { city: "Chicago" } })).poolVersion, 2)

      // The version is dropped during a draw from it.
      const kept = yield* Effect.flatMap(Layer.build(Layer.fresh(KeptPoolsPostgres.layerNoDeps)), (context) =>
        KeptPools.pipe(Effect.provide(context))
      )
      const context = yield* Effect.context<SqlClient.SqlClient>()
      const draw = (filters: { readonly city?: string }) =>
        kept.use("US", 2, (draws) =>
          Effect.andThen(
            Effect.orDie(Effect.provide(dropAll, context)),
            draws.draw({ ...everything, filters, seed: "c", poolVersion: 2 })
          )
        )
      // The current version has no such city, which must not be said about the other version.
      assert.strictEqual((yield* draw({ city: "Chicago" }))._tag, "None")
      assert.strictEqual((yield* draw({}))._tag, "None")
      assert.deepStrictEqual(yield* keptVersions(sql), [])
    })
  )

  it.effect("MUST have connections only while it is one of the last few that were asked for", () =>
    Effect.gen(function* () {
      yield* dropAll
      const world = yield* postgresWorlds("US")
      yield* world.synchronize("alpha", { records: village })
      const sql = yield* SqlClient.SqlClient
      const own = yield* ownSchema(sql)
      const kept = Context.get(yield* Layer.build(Layer.fresh(KeptPoolsPostgres.layerNoDeps)), KeptPools)
      const sessions = Effect.map(
        sql<{ readonly count: number }>`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'doorstep%'`,
        ([row]) => row!.count
      )
      const before = yield* sessions
      for (let version = 101; version <= 112; version++) {
        yield* sql`CREATE SCHEMA ${sql(schemaOf(own, "US", version))}`
        yield* kept.use("US", version, ({ draw }) => draw({ ...everything, seed: "a" }))
      }
      // Of twelve, four are open, with up to two connections each.
      yield* eventually("The end of earlier connections", sessions, (now) => now <= before + 8)
      yield* dropAll
    })
  )

  it.effect("MUST be available again as soon as what kept it from being opened is gone", () =>
    Effect.gen(function* () {
      yield* dropAll
      const world = yield* postgresWorlds("US")
      yield* world.synchronize("alpha", { records: village })
      yield* keep("US")
      const database = yield* Database
      // While a certificate is replaced, its file is gone.
      let url = Redacted.make("postgres://nobody@127.0.0.1:1/nothing?sslmode=verify-full&sslrootcert=/nowhere/ca.pem")
      const context = yield* Layer.build(
        Layer.fresh(KeptPoolsPostgres.layerNoDeps).pipe(
          Layer.provide(
            Layer.succeed(Database, {
              ...database,
              get url() {
                return url
              }
            })
          )
        )
      )
      const draw = Context.get(context, KeptPools).use("US", 1, (draws) => draws.draw({ ...everything, seed: "a" }))
      assert.include((yield* Effect.flip(draw)).message, "kept version cannot be read")
      url = database.url
      assert.strictEqual((yield* draw)._tag, "Some")
    })
  )

  it.effect("MUST be kept automatically up to the configured number, in addition to those that an operator keeps", () =>
    Effect.gen(function* () {
      yield* dropAll
      const world = yield* keepingWorlds(2)("US")
      const sql = yield* SlowDatabase
      const { pool } = yield* opened
      const publish = (records: typeof village) => world.synchronize("alpha", { records, anyway: true })
      const versions = Effect.map(keptVersions(sql), (kept) =>
        kept.map(({ country, version }) => `${country} ${version}`)
      )
      // What is kept of another country is none of its business.
      const ofCanada = schemaOf(yield* ownSchema(sql), "CA", 7)
      yield* sql`CREATE SCHEMA ${sql(ofCanada)}`
      yield* sql`COMMENT ON SCHEMA ${sql(ofCanada)} IS 'kept automatically'`
      yield* publish(village)
      assert.deepStrictEqual(yield* versions, ["CA 7"])
      const first = yield* answers(pool, 1)
      yield* keep("US")
      yield* publish(village.slice(1))
      yield* publish(village.slice(2))
      yield* publish(village.slice(3))
      yield* publish(village.slice(4))
      // The first version was kept by an operator; of the others, the last two stay.
      assert.deepStrictEqual(yield* versions, ["CA 7", "US 1", "US 3", "US 4"])
      assert.deepStrictEqual(yield* answers(pool, 1), first)
      // What was kept automatically, as by a publication that changed nothing, is the operator's from now on.
      const kept = (yield* keep("US"))!
      yield* sql`COMMENT ON SCHEMA ${sql(kept.schema)} IS 'kept automatically'`
      yield* keep("US")
      const [said] = yield* sql`SELECT obj_description(to_regnamespace(${kept.schema}), 'pg_namespace') AS comment`
      assert.deepStrictEqual(said, { comment: null })
      yield* dropAll
    })
  )
})
