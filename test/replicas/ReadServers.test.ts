import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"
import { mostOnPrimary } from "../../src/replicas/Choice.ts"
import { Floors } from "../../src/replicas/Floors.ts"
import { makeReadServers } from "../../src/replicas/ReadServers.ts"
import * as Routed from "../../src/replicas/Routed.ts"
import { ModelCluster, type ModelServer, optionsOf } from "./ModelServers.ts"

const request = { country: "US", filters: {}, strategy: "random" } as const

const opened = Effect.fnUntraced(function* (cluster: ModelCluster, lagMillis?: number) {
  const servers = yield* makeReadServers(optionsOf(cluster, lagMillis))
  const pool = Routed.repository(servers, cluster.primary.published)
  return { servers, pool, version: Effect.map(pool.draw(request), ({ poolVersion }) => poolVersion) }
})

/** Advances the clock until the work has finished. */
const ended = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(work)
  for (let i = 0; i < 100 && fiber.pollUnsafe() === undefined; i++) yield* TestClock.adjust("100 millis")
  return yield* Fiber.await(fiber)
})

/** Publications and faults, each with the server that it affects; 0 is the primary. */
const event = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "publish" } as const) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("replay" as const), of: fc.integer({ min: 1, max: 3 }), by: fc.nat(3) })
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("wait" as const), millis: fc.nat(3_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("down", "up", "freeze", "thaw"),
      of: fc.integer({ min: 0, max: 3 })
    })
  },
  { weight: 10, arbitrary: fc.constant({ kind: "read" } as const) }
)
type Event = typeof event extends fc.Arbitrary<infer A> ? A : never

const befall = (server: ModelServer, kind: string): void => {
  if (kind === "down" || kind === "up") server.isDown = kind === "down"
  else server.isFrozen = kind === "freeze"
}

/** The versions shown to a client, and when each was superseded. */
class History {
  readonly cluster = new ModelCluster(3)
  /** When the version with this number was superseded. */
  readonly passedAt = new Map<number, number>()
  /** When the primary was last unreachable. */
  primaryGoneAt = Number.NEGATIVE_INFINITY
  last = 0

  get isPrimaryGone(): boolean {
    return this.cluster.primary.isDown || this.cluster.primary.isFrozen
  }

  answered(version: number, now: number): void {
    assert.isAtLeast(version, this.last, "the version went back")
    this.last = version
    const passedAt = this.passedAt.get(version)
    // Without the primary, nobody can know what was published there in the meantime.
    if (passedAt === undefined || this.primaryGoneAt >= passedAt) return
    assert.isAtMost(now - passedAt, 5_000, "the version was withdrawn too long ago")
  }
}

const play = Effect.fnUntraced(function* ([lagMillis, events]: readonly [number, ReadonlyArray<Event>]) {
  const history = new History()
  const { cluster } = history
  const { version } = yield* opened(cluster, lagMillis)
  for (const event of events) {
    const now = yield* Clock.currentTimeMillis
    if (history.isPrimaryGone) history.primaryGoneAt = now
    if (event.kind === "publish" && !history.isPrimaryGone) {
      history.passedAt.set(cluster.primary.version, now)
      cluster.publish()
    } else if (event.kind === "replay") cluster.replicas[event.of - 1]!.replay(event.by)
    else if (event.kind === "wait") yield* TestClock.adjust(event.millis)
    else if (event.kind === "read") {
      const exit = yield* ended(version)
      if (Exit.isSuccess(exit)) history.answered(exit.value, yield* Clock.currentTimeMillis)
    } else if ("of" in event) befall([cluster.primary, ...cluster.replicas][event.of]!, event.kind)
    if (history.isPrimaryGone) history.primaryGoneAt = yield* Clock.currentTimeMillis
  }
}, Effect.scoped)

