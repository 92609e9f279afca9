import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

layer(World.layer, { excludeTestServices: true })("signing in", (it) => {
  it.effect("MUST set a cookie that no script can read and no other site's request carries", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const body = { password: World.password }
      const { body: answered, headers, status } = yield* call("/admin/api/session", { body })
      assert.strictEqual(status, 200)
      const [pair, ...attributes] = headers.getSetCookie()[0]!.split("; ")
      assert.match(pair!, /^doorstep_session=[\w-]{43}$/)
      assert.sameMembers(attributes, ["Path=/", "HttpOnly", "SameSite=Strict"])
      assert.notInclude(JSON.stringify(answered), pair!.split("=")[1]!)
      assert.strictEqual(headers.get("cache-control"), "no-store")
    })
  )

  it.effect("MUST restrict the cookie to TLS when a trusted proxy reports TLS", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const body = { password: World.password }
      const cookieOf = (headers: Readonly<Record<string, string>>) =>
        Effect.map(call("/admin/api/session", { body, headers }), (answer) => answer.headers.get("set-cookie")!)
      assert.include(yield* cookieOf({ "x-forwarded-proto": "https" }), "; Secure")
      assert.notInclude(yield* cookieOf({ "x-forwarded-proto": "http" }), "; Secure")
      assert.notInclude(yield* cookieOf({}), "; Secure")
    })
  )

  it.effect("MUST refuse a wrong password, record it in the audit log, and set no cookie", () =>
    Effect.gen(function* () {
      const { ask, call } = yield* AdminWorld
      const headers = { "x-forwarded-for": "198.51.100.7" }
      const wrong = yield* call("/admin/api/session", { body: { password: "not the password at all" }, headers })
      assert.strictEqual(wrong.status, 401, wrong.text)
      assert.isNull(wrong.headers.get("set-cookie"))
      const { entries } = yield* ask("/audit?action=signIn")
      assert.strictEqual(entries[0].result, "refused")
      assert.strictEqual(entries[0].ip, "198.51.100.7")
      assert.isNull(entries[0].session)
      assert.notInclude(JSON.stringify(entries), "not the password at all")
    })
  )

  it.effect("MUST hold no more of what strangers send than the longest password takes", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const { status, text } = yield* call("/admin/api/session", { body: { password: "x".repeat(16 * 1024) } })
      assert.strictEqual(status, 400)
      assert.include(text, "limit of 16384 bytes (16 KiB)")
    })
  )

  it.effect("MUST lock out only the client that keeps trying", () =>
    Effect.gen(function* () {
      const { call, signIn } = yield* AdminWorld
      const from = { "x-forwarded-for": "198.51.100.8" }
      const tries = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, i) => `wrong password ${i}`),
        (password) => call("/admin/api/session", { body: { password }, headers: from }),
        { concurrency: 12 }
      )
      const statuses = tries.map(({ status }) => status)
      assert.strictEqual(statuses.filter((status) => status === 401).length, 5, statuses.join(" "))
      assert.strictEqual(statuses.filter((status) => status === 429).length, 7, statuses.join(" "))
      const locked = yield* call("/admin/api/session", { body: { password: World.password }, headers: from })
      assert.strictEqual(locked.status, 429)
      assert.isAtLeast(Number(locked.headers.get("retry-after")), 1)
      assert.strictEqual(locked.body.error.code, "TOO_MANY_ATTEMPTS")
      yield* signIn({ "x-forwarded-for": "198.51.100.9" })
    })
  )

  it.effect("MUST admit a browser that signed in before, while its address is locked out by others", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const from = { "x-forwarded-for": "198.51.100.30" }
      const signIn = (text: string, cookie?: string) =>
        call("/admin/api/session", { body: { password: text }, headers: from, ...(cookie !== undefined && { cookie }) })
      const device = (yield* signIn(World.password)).headers.getSetCookie()[1]!
      const [pair, ...attributes] = device.split("; ")
      assert.match(pair!, /^doorstep_device=[0-9a-f]{32}\.\d+\.[\w-]{43}$/)
      assert.includeMembers(attributes, ["Path=/admin/api/session", "HttpOnly", "SameSite=Strict"])
      yield* Effect.forEach(Array.from({ length: 5 }), () => signIn("wrong all along"), { concurrency: 5 })
      assert.strictEqual((yield* signIn(World.password)).status, 429)
      const forged = pair!.replace(/=[0-9a-f]{4}/, "=0000")
      assert.strictEqual((yield* signIn(World.password, forged)).status, 429)
      assert.strictEqual((yield* signIn(World.password, pair)).status, 200)
      // A page of a neighbouring domain can set a cookie of the same name, which the browser may send first.
      for (const first of [forged, "doorstep_device=x", "doorstep_device="]) {
        assert.strictEqual((yield* signIn(World.password, `${first}; a=b; ${pair}`)).status, 200, first)
      }
      assert.strictEqual((yield* signIn(World.password, `not_${pair}; ${forged}`)).status, 429)
      assert.strictEqual((yield* signIn("wrong in this browser", pair)).status, 401)
      assert.strictEqual((yield* signIn(World.password)).status, 429)
      // On its own it admits nobody.
      assert.strictEqual((yield* call("/admin/api/tokens", { cookie: pair! })).status, 401)
    })
  )

  it.effect("MUST say whether the client is signed in, even without a session", () =>
    Effect.gen(function* () {
      const { call, signIn } = yield* AdminWorld
      assert.deepStrictEqual((yield* call("/admin/api/session")).body, { data: { signedIn: false } })
      const cookie = yield* signIn()
      const { data } = (yield* call("/admin/api/session", { cookie })).body
      assert.isTrue(data.signedIn)
      assert.strictEqual(data.session.ip, "127.0.0.1")
    })
  )

  it.effect("MUST keep the session beside cookies of its name that another site of the domain has set", () =>
    Effect.gen(function* () {
      const { call, signIn } = yield* AdminWorld
      const cookie = yield* signIn()
      const forged = `doorstep_session=${"A".repeat(43)}`
      const many = Array<string>(150).fill(forged).join("; ")
      for (const beside of [forged, "doorstep_session=", "doorstep_session=x", "doorstep_session", many]) {
        for (const sent of [`${beside}; ${cookie}`, `${cookie}; ${beside}`]) {
          const { body, status } = yield* call("/admin/api/tokens", { cookie: sent })
          assert.strictEqual(status, 200, JSON.stringify(body))
          assert.isTrue((yield* call("/admin/api/session", { cookie: sent })).body.data.signedIn)
          assert.strictEqual((yield* call("/metrics", { cookie: sent })).status, 200)
        }
      }
      assert.strictEqual((yield* call("/admin/api/tokens", { cookie: `not_${cookie}` })).status, 401)
      const both = `${forged}; ${cookie}`
      assert.strictEqual((yield* call("/admin/api/session", { method: "DELETE", cookie: both })).status, 204)
      assert.strictEqual((yield* call("/admin/api/tokens", { cookie: both })).status, 401)
    })
  )

  it.effect("MUST give the console its own token, and revoke it with the session", () =>
    Effect.gen(function* () {
      const { ask, call, signIn } = yield* AdminWorld
      const cookie = yield* signIn()
      const tokenOf = Effect.map(ask("/session/token", { method: "POST", cookie }), ({ token }) => token as string)
      const use = (token: string) =>
        Effect.map(
          call("/api/v1/countries", { bare: true, headers: { authorization: `Bearer ${token}` } }),
          ({ status }) => status
        )
      const first = yield* tokenOf
      assert.strictEqual(yield* use(first), 200)
      const second = yield* tokenOf
      assert.strictEqual(yield* use(first), 401)
      assert.strictEqual(yield* use(second), 200)
      assert.strictEqual((yield* call("/api/v1/countries", { cookie })).status, 401)
      yield* call("/admin/api/session", { method: "DELETE", cookie })
      assert.strictEqual(yield* use(second), 401)
    })
  )

  it.effect("MUST give tokens to all tabs that ask at once, and none that outlives a session that ends meanwhile", () =>
    Effect.gen(function* () {
      const { call, signIn, sql } = yield* AdminWorld
      const cookie = yield* signIn()
      const issue = call("/admin/api/session/token", { method: "POST", cookie })
      const all = yield* Effect.replicateEffect(issue, 6, { concurrency: 6 })
      assert.deepStrictEqual(
        all.map(({ status }) => status),
        Array.from({ length: 6 }, () => 200)
      )
      yield* sql`CREATE FUNCTION sign_out() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN DELETE FROM admin_session WHERE ''console '' || id = NEW.name; RETURN NEW; END'`
      yield* sql`CREATE TRIGGER meanwhile AFTER INSERT ON token FOR EACH ROW EXECUTE FUNCTION sign_out()`
      assert.strictEqual((yield* issue).status, 401)
      yield* sql`DROP FUNCTION sign_out() CASCADE`
      assert.deepStrictEqual(yield* sql`SELECT id FROM token WHERE name LIKE 'console %' AND revoked_at IS NULL`, [])
    })
  )

  it.effect("MUST end every session at once", () =>
    Effect.gen(function* () {
      const { ask, call, signIn } = yield* AdminWorld
      const [mine, other] = [yield* signIn(), yield* signIn()]
      const { token } = yield* ask("/session/token", { method: "POST", cookie: other })
      const { sessions } = yield* ask("/sessions", { cookie: mine })
      assert.isAtLeast(sessions.length, 2)
      assert.strictEqual(sessions.filter(({ current }: { current: boolean }) => current).length, 1)
      const ended = yield* call("/admin/api/sessions", { method: "DELETE", cookie: mine })
      assert.strictEqual(ended.status, 204)
      assert.include(ended.headers.get("set-cookie")!, "Expires=Thu, 01 Jan 1970")
      for (const cookie of [mine, other]) {
        assert.strictEqual((yield* call("/admin/api/tokens", { cookie })).status, 401)
      }
      const headers = { authorization: `Bearer ${token}` }
      assert.strictEqual((yield* call("/api/v1/countries", { bare: true, headers })).status, 401)
    })
  )

  it.effect("MUST not be kept alive by what a page reads by itself", () =>
    Effect.gen(function* () {
      const { call, request, signIn, sql } = yield* AdminWorld
      const cookie = yield* signIn()
      const { session } = (yield* call("/admin/api/session", { cookie })).body.data
      yield* sql`UPDATE admin_session SET last_seen_at = last_seen_at - interval '10 minutes' WHERE id = ${session.id}`
      const seen = Effect.map(
        sql<{ readonly ago: number }>`
          SELECT extract(epoch FROM now() - last_seen_at)::float8 AS ago FROM admin_session WHERE id = ${session.id}`,
        ([row]) => row!.ago
      )
      const live = yield* request("/admin/api/runs/live", { cookie })
      assert.strictEqual(live.status, 200)
      yield* Effect.promise(() => live.body!.cancel())
      assert.strictEqual((yield* call("/metrics", { cookie })).status, 200)
      assert.isTrue((yield* call("/admin/api/session", { cookie })).body.data.signedIn)
      assert.isAtLeast(yield* seen, 600)
      assert.strictEqual((yield* call("/admin/api/tokens", { cookie })).status, 200)
      assert.isBelow(yield* seen, 600)
    })
  )
})
