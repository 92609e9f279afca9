import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Deferred, Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { MAX_RATE_LIMIT } from "../../schemas/Fields.ts"
import type { TokenRecord } from "../../schemas/Token.ts"
import { type NewToken, TokenStore } from "../../src/tokens/TokenStore.ts"
import { TokenTable } from "../../src/tokens/TokenTable.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"

/** A store with a separate cache, as in another process, on the table in the context. */
const otherProcess = Effect.map(Layer.build(Layer.fresh(TokenStore.layerNoDeps)), (context) =>
  Context.get(context, TokenStore)
)

/** A store whose look-ups are counted, and can be delayed or made to fail. */
const watched = Effect.gen(function* () {
  const table = yield* TokenTable
  const watch = {
    lookUps: 0,
    answers: 0,
    before: Effect.void as Effect.Effect<void, StorageUnavailable>,
    after: Effect.void,
    isDeleted: false
  }
  const store = yield* otherProcess.pipe(
    Effect.provideService(TokenTable, {
      ...table,
      find: (hash) =>
        Effect.suspend(() => {
          watch.lookUps++
          return watch.before.pipe(
            Effect.andThen(watch.isDeleted ? Effect.succeedNone : table.find(hash)),
            Effect.tap(() => {
              watch.answers++
              return watch.after
            })
          )
        })
    })
  )
  return { store, watch }
})

let count = 0
const request = (more: Partial<NewToken> = {}): NewToken => ({
  name: `token ${count++}`,
  scope: "generate",
  rateLimit: 600,
  ...more
})

const inMillis = (millis: number) => Effect.map(DateTime.now, (now) => DateTime.add(now, { milliseconds: millis }))

/** A well-formed token that was never issued. */
const wrong = (n: number) => Redacted.make(`dst_${String(n).padStart(42, "x")}A`)

const rejection = (store: TokenStore["Service"], token: Redacted.Redacted) =>
  Effect.map(Effect.flip(store.authenticate(token)), (error) =>
    error._tag === "TokenRejected" ? error.reason : error._tag
  )

