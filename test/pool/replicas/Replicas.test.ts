import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Exit, Layer, Option, Redacted, References } from "effect"
import { inject } from "vitest"
import * as App from "../../../src/App.ts"
import { Database } from "../../../src/database/Database.ts"
import { migrations } from "../../../src/database/Migrations.ts"
import { Migrator } from "../../../src/database/Migrator.ts"
import { Catalog } from "../../../src/pool/Catalog.ts"
import { Coverage } from "../../../src/pool/Coverage.ts"
import { PoolRepository } from "../../../src/pool/PoolRepository.ts"
import { ReadServerStandings, type ServerStanding } from "../../../src/pool/replicas/PublishedReads.ts"
import { mostOnPrimary } from "../../../src/pool/replicas/ReadServers.ts"
import { TokenStore } from "../../../src/tokens/TokenStore.ts"
import { postgres, worldsOn } from "../../properties/Houses.ts"
import { village } from "../../properties/Village.ts"
import { counting, replication, type TestPostgres } from "../../support/Replication.ts"

const request = { country: "US", filters: {}, strategy: "random" } as const

const databaseOn = ({ url }: TestPostgres) =>
  Layer.fresh(Database.layerNoDeps).pipe(
    Layer.provideMerge(Layer.succeed(Database, Database.of({ url, embedded: Option.none() })))
  )

const migrated = (server: TestPostgres) =>
  Effect.scoped(Layer.build(Migrator.layer(migrations).pipe(Layer.provide(databaseOn(server)))))

const readsOf = (primary: TestPostgres, urls: ReadonlyArray<string>) =>
  Layer.build(
    Layer.fresh(Layer.merge(App.layerReads, TokenStore.layer)).pipe(
      Layer.provide(databaseOn(primary)),
      Layer.provide(
        ConfigProvider.layer(
          ConfigProvider.fromUnknown({ DATABASE_URL: Redacted.value(primary.url), DATABASE_READ_URLS: urls.join(",") })
        )
      )
    )
  )

const urlOf = ({ url }: TestPostgres): string => Redacted.value(url)

/** Asks until it is so; most of the time is for machines that are busy. */
const eventually = <A>(what: string, look: Effect.Effect<A>, holds: (value: A) => boolean) =>
  Effect.gen(function* () {
    for (const until = performance.now() + 20_000; performance.now() < until; ) {
      const value = yield* look
      if (holds(value)) return value
      yield* Effect.sleep(20)
    }
    return assert.fail(`${what} did not come about: ${JSON.stringify(yield* look)}`)
  })

/** A primary with a published village, two replicas of it, and what reads them. */
class Stage extends Context.Service<Stage, Effect.Success<typeof makeStage>>()("test/Stage") {
  static readonly layer = Layer.effect(
    Stage,
    Effect.suspend(() => makeStage)
  ).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")))
}

const makeStage = Effect.gen(function* () {
  const { primary, replicas } = yield* replication({
    data: `${inject("preparedDataDir")}/postgres`,
    replicas: 2,
    fill: migrated,
    settings: counting
  })
  const writing = yield* Layer.build(databaseOn(primary))
  const world = yield* worldsOn(postgres)("US").pipe(Effect.provideContext(writing))
  let homes = village
  yield* world.synchronize("alpha", { records: homes })
  const context = yield* readsOf(primary, replicas.map(urlOf))
  const pool = Context.get(context, PoolRepository)
  const standings = Context.get(context, ReadServerStandings)

  const standing = (server: TestPostgres): Effect.Effect<ServerStanding> =>
    Effect.map(standings.list, (all) => all.find(({ name }) => name === new URL(urlOf(server)).host + "/postgres")!)
  const servers: readonly [TestPostgres, TestPostgres] = [replicas[0]!, replicas[1]!]
  const allWell = Effect.gen(function* () {
    for (const server of [primary, ...servers]) {
      yield* eventually("That all servers are used", standing(server), ({ isUsed }) => isUsed)
    }
    const { version } = (yield* pool.counts)[0]!
    for (const server of servers) {
      yield* eventually("The last version", standing(server), ({ versions }) => versions.get("US") === version)
    }
    return version
  })
  return {
    primary,
    servers,
    pool,
    catalog: Context.get(context, Catalog),
    coverage: Context.get(context, Coverage),
    tokens: Context.get(context, TokenStore),
    standing,
    refused: standings.refused,
    allWell,
    /** Withdraws the last home that is published. */
    withdraw: Effect.suspend(() => {
      homes = homes.slice(0, -4)
      return world.synchronize("alpha", { records: homes, anyway: true })
    })
  }
})

