import { assert, it, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/admin/Activity.ts"
import { unavailable } from "../../src/admin/AdminErrors.ts"
import { RequestStatistics } from "../../src/observability/RequestStatistics.ts"
import { database } from "./support.ts"

const world = Activity.layerNoDeps.pipe(Layer.provideMerge(RequestStatistics.layer), Layer.provideMerge(database))

const request = { endpoint: "generation.generate", status: 200, milliseconds: 1, draws: 1, token: "tok_1" }

/** A second process on the same database, with its own counts. */
const another = Layer.fresh(Activity.layerNoDeps.pipe(Layer.provideMerge(RequestStatistics.layer)))

it.effect("Counts that cannot be written MUST NOT take more and more memory", () =>
  Effect.gen(function* () {
    const { observe, take } = yield* RequestStatistics
    yield* take
    for (let hour = 1; hour <= 10_100; hour++) {
      yield* TestClock.setTime(hour * 3_600_000)
      observe(request)
    }
    const { minutes, tokens } = yield* take
    assert.strictEqual(minutes.length, 10_000)
    // One more, of the present hour.
    assert.strictEqual(tokens.length, 10_001)
  }).pipe(Effect.provide(RequestStatistics.layer))
)

layer(world)("activity", (it) => {
  it.effect("MUST be the sum of all processes' counts, minute by minute", () =>
    Effect.gen(function* () {
      const activity = yield* Activity
      const { observe } = yield* RequestStatistics
      // The database client has timers every half minute, so a far jump of the clock would run them very often.
      yield* TestClock.setTime(90_000)
      observe(request)
      observe({ ...request, status: 404, draws: 0 })
      observe({ ...request, status: 500, draws: 0 })
      observe({ ...request, status: 429, draws: 0 })
      yield* activity.flush
      yield* Effect.gen(function* () {
        const other = yield* RequestStatistics
        other.observe({ ...request, draws: 5 })
        other.observe({ ...request, status: 503, draws: 0, token: undefined })
        yield* (yield* Activity).flush
      }).pipe(Effect.provide(another))
      yield* TestClock.adjust("1 minute")
      observe(request)
      yield* activity.flush
      yield* activity.flush
      const points = yield* activity.lastHour
      assert.strictEqual(points.length, 60)
      assert.deepStrictEqual(points.slice(-2), [
        { at: 60_000, requests: 6, draws: 6, clientErrors: 2, serverErrors: 2 },
        { at: 120_000, requests: 1, draws: 1, clientErrors: 0, serverErrors: 0 }
      ])
      const [use] = yield* activity.tokens
      assert.deepInclude(use, { token: "tok_1", requestsToday: 5, refusedToday: 1 })
      assert.strictEqual(use!.lastUsedAt, 150_000)
    })
  )

  it.effect("MUST keep counts that cannot be written for later", () =>
    Effect.gen(function* () {
      const activity = yield* Activity
      const sql = yield* SqlClient.SqlClient
      const { observe } = yield* RequestStatistics
      yield* TestClock.adjust("2 hours")
      observe(request)
      observe({ ...request, status: 404, draws: 0 })
      observe({ ...request, status: 500, draws: 0 })
      yield* sql`ALTER TABLE token_use RENAME TO away`
      yield* Effect.flip(activity.flush)
      observe(request)
      yield* sql`ALTER TABLE away RENAME TO token_use`
      yield* activity.flush
      const counted = { requests: 4, draws: 2, clientErrors: 1, serverErrors: 1 }
      assert.deepInclude((yield* activity.lastHour).at(-1), counted)
      assert.deepInclude((yield* activity.tokenUse("tok_1", "day")).at(-1), { requests: 4 })
      // The flush covers two hours, in both of which there were requests.
      observe(request)
      yield* TestClock.adjust("1 hour")
      observe(request)
      yield* activity.flush
      assert.deepStrictEqual(
        (yield* activity.tokenUse("tok_1", "day")).slice(-2).map(({ requests }) => requests),
        [5, 1]
      )
    })
  )

  it.effect("MUST tell when a token was last let in, by whichever process, whoever writes first", () =>
    Effect.gen(function* () {
      const activity = yield* Activity
      const { observe } = yield* RequestStatistics
      const seen = (token: string) =>
        Effect.map(activity.tokens, (all) => all.find((use) => use.token === token)?.lastUsedAt)
      yield* Effect.gen(function* () {
        const other = yield* RequestStatistics
        other.observe({ ...request, token: "tok_2" })
        yield* TestClock.adjust("1 minute")
        observe({ ...request, token: "tok_2" })
        observe({ ...request, token: "tok_3", status: 429 })
        yield* activity.flush
        const last = yield* seen("tok_2")
        yield* (yield* Activity).flush
        assert.strictEqual(yield* seen("tok_2"), last)
      }).pipe(Effect.provide(another))
      const refused = (yield* activity.tokens).find(({ token }) => token === "tok_3")
      assert.deepStrictEqual(refused, { token: "tok_3", lastUsedAt: undefined, requestsToday: 0, refusedToday: 1 })
    })
  )

  it.effect("MUST be told of each token by hours and by days of UTC, without gaps, of today since midnight", () =>
    Effect.gen(function* () {
      const activity = yield* Activity
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      const hours = Array.from({ length: 31 * 24 }, (_, i) => now - (now % 3_600_000) - i * 3_600_000)
      // As many requests as the hour is old, so that each place of a chart can be told from all others.
      const rows = hours.map((at, i) => ({ token: "tok_4", hour: new Date(at), requests: i + 1, refused: 1 }))
      yield* sql`INSERT INTO token_use ${sql.insert([{ ...rows[0]!, token: "tok_5" }, ...rows])}`
      const days = Map.groupBy(rows, ({ hour }) => 86_400_000 * Math.floor(hour.getTime() / 86_400_000))
      const summed = Array.from(days, ([at, of]) => ({
        at,
        requests: of.reduce((sum, { requests }) => sum + requests, 0),
        refused: of.length
      }))
      const told = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SET LOCAL TimeZone = 'Asia/Kolkata'`
          return [yield* activity.tokenUse("tok_4", "day"), yield* activity.tokenUse("tok_4", "month")]
        })
      )
      assert.deepStrictEqual(yield* told, [
        rows
          .slice(0, 24)
          .map(({ hour, refused, requests }) => ({ at: hour.getTime(), requests, refused }))
          .toReversed(),
        summed.slice(0, 30).toReversed()
      ])
      const use = (yield* activity.tokens).find(({ token }) => token === "tok_4")
      assert.strictEqual(use?.requestsToday, summed[0]!.requests)
    })
  )

  it.effect("MUST NOT count the console, and forget what no chart shows", () =>
    Effect.gen(function* () {
      const activity = yield* Activity
      const sql = yield* SqlClient.SqlClient
      const { observe } = yield* RequestStatistics
      yield* TestClock.adjust("2 hours")
      observe({ ...request, endpoint: "admin.tokens.list", token: undefined })
      observe({ ...request, endpoint: "console", token: undefined })
      yield* activity.flush
      assert.strictEqual((yield* activity.lastHour).at(-1)!.requests, 0)
      yield* sql`UPDATE activity SET minute = minute - interval '25 hours'`
      yield* sql`UPDATE token_use SET hour = hour - interval '93 days'`
      observe({ ...request, token: "tok_6" })
      yield* activity.flush
      yield* sql`UPDATE activity SET minute = minute - interval '23 hours'`
      yield* sql`UPDATE token_use SET hour = hour - interval '91 days' WHERE token = 'tok_6'`
      yield* activity.sweep
      assert.deepStrictEqual(yield* sql`SELECT token, (SELECT count(*)::int FROM activity) AS minutes FROM token_use`, [
        { token: "tok_6", minutes: 1 }
      ])
      // None of these tokens exists any more.
      assert.deepStrictEqual(yield* sql`SELECT token FROM token_seen`, [])
    })
  )

  it.effect("MUST be written every five seconds, after outages too, and once more at the end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let written = 0
      const outage = yield* Effect.flip(unavailable(sql`SELECT FROM nowhere`))
      const flush = Effect.suspend(() => (++written < 3 ? Effect.fail(outage) : Effect.void))
      const activity = Layer.effect(
        Activity,
        Effect.map(Activity, (one) => Activity.of({ ...one, flush }))
      )
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(written, 3)
      }).pipe(Effect.provide(Layer.fresh(Layer.provide(Activity.layerFlushing, activity))))
      assert.strictEqual(written, 4)
    })
  )
})
