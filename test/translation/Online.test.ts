import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Fiber, Layer, Redacted, type Scope } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { translateOffline, type TranslationInput } from "../../src/translation/Offline.ts"
import { makeOnlineTranslator } from "../../src/translation/online/OnlineTranslator.ts"
import { deepL, google, libreTranslate, type ProviderOptions } from "../../src/translation/online/Providers.ts"
import { TranslationCache } from "../../src/translation/online/TranslationCache.ts"
import type { TranslationProvider } from "../../src/translation/online/TranslationProvider.ts"
import { makeCircuitBreaker } from "../../src/translation/online/CircuitBreaker.ts"
import { Translator } from "../../src/translation/Translator.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"

interface Request {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: unknown
}
type Answer = { readonly status: number; readonly body: string; readonly location?: string } | "silence"

/** A server on this machine with scripted responses, which records the requests. */
const server = Effect.gen(function* () {
  const requests: Array<Request> = []
  const arrived = yield* Deferred.make<void>()
  let answer: Answer = "silence"
  const http = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
    request.on("end", () => {
      const { headers, method, url } = request
      requests.push({ method, url, headers, body: JSON.parse(text) as unknown })
      if (answer === "silence") Deferred.doneUnsafe(arrived, Effect.void)
      else {
        const { body, location, status } = answer
        const headers = { "content-type": "application/json", ...(location === undefined ? {} : { location }) }
        response.writeHead(status, headers).end(body)
      }
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void http.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => (http.closeAllConnections(), http.close()))
  )
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { url, requests, arrived: Deferred.await(arrived), answerWith: (given: Answer) => (answer = given) }
})

const json = (content: unknown): Answer => ({ status: 200, body: JSON.stringify(content) })
const deepLAnswer = (...texts: ReadonlyArray<string>) =>
  json({ translations: texts.map((text) => ({ detected_source_language: "JA", text })) })

const chiyoda: TranslationInput = {
  address: {
    countryCode: "JP",
    components: {
      houseNumber: "1-1",
      unit: "101号",
      district: "千代田",
      city: "青梅市",
      region: "東京都",
      postcode: "100-0001",
      country: "Japan"
    },
    language: "ja"
  },
  targetLocale: "de"
}
const offline = translateOffline(chiyoda)

const key = Redacted.make("secret-key")
const translator = (
  make: (options: ProviderOptions, client: HttpClient.HttpClient) => TranslationProvider,
  url: string,
  given: Redacted.Redacted | undefined = key
) => Effect.flatMap(HttpClient.HttpClient, (client) => makeOnlineTranslator(make({ key: given, url }, client)))

