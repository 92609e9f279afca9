import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/admin/Activity.ts"
import { RequestStatistics } from "../../src/observability/RequestStatistics.ts"
import { database } from "./support.ts"

const world = Activity.layerNoDeps.pipe(Layer.provideMerge(RequestStatistics.layer), Layer.provideMerge(database))

const request = { endpoint: "generation.generate", status: 200, milliseconds: 1, draws: 1, token: "tok_1" }

/** A second process on the same database, with its own counts. */
const another = Layer.fresh(Activity.layerNoDeps.pipe(Layer.provideMerge(RequestStatistics.layer)))

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
      yield* sql`ALTER TABLE token_use RENAME TO away`
      yield* Effect.flip(activity.flush)
      observe(request)
      yield* sql`ALTER TABLE away RENAME TO token_use`
      yield* activity.flush
      assert.deepInclude((yield* activity.lastHour).at(-1), { requests: 2, draws: 2 })
      assert.deepInclude((yield* activity.tokenUse("tok_1", "day")).at(-1), { requests: 2 })
      // The flush covers two hours, in both of which there were requests.
      observe(request)
      yield* TestClock.adjust("1 hour")
      observe(request)
      yield* activity.flush
      assert.deepStrictEqual(
        (yield* activity.tokenUse("tok_1", "day")).slice(-2).map(({ requests }) => requests),
        [3, 1]
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
      assert.isUndefined(yield* seen("tok_3"))
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
      yield* activity.sweep
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM activity UNION ALL SELECT 1 FROM token_use`, [])
    })
  )
})
