import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AdminPassword } from "../../src/admin/AdminPassword.ts"
import { KnownDevices } from "../../src/admin/KnownDevices.ts"
import { database } from "./support.ts"

const issue = (id: Option.Option<string> = Option.none()) =>
  Effect.flatMap(KnownDevices, (devices) =>
    Effect.map(devices.issue(id), ({ cookie, until }) => ({ cookie: Redacted.value(cookie), until }))
  )

const identify = (...cookies: ReadonlyArray<string>) => KnownDevices.use((devices) => devices.identify(cookies))

const setPassword = (text: string) => AdminPassword.use((password) => password.set(Redacted.make(text)))

layer(Layer.provideMerge(Layer.merge(KnownDevices.layer, AdminPassword.layer), database))(
  "browsers in which somebody has signed in",
  (it) => {
    it.effect("MUST be recognized by their cookies, each by its own, for 180 days", () =>
      Effect.gen(function* () {
        yield* setPassword("a password of the tests")
        const [one, two] = [yield* issue(), yield* issue()]
        const id = yield* identify(one.cookie)
        assert.isTrue(Option.isSome(id))
        assert.notDeepEqual(yield* identify(two.cookie), id)
        yield* TestClock.adjust("100 days")
        const renewed = yield* issue(id)
        assert.deepStrictEqual(yield* identify(renewed.cookie), id)
        assert.isAbove(renewed.until.getTime(), one.until.getTime())
        yield* TestClock.adjust("80 days")
        assert.isTrue(Option.isNone(yield* identify(one.cookie)))
        assert.deepStrictEqual(yield* identify(renewed.cookie), id)
      })
    )

    it.effect("MUST be forgotten after a password change, even back to the same password", () =>
      Effect.gen(function* () {
        yield* setPassword("a password of the tests")
        const { cookie } = yield* issue()
        yield* setPassword("another password of the tests")
        assert.isTrue(Option.isNone(yield* identify(cookie)))
        yield* setPassword("a password of the tests")
        assert.isTrue(Option.isNone(yield* identify(cookie)))
      })
    )

    it.effect("MUST be recognized among any number of other cookies of the same name", () =>
      Effect.gen(function* () {
        yield* setPassword("a password of the tests")
        const [{ cookie }, other] = [yield* issue(), yield* issue()]
        const id = yield* identify(cookie)
        assert.isTrue(Option.isSome(id))
        const forged = cookie.replace(/^..../, (start) => (start === "0000" ? "1111" : "0000"))
        assert.deepStrictEqual(yield* identify(forged, cookie), id)
        assert.deepStrictEqual(yield* identify(cookie, forged), id)
        assert.deepStrictEqual(yield* identify(...Array<string>(150).fill(forged), cookie), id)
        assert.deepStrictEqual(yield* identify(...Array<string>(100).fill("junk"), cookie, other.cookie), id)
        assert.isTrue(Option.isNone(yield* identify(forged, forged)))
      })
    )

    it.effect("MUST NOT be recognized by an altered or forged cookie", () =>
      Effect.gen(function* () {
        yield* setPassword("a password of the tests")
        const { cookie } = yield* issue()
        for (let i = 0; i < cookie.length; i++) {
          const digit = cookie[i] === "1" ? "2" : "1"
          const changed = `${cookie.slice(0, i)}${digit}${cookie.slice(i + 1)}`
          assert.isTrue(Option.isNone(yield* identify(changed)), `character ${i}`)
        }
        assert.isTrue(Option.isNone(yield* identify()))
        for (const text of ["", "..", "a.b.c", `${cookie}x`, ` ${cookie}`, cookie.slice(0, -1), "\0".repeat(90)]) {
          assert.isTrue(Option.isNone(yield* identify(text)), text)
        }
      })
    )
  }
)