layer(FetchHttpClient.layer)("Translator, online", (it) => {
  const test = (title: string, body: Effect.Effect<void, unknown, never>) => it.effect(title, () => body)
  const scoped = <E>(body: Effect.Effect<void, E, HttpClient.HttpClient | TranslationCache | Scope.Scope>) =>
    body.pipe(Effect.scoped, Effect.provide(TranslationCache.layerMemory), Effect.provide(FetchHttpClient.layer))

  test(
    "MUST speak DeepL's protocol, and send only the unreadable names",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith(deepLAnswer("Chiyoda", "Stadt Ome"))
        const translate = yield* translator(deepL, url)
        const { components, lines, methods } = yield* translate(chiyoda)
        assert.lengthOf(requests, 1)
        const [request] = requests
        assert.deepStrictEqual([request!.method, request!.url], ["POST", "/v2/translate"])
        assert.strictEqual(request!.headers.authorization, "DeepL-Auth-Key secret-key")
        assert.notProperty(request!.headers, "traceparent")
        assert.notProperty(request!.headers, "b3")
        assert.deepStrictEqual(request!.body, { text: ["千代田", "青梅市"], target_lang: "DE", source_lang: "JA" })
        assert.deepStrictEqual(components, { ...offline.components, district: "Chiyoda", city: "Stadt Ome" })
        assert.deepStrictEqual(methods, { ...offline.methods, district: "machine", city: "machine" })
        assert.deepStrictEqual(lines, ["Apt. 101", "1-1 Chiyoda", "Stadt Ome, Präfektur Tokio 100-0001", "Japan"])
      })
    )
  )

  test(
    "MUST send names once, to however many they are shown at the same time",
    scoped(
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const sent: Array<ReadonlyArray<string>> = []
        const provider: TranslationProvider = {
          name: "paid",
          translate: ({ texts }) =>
            Effect.suspend(() => {
              sent.push(texts)
              return Effect.as(
                Deferred.await(gate),
                texts.map(() => "Chiyoda")
              )
            })
        }
        const translate = yield* makeOnlineTranslator(provider)
        const asked = yield* Effect.all(Array.from({ length: 5 }, () => Effect.forkChild(translate(chiyoda))))
        yield* Effect.yieldNow
        // Whoever asked first may leave: the others, and the cache, get the translation.
        yield* Fiber.interrupt(asked[0]!)
        yield* Deferred.succeed(gate, undefined)
        for (const one of asked.slice(1)) assert.strictEqual((yield* Fiber.join(one)).components.city, "Chiyoda")
        assert.strictEqual((yield* translate(chiyoda)).components.city, "Chiyoda")
        assert.deepStrictEqual(sent, [["千代田", "青梅市"]])
      })
    )
  )

  test(
    "MUST speak Google's protocol",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith(json({ data: { translations: [{ translatedText: "Chiyoda" }, { translatedText: "Ome City" }] } }))
        const translate = yield* translator(google, url)
        const { address } = chiyoda
        const { components } = yield* translate({
          address: { countryCode: "JP", components: address.components },
          targetLocale: "en"
        })
        const [request] = requests
        assert.deepStrictEqual([request!.method, request!.url], ["POST", "/language/translate/v2"])
        assert.strictEqual(request!.headers["x-goog-api-key"], "secret-key")
        assert.deepStrictEqual(request!.body, { q: ["千代田", "青梅市"], target: "en", format: "text" })
        assert.strictEqual(components.city, "Ome City")
      })
    )
  )

  test(
    "MUST speak LibreTranslate's protocol, with and without a key",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith(json({ translatedText: ["치요다", "치요다구"] }))
        const withKey = yield* translator(libreTranslate, url)
        const { components } = yield* withKey({ ...chiyoda, targetLocale: "ko" })
        assert.strictEqual(components.city, "치요다구")
        const withoutKey = yield* Effect.flatMap(HttpClient.HttpClient, (client) =>
          makeOnlineTranslator(libreTranslate({ key: undefined, url }, client))
        ).pipe(Effect.provide(Layer.fresh(TranslationCache.layerMemory)))
        yield* withoutKey({ ...chiyoda, targetLocale: "ko" })
        const body = { q: ["千代田", "青梅市"], source: "ja", target: "ko", format: "text" }
        assert.deepStrictEqual(
          requests.map(({ body, method, url }) => [method, url, body]),
          [
            ["POST", "/translate", { ...body, api_key: "secret-key" }],
            ["POST", "/translate", body]
          ]
        )
      })
    )
  )

  test(
    "MUST send nothing if everything is readable, and unreadable names once",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith(deepLAnswer("Chiyoda", "Stadt Ome"))
        const translate = yield* translator(deepL, url)
        const home = { ...chiyoda, targetLocale: "ja" } as const
        assert.deepStrictEqual(yield* translate(home), translateOffline(home))
        assert.lengthOf(requests, 0)
        const first = yield* translate(chiyoda)
        assert.deepStrictEqual(yield* translate(chiyoda), first)
        assert.lengthOf(requests, 1)
      })
    )
  )

  for (const [what, answer] of [
    ["refuses", { status: 456, body: "{}" }],
    ["fails", { status: 503, body: "" }],
    ["gives no JSON", { status: 200, body: "<html>" }],
    ["gives another shape", json({ text: "x" })],
    ["gives too few texts", deepLAnswer("Chiyoda")],
    ["gives empty texts", deepLAnswer("", " ")],
    ["gives more than a line", deepLAnswer("Chiyoda\nKu", "x".repeat(301))],
    ["gives the texts as they were", deepLAnswer("千代田", "青梅市")]
  ] as const) {
    test(
      `MUST answer offline if the provider ${what}`,
      scoped(
        Effect.gen(function* () {
          const { answerWith, requests, url } = yield* server
          answerWith(answer)
          const translate = yield* translator(deepL, url)
          assert.deepStrictEqual(yield* translate(chiyoda), offline)
          assert.lengthOf(requests, 1)
        })
      )
    )
  }

  test(
    "MUST answer offline if the provider does not respond in time",
    scoped(
      Effect.gen(function* () {
        const { arrived, url } = yield* server
        const translate = yield* translator(deepL, url)
        const fiber = yield* Effect.forkChild(translate(chiyoda))
        yield* arrived
        yield* TestClock.adjust("3 seconds")
        assert.deepStrictEqual(yield* Fiber.join(fiber), offline)
      })
    )
  )

  test(
    "MUST not call a failing provider for 30 seconds after 5 failures, then try once",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith({ status: 500, body: "" })
        const translate = yield* translator(deepL, url)
        for (let i = 0; i < 8; i++) assert.deepStrictEqual(yield* translate(chiyoda), offline)
        assert.lengthOf(requests, 5)
        yield* TestClock.adjust("29 seconds")
        yield* translate(chiyoda)
        assert.lengthOf(requests, 5)
        yield* TestClock.adjust("1 second")
        yield* translate(chiyoda)
        yield* translate(chiyoda)
        assert.lengthOf(requests, 6)
        yield* TestClock.adjust("30 seconds")
        answerWith(deepLAnswer("Chiyoda", "Stadt Ome"))
        assert.strictEqual((yield* translate(chiyoda)).methods.city, "machine")
      })
    )
  )

  test(
    "MUST keep calling a provider that lacks one language",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith({ status: 400, body: '{"message":"Value for \'source_lang\' not supported."}' })
        const translate = yield* translator(deepL, url)
        for (let i = 0; i < 8; i++) assert.deepStrictEqual(yield* translate(chiyoda), offline)
        assert.lengthOf(requests, 8)
      })
    )
  )

  test(
    "MUST send again what it got no words for",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        const translate = yield* translator(deepL, url)
        answerWith(deepLAnswer("", "Stadt Ome"))
        yield* translate(chiyoda)
        answerWith(deepLAnswer("Chiyoda"))
        assert.strictEqual((yield* translate(chiyoda)).methods.district, "machine")
        assert.deepStrictEqual((requests[1]!.body as { readonly text: unknown }).text, ["千代田"])
      })
    )
  )

  test(
    "MUST translate while its cache is down",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith(deepLAnswer("Chiyoda", "Stadt Ome"))
        const away = new StorageUnavailable({ reason: "Connection", message: "away" })
        const translate = yield* translator(deepL, url).pipe(
          Effect.provideService(TranslationCache, { find: () => Effect.fail(away), keep: () => Effect.fail(away) })
        )
        for (let i = 0; i < 2; i++) assert.strictEqual((yield* translate(chiyoda)).components.city, "Stadt Ome")
        assert.lengthOf(requests, 2)
      })
    )
  )

  const withSettings = (settings: Record<string, string>) =>
    Effect.flatMap(Translator, ({ translate }) => translate(chiyoda)).pipe(
      Effect.provide(Translator.layerNoDeps),
      Effect.provide(TranslationCache.layerMemory),
      Effect.provide(Translator.layerClient),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
    )

  test(
    "MUST be offline unless the settings name a provider",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* withSettings({}), offline)
      assert.deepStrictEqual(yield* withSettings({ TRANSLATOR: "", TRANSLATOR_KEY: "x" }), offline)
    })
  )

  test(
    "MUST use the provider, key and address from the settings",
    scoped(
      Effect.gen(function* () {
        const { answerWith, requests, url } = yield* server
        answerWith(deepLAnswer("Chiyoda", "Stadt Ome"))
        const { methods } = yield* withSettings({
          TRANSLATOR: "DeepL",
          TRANSLATOR_KEY: "k:fx",
          TRANSLATOR_URL: `${url}/`
        })
        assert.strictEqual(methods.city, "machine")
        assert.strictEqual(requests[0]!.headers.authorization, "DeepL-Auth-Key k:fx")
      })
    )
  )

  test(
    "MUST NOT follow a provider's redirect to another server",
    scoped(
      Effect.gen(function* () {
        const named = yield* server
        const other = yield* server
        other.answerWith(json({ translatedText: ["Chiyoda", "Ome City"] }))
        named.answerWith({ status: 307, body: "", location: `${other.url}/translate` })
        const settings = { TRANSLATOR: "libretranslate", TRANSLATOR_KEY: "k", TRANSLATOR_URL: named.url }
        assert.deepStrictEqual(yield* withSettings(settings), offline)
        assert.lengthOf(named.requests, 1)
        assert.lengthOf(other.requests, 0)
      })
    )
  )

  for (const [settings, setting] of [
    [{ TRANSLATOR: "babelfish" }, "TRANSLATOR"],
    [{ TRANSLATOR: "deepl" }, "TRANSLATOR_KEY"],
    [{ TRANSLATOR: "deepl", TRANSLATOR_KEY: "two words" }, "TRANSLATOR_KEY"],
    [{ TRANSLATOR: "libretranslate", TRANSLATOR_URL: "localhost:5000" }, "TRANSLATOR_URL"],
    [{ TRANSLATOR: "libretranslate", TRANSLATOR_URL: "http://" }, "TRANSLATOR_URL"],
    [{ TRANSLATOR: "libretranslate", TRANSLATOR_URL: "http://me:secret@127.0.0.1:5000" }, "TRANSLATOR_URL"]
  ] as const) {
    test(
      `MUST refuse ${JSON.stringify(settings)} with a line that names the setting`,
      Effect.gen(function* () {
        const failure = yield* Effect.flip(withSettings(settings))
        assert.strictEqual(failure._tag, "SettingError")
        assert.match(failure.message, new RegExp(`^${setting} .*\\.$`))
      })
    )
  }
})