const drawsFrom = (server: TestPostgres) => server.count("LEFT JOIN address a")

layer(Stage.layer, { excludeTestServices: true, timeout: 120_000 })("Real replicas", (it) => {
  it.effect("MUST answer everything that is read of published pools, and the primary nothing of it", () =>
    Effect.gen(function* () {
      const { allWell, catalog, coverage, pool, primary, servers } = yield* Stage
      yield* allWell
      const texts = ["LEFT JOIN address a", "place_name n", "catalog_version", "FROM served_pool", "JOIN coverage m"]
      const asked = (server: TestPostgres) => Effect.forEach(texts, server.count)
      const before = yield* asked(primary)
      const { address, eligibleCount, poolVersion, seed } = yield* pool.draw({ ...request, filters: { city: "Chicago" } })
      const batch = { ...request, count: 20, unique: true, excludeAddressIds: [address.id] }
      assert.lengthOf((yield* pool.drawMany(batch)).addresses, 20)
      for (let i = 0; i < 50; i++) yield* pool.draw({ ...request, strategy: "instant" })
      const again = yield* pool.draw({ ...request, filters: { city: "Chicago" }, seed, poolVersion })
      assert.deepStrictEqual([again.address, again.eligibleCount], [address, eligibleCount])
      assert.strictEqual((yield* pool.findById(address.id)).id, address.id)
      assert.isAbove((yield* catalog.search({ country: "US", field: "city", residential: true, limit: 20 })).total, 0)
      assert.lengthOf(yield* coverage.report({ includeComplete: true }), 1)
      assert.lengthOf(yield* pool.counts, 1)
      assert.deepStrictEqual(yield* asked(primary), before)
      const ofReplicas = yield* Effect.forEach(servers, asked)
      for (const [i, text] of texts.entries()) {
        assert.isAbove(
          ofReplicas.reduce((sum, counts) => sum + counts[i]!, 0),
          0,
          text
        )
      }
    })
  )

  it.effect("MUST not fail a draw when one is killed, and be read from again when it is back", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, servers, standing } = yield* Stage
      yield* allWell
      const before = yield* drawsFrom(primary)
      const [killed] = servers
      const drawing = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 8 }), () => Effect.forever(pool.draw(request)), { concurrency: 8 })
      )
      const { answered } = yield* eventually("A draw", standing(killed), ({ answered }) => answered > 100)
      yield* killed.kill
      const gone = yield* eventually("That it is left out", standing(killed), ({ isUsed }) => !isUsed)
      assert.match(gone.why ?? "", /cannot be asked|connection lost|does not answer/)
      yield* killed.start
      yield* eventually("That it is used", standing(killed), ({ isUsed }) => isUsed)
      yield* eventually("More draws", standing(killed), (now) => now.answered > Math.max(gone.answered, answered) + 100)
      assert.isUndefined(drawing.pollUnsafe(), "a draw failed")
      assert.strictEqual(yield* drawsFrom(primary), before)
    })
  )

  it.effect("MUST not fail a draw when one stands still, nor keep it waiting until that goes on", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, servers, standing } = yield* Stage
      yield* allWell
      const before = yield* drawsFrom(primary)
      const [frozen] = servers
      yield* frozen.freeze
      // Of twice as many as share one server's statements some are sent to the frozen one.
      const draws = yield* Effect.all(
        Array.from({ length: 64 }, () => pool.draw(request)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(draws, 64)
      yield* eventually("That it is found out", standing(frozen), ({ why }) => why?.includes("not answer") === true)
      yield* frozen.thaw
      yield* eventually("That it is used", standing(frozen), ({ isUsed }) => isUsed)
      assert.strictEqual(yield* drawsFrom(primary), before)
    }).pipe(Effect.ensuring(Effect.flatMap(Stage, ({ servers }) => servers[0].thaw)))
  )

  it.effect("MUST not answer from a version that was withdrawn 5 seconds ago, nor go back to it, when one does not replay", () =>
    Effect.gen(function* () {
      const { allWell, pool, servers, standing, withdraw } = yield* Stage
      const version = yield* allWell
      const [paused] = servers
      yield* paused.query("SELECT pg_wal_replay_pause()")
      yield* withdraw
      const withdrawnAt = performance.now()
      let newest = version
      let lastOld = withdrawnAt
      const look = Effect.gen(function* () {
        const many = yield* Effect.all(
          Array.from({ length: 16 }, () => Effect.orDie(pool.draw(request))),
          { concurrency: "unbounded" }
        )
        for (const { poolVersion } of many) if (poolVersion === version) lastOld = performance.now()
        const one = yield* Effect.orDie(pool.draw(request))
        assert.isAtLeast(one.poolVersion, newest)
        newest = one.poolVersion
        return yield* standing(paused)
      })
      const { lagBytes, why } = yield* eventually("That it is left out", look, ({ isUsed }) => !isUsed)
      assert.match(why ?? "", /seconds behind/)
      assert.isAbove(lagBytes ?? 0, 0)
      assert.strictEqual(newest, version + 1)
      assert.isBelow(lastOld - withdrawnAt, 5_000)
      yield* paused.query("SELECT pg_wal_replay_resume()")
      assert.strictEqual(yield* allWell, version + 1)
    })
  )

  it.effect("MUST leave reads to the primary when none is left, so many at a time", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, refused, servers, standing } = yield* Stage
      yield* allWell
      for (const server of servers) yield* server.kill
      for (const server of servers) yield* eventually("Out", standing(server), ({ isUsed }) => !isUsed)
      const before = yield* drawsFrom(primary)
      assert.isAbove((yield* pool.draw(request)).eligibleCount ?? 0, 0)
      const exits = yield* Effect.all(
        Array.from({ length: 200 }, () => Effect.exit(pool.draw(request))),
        { concurrency: "unbounded" }
      )
      const answered = exits.filter(Exit.isSuccess).length
      assert.isAtLeast(answered, mostOnPrimary)
      assert.isBelow(answered, 200)
      assert.strictEqual(yield* refused, 200 - answered)
      assert.isAbove(yield* drawsFrom(primary), before)
      for (const server of servers) yield* server.start
      yield* allWell
      const after = yield* drawsFrom(primary)
      yield* pool.draw(request)
      assert.strictEqual(yield* drawsFrom(primary), after)
    })
  )

  it.effect("MUST go on answering while the primary is gone, and hear of its publications when it is back", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, servers, standing, tokens, withdraw } = yield* Stage
      const version = yield* allWell
      yield* primary.kill
      yield* eventually("That it is missed", standing(primary), ({ isUsed }) => !isUsed)
      for (let i = 0; i < 100; i++) assert.strictEqual((yield* pool.draw(request)).poolVersion, version)
      // Whoever is to be let in is asked about where that was written.
      assert.strictEqual((yield* Effect.flip(tokens.list))._tag, "TokensUnavailable")
      assert.strictEqual((yield* Effect.flip(pool.ready))._tag, "PoolUnavailable")
      yield* primary.start
      yield* allWell
      yield* eventually("A connection", Effect.isSuccess(pool.ready), (isReady) => isReady)
      yield* withdraw
      for (const server of servers) {
        yield* eventually("The next version", standing(server), ({ versions }) => versions.get("US") === version + 1)
      }
      assert.strictEqual((yield* pool.draw(request)).poolVersion, version + 1)
    })
  )

  it.effect("MUST not be what follows nobody, or another cluster: the primary answers then", () =>
    Effect.gen(function* () {
      const { allWell, primary } = yield* Stage
      yield* allWell
      const itself = urlOf(primary).replace("127.0.0.1", "localhost")
      const context = yield* readsOf(primary, [itself, inject("databaseUrl")])
      const [, first, second] = yield* Context.get(context, ReadServerStandings).list
      assert.match(first!.why ?? "", /not in recovery/)
      assert.match(second!.why ?? "", /another database|cannot be asked/)
      const before = yield* drawsFrom(primary)
      yield* Context.get(context, PoolRepository).draw(request)
      assert.isAbove(yield* drawsFrom(primary), before)
    }).pipe(Effect.scoped)
  )
})