/** The promises of a `TokenStore` on every kind of table. */
export const tokenStoreSuite = (name: string, tables: Layer.Layer<TokenTable, unknown>) =>
  layer(tables)(`TokenStore, ${name}`, (it) => {
    it.effect("MUST recognise a token that it issued, every time, in every process", () =>
      Effect.gen(function* () {
        const [store, other] = [yield* otherProcess, yield* otherProcess]
        const expiresAt = yield* inMillis(90 * 86_400_000)
        const wanted = request({ scope: "read", rateLimit: 60, expiresAt })
        const { record, token } = yield* store.create(wanted)
        assert.match(Redacted.value(token), /^dst_[A-Za-z0-9_-]{43}$/)
        assert.match(record.id, /^tok_[0-9a-f]{16}$/)
        assert.include(record, { name: wanted.name, scope: "read", rateLimit: 60 })
        assert.isUndefined(record.revokedAt)
        for (const process of [store, other, store]) assert.deepStrictEqual(yield* process.authenticate(token), record)
        const forever = yield* store.create(request())
        assert.isUndefined(forever.record.expiresAt)
        assert.deepStrictEqual(yield* other.authenticate(forever.token), forever.record)
      })
    )

    it.effect("MUST generate tokens of 256 bits, never the same one twice", () =>
      Effect.gen(function* () {
        const store = yield* otherProcess
        const issued = yield* Effect.forEach(Array.from({ length: 50 }), () => store.create(request()))
        const texts = issued.map(({ token }) => Redacted.value(token))
        for (const text of texts) assert.lengthOf(Buffer.from(text.slice(4), "base64url"), 32)
        assert.strictEqual(new Set(texts).size, 50)
        assert.strictEqual(new Set(issued.map(({ record }) => record.id)).size, 50)
      })
    )

    it.effect("MUST NOT show a token again, nor print it by accident", () =>
      Effect.gen(function* () {
        const store = yield* otherProcess
        const issued = yield* store.create(request())
        const text = Redacted.value(issued.token)
        assert.notInclude(JSON.stringify([issued, yield* store.list]), text)
        assert.notInclude(String(issued.token), text)
      })
    )

    it.effect("MUST list every token, oldest first, including revoked ones", () =>
      Effect.gen(function* () {
        const store = yield* otherProcess
        const issued: Array<TokenRecord> = []
        for (let i = 0; i < 3; i++) {
          issued.push((yield* store.create(request())).record)
          yield* TestClock.adjust(1_000)
        }
        const revoked = yield* store.revoke(issued[1]!.id)
        const listed = yield* store.list
        const ids = issued.map(({ id }) => id)
        assert.deepStrictEqual(
          listed.filter(({ id }) => ids.includes(id)),
          [issued[0]!, revoked, issued[2]!]
        )
        const times = listed.map(({ createdAt }) => DateTime.toEpochMillis(createdAt))
        assert.deepStrictEqual(
          times,
          times.toSorted((a, b) => a - b)
        )
        assert.deepStrictEqual(revoked.revokedAt, yield* DateTime.now)
      })
    )

    it.effect("MUST refuse a revoked token at once where it was revoked, and within 5 seconds everywhere", () =>
      Effect.gen(function* () {
        const [store, other] = [yield* otherProcess, yield* otherProcess]
        const { record, token } = yield* store.create(request())
        yield* store.authenticate(token)
        yield* TestClock.adjust(1_000)
        yield* other.authenticate(token)
        yield* store.revoke(record.name)
        assert.strictEqual(yield* rejection(store, token), "revoked")
        // The other process keeps using the token, which must not extend its cached entry.
        for (let waited = 0; waited < 5_000; waited += 100) {
          yield* TestClock.adjust(100)
          yield* Effect.exit(other.authenticate(token))
        }
        assert.strictEqual(yield* rejection(other, token), "revoked")
      })
    )

    it.effect("MUST NOT cache for longer what was looked up before the clock was set back", () =>
      Effect.gen(function* () {
        const [store, other] = [yield* otherProcess, yield* otherProcess]
        yield* TestClock.setTime(10_000_000)
        const { record, token } = yield* store.create(request())
        yield* other.authenticate(token)
        yield* store.revoke(record.name)
        yield* TestClock.setTime(1_000_000)
        assert.strictEqual(yield* rejection(other, token), "revoked")
      })
    )

    it.effect("MUST revoke by ID before name, and say if there is nothing to revoke", () =>
      Effect.gen(function* () {
        const store = yield* otherProcess
        const first = yield* store.create(request())
        const impostor = yield* store.create(request({ name: first.record.id }))
        assert.strictEqual((yield* store.revoke(first.record.id)).id, first.record.id)
        assert.strictEqual((yield* store.revoke(first.record.id)).id, impostor.record.id)
        for (const gone of [first.record.id, first.record.name, "nobody", "", "nul\0", "'; DROP TABLE token; --"]) {
          const error = yield* Effect.flip(store.revoke(gone))
          assert.strictEqual(error._tag, "TokenNotFound")
          assert.include(error.message, gone)
        }
      })
    )

    it.effect("MUST revoke by ID before name, whichever of the two was created first", () =>
      Effect.gen(function* () {
        const table = yield* TokenTable
        const now = yield* DateTime.now
        const record = (id: string, name: string): TokenRecord => ({
          id,
          name,
          scope: "generate",
          rateLimit: 1,
          createdAt: now
        })
        for (const [i, order] of [
          ["named", "meant"],
          ["meant", "named"]
        ].entries()) {
          const id = `tok_wanted${i}`
          for (const which of order) {
            const [given, name] = which === "named" ? [`tok_other${i}`, id] : [id, `another name ${i}`]
            assert.isTrue(yield* table.insert(`hash of ${given}`, record(given!, name!)))
          }
          assert.strictEqual(Option.getOrThrow(yield* table.revoke(id, now)).id, id, order.join(", "))
        }
      })
    )

    it.effect("MUST refuse a token from the moment when it expires, even if it is cached", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request({ expiresAt: yield* inMillis(2_000) }))
        yield* store.authenticate(token)
        yield* TestClock.adjust(1_999)
        yield* store.authenticate(token)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* rejection(store, token), "expired")
        assert.strictEqual(watch.lookUps, 1)
        yield* TestClock.adjust(3_600_000)
        assert.strictEqual(yield* rejection(store, token), "expired")
      })
    )

    it.effect("MUST refuse a token that expires while it is looked up", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request({ expiresAt: yield* inMillis(1_000) }))
        watch.after = Effect.sleep(1_000)
        const asked = yield* Effect.forkChild(rejection(store, token))
        yield* until(() => watch.answers === 1)
        yield* TestClock.adjust(1_000)
        assert.strictEqual(yield* Fiber.join(asked), "expired")
      })
    )

    it.effect("MUST ask whether to look a token up until it is known to be issued, and not again", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request())
        const admit = Effect.fail("not admitted")
        assert.strictEqual(yield* Effect.flip(store.authenticate(token, admit)), "not admitted")
        assert.strictEqual(watch.lookUps, 0)
        yield* store.authenticate(token)
        // What was found is believed for 3 seconds, but that the token was issued stays known.
        yield* TestClock.adjust(3_600_000)
        yield* store.authenticate(token, admit)
        assert.strictEqual(watch.lookUps, 2)
        yield* rejection(store, wrong(1))
        assert.strictEqual(yield* Effect.flip(store.authenticate(wrong(1), admit)), "not admitted")
      })
    )

    it.effect("MUST refuse malformed tokens without a query", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request())
        const text = Redacted.value(token)
        const malformed = [
          "",
          "dst_",
          text.slice(4),
          text.slice(0, -1),
          `${text}A`,
          ` ${text}`,
          `${text}\n`,
          text.replace("dst_", "DST_"),
          text.replace("dst_", "dsx_"),
          `${text.slice(0, 10)}+${text.slice(11)}`,
          `${text.slice(0, 10)}é${text.slice(11)}`,
          // 43 characters of base64url hold 258 bits: the last two must be 0.
          `${text.slice(0, -1)}B`,
          "x".repeat(1_000_000)
        ]
        for (const bad of malformed)
          assert.strictEqual(yield* rejection(store, Redacted.make(bad)), "unknown", bad.slice(0, 60))
        assert.strictEqual(watch.lookUps, 0)
        assert.strictEqual(yield* rejection(store, wrong(1)), "unknown")
        assert.strictEqual(watch.lookUps, 1)
      })
    )

    it.effect("MUST look a token up once in 3 seconds, counted from the start of the look-up", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request())
        // The look-up takes a second, and its result may date from the start of it.
        watch.after = Effect.sleep(1_000)
        const first = yield* Effect.forkChild(store.authenticate(token))
        yield* until(() => watch.answers === 1)
        yield* TestClock.adjust(1_000)
        yield* Fiber.join(first)
        watch.after = Effect.void
        for (let i = 0; i < 500; i++) yield* store.authenticate(token)
        yield* TestClock.adjust(1_999)
        yield* store.authenticate(token)
        assert.strictEqual(watch.lookUps, 1)
        yield* TestClock.adjust(1)
        yield* store.authenticate(token)
        assert.strictEqual(watch.lookUps, 2)
      })
    )

    it.effect("MUST cache for as long that a token does not exist", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        for (let i = 0; i < 50; i++) assert.strictEqual(yield* rejection(store, wrong(2)), "unknown")
        assert.strictEqual(watch.lookUps, 1)
        yield* TestClock.adjust(3_000)
        yield* rejection(store, wrong(2))
        assert.strictEqual(watch.lookUps, 2)
      })
    )

    it.effect("MUST cache for as long that a token was deleted, as those of the console are", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request())
        yield* store.authenticate(token)
        yield* TestClock.adjust(3_000)
        watch.isDeleted = true
        for (let i = 0; i < 50; i++) assert.strictEqual(yield* rejection(store, token), "unknown")
        assert.strictEqual(watch.lookUps, 2)
        assert.strictEqual(yield* Effect.flip(store.authenticate(token, Effect.fail("not admitted"))), "not admitted")
      })
    )

    it.effect("MUST share one look-up among concurrent requests, even if some of them give up", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { record, token } = yield* store.create(request())
        const gate = yield* Deferred.make<void>()
        watch.before = Deferred.await(gate)
        const fibers = yield* Effect.forEach(Array.from({ length: 20 }), () =>
          Effect.forkChild(store.authenticate(token))
        )
        yield* settle
        yield* Fiber.interrupt(fibers[0]!)
        yield* Fiber.interrupt(fibers[7]!)
        yield* Deferred.succeed(gate, undefined)
        for (const [i, fiber] of fibers.entries()) {
          if (i !== 0 && i !== 7) assert.deepStrictEqual(yield* Fiber.join(fiber), record)
        }
        assert.strictEqual(watch.lookUps, 1)
      })
    )

    it.effect("MUST fail with a typed error while the table is unreachable, and not cache that", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { record, token } = yield* store.create(request())
        watch.before = Effect.fail(new StorageUnavailable({ reason: "Timeout", message: "no answer" }))
        assert.strictEqual(yield* rejection(store, token), "StorageUnavailable")
        assert.strictEqual(yield* rejection(store, wrong(3)), "StorageUnavailable")
        watch.before = Effect.void
        assert.deepStrictEqual(yield* store.authenticate(token), record)
        assert.strictEqual(yield* rejection(store, wrong(3)), "unknown")
      })
    )

    it.effect("MUST give up a look-up that takes longer than 2 seconds", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request())
        watch.before = Effect.never
        const fiber = yield* Effect.forkChild(rejection(store, token))
        yield* settle
        yield* TestClock.adjust(2_000)
        yield* settle
        assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed("StorageUnavailable"))
      })
    )

    it.effect("MUST NOT let a flood of wrong tokens evict a good one, nor cache them all", () =>
      Effect.gen(function* () {
        const { store, watch } = yield* watched
        const { token } = yield* store.create(request())
        yield* store.authenticate(token)
        // One more than a store caches.
        const flood = 10_001
        // What the table says of them is of no matter here, and asking it took most of the time.
        watch.isDeleted = true
        for (let n = 0; n < flood; n++) yield* Effect.exit(store.authenticate(wrong(n)))
        watch.isDeleted = false
        const asked = watch.lookUps
        yield* store.authenticate(token)
        assert.strictEqual(watch.lookUps, asked)
        // The last of the flood is cached, and the first was evicted.
        yield* rejection(store, wrong(flood - 1))
        assert.strictEqual(watch.lookUps, asked)
        yield* rejection(store, wrong(0))
        assert.strictEqual(watch.lookUps, asked + 1)
      })
    )

    it.effect.each([{ joins: false }, { joins: true }])(
      "MUST NOT let a look-up in progress bring a revoked token back: %j",
      ({ joins }) =>
        Effect.gen(function* () {
          const { store, watch } = yield* watched
          const { record, token } = yield* store.create(request())
          const gate = yield* Deferred.make<void>()
          watch.after = Deferred.await(gate)
          const early = yield* Effect.forkChild(Effect.exit(store.authenticate(token)))
          yield* until(() => watch.answers === 1)
          yield* store.revoke(record.id)
          const late = yield* Effect.forkChild(joins ? rejection(store, token) : Effect.succeed("revoked"))
          yield* settle
          yield* Deferred.succeed(gate, undefined)
          // The early request came before the revocation, so it may pass. Later ones may not.
          assert.isTrue(Exit.isSuccess(yield* Fiber.join(early)))
          assert.strictEqual(yield* Fiber.join(late), "revoked")
          assert.strictEqual(yield* rejection(store, token), "revoked")
        })
    )

    it.effect("MUST keep names unique among tokens that are not revoked", () =>
      Effect.gen(function* () {
        const [store, other] = [yield* otherProcess, yield* otherProcess]
        const first = yield* store.create(request())
        const error = yield* Effect.flip(other.create(request({ name: first.record.name })))
        assert.include(error, { _tag: "TokenRefused", reason: "NameTaken" })
        yield* store.revoke(first.record.name)
        const second = yield* other.create(request({ name: first.record.name }))
        assert.notStrictEqual(second.record.id, first.record.id)
        assert.strictEqual((yield* store.authenticate(second.token)).id, second.record.id)
        assert.strictEqual(yield* rejection(other, first.token), "revoked")
      })
    )

    it.effect("MUST let exactly one of many concurrent requests have a name", () =>
      Effect.gen(function* () {
        const store = yield* otherProcess
        const wanted = request()
        const exits = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.exit(store.create(wanted))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(exits.filter(Exit.isSuccess), 1)
      })
    )

    it.effect("MUST refuse names, limits and expiries that make no sense, and say why", () =>
      Effect.gen(function* () {
        const store = yield* otherProcess
        const before = (yield* store.list).length
        const faults: ReadonlyArray<readonly [string, Partial<NewToken>]> = [
          ["Name", { name: "" }],
          ["Name", { name: " padded" }],
          ["Name", { name: "two\nlines" }],
          ["Name", { name: "nul\0" }],
          ["Name", { name: "half \ud800" }],
          ["Name", { name: "x".repeat(101) }],
          ["Name", { name: "😀".repeat(101) }],
          ["RateLimit", { rateLimit: 0 }],
          ["RateLimit", { rateLimit: -1 }],
          ["RateLimit", { rateLimit: 1.5 }],
          ["RateLimit", { rateLimit: Number.NaN }],
          ["RateLimit", { rateLimit: MAX_RATE_LIMIT + 1 }],
          ["Expiry", { expiresAt: yield* DateTime.now }],
          ["Expiry", { expiresAt: yield* inMillis(-1) }]
        ]
        for (const [reason, fault] of faults) {
          const error = yield* Effect.flip(store.create(request(fault)))
          assert.deepStrictEqual([error._tag, error._tag === "TokenRefused" && error.reason], ["TokenRefused", reason])
          assert.isAbove(error.message.length, 20)
        }
        assert.lengthOf(yield* store.list, before)
        yield* store.create(request({ name: `Prüfung "nachts" ${"x".repeat(80)}`, rateLimit: MAX_RATE_LIMIT }))
        yield* store.create(request({ name: "😀".repeat(100) }))
        yield* store.create(request({ rateLimit: 1, expiresAt: yield* inMillis(1) }))
      })
    )
  })

/** Lets other fibers and the database proceed until the condition holds. */
const until = Effect.fnUntraced(function* (condition: () => boolean) {
  while (!condition()) yield* tick
})

/** One turn of the event loop, which `TestClock` does not control. */
const tick = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const settle = Effect.gen(function* () {
  for (let i = 0; i < 5; i++) yield* tick
})
