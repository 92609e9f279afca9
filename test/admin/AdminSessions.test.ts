import { assert, layer } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { AdminSessions } from "../../src/admin/AdminSessions.ts"
import { AuditLog } from "../../src/admin/AuditLog.ts"
import { ConsoleTokens } from "../../src/admin/ConsoleTokens.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { database } from "./support.ts"

const isLasting = (token: Redacted.Redacted, touch = true) =>
  Effect.flatMap(AdminSessions, (sessions) => Effect.map(sessions.find([token], { touch }), Option.isSome))

const world = Layer.mergeAll(
  AdminSessions.layer,
  AuditLog.layer,
  Layer.provideMerge(ConsoleTokens.layerNoDeps, TokenStore.layer)
).pipe(Layer.provideMerge(database))

layer(world)("sessions", (it) => {
  it.effect("MUST end after half an hour without activity", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      const { token } = yield* sessions.begin("192.0.2.1", "tests")
      yield* TestClock.adjust("29 minutes")
      assert.isTrue(yield* isLasting(token))
      yield* TestClock.adjust("29 minutes")
      assert.isTrue(yield* isLasting(token, false))
      yield* TestClock.adjust("1 minute")
      assert.isFalse(yield* isLasting(token))
    })
  )

  it.effect("MUST end after twelve hours, however busy", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      const { session, token } = yield* sessions.begin("192.0.2.1", "tests")
      for (let i = 0; i < 35; i++) {
        yield* TestClock.adjust("20 minutes")
        assert.isTrue(yield* isLasting(token), `${i}`)
      }
      const busy = Option.getOrThrow(yield* sessions.find([token], { touch: false }))
      assert.strictEqual(busy.idleUntil, session.endsAt)
      yield* TestClock.adjust("20 minutes")
      assert.isFalse(yield* isLasting(token))
      assert.isFalse(yield* sessions.lasts(session.id))
      yield* sessions.sweep
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM admin_session WHERE id = ${session.id}`, [])
    })
  )

  it.effect("MUST end with the day at the latest if the clock is set back", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      yield* TestClock.adjust("365 days")
      const { session, token } = yield* sessions.begin("192.0.2.1", "tests")
      yield* TestClock.setTime(session.startedAt - 3_600_000)
      assert.isTrue(yield* isLasting(token))
      yield* TestClock.setTime(0)
      assert.isFalse(yield* isLasting(token))
    })
  )

  it.effect("MUST have tokens of the public API for an hour, and never longer than they last", () =>
    Effect.gen(function* () {
      const tokens = yield* ConsoleTokens
      const now = yield* Clock.currentTimeMillis
      const minutes = (count: number) => count * 60_000
      for (const [lasts, expected] of [
        [10, 10],
        [90, 60]
      ] as const) {
        const { record } = yield* tokens.issue("ses_0123456789abcdef", now + minutes(lasts))
        assert.strictEqual(DateTime.toEpochMillis(record.expiresAt!), now + minutes(expected))
        assert.strictEqual(record.scope, "generate")
      }
    })
  )

  it.effect("MUST give each of the tabs that are opened together a token, of which the last one stays", () =>
    Effect.gen(function* () {
      const tokens = yield* ConsoleTokens
      const store = yield* TokenStore
      const session = "ses_00000000000000aa"
      const now = yield* Clock.currentTimeMillis
      const issued = yield* Effect.all(
        Array.from({ length: 6 }, () => tokens.issue(session, now + 60_000)),
        { concurrency: 6 }
      )
      const valid = yield* Effect.filter(issued, ({ token }) =>
        Effect.map(Effect.option(store.authenticate(token)), Option.isSome)
      )
      assert.strictEqual(valid.length, 1)
    })
  )

  it.effect("MUST have their tokens deleted a day after these have expired, and no token of anybody else", () =>
    Effect.gen(function* () {
      const tokens = yield* ConsoleTokens
      const store = yield* TokenStore
      const now = yield* Clock.currentTimeMillis
      const expiresAt = DateTime.makeUnsafe(now + 60_000)
      yield* store.create({ name: "console of a stranger", scope: "read", rateLimit: 1, expiresAt })
      yield* tokens.issue("ses_00000000000000bb", now + 60_000)
      const left = Effect.map(store.list, (all) =>
        all.flatMap(({ name }) => (/stranger|bb$/.test(name) ? [name] : [])).toSorted()
      )
      yield* tokens.sweep
      assert.deepStrictEqual(yield* left, ["console of a stranger", "console ses_00000000000000bb"])
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE token SET expires_at = expires_at - interval '25 hours'`
      yield* tokens.sweep
      assert.deepStrictEqual(yield* left, ["console of a stranger"])
    })
  )

  it.effect("MUST be that of the first token that has one", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      const [one, two] = [yield* sessions.begin("192.0.2.1", "tests"), yield* sessions.begin("192.0.2.1", "tests")]
      const none = Redacted.make("A".repeat(43))
      const found = (...tokens: ReadonlyArray<Redacted.Redacted>) =>
        Effect.map(sessions.find(tokens, { touch: false }), (session) => Option.getOrThrow(session).id)
      assert.strictEqual(yield* found(none, one.token, two.token), one.session.id)
      assert.strictEqual(yield* found(two.token, none, one.token), two.session.id)
    })
  )

  it.effect("MUST be listed as long as they last, newest first, with the activity of each minute", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      yield* sessions.endAll
      const begin = sessions.begin("192.0.2.1", "tests")
      yield* begin
      yield* TestClock.adjust("20 minutes")
      const [one, two] = [yield* begin, yield* Effect.andThen(TestClock.adjust("15 minutes"), begin)]
      // Less than a minute after it was last written down, activity costs no write.
      yield* TestClock.adjust("59 seconds")
      assert.isTrue(yield* isLasting(two.token))
      assert.deepStrictEqual(yield* sessions.list, [two.session, one.session])
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* isLasting(two.token))
      assert.strictEqual((yield* sessions.list)[0]!.lastSeenAt, two.session.startedAt + 60_000)
    })
  )

  it.effect("MUST NOT be usable from the database's contents, nor by its public ID", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      const sql = yield* SqlClient.SqlClient
      const { session, token } = yield* sessions.begin("192.0.2.1", "Mozilla <script>\u0007")
      const rows = JSON.stringify(yield* sql`SELECT * FROM admin_session`)
      assert.notInclude(rows, Redacted.value(token))
      assert.isFalse(yield* isLasting(Redacted.make(session.id)))
      assert.strictEqual(session.userAgent, "Mozilla <script>")
      yield* sessions.end(session.id)
      assert.isFalse(yield* isLasting(token))
    })
  )

  it.effect("MUST keep the audit for a year, short and printable", () =>
    Effect.gen(function* () {
      const audit = yield* AuditLog
      yield* audit.record({ action: "old", session: "ses_0123456789abcdef", result: "done" })
      yield* audit.record({ action: "recent", result: "failed" })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE audit SET at = at - CASE action WHEN 'old' THEN interval '366 days' ELSE interval '364 days' END`
      const target = `${"x".repeat(199)}😀`
      yield* audit.record({
        action: "new",
        target,
        result: "refused",
        detail: `a\u0000b\u202e\u2028\n${"x".repeat(900)}`
      })
      yield* audit.sweep
      const page = yield* audit.page({ limit: 10 })
      assert.deepStrictEqual(
        page.map(({ action }) => action),
        ["new", "recent"]
      )
      assert.isTrue(page[0]!.detail.startsWith("a b xxx"))
      assert.strictEqual(page[0]!.detail.length, 500)
      assert.strictEqual(page[0]!.target, `${"x".repeat(199)}\ufffd`)
    })
  )
})
