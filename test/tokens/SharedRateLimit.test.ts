import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, ConfigProvider, Context, Deferred, Effect, Fiber, Layer, Logger, Option, References } from "effect"
import type { Scope } from "effect"
import { Redis } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { EventEmitter } from "node:events"
import { Database } from "../../src/database/Database.ts"
import { RateLimit, type RateLimitDecision } from "../../src/tokens/RateLimit.ts"
import * as RateLimitSettings from "../../src/tokens/RateLimitSettings.ts"
import * as SharedRateLimit from "../../src/tokens/SharedRateLimit.ts"
import { type Claim, type Grant, WindowStore } from "../../src/tokens/WindowStore.ts"
import * as WindowStorePostgres from "../../src/tokens/WindowStorePostgres.ts"
import * as WindowStoreSupervised from "../../src/tokens/WindowStoreSupervised.ts"
import * as WindowStoreRedis from "../../src/tokens/WindowStoreRedis.ts"
import { startRedis } from "../faults/support/RedisStandIn.ts"
import { movable } from "../support/SetClock.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"
import * as AnsweredVersionsPostgres from "../../src/pool/AnsweredVersionsPostgres.ts"
import { AnsweredVersions } from "../../src/shared/AnsweredVersions.ts"

const redisUrl = process.env["TEST_REDIS_URL"] ?? ""
const withoutRedis = redisUrl === "" ? " (skipped: TEST_REDIS_URL names no Redis server)" : ""

/** A store shared by several processes, and a way to make a window older. */
interface Shared {
  readonly store: Effect.Effect<Context.Context<WindowStore>, unknown, Scope.Scope>
  readonly age: (tokenId: string, millis: number) => Effect.Effect<void, unknown>
}

const postgres: Effect.Effect<Shared, unknown, Database | SqlClient.SqlClient | Scope.Scope> = Effect.gen(function* () {
  const database = yield* Database
  const sql = yield* SqlClient.SqlClient
  // Separate clients, as each process has.
  const clients = Layer.fresh(Database.layerNoDeps).pipe(Layer.provide(Layer.succeed(Database, database)))
  return {
    store: Layer.build(Layer.fresh(WindowStorePostgres.layerNoDeps).pipe(Layer.provide(clients))),
    age: (tokenId, millis) =>
      sql`UPDATE rate_window SET started_at = started_at - make_interval(secs => ${millis / 1_000}::float8)
          WHERE token_id = ${tokenId}`
  }
})

const redis: Effect.Effect<Shared, unknown, Scope.Scope> = Effect.gen(function* () {
  const connection = Layer.fresh(NodeRedis.layer({ url: redisUrl }))
  const { send } = Context.get(yield* Layer.build(connection), Redis.Redis)
  return {
    store: Layer.build(Layer.fresh(WindowStoreRedis.layerNoDeps).pipe(Layer.provide(connection))),
    age: Effect.fnUntraced(function* (tokenId, millis) {
      const key = `doorstep:window:${tokenId}`
      yield* send("PEXPIRE", key, String(Number(yield* send("PTTL", key)) - millis))
    })
  }
})

/** The two ends of a channel, which carries JSON as that of a process does. */
const linked = () => {
  const [supervisor, worker] = [new EventEmitter(), new EventEmitter()]
  const end = (own: EventEmitter, other: EventEmitter): WindowStoreSupervised.Channel => ({
    send: (message, sent) => {
      const text = JSON.stringify(message)
      setImmediate(() => {
        sent(null)
        other.emit("message", JSON.parse(text))
      })
    },
    on: (event, listener) => void own.on(event, listener),
    off: (event, listener) => void own.off(event, listener)
  })
  return { supervisor: end(supervisor, worker), worker: end(worker, supervisor) }
}

const supervised: Effect.Effect<Shared> = Effect.gen(function* () {
  const { clock, moved } = yield* movable
  const answerClaims = yield* Effect.provideService(WindowStoreSupervised.makeSupervisor, Clock.Clock, clock)
  return {
    store: Effect.suspend(() => {
      const { supervisor, worker } = linked()
      answerClaims(supervisor)
      return Layer.build(Layer.fresh(WindowStoreSupervised.layer(worker)))
    }),
    age: (_, millis) => Effect.sync(() => void (moved.steady += millis))
  }
})

