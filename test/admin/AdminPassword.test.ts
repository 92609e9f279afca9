import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted, Stdio, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { AdminPassword } from "../../src/admin/AdminPassword.ts"
import { AdminSessions } from "../../src/admin/AdminSessions.ts"
import { HashCost, hashPassword, verifyPassword } from "../../src/admin/PasswordHash.ts"
import { givenPassword } from "../../src/cli/admin/GivenPassword.ts"
import { passwordFault } from "../../src/settings/PasswordRules.ts"
import { database } from "./support.ts"

const secret = (text: string) => Redacted.make(text)

/** The service as a process that was started with these settings has it. */
const started = <A, E, R>(environment: Readonly<Record<string, string>>, use: Effect.Effect<A, E, R | AdminPassword>) =>
  use.pipe(
    Effect.provide(
      Layer.fresh(AdminPassword.layer).pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
      )
    )
  )

const ensure = Effect.flatMap(AdminPassword, (passwords) => passwords.ensure)
const verify = (text: string) => Effect.flatMap(AdminPassword, (passwords) => passwords.verify(secret(text)))

describe("a password that is piped into the command", () => {
  const piped = (...pieces: ReadonlyArray<string>) =>
    givenPassword.pipe(
      Effect.map(Redacted.value),
      Effect.provide(
        Stdio.layerTest({ stdin: Stream.fromIterable(pieces.map((piece) => new TextEncoder().encode(piece))) })
      ),
      Effect.provide(NodeServices.layer)
    )

  it.effect("MUST be its first line, however that ends, and nothing MUST be asked: the end of a pipe was Ctrl-C", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* piped("long enough"), "long enough")
      assert.strictEqual(yield* piped("long ", "enough\r\n", "more\n"), "long enough")
      for (const nothing of [[], [""], ["\n", "not this"]]) {
        assert.strictEqual((yield* Effect.flip(piped(...nothing)))._tag, "CommandFailed")
      }
    })
  )
})

describe("the rules for passwords", () => {
  it("MUST count characters, not the units in which they are encoded", () => {
    const of = (length: number) => `${"🗝".repeat(length - 1)}x`
    const reason = (text: string) => passwordFault(text)?.reason
    assert.deepStrictEqual(
      [11, 12, 1024, 1025].map((length) => reason(of(length))),
      ["TooShort", undefined, undefined, "TooLong"]
    )
    assert.strictEqual(reason("🗝".repeat(20)), "Repeated")
  })
})

describe("hashes of passwords", () => {
  it.effect("MUST be salted, memory-hard, and store their cost parameters", () =>
    Effect.gen(function* () {
      const cost = yield* HashCost
      // RFC 7914: 128 bytes times the block size times the number of blocks.
      assert.isAtLeast(128 * cost.r * 2 ** cost.logN, 32 * 1024 * 1024)
      const [one, two] = [
        yield* hashPassword(secret("a good password"), cost),
        yield* hashPassword(secret("a good password"), cost)
      ]
      assert.notStrictEqual(one, two)
      assert.match(one, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
      assert.notInclude(one, "good")
      assert.isTrue(yield* verifyPassword(secret("a good password"), one))
      assert.isFalse(yield* verifyPassword(secret("a good passwore"), one))
      assert.isFalse(yield* verifyPassword(secret("a good password"), "plain$a good password"))
    })
  )

  it.effect("MUST be the same for a password that another keyboard encodes differently", () =>
    Effect.gen(function* () {
      const hash = yield* hashPassword(secret("Tür und Angel im Haus"), { logN: 1, r: 1, p: 1 })
      assert.isTrue(yield* verifyPassword(secret("Tür und Angel im Haus".normalize("NFD")), hash))
    })
  )
})

layer(Layer.provideMerge(AdminSessions.layer, database))("the password", (it) => {
  it.effect("MUST be generated once, shown once, and stored as a hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const drawn = yield* started({}, ensure)
      assert.isTrue(Option.isSome(drawn))
      const text = Redacted.value(Option.getOrThrow(drawn))
      assert.match(text, /^([a-km-z2-9]{5}-){3}[a-km-z2-9]{5}$/)
      assert.isTrue(Option.isNone(yield* started({}, ensure)))
      assert.isTrue(yield* started({}, verify(text)))
      assert.isFalse(yield* started({}, verify(`${text}x`)))
      assert.notInclude(JSON.stringify(yield* sql`SELECT * FROM administrator`), text)
    })
  )

  it.effect("MUST come from ADMIN_PASSWORD at the next start, and end sessions when it has changed", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      const { token } = yield* sessions.begin("192.0.2.1", "tests")
      const environment = { ADMIN_PASSWORD: "set by the environment" }
      assert.isTrue(Option.isNone(yield* started(environment, ensure)))
      assert.isTrue(yield* started({}, verify("set by the environment")))
      assert.isTrue(Option.isNone(yield* sessions.find([token], { touch: false })))
      const again = yield* sessions.begin("192.0.2.1", "tests")
      yield* started(environment, ensure)
      assert.isTrue(Option.isSome(yield* sessions.find([again.token], { touch: false })))
    })
  )

  it.effect("MUST prevent the start if ADMIN_PASSWORD is too weak, naming the setting but not its value", () =>
    Effect.gen(function* () {
      for (const weak of ["short", "aaaaaaaaaaaaaaaaaaaa", "x".repeat(1025)]) {
        const error = yield* Effect.flip(started({ ADMIN_PASSWORD: weak }, ensure))
        assert.strictEqual(error._tag, "SettingError")
        assert.match(error.message, /^ADMIN_PASSWORD must/)
        assert.notInclude(error.message, weak)
      }
      assert.isTrue(Option.isNone(yield* started({ ADMIN_PASSWORD: "" }, ensure)))
    })
  )

  it.effect("MUST be replaced only by a strong enough one, which ends every session", () =>
    Effect.gen(function* () {
      const sessions = yield* AdminSessions
      const { token } = yield* sessions.begin("192.0.2.1", "tests")
      const set = (text: string) =>
        started(
          {},
          Effect.flatMap(AdminPassword, (one) => one.set(secret(text)))
        )
      assert.strictEqual((yield* Effect.flip(set("too short")))._tag, "PasswordRefused")
      assert.isTrue(Option.isSome(yield* sessions.find([token], { touch: false })))
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO sign_in (client, failures, locked_until, last_at) VALUES ('192.0.2.1', 9, now() + interval '1 hour', now())`
      yield* sql`UPDATE sign_in_budget SET attempts = 30`
      yield* set("long enough for this")
      // Whoever sets it is not locked out by those who guessed the former one.
      assert.deepStrictEqual(yield* sql`SELECT client FROM sign_in`, [])
      assert.deepStrictEqual(yield* sql`SELECT attempts::int AS attempts FROM sign_in_budget`, [{ attempts: 0 }])
      assert.isTrue(Option.isNone(yield* sessions.find([token], { touch: false })))
      assert.isTrue(yield* started({}, verify("long enough for this")))
    })
  )

  it.effect("MUST be generated by only one of several processes that start together", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM administrator`
      const all = yield* Effect.all(
        Array.from({ length: 6 }, () => started({}, ensure)),
        { concurrency: 6 }
      )
      const drawn = all.filter(Option.isSome)
      assert.strictEqual(drawn.length, 1)
      assert.isTrue(yield* started({}, verify(Redacted.value(drawn[0]!.value))))
    })
  )
})
