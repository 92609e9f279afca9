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

const identify = (cookie: string | undefined) => KnownDevices.use((devices) => devices.identify(cookie))

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

    it.effect("MUST NOT be recognized by an altered or forged cookie", () =>
      Effect.gen(function* () {
        yield* setPassword("a password of the tests")
        const { cookie } = yield* issue()
        for (let i = 0; i < cookie.length; i++) {
          const digit = cookie[i] === "1" ? "2" : "1"
          const changed = `${cookie.slice(0, i)}${digit}${cookie.slice(i + 1)}`
          assert.isTrue(Option.isNone(yield* identify(changed)), `character ${i}`)
        }
        for (const text of [
          undefined,
          "",
          "..",
          "a.b.c",
          `${cookie}x`,
          ` ${cookie}`,
          cookie.slice(0, -1),
          "\0".repeat(90)
        ]) {
          assert.isTrue(Option.isNone(yield* identify(text)), text)
        }
      })
    )
  }
)
