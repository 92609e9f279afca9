import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Console, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Exchange, ExchangeState, requestIdIn } from "../../src/http/edge/Exchange.ts"
import * as Logging from "../../src/observability/Logging.ts"

/** The lines written to standard error. */
const logged = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>, log: Effect.Effect<void>) {
  const lines: Array<string> = []
  const keep = { ...globalThis.console, error: (line: string) => void lines.push(line) }
  yield* log.pipe(
    Effect.provideService(Console.Console, keep),
    Effect.provide(Layer.fresh(Logging.layerFrom("Info", requestIdIn))),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
  )
  return lines
})

const answering = (url: string) => Effect.provideService(Exchange, new ExchangeState(url))

describe("logs", () => {
  it.effect("MUST contain the ID of the request that they concern", () =>
    Effect.gen(function* () {
      const log = answering("/api/v1/generate?requestId=checkout-17")(Effect.logWarning("It is away."))
      const [line, ...more] = yield* logged({}, log)
      assert.deepStrictEqual(more, [])
      assert.match(line!, /level=WARN .*message="It is away\.".* requestId=checkout-17$/)
      const [whole] = yield* logged({}, Effect.annotateLogs(log, { requestId: "checkout-17" }))
      assert.lengthOf(whole!.match(/requestId=/g)!, 1, "one about the request as a whole has it anyway")
      const [record] = yield* logged({ LOG_FORMAT: "json" }, log)
      assert.deepInclude(JSON.parse(record!), { level: "WARN", message: "It is away." })
      assert.deepStrictEqual(JSON.parse(record!).annotations, { requestId: "checkout-17" })
    })
  )

  it.effect("MUST contain an outage once a minute, however many requests meet it, with their number", () =>
    Effect.gen(function* () {
      const meet = (reason: string) => answering("/")(Effect.logWarning("It is away.", Cause.fail({ reason })))
      const lines = yield* logged(
        {},
        Effect.gen(function* () {
          for (let i = 0; i < 3; i++) yield* meet("Timeout")
          yield* meet("Rejected")
          yield* TestClock.adjust("1 minute")
          for (let i = 0; i < 2; i++) yield* meet("Timeout")
          // What is no outage, and what no request meets, is not held back.
          for (const log of [answering("/")(Effect.logError("It broke.")), Effect.logWarning("It is slow.")]) {
            yield* Effect.repeat(log, { times: 1 })
          }
        })
      )
      assert.deepStrictEqual(
        lines.map((line) => /message="?([^"]*)/.exec(line)?.[1]),
        [
          "It is away.",
          "It is away.",
          "It is away. The same holds for 2 more requests since this was logged last.",
          "It broke.",
          "It broke.",
          "It is slow.",
          "It is slow."
        ]
      )
    })
  )

  it.effect("MUST stay one record per line, whatever a request calls itself", () =>
    Effect.gen(function* () {
      const id = encodeURIComponent('a"b=c')
      const log = answering(`/?requestId=${id}`)(Effect.logInfo("one\ntwo"))
      for (const format of ["logfmt", "json"]) {
        const lines = yield* logged({ LOG_FORMAT: format }, log)
        assert.strictEqual(lines.length, 1)
        assert.strictEqual(lines[0]!.split("\n").length, 1, lines[0])
        if (format === "logfmt") assert.isTrue(lines[0]!.endsWith(' requestId="a\\"b=c"'), lines[0])
      }
    })
  )

  it.effect("MUST have no request ID outside of requests, and respect LOG_LEVEL", () =>
    Effect.gen(function* () {
      const log = Effect.andThen(Effect.logDebug("much"), Effect.logError("little"))
      const [line, ...more] = yield* logged({ LOG_LEVEL: "Warn" }, log)
      assert.deepStrictEqual(more, [])
      assert.notInclude(line!, "requestId")
      assert.strictEqual((yield* logged({ LOG_LEVEL: "Debug" }, log)).length, 2)
    })
  )

  it.effect("MUST prevent the start with a line that names an invalid setting", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(logged({ LOG_FORMAT: "xml" }, Effect.void))
      assert.strictEqual(error.message, 'LOG_FORMAT must be logfmt or json, not "xml".')
    })
  )
})