describe("reads from replicas", () => {
  it.effect(
    "MUST never go back to an older version, nor to one withdrawn 5 seconds ago, whatever happens to the servers",
    () =>
      property(fc.tuple(fc.constantFrom(2_000, 60_000), fc.array(event, { minLength: 5, maxLength: 60 })), play, {
        runs: 300
      })
  )

  it.effect("MUST be distributed over the replicas, sparing the primary", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(2)
      const { pool } = yield* opened(cluster)
      // Frozen, so that draws stay in progress and the next one goes to the other replica.
      for (const replica of cluster.replicas) replica.isFrozen = true
      const draws = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => Effect.exit(pool.draw(request))),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      assert.deepStrictEqual(
        cluster.replicas.map(({ reads }) => reads),
        [10, 10]
      )
      assert.strictEqual(cluster.primary.reads, 0)
      yield* Fiber.interrupt(draws)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST be retried on another server if theirs is lost meanwhile", () =>
    Effect.gen(function* () {
      for (const fault of ["down", "freeze"]) {
        const cluster = new ModelCluster(2)
        const { version } = yield* opened(cluster)
        for (const replica of cluster.replicas) {
          replica.beforeRead = Effect.sync(() => {
            for (const other of cluster.replicas) other.beforeRead = Effect.void
            befall(replica, fault)
          })
        }
        assert.deepStrictEqual(yield* ended(version), Exit.succeed(1))
        assert.strictEqual(cluster.primary.reads, 0)
        assert.strictEqual(cluster.replicas[0]!.reads + cluster.replicas[1]!.reads, 2)
      }
    }).pipe(Effect.scoped)
  )

  it.effect(
    "MUST come from one server if a request reads several times, and start over on another if that is lost",
    () =>
      Effect.gen(function* () {
        const cluster = new ModelCluster(3)
        const { pool, servers } = yield* opened(cluster)
        const one = Effect.map(pool.draw(request), ({ sourcesTried }) => sourcesTried[0]!)
        let lose = true
        const several = servers.together(
          Effect.gen(function* () {
            const first = yield* one
            if (lose) {
              lose = false
              cluster.replicas.find(({ name }) => name === first)!.isDown = true
            }
            return [first, yield* one, yield* one]
          })
        )
        const [first, ...others] = yield* several
        assert.deepStrictEqual(others, [first, first])
        assert.isFalse(cluster.replicas.find(({ name }) => name === first)!.isDown)
        assert.strictEqual(cluster.primary.reads, 0)
      }).pipe(Effect.scoped)
  )

  it.effect("MUST NOT say how far a replica is behind that has gone", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(1)
      const { servers } = yield* opened(cluster)
      const lags = Effect.map(servers.standings, (all) => all.map(({ lagMillis }) => lagMillis))
      assert.deepStrictEqual(yield* lags, [0, 0])
      cluster.replicas[0]!.isDown = true
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* lags, [0, undefined])
    }).pipe(Effect.scoped)
  )

  it.effect("MUST read each country from the same replica while all are idle, and countries from all of them", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(3)
      const { pool } = yield* opened(cluster)
      const readerOf = Effect.fnUntraced(function* (country: string) {
        const before = cluster.replicas.map(({ reads }) => reads)
        yield* pool.draw({ ...request, country })
        return cluster.replicas.findIndex(({ reads }, i) => reads > before[i]!)
      })
      const countries = ["AT", "BE", "CA", "DE", "ES", "FR", "GB", "IT", "NL", "US"]
      const readers = yield* Effect.forEach(countries, readerOf)
      assert.deepStrictEqual(yield* Effect.forEach(countries, readerOf), readers)
      assert.sameMembers(Array.from(new Set(readers)), [0, 1, 2])
    }).pipe(Effect.scoped)
  )

  it.effect("MUST fall back to the primary, a bounded number at a time", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(2)
      for (const replica of cluster.replicas) replica.isDown = true
      const { pool, servers } = yield* opened(cluster)
      cluster.primary.isFrozen = true
      const draws = yield* Effect.forEach(Array.from({ length: 50 }), () => Effect.forkChild(pool.draw(request)))
      yield* Effect.yieldNow
      assert.strictEqual(cluster.primary.reads, mostOnPrimary)
      const refused = draws.filter((draw) => draw.pollUnsafe() !== undefined)
      assert.lengthOf(refused, 50 - mostOnPrimary)
      for (const draw of refused) {
        const error = yield* Effect.flip(Fiber.join(draw))
        assert.strictEqual(error._tag, "StorageUnavailable")
      }
      assert.strictEqual(yield* servers.refused, 50 - mostOnPrimary)
      cluster.primary.isFrozen = false
      for (const draw of draws) yield* Fiber.interrupt(draw)
      // There is room again.
      assert.strictEqual((yield* pool.draw(request)).poolVersion, 1)
    }).pipe(Effect.scoped)
  )

  const faults: ReadonlyArray<
    readonly [string, (replica: ModelServer) => void, (replica: ModelServer) => void, RegExp]
  > = [
    [
      "gone",
      (replica) => void (replica.isDown = true),
      (replica) => void (replica.isDown = false),
      /cannot be queried/
    ],
    [
      "stalled",
      (replica) => void (replica.isFrozen = true),
      (replica) => void (replica.isFrozen = false),
      /not answer within a second/
    ],
    [
      "no replica any more",
      (replica) => void (replica.isReplica = false),
      (replica) => void (replica.isReplica = true),
      /not in recovery/
    ],
    [
      "of another cluster",
      (replica) => void (replica.database = "2/5"),
      (replica) => void (replica.database = "1/5"),
      /different database/
    ],
    [
      "reached through a pooler",
      (replica) => void (replica.isPooled = true),
      (replica) => void (replica.isPooled = false),
      /such as PgBouncer/
    ],
    ["behind", ({ cluster }) => cluster.publish(), (replica) => replica.replay(1), /seconds behind, more than 2\.0/]
  ]
  for (const [name, harm, mend, why] of faults) {
    it.effect(`MUST avoid a replica that is ${name}, and use it again once it has recovered`, () =>
      Effect.gen(function* () {
        const cluster = new ModelCluster(1)
        const { pool, servers, version } = yield* opened(cluster)
        const [replica] = cluster.replicas
        const standing = Effect.map(servers.standings, ([, found]) => found!)
        assert.isTrue((yield* standing).isUsed)
        harm(replica!)
        yield* TestClock.adjust("4 seconds")
        assert.match((yield* standing).why ?? "", why)
        const before = replica!.reads
        yield* version
        assert.strictEqual(replica!.reads, before)
        assert.isAbove(cluster.primary.reads, 0)
        mend(replica!)
        yield* TestClock.adjust("4 seconds")
        assert.isUndefined((yield* standing).why)
        yield* pool.draw(request)
        assert.strictEqual(replica!.reads, before + 1)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("MUST avoid a replica with what the primary lost in a failover, until it is rewound", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(2)
      const [replica, other] = cluster.replicas
      cluster.publish()
      replica!.replay(1)
      const { servers, version } = yield* opened(cluster)
      const whys = Effect.map(servers.standings, (found) =>
        found.map(({ why = "used" }) => /primary lacks|used/.exec(why)?.[0])
      )
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* whys, ["used", "used", "used"])
      cluster.log.pop()
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* whys, ["used", "primary lacks", "used"])
      // The new log is soon as long, with publications of the same versions.
      for (const _ of [1, 2]) cluster.publish()
      other!.replay(2)
      yield* TestClock.adjust("12 seconds")
      assert.deepStrictEqual(yield* whys, ["used", "primary lacks", "used"])
      const before = replica!.reads
      assert.strictEqual(yield* version, 3)
      assert.strictEqual(replica!.reads, before)
      replica!.replayed = 1
      yield* TestClock.adjust("500 millis")
      replica!.replay(2)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* whys, ["used", "used", "used"])
    }).pipe(Effect.scoped)
  )

  it.effect("MUST go to the server with the pinned version, even if no replica has heard of it", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(2)
      const { pool } = yield* opened(cluster)
      cluster.publish()
      assert.strictEqual((yield* pool.draw({ ...request, poolVersion: 2 })).poolVersion, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST not go back through a draw made in advance", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(1)
      cluster.publish()
      const [replica] = cluster.replicas
      replica!.replay(1)
      const { pool, version } = yield* opened(cluster)
      assert.strictEqual(yield* version, 2)
      replica!.ahead = 1
      const before = cluster.primary.reads
      assert.strictEqual((yield* pool.draw({ ...request, strategy: "instant" })).poolVersion, 2)
      assert.strictEqual(cluster.primary.reads, before)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST keep to replicas for the moment that these need for a publication, and then get its pool", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(1)
      const { pool, version } = yield* opened(cluster)
      cluster.publish()
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* version, 1)
      assert.strictEqual(cluster.primary.reads, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* version, 2)
      assert.strictEqual(cluster.primary.reads, 1)
      // A version before it is asked of whoever knows that it has passed.
      yield* pool.draw({ ...request, poolVersion: 1 })
      assert.strictEqual(cluster.primary.reads, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST be tried elsewhere if a server is lost, and not if a statement is slow or the pool changes", () =>
    Effect.gen(function* () {
      const { servers } = yield* opened(new ModelCluster(2))
      for (const [reason, times] of [
        ["Timeout", 3],
        ["Connection", 3],
        ["StatementTimeout", 1],
        ["Republished", 1]
      ] as const) {
        let tried = 0
        const read = () =>
          Effect.suspend(() => {
            tried++
            return Effect.fail(new StorageUnavailable({ reason, message: "It is of no use." }))
          })
        yield* Effect.flip(servers.use({ country: "US", atLeast: 0 }, read))
        assert.strictEqual(tried, times)
        yield* TestClock.adjust("1 second")
      }
      let worked = 0
      // Nothing is wrong with the server.
      yield* Effect.flip(servers.together(Effect.suspend(() => Effect.fail(++worked))))
      assert.strictEqual(worked, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST be told if the primary is none", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(1)
      cluster.primary.isReplica = true
      const { servers } = yield* opened(cluster)
      assert.match((yield* servers.standings)[0]!.why ?? "", /It is in recovery/)
    }).pipe(Effect.scoped)
  )

  it("MUST have at least the version that was used, until the primary has lacked it for ten seconds on end", () => {
    const floors = new Floors()
    const [before, after] = [new Map([["US", 1]]), new Map([["US", 2]])]
    floors.raise("US", 2)
    floors.hear(0, before)
    floors.hear(9_000, after)
    floors.hear(11_000, before)
    assert.strictEqual(floors.of("US"), 2)
    floors.hear(20_999, before)
    assert.strictEqual(floors.of("US"), 2)
    floors.hear(21_000, before)
    assert.strictEqual(floors.of("US"), 1)
  })

  it.effect("MUST eventually accept that a primary has been restored to an older pool", () =>
    Effect.gen(function* () {
      const cluster = new ModelCluster(1)
      cluster.publish()
      cluster.replicas[0]!.replay(1)
      const { servers, version } = yield* opened(cluster)
      const withoutVersion = servers.use({ country: "US", atLeast: 0 }, () => Effect.void)
      assert.strictEqual(yield* version, 2)
      cluster.log.pop()
      cluster.replicas[0]!.replayed = 1
      assert.isTrue(Exit.isFailure(yield* Effect.exit(version)))
      yield* TestClock.adjust("1 second")
      for (const read of [version, withoutVersion]) assert.isTrue(Exit.isFailure(yield* Effect.exit(read)))
      yield* TestClock.adjust("11 seconds")
      assert.strictEqual(yield* version, 1)
      yield* withoutVersion
      // The replica follows the log that is the primary's now, however far the former one went.
      assert.deepStrictEqual(
        (yield* servers.standings).map(({ why }) => why),
        [undefined, undefined]
      )
    }).pipe(Effect.scoped)
  )
})
