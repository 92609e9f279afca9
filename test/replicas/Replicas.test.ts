import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Redacted } from "effect"
import { inject } from "vitest"
import type { Overview } from "../../schemas/admin/Overview.ts"
import { SlowDatabase } from "../../src/database/Database.ts"
import { listProcesses } from "../../src/database/Processes.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { ReadServerStandings } from "../../src/replicas/PublishedReads.ts"
import { mostOnPrimary } from "../../src/replicas/Choice.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import type { TestPostgres } from "../support/Replication.ts"
import { eventually } from "../support/Eventually.ts"
import { databaseOn, migrated, readsOf, Stage, urlOf } from "./Stage.ts"

const request = { country: "US", filters: {}, strategy: "random" } as const

const drawsFrom = (server: TestPostgres) => server.count("LEFT JOIN address a")

layer(Stage.layer, { excludeTestServices: true })("Real replicas", (it) => {
  it.effect("MUST answer all reads of published pools, and the primary none", () =>
    Effect.gen(function* () {
      const { allWell, catalog, coverage, pool, primary, servers } = yield* Stage
      yield* allWell
      const texts = ["LEFT JOIN address a", "place_name n", "catalog_version", "FROM served_pool", "JOIN coverage m"]
      const asked = (server: TestPostgres) => Effect.forEach(texts, server.count)
      const before = yield* asked(primary)
      const { address, eligibleCount, poolVersion, seed } = yield* pool.draw({
        ...request,
        filters: { city: "Chicago" }
      })
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

  it.effect("MUST not fail a draw when one is killed, and be used again when it is back", () =>
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
      const gone = yield* eventually("The exclusion of the replica", standing(killed), ({ isUsed }) => !isUsed)
      assert.match(gone.why ?? "", /cannot be queried|lost its connection|does not answer/)
      yield* killed.start
      yield* eventually("The use of the replica", standing(killed), ({ isUsed }) => isUsed)
      yield* eventually("More draws", standing(killed), (now) => now.answered > Math.max(gone.answered, answered) + 100)
      assert.isUndefined(drawing.pollUnsafe(), "a draw failed")
      assert.strictEqual(yield* drawsFrom(primary), before)
    })
  )

  it.effect("MUST not fail or delay a draw when one replica freezes", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, servers, standing } = yield* Stage
      yield* allWell
      const before = yield* drawsFrom(primary)
      const [frozen] = servers
      yield* frozen.freeze
      // Twice as many as may run on one server at a time, so that some are sent to the frozen one.
      const draws = yield* Effect.all(
        Array.from({ length: 64 }, () => pool.draw(request)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(draws, 64)
      yield* eventually("The exclusion", standing(frozen), ({ why }) => why?.includes("not answer") === true)
      yield* frozen.thaw
      yield* eventually("The use of the replica", standing(frozen), ({ isUsed }) => isUsed)
      assert.strictEqual(yield* drawsFrom(primary), before)
    }).pipe(Effect.ensuring(Effect.flatMap(Stage, ({ servers }) => servers[0].thaw)))
  )

  it.effect("MUST not answer from a version withdrawn 5 seconds ago, nor go back to it, if one does not replay", () =>
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
      const { lagBytes, why } = yield* eventually("The exclusion of the replica", look, ({ isUsed }) => !isUsed)
      assert.match(why ?? "", /seconds behind/)
      assert.isAbove(lagBytes ?? 0, 0)
      assert.strictEqual(newest, version + 1)
      assert.isBelow(lastOld - withdrawnAt, 5_000)
      yield* paused.query("SELECT pg_wal_replay_resume()")
      assert.strictEqual(yield* allWell, version + 1)
    })
  )

  it.effect("MUST leave reads to the primary if none is left, a bounded number at a time", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, refused, servers, standing } = yield* Stage
      yield* allWell
      for (const server of servers) yield* server.kill
      for (const server of servers) yield* eventually("The exclusion", standing(server), ({ isUsed }) => !isUsed)
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

  it.effect("MUST keep answering while the primary is down, and learn of its publications when it is back", () =>
    Effect.gen(function* () {
      const { allWell, pool, primary, servers, standing, tokens, withdraw } = yield* Stage
      const version = yield* allWell
      yield* primary.kill
      yield* eventually("The exclusion of the primary", standing(primary), ({ isUsed }) => !isUsed)
      for (let i = 0; i < 100; i++) assert.strictEqual((yield* pool.draw(request)).poolVersion, version)
      // Access is checked where tokens are written: in the primary.
      assert.strictEqual((yield* Effect.flip(tokens.list))._tag, "StorageUnavailable")
      assert.strictEqual((yield* Effect.flip(pool.ready))._tag, "StorageUnavailable")
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

  it.effect("MUST ignore a server that follows no primary, or another cluster: the primary answers then", () =>
    Effect.gen(function* () {
      const { allWell, primary } = yield* Stage
      yield* allWell
      const itself = urlOf(primary).replace("127.0.0.1", "localhost")
      const context = yield* readsOf(primary, [itself, inject("databaseUrl")])
      const [, first, second] = yield* Context.get(context, ReadServerStandings).list
      assert.match(first!.why ?? "", /not in recovery/)
      assert.match(second!.why ?? "", /different database|cannot be queried/)
      const before = yield* drawsFrom(primary)
      yield* Context.get(context, PoolRepository).draw(request)
      assert.isAbove(yield* drawsFrom(primary), before)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST not make a service ready that has failed over to a database without tables, and say so", () =>
    Effect.gen(function* () {
      const strange = yield* readsOf({ url: Redacted.make(inject("databaseUrl")) }, [])
      const { message } = yield* Effect.flip(Context.get(strange, PoolRepository).ready)
      assert.match(message, /lacks tables of Doorstep's\. Point DATABASE_URL/)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "MUST let a service start if they are all that is left: nothing is migrated there, and no process listed",
    () =>
      Effect.gen(function* () {
        const { servers } = yield* Stage
        yield* migrated(servers[1])
        const listed = Effect.flatMap(SlowDatabase, listProcesses)
        assert.deepStrictEqual(yield* Effect.scoped(Effect.provide(listed, databaseOn(servers[1]))), [])
      })
  )

  it.effect("MUST be shown by doctor, by the overview and by the metrics, and serve a whole service", () =>
    Effect.gen(function* () {
      const { allWell, primary, servers } = yield* Stage
      yield* allWell
      const name = (server: TestPostgres) => new URL(urlOf(server)).host
      const dataDir = yield* temporaryDataDir
      const settings = {
        DATABASE_URL: urlOf(primary),
        // Replicas share the primary's password.
        DATABASE_PASSWORD: new URL(urlOf(primary)).password,
        DATABASE_READ_URLS: servers.map((server) => urlOf(server).replace(/:[^:@]*@/, "@")).join(),
        DATA_DIR: dataDir,
        PORT: "0",
        ADMIN_PASSWORD: "a password of this test",
        METRICS: "open"
      }
      const run = (...args: ReadonlyArray<string>) =>
        Effect.promise(() => new DoorstepProcess(args, settings).finished())
      const token = (yield* run("token", "create", "--name", "replicas")).stdout.trim()
      const service = yield* Effect.acquireRelease(
        Effect.sync(() => new DoorstepProcess(["serve"], settings)),
        (service) => Effect.promise(() => service.signal("SIGTERM"))
      )
      const [, url] = yield* Effect.promise(() => service.waitFor(/listens on (http:\/\/\S+?:\d+)/))
      const ask = (path: string, init: RequestInit = {}) =>
        Effect.promise(() => fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) }))
      const text = (response: Response) => Effect.promise(() => response.text())
      const draw = Effect.map(
        ask("/api/v1/generate?country=US", { headers: { authorization: `Bearer ${token}` } }),
        ({ status }) => status
      )
      const before = yield* drawsFrom(primary)
      for (let i = 0; i < 20; i++) assert.strictEqual(yield* draw, 200)
      assert.strictEqual(yield* drawsFrom(primary), before)

      const [killed, left] = servers
      yield* killed.kill
      assert.strictEqual(yield* draw, 200)
      const metrics = Effect.flatMap(ask("/metrics"), text)
      const used = (server: TestPostgres, value: 0 | 1) =>
        new RegExp(`doorstep_read_server_used\\{[^}]*server="${name(server)}/postgres"[^}]*\\} ${value}$`, "m")
      const seen = yield* eventually("The metric", metrics, (metrics) => used(killed, 0).test(metrics))
      assert.match(seen, used(left, 1))
      assert.match(seen, /doorstep_read_server_pool_version\{[^}]*country="US"/)

      const signedIn = yield* ask("/admin/api/session", {
        method: "POST",
        headers: { "content-type": "application/json", "x-doorstep-console": "1" },
        body: JSON.stringify({ password: settings.ADMIN_PASSWORD })
      })
      assert.strictEqual(signedIn.status, 200)
      const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? ""
      const overview = JSON.parse(
        yield* text(yield* ask("/admin/api/overview", { headers: { cookie, "x-doorstep-console": "1" } }))
      ) as {
        readonly data: Overview
      }
      const { readServers } = overview.data
      assert.deepStrictEqual(
        readServers.map(({ name, role, used }) => [name, role, used]),
        [
          [`${name(primary)}/postgres`, "primary", true],
          [`${name(killed)}/postgres`, "replica", false],
          [`${name(left)}/postgres`, "replica", true]
        ]
      )
      assert.match(readServers[1]!.why ?? "", /cannot be queried/)

      const { stdout } = yield* run("doctor")
      assert.match(stdout, new RegExp(`ok +replica +${name(left)}/postgres .*its pools are up to date`))
      assert.match(stdout, new RegExp(`warning +replica +${name(killed)}/postgres cannot be checked: .*ECONNREFUSED`))
      assert.notInclude(stdout, settings.DATABASE_PASSWORD)
      yield* killed.start
      yield* eventually("The metric", metrics, (metrics) => used(killed, 1).test(metrics))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