const suite = <R>(
  name: string,
  shared: Effect.Effect<Shared, unknown, R | Scope.Scope>,
  layer: Layer.Layer<R, unknown>,
  skip: boolean
) =>
  describe(name, () => {
    const test = (promise: string, body: (shared: Shared) => Effect.Effect<void, unknown, Scope.Scope>) =>
      it.live.skipIf(skip)(promise, () => Effect.flatMap(shared, body).pipe(Effect.provide(Layer.fresh(layer))))

    const claim = (context: Context.Context<WindowStore>, claims: ReadonlyArray<Claim>) =>
      Context.get(context, WindowStore).claim(claims)

    test("MUST grant what is left of a window, and no more", ({ store }) =>
      Effect.gen(function* () {
        const one = yield* store
        const tokenId = randomUUID()
        const grants: Array<Omit<Grant, "leftMillis">> = []
        for (const wanted of [1, 4, 3, 1]) {
          const [{ granted, leftMillis, used }] = (yield* claim(one, [{ tokenId, limit: 7, wanted }])) as [Grant]
          assert.isAtMost(leftMillis, 60_000)
          assert.isAbove(leftMillis, 30_000)
          grants.push({ granted, used })
        }
        assert.deepStrictEqual(grants, [
          { granted: 1, used: 1 },
          { granted: 4, used: 5 },
          { granted: 2, used: 7 },
          { granted: 0, used: 7 }
        ])
      }))

    test("MUST keep tokens apart, and answer in the order of the claims", ({ store }) =>
      Effect.gen(function* () {
        const one = yield* store
        const ids = Array.from({ length: 20 }, () => randomUUID())
        const claims = ids.map((tokenId, i) => ({ tokenId, limit: 10, wanted: i + 1 }))
        const grants = yield* claim(one, claims)
        assert.deepStrictEqual(
          grants.map(({ granted }) => granted),
          ids.map((_, i) => Math.min(10, i + 1))
        )
      }))

    test("MUST be granted to processes that claim the same tokens in another order", ({ store }) =>
      Effect.gen(function* () {
        const ids = Array.from({ length: 400 }, () => randomUUID())
        const claims = ids.map((tokenId) => ({ tokenId, limit: 9, wanted: 1 }))
        const orders = [claims, claims.toReversed(), claims, claims.toReversed()]
        const stores = yield* Effect.all(orders.map(() => store))
        const used = yield* Effect.forEach(
          stores,
          (one, i) => Effect.map(claim(one, orders[i]!), (grants) => Math.max(...grants.map((grant) => grant.used))),
          { concurrency: 4 }
        )
        assert.strictEqual(Math.max(...used), 4)
      }))

    test("MUST open a new window 60 seconds after the previous one", ({ age, store }) =>
      Effect.gen(function* () {
        const one = yield* store
        const tokenId = randomUUID()
        const ask = Effect.map(claim(one, [{ tokenId, limit: 2, wanted: 2 }]), ([grant]) => grant!)
        assert.strictEqual((yield* ask).granted, 2)
        yield* age(tokenId, 30_000)
        const spent = yield* ask
        assert.strictEqual(spent.granted, 0)
        assert.isAtMost(spent.leftMillis, 30_000)
        yield* age(tokenId, 30_000)
        // What the previous window granted counts no more, from the first request of the new one to its last.
        for (const used of [1, 2]) {
          const [fresh] = yield* claim(one, [{ tokenId, limit: 2, wanted: 1 }])
          assert.deepInclude(fresh, { granted: 1, used })
          assert.isAbove(fresh!.leftMillis, 30_000)
        }
        assert.strictEqual((yield* ask).granted, 0)
      }))

    test("MUST follow a limit that changes within a window", ({ store }) =>
      Effect.gen(function* () {
        const one = yield* store
        const tokenId = randomUUID()
        const ask = (limit: number) =>
          Effect.map(claim(one, [{ tokenId, limit, wanted: 5 }]), ([grant]) => grant!.granted)
        assert.deepStrictEqual([yield* ask(5), yield* ask(3), yield* ask(8)], [5, 0, 3])
      }))

    test("MUST allow exactly the limit, for many requests to many processes at once", ({ store }) =>
      Effect.gen(function* () {
        const stores = yield* Effect.all(Array.from({ length: 6 }, () => store))
        const limits = yield* Effect.forEach(stores, (context) =>
          Effect.map(
            Layer.build(
              Layer.fresh(SharedRateLimit.layerNoDeps({ fallback: "refuse" })).pipe(
                Layer.provide(Layer.succeedContext(context))
              )
            ),
            (built) => Context.get(built, RateLimit)
          )
        )
        const tokens = [randomUUID(), randomUUID(), randomUUID()]
        const decisions = yield* Effect.forEach(
          Array.from({ length: 3_000 }, (_, i) => i),
          (i) =>
            Effect.andThen(
              i % 5 === 0 ? Effect.sleep(i % 7) : Effect.void,
              limits[i % limits.length]!.consume(tokens[i % tokens.length]!, 300)
            ),
          { concurrency: 200 }
        )
        for (const [place] of tokens.entries()) {
          const own = decisions.filter((_, i) => i % tokens.length === place)
          const passed = own.filter(({ allowed }) => allowed)
          assert.lengthOf(passed, 300)
          // Each allowed request leaves a different remainder: 299 down to 0.
          assert.strictEqual(new Set(passed.map(({ remaining }) => remaining)).size, 300)
          assert.strictEqual(Math.max(...passed.map(({ remaining }) => remaining)), 299)
          for (const refused of own.filter(({ allowed }) => !allowed)) assert.strictEqual(refused.remaining, 0)
        }
      }))
  })

