import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { clientOf, SignInGuard } from "../../src/admin/SignInGuard.ts"
import { database } from "./support.ts"

const attempt = (ip: string, device?: string) =>
  Effect.flatMap(SignInGuard, (guard) =>
    Effect.result(Effect.catchTag(guard.attempt(ip, Option.fromUndefinedOr(device)), "StorageUnavailable", Effect.die))
  )

/** An attempt with the right password. */
const signIn = Effect.fnUntraced(function* (ip: string, device?: string) {
  const guard = yield* SignInGuard
  const good = yield* guard.attempt(ip, Option.fromUndefinedOr(device))
  yield* guard.succeeded(good)
})

const fresh = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM sign_in`
  yield* sql`UPDATE sign_in_budget SET attempts = 0, counted_at = 'epoch'`
})

/** Uses up the attempts that strangers share, on a machine whose clock is a second ahead. */
const useUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = ((yield* Clock.currentTimeMillis) + 1_000) / 1_000
  yield* sql`UPDATE sign_in_budget SET attempts = 30, counted_at = to_timestamp(${at}::float8)`
})

/** How many attempts it takes until the client is locked out, and for how many seconds. */
const untilLocked = Effect.fnUntraced(function* (ip: string) {
  for (let i = 0; i < 100; i++) {
    const result = yield* attempt(ip)
    if (Result.isFailure(result)) return { tries: i, seconds: result.failure.retryAfter }
  }
  return assert.fail("never locked out")
})

layer(Layer.provideMerge(SignInGuard.layer, database))("guessing passwords", (it) => {
  it.effect("MUST lock a client out after five attempts, each time for longer, up to 15 minutes", () =>
    Effect.gen(function* () {
      yield* fresh
      const locks: Array<number> = []
      assert.deepStrictEqual(yield* untilLocked("192.0.2.1"), { tries: 5, seconds: 30 })
      for (let i = 0; i < 8; i++) {
        const { seconds, tries } = yield* untilLocked("192.0.2.1")
        assert.strictEqual(tries, 0)
        locks.push(seconds)
        yield* TestClock.adjust(`${seconds} seconds`)
        assert.isTrue(Result.isSuccess(yield* attempt("192.0.2.1")))
      }
      assert.deepStrictEqual(locks, [30, 60, 120, 240, 480, 900, 900, 900])
    })
  )

  it.effect("MUST NOT extend a lock for a client that keeps trying while it lasts", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* untilLocked("192.0.2.2")
      for (let i = 0; i < 50; i++) yield* attempt("192.0.2.2")
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(Result.isSuccess(yield* attempt("192.0.2.2")))
    })
  )

  it.effect("MUST allow five attempts, in whatever order they are counted", () =>
    Effect.gen(function* () {
      yield* fresh
      for (const millis of [9_000, 8_000, 7_000, 6_000, 5_000]) {
        yield* TestClock.setTime(millis)
        assert.isTrue(Result.isSuccess(yield* attempt("192.0.2.7")), `at ${millis}`)
      }
      assert.isTrue(Result.isFailure(yield* attempt("192.0.2.7")))
    })
  )

  it.effect("MUST NOT let more through when many try at the same moment", () =>
    Effect.gen(function* () {
      yield* fresh
      const results = yield* Effect.forEach(Array.from({ length: 40 }), () => attempt("192.0.2.3"), {
        concurrency: "unbounded"
      })
      assert.strictEqual(results.filter(Result.isSuccess).length, 5)
    })
  )

  it.effect("MUST NOT let more through when many clients, or a known one, try at the same moment", () =>
    Effect.gen(function* () {
      yield* fresh
      const many = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, i) => `198.51.100.${i}`),
        (ip) => attempt(ip),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(many.filter(Result.isSuccess).length, 30)
      yield* fresh
      yield* signIn("203.0.113.60")
      const known = yield* Effect.forEach(Array.from({ length: 40 }), () => attempt("203.0.113.60"), {
        concurrency: "unbounded"
      })
      assert.strictEqual(known.filter(Result.isSuccess).length, 5)
    })
  )

  it.effect("MUST limit the attempts of many clients together, then allow them one by one", () =>
    Effect.gen(function* () {
      yield* fresh
      let passed = 0
      for (let i = 0; i < 100; i++) if (Result.isSuccess(yield* attempt(`198.51.100.${i}`))) passed++
      assert.strictEqual(passed, 30)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly rows: number }>`SELECT count(*)::int AS rows FROM sign_in`
      assert.strictEqual(row!.rows, 30)
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(Result.isSuccess(yield* attempt("203.0.113.1")))
      assert.isTrue(Result.isFailure(yield* attempt("203.0.113.2")))
    })
  )

  it.effect("MUST not lock anybody out because the clock was set back", () =>
    Effect.gen(function* () {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      yield* untilLocked("192.0.2.70")
      yield* sql`UPDATE sign_in SET last_at = now() + interval '10 years', locked_until = now() + interval '10 years'`
      for (const attempts of [1, 30]) {
        yield* sql`UPDATE sign_in_budget SET attempts = ${attempts}, counted_at = now() + interval '10 years'`
        assert.isTrue(Result.isSuccess(yield* attempt(`192.0.2.${69 + attempts}`)))
      }
      yield* useUp
      assert.isTrue(Result.isFailure(yield* attempt("192.0.2.100")))
    })
  )

  it.effect("MUST admit the administrator from an address that has signed in before, whatever others do", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* signIn("203.0.113.50")
      for (let i = 0; i < 100; i++) yield* attempt(`198.51.100.${i}`)
      assert.isTrue(Result.isSuccess(yield* attempt("203.0.113.50")))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE sign_in SET succeeded_at = succeeded_at - interval '29 days'`
      assert.isTrue(Result.isSuccess(yield* attempt("203.0.113.50")))
      yield* sql`UPDATE sign_in SET succeeded_at = succeeded_at - interval '2 days'`
      for (let i = 0; i < 31; i++) yield* attempt(`198.51.100.${i}`)
      assert.isTrue(Result.isFailure(yield* attempt("203.0.113.50")), "known for ever")
    })
  )

  it.effect("MUST forgive earlier failures after a successful attempt, and forget clients", () =>
    Effect.gen(function* () {
      yield* fresh
      const guard = yield* SignInGuard
      const sql = yield* SqlClient.SqlClient
      for (let i = 0; i < 4; i++) yield* attempt("192.0.2.9")
      yield* signIn("192.0.2.9")
      for (let i = 0; i < 4; i++) assert.isTrue(Result.isSuccess(yield* attempt("192.0.2.9")))
      yield* attempt("192.0.2.10")
      yield* sql`UPDATE sign_in SET last_at = last_at - interval '1 day'`
      yield* guard.sweep
      assert.lengthOf(yield* sql`SELECT client FROM sign_in`, 2)
      yield* sql`UPDATE sign_in SET last_at = last_at - interval '2 days'`
      yield* guard.sweep
      assert.deepStrictEqual(yield* sql`SELECT client FROM sign_in`, [{ client: "192.0.2.9" }])
    })
  )

  it.effect("MUST forget failures after a day without any", () =>
    Effect.gen(function* () {
      yield* fresh
      for (let i = 0; i < 4; i++) yield* attempt("192.0.2.60")
      yield* TestClock.adjust("24 hours")
      assert.strictEqual(Result.getOrThrow(yield* attempt("192.0.2.60")).failures, 5)
      yield* TestClock.adjust("1 hour")
      yield* TestClock.adjust("24 hours")
      for (let i = 1; i <= 5; i++) assert.strictEqual(Result.getOrThrow(yield* attempt("192.0.2.60")).failures, i)
      assert.isTrue(Result.isFailure(yield* attempt("192.0.2.60")))
    })
  )

  it.effect("MUST return the shared attempt that a success used, and nothing if it used none", () =>
    Effect.gen(function* () {
      yield* fresh
      for (let i = 0; i < 40; i++) yield* signIn(`198.51.100.${i}`)
      const sql = yield* SqlClient.SqlClient
      const used = Effect.map(
        sql<{ readonly attempts: number }>`SELECT round(attempts)::int AS attempts FROM sign_in_budget`,
        ([row]) => row!.attempts
      )
      assert.strictEqual(yield* used, 0)
      for (let i = 100; i < 120; i++) yield* attempt(`198.51.100.${i}`)
      assert.strictEqual(yield* used, 20)
      // A known client takes nothing from the budget, and so returns nothing to it.
      yield* signIn("198.51.100.1")
      yield* signIn("198.51.100.200", "browser")
      assert.strictEqual(yield* used, 20)
      yield* signIn("198.51.100.201")
      assert.strictEqual(yield* used, 20)
    })
  )

  it.effect("MUST let a known browser try, whatever others do at its address, and count its attempts separately", () =>
    Effect.gen(function* () {
      yield* fresh
      const shared = "192.0.2.20"
      yield* untilLocked(shared)
      for (let i = 0; i < 100; i++) yield* attempt(`198.51.100.${i}`)
      assert.isTrue(Result.isFailure(yield* attempt(shared)))
      yield* signIn(shared, "one")
      assert.isTrue(Result.isFailure(yield* attempt(shared)), "its good attempt forgives the others nothing")
      for (let i = 0; i < 5; i++) assert.isTrue(Result.isSuccess(yield* attempt(shared, "one")), `${i}`)
      assert.isTrue(Result.isFailure(yield* attempt(shared, "one")), "no bypass without bound")
      assert.isTrue(
        Result.isFailure(yield* attempt("192.0.2.21", "one")),
        "nor from elsewhere, while strangers are many"
      )
      yield* signIn(shared, "two")
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(Result.isSuccess(yield* attempt(shared, "one")))
    })
  )

  it.effect("MUST limit the attempts that a stolen cookie gives per day", () =>
    Effect.gen(function* () {
      yield* fresh
      let tries = 0
      // The budget of strangers is used up each time, so that only the browser's own count limits it.
      for (let minute = 0; minute < 24 * 60; minute += 5) {
        yield* useUp
        while (Result.isSuccess(yield* attempt("192.0.2.30", "stolen"))) tries++
        yield* TestClock.adjust("5 minutes")
      }
      assert.isAtLeast(tries, 90)
      assert.isAtMost(tries, 110)
    })
  )

  it.effect("MUST leave a locked-out browser its address's attempts", () =>
    Effect.gen(function* () {
      yield* fresh
      for (let i = 0; i < 10; i++) assert.isTrue(Result.isSuccess(yield* attempt("192.0.2.40", "locked")), `${i}`)
      assert.isTrue(Result.isFailure(yield* attempt("192.0.2.40", "locked")))
    })
  )

  it.effect("MUST count one subscriber's IPv6 addresses as one client", () =>
    Effect.sync(() => {
      assert.strictEqual(clientOf("2001:db8:1:2:3:4:5:6"), clientOf("2001:db8:1:2::1"))
      assert.notStrictEqual(clientOf("2001:db8:1:2::1"), clientOf("2001:db8:1:3::1"))
      assert.strictEqual(clientOf("192.0.2.1"), "192.0.2.1")
      assert.strictEqual(clientOf(""), "unknown")
    })
  )
})