describe("a breaker that has opened", () => {
  const opened = Effect.gen(function* () {
    yield* TestClock.setTime(1_000_000)
    const { protect } = yield* makeCircuitBreaker({ failures: 2, coolDown: "10 seconds" })
    const ask = <E>(effect: Effect.Effect<string, E>) =>
      Effect.catch(protect(effect, Effect.succeed("open")), () => Effect.succeed("failed"))
    for (let i = 0; i < 2; i++) assert.strictEqual(yield* ask(Effect.fail("down")), "failed")
    assert.strictEqual(yield* ask(Effect.succeed("well")), "open")
    return ask
  })

  it.effect("MUST let one through at a time, until one succeeds", () =>
    Effect.gen(function* () {
      const ask = yield* opened
      yield* TestClock.adjust("10 seconds")
      const gate = yield* Deferred.make<string, string>()
      const first = yield* Effect.forkChild(ask(Deferred.await(gate)))
      yield* Effect.yieldNow
      assert.strictEqual(yield* ask(Effect.succeed("well")), "open")
      yield* Deferred.fail(gate, "still down")
      assert.strictEqual(yield* Fiber.join(first), "failed")
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(yield* ask(Effect.succeed("well")), "open")
      yield* TestClock.adjust("1 second")
      for (let i = 0; i < 3; i++) assert.strictEqual(yield* ask(Effect.succeed("well")), "well")
    })
  )

  it.effect("MUST not stay open for longer because the clock was set back", () =>
    Effect.gen(function* () {
      const ask = yield* opened
      yield* TestClock.setTime(0)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* ask(Effect.succeed("well")), "well")
    })
  )
})