const migrated = TestDatabase.layerMigrated.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")))

suite("windows in PostgreSQL", postgres, migrated, false)

layer(migrated)("windows in PostgreSQL, of which the database", (it) => {
  const granted = (context: Context.Context<WindowStore>, tokenId: string) =>
    Effect.map(Context.get(context, WindowStore).claim([{ tokenId, limit: 2, wanted: 2 }]), ([grant]) => grant!.granted)

  it.effect("MUST forget those that are over alone, every ten minutes", () =>
    Effect.gen(function* () {
      const { age, store } = yield* postgres
      const sql = yield* SqlClient.SqlClient
      const [open, over] = [randomUUID(), randomUUID()]
      const one = yield* store
      for (const tokenId of [open, over]) assert.strictEqual(yield* granted(one, tokenId), 2)
      yield* age(open, 50_000)
      yield* age(over, 3_600_000)
      yield* TestClock.adjust("10 minutes")
      const rows = sql<{ readonly id: string }>`SELECT token_id AS id FROM rate_window`
      yield* Effect.repeat(rows, { until: (found) => !found.some(({ id }) => id === over) })
      assert.strictEqual(yield* granted(one, open), 0)
    })
  )

  it.effect("MUST open a new window after its clock was set back by more than a minute", () =>
    Effect.gen(function* () {
      const { age, store } = yield* postgres
      const tokenId = randomUUID()
      const one = yield* store
      assert.strictEqual(yield* granted(one, tokenId), 2)
      yield* age(tokenId, -3_600_000)
      assert.strictEqual(yield* granted(one, tokenId), 2)
    })
  )

  it.effect("MUST tell the newest version that any process has answered from", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const process = Effect.map(Layer.build(Layer.fresh(AnsweredVersionsPostgres.layerNoDeps)), (context) =>
        Context.get(context, AnsweredVersions)
      )
      const [one, two] = [yield* process, yield* process]
      yield* one.tell("FR", 5)
      yield* two.tell("FR", 3)
      yield* two.tell("LU", 1)
      assert.deepStrictEqual(yield* sql`SELECT versions FROM answered_version`, [{ versions: { FR: 5, LU: 1 } }])
    })
  )

  it.effect("MUST tell no newer version than that of the pool, which may have been restored since", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO pool (country, version, total, residential, sources, published_at)
        VALUES ('US', 3, 1, 1, '{}', now()), ('DE', 9, 1, 1, '{}', now())`
      yield* sql`UPDATE answered_version SET mark = 'later', versions = '{"US": 5, "DE": 8, "FR": 1}'`
      const heard: Array<unknown> = []
      const answered = {
        of: () => 0,
        mark: () => "",
        hear: (mark: string, versions: object) => void heard.push(mark, versions),
        onHeard: () => undefined,
        tell: () => Effect.void
      }
      const { store } = yield* postgres
      const one = yield* Effect.provideService(store, AnsweredVersions, answered)
      yield* granted(one, randomUUID())
      assert.deepStrictEqual(heard, ["later", { US: 3, DE: 8 }])
    })
  )
})
suite("windows of workers in their supervisor", supervised, Layer.empty, false)

describe("a worker", () => {
  it.effect("MUST not wait for a supervisor that it cannot reach, nor heed its other messages", () =>
    Effect.gen(function* () {
      const { worker } = linked()
      let hear: ((message: unknown) => void) | undefined
      const store = yield* Effect.map(
        Layer.build(
          WindowStoreSupervised.layer({
            ...worker,
            on: (_, listener) => {
              hear = listener
            },
            send: (_, sent) => {
              for (const other of ["ready", null, { grants: [], answered: 99 }]) hear!(other)
              sent(new Error("channel closed"))
            }
          })
        ),
        (context) => Context.get(context, WindowStore)
      )
      const { message, reason } = yield* Effect.flip(store.claim([{ tokenId: "t", limit: 1, wanted: 1 }]))
      assert.deepStrictEqual(
        [reason, message],
        ["Connection", "The process that supervises the workers does not respond."]
      )
    })
  )
})

suite(`windows in Redis${withoutRedis}`, redis, Layer.empty, redisUrl === "")

/** A store with scripted responses. */
const scripted = Effect.sync(() => {
  const asked: Array<ReadonlyArray<Claim>> = []
  const script: {
    answer: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Grant>, StorageUnavailable>
  } = {
    answer: (claims) =>
      Effect.succeed(claims.map(({ wanted }) => ({ granted: wanted, used: wanted, leftMillis: 60_000 })))
  }
  const store = WindowStore.of({
    claim: (claims) =>
      Effect.suspend(() => {
        if (claims.length > 0) asked.push(claims)
        return script.answer(claims)
      })
  })
  const limit = (fallback: "local" | "refuse") =>
    Effect.map(
      Layer.build(SharedRateLimit.layerNoDeps({ fallback }).pipe(Layer.provide(Layer.succeed(WindowStore, store)))),
      (context) => Context.get(context, RateLimit)
    )
  return { asked, script, limit }
})

const broken = () => Effect.fail(new StorageUnavailable({ reason: "Connection", message: "down" }))

const test = (promise: string, body: Effect.Effect<void, unknown, Scope.Scope>) =>
  it.effect(promise, () => body.pipe(Effect.provideService(References.MinimumLogLevel, "None")))

describe("requests counted together", () => {
  test(
    "MUST be claimed in one query while another is in progress",
    Effect.gen(function* () {
      const { asked, limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      const gate = yield* Deferred.make<void>()
      const answer = script.answer
      script.answer = (claims) => Effect.andThen(Deferred.await(gate), answer(claims))
      const first = yield* Effect.forkChild(consume("a", 100))
      yield* Effect.yieldNow.pipe(Effect.repeat({ until: () => asked.length > 0 }))
      const more = yield* Effect.forEach(Array.from({ length: 50 }), (_, i) =>
        Effect.forkChild(consume(i % 2 === 0 ? "a" : "b", 100 + i))
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      for (const fiber of [first, ...more]) assert.isTrue((yield* Fiber.join(fiber)).allowed)
      // By the limit of the latest request of each token.
      assert.deepStrictEqual(
        asked.map((claims) => claims.map(({ limit, tokenId, wanted }) => [tokenId, wanted, limit])),
        [
          [["a", 1, 100]],
          [
            ["a", 25, 148],
            ["b", 25, 149]
          ]
        ]
      )
    })
  )

  test(
    "MUST be decided without the store if it leaves one of them without an answer, and with it again afterwards",
    Effect.gen(function* () {
      const { limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      const answer = script.answer
      script.answer = () => Effect.succeed([])
      const decided = yield* Effect.forkChild(Effect.timeoutOption(consume("t", 3), "1 minute"))
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(Option.getOrUndefined(yield* Fiber.join(decided)), { allowed: true, remaining: 2 })
      script.answer = answer
      // A store that failed is left alone for a while.
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* consume("t", 3), { allowed: true, remaining: 2 })
    })
  )

  test(
    "MUST be refused without a query once the token is used up, until its window ends",
    Effect.gen(function* () {
      const { asked, limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      script.answer = () => Effect.succeed([{ granted: 1, used: 3, leftMillis: 20_000 }])
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: true, limit: 3, remaining: 0, resetSeconds: 20 })
      yield* TestClock.adjust(19_999)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: false, limit: 3, remaining: 0, resetSeconds: 1 })
      assert.lengthOf(asked, 1)
      // If the limit has been raised in the meantime, the store is queried.
      assert.isTrue((yield* consume("t", 4)).allowed)
      yield* TestClock.adjust(1)
      yield* consume("t", 3)
      assert.lengthOf(asked, 3)
    })
  )

  test(
    "MUST be queried again if the clock was set back after the token was used up",
    Effect.gen(function* () {
      const { asked, limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      yield* TestClock.setTime(10_000_000)
      script.answer = () => Effect.succeed([{ granted: 1, used: 3, leftMillis: 20_000 }])
      yield* consume("t", 3)
      // By the new clock, the old window would end only in two and a half hours.
      yield* TestClock.setTime(1_000_000)
      assert.isTrue((yield* consume("t", 3)).allowed)
      assert.lengthOf(asked, 2)
    })
  )
})

describe("a used-up token", () => {
  // Half the time was over when the clock was set back by a quarter of a minute.
  const setBack = Effect.gen(function* () {
    const { asked, limit, script } = yield* scripted
    const { consume } = yield* limit("local")
    yield* TestClock.setTime(10_000_000)
    script.answer = () => Effect.succeed([{ granted: 1, used: 3, leftMillis: 40_000 }])
    yield* consume("t", 3)
    yield* TestClock.adjust(20_000)
    yield* TestClock.setTime(10_005_000)
    return { asked, consume }
  })

  test(
    "MUST be told the window's real end if the clock was set back a little",
    Effect.gen(function* () {
      const { asked, consume } = yield* setBack
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: false, limit: 3, remaining: 0, resetSeconds: 20 })
      assert.lengthOf(asked, 1)
    })
  )

  test(
    "MUST not be refused for longer if the clock was set back a little",
    Effect.gen(function* () {
      const { asked, consume } = yield* setBack
      yield* TestClock.adjust(20_000)
      assert.isTrue((yield* consume("t", 3)).allowed)
      assert.lengthOf(asked, 2)
    })
  )
})

describe("without their store", () => {
  const passed = (decisions: ReadonlyArray<RateLimitDecision>) => decisions.filter(({ allowed }) => allowed).length

  test(
    "requests MUST be counted by each process for itself, as documented, until the store is back",
    Effect.gen(function* () {
      const { asked, limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      const answer = script.answer
      script.answer = broken
      assert.strictEqual(passed(yield* Effect.all(Array.from({ length: 10 }, () => consume("t", 4)))), 4)
      // The store is left alone for a while: no request waits for it.
      assert.lengthOf(asked, 1)
      script.answer = answer
      yield* TestClock.adjust(5_000)
      assert.isTrue((yield* consume("t", 4)).allowed)
      assert.lengthOf(asked, 2)
    })
  )

  it.effect("MUST be said once, and the end of it once, however many requests come and however long it takes", () => {
    const said: Array<string> = []
    const logger = Logger.make(({ message }) => void said.push(String([message].flat()[0])))
    return Effect.gen(function* () {
      const { limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      const answer = script.answer
      for (const now of [broken, answer]) {
        script.answer = now
        for (let i = 0; i < 3; i++) {
          yield* consume("t", 100)
          yield* TestClock.adjust(5_000)
        }
      }
      assert.deepStrictEqual(said, [
        "Request limits are not shared at the moment: each process counts on its own.",
        "Request limits are shared again."
      ])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  test(
    "requests MUST be refused if so configured",
    Effect.gen(function* () {
      const { limit, script } = yield* scripted
      const { consume } = yield* limit("refuse")
      script.answer = broken
      for (let i = 0; i < 3; i++) assert.strictEqual((yield* Effect.flip(consume("t", 4)))._tag, "RateLimitUnavailable")
    })
  )

  test(
    "requests MUST be decided within 2.5 seconds if the store hangs, also those behind it, and after a defect",
    Effect.gen(function* () {
      const { asked, limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      script.answer = () => Effect.never
      const hanging = yield* Effect.forkChild(consume("t", 4))
      yield* Effect.yieldNow.pipe(Effect.repeat({ until: () => asked.length > 0 }))
      const behind = yield* Effect.forkChild(consume("t", 4))
      yield* TestClock.adjust(2_500)
      assert.isTrue((yield* Fiber.join(hanging)).allowed)
      assert.isDefined(behind.pollUnsafe(), "it waits as long again")
      assert.strictEqual((yield* Fiber.join(behind)).remaining, 2)
      yield* TestClock.adjust(5_000)
      script.answer = () => Effect.die("defect")
      assert.isTrue((yield* consume("t", 4)).allowed)
      assert.lengthOf(asked, 2)
    })
  )

  test(
    "a clock that is set back MUST not prevent queries to the store for longer than usual",
    Effect.gen(function* () {
      const { asked, limit, script } = yield* scripted
      const { consume } = yield* limit("local")
      const answer = script.answer
      yield* TestClock.setTime(10_000_000)
      script.answer = broken
      yield* consume("t", 4)
      script.answer = answer
      yield* TestClock.setTime(1_000_000)
      yield* TestClock.adjust("4999 millis")
      yield* consume("t", 4)
      assert.lengthOf(asked, 1)
      yield* TestClock.adjust(1)
      yield* consume("t", 4)
      assert.lengthOf(asked, 2)
    })
  )
})

describe("the settings of the request limits", () => {
  const build = (settings: Record<string, string>) =>
    Effect.scoped(
      Layer.build(
        Layer.fresh(RateLimitSettings.layerNoDeps).pipe(
          Layer.provide(Layer.fresh(TestDatabase.layerMigrated)),
          Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
        )
      )
    ).pipe(Effect.provideService(References.MinimumLogLevel, "None"))

  for (const settings of [
    {},
    { RATE_LIMIT_STORE: "" },
    { RATE_LIMIT_STORE: "Database", RATE_LIMIT_FALLBACK: "refuse" }
  ]) {
    it.live(`MUST be accepted: ${JSON.stringify(settings)}`, () => Effect.asVoid(build(settings)))
  }

  for (const [settings, message] of [
    [{ RATE_LIMIT_STORE: "mysql" }, /^RATE_LIMIT_STORE must be one of memory, database, redis, not "mysql"\.$/],
    [{ RATE_LIMIT_FALLBACK: "open" }, /^RATE_LIMIT_FALLBACK must be local or refuse, not "open"\.$/],
    [{ RATE_LIMIT_STORE: "redis" }, /^REDIS_URL is not set, and RATE_LIMIT_STORE=redis needs a server, such as redis:/],
    [{ RATE_LIMIT_STORE: "redis", REDIS_URL: "redis://:sesame@127.0.0.1:1/windows" }, /^REDIS_URL must be a Redis URL/],
    [{ RATE_LIMIT_STORE: "redis", REDIS_URL: "redis://:sesame%@127.0.0.1:1" }, /^REDIS_URL must be a Redis URL/],
    [{ RATE_LIMIT_STORE: "redis", REDIS_URL: "redis://:sesame%ff@127.0.0.1:1" }, /^REDIS_URL must be a Redis URL/],
    [
      { RATE_LIMIT_STORE: "redis", REDIS_URL: "redis://user:sesame@127.0.0.1:1/0" },
      /^REDIS_URL names no Redis server that answers at 127\.0\.0\.1:1: [^\n]*ECONNREFUSED[^\n]*$/
    ]
  ] as const) {
    it.live(`MUST be refused in one line: ${JSON.stringify(settings).replace("sesame", "…")}`, () =>
      Effect.gen(function* () {
        const error = (yield* Effect.flip(build(settings))) as Error
        assert.match(error.message, message)
        assert.notInclude(error.message, "sesame")
      })
    )
  }

  /** Builds on a stand-in that answers these errors. */
  const onRedis = (refusals: Readonly<Record<string, string>>) =>
    Effect.flatMap(
      Effect.acquireRelease(
        Effect.promise(() => startRedis(refusals)),
        (server) => Effect.promise(() => server.stop())
      ),
      ({ port }) => build({ RATE_LIMIT_STORE: "redis", REDIS_URL: `redis://:sesame@127.0.0.1:${port}` })
    )

  it.live("MUST be accepted with a Redis that knows only the older protocol", () =>
    Effect.asVoid(onRedis({ HELLO: "ERR unknown command `HELLO`" }))
  )

  for (const refusal of [
    "NOAUTH Authentication required.",
    "READONLY You can't write against a read only replica.",
    "NOPERM this user has no permissions to run the 'set' command"
  ]) {
    it.live(`MUST be refused in one line if Redis answers: ${refusal}`, () =>
      Effect.gen(function* () {
        const error = (yield* Effect.flip(onRedis({ SET: refusal }))) as Error
        assert.match(error.message, /^REDIS_URL names the Redis server 127\.0\.0\.1:\d+, which refuses: [A-Z]+ [^\n]+$/)
      })
    )
  }

  it.live("MUST be accepted while Redis is only busy", () =>
    Effect.asVoid(onRedis({ SET: "LOADING Redis is loading the dataset in memory" }))
  )
})
