import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import {
  Cause,
  ConfigProvider,
  Context,
  Deferred,
  Effect,
  Fiber,
  FileSystem,
  Inspectable,
  Layer,
  Redacted,
  Stream
} from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { recordedAnswers } from "../../../properties/Conformance.ts"
import { isRejected } from "../../../sources/DataSource.ts"
import { Setbacks } from "../../../sources/reading/Progress.ts"
import {
  byCursor,
  byLink,
  byOffset,
  byPage,
  Offline,
  onePage,
  type Paging,
  secret,
  webApi,
  type WebApiOptions
} from "../../../sources/SourceFiles.ts"

type Handler = (request: IncomingMessage, url: URL) => Answer
interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A local server whose responses each test sets. */
class Api extends Context.Service<
  Api,
  { readonly url: string; readonly asked: Array<IncomingMessage>; readonly answer: (handler: Handler) => void }
>()("doorstep/test/Api") {
  static readonly layer = Layer.effect(
    Api,
    Effect.gen(function* () {
      let handler: Handler = () => ({ status: 500 })
      const asked: Array<IncomingMessage> = []
      const server = createServer((request: IncomingMessage, response: ServerResponse) => {
        asked.push(request)
        const { body = {}, headers = {}, status = 200 } = handler(request, new URL(request.url!, "http://api"))
        response.writeHead(status, { connection: "close", ...headers })
        response.end(typeof body === "string" ? body : JSON.stringify(body))
      })
      const port = yield* Effect.acquireRelease(
        Effect.promise<number>(
          () =>
            new Promise((resolve) => {
              server.listen(0, "127.0.0.1", () => {
                const address = server.address()
                resolve(typeof address === "object" && address !== null ? address.port : 0)
              })
            })
        ),
        () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      )
      const answer = (given: Handler) => {
        handler = given
        asked.length = 0
      }
      return Api.of({ url: `http://127.0.0.1:${port}/v1/`, asked, answer })
    })
  )
}

const key = Redacted.make("k-4711-secret")
const quick = { pause: "1 millis", tries: 3 } as const
const client = NodeHttpClient.layerUndici

const api = (options: Partial<WebApiOptions> = {}) =>
  Effect.flatMap(Api, ({ url }) =>
    webApi({ source: "acme", url, headers: { "x-acme-key": key }, query: { token: key }, patience: quick, ...options })
  )

/** The IDs of all records; for rejected ones, the reason. */
const idsOf = (path: string, asked: { readonly items?: string; readonly paging?: Paging }) =>
  Effect.flatMap(api(), ({ rows }) =>
    Effect.map(Stream.runCollect(rows(path, asked)), (all) =>
      all.map((row) => (isRejected(row) ? row.detail : row.get("id")))
    )
  )

const records = Array.from({ length: 7 }, (_, index) => ({ id: `r${index}`, place: { town: `T${index}` } }))
const names = records.map(({ id }) => id)

/** Every way of paging, over a server with seven records that serves three at a time, whatever the requested size. */
const ways: ReadonlyArray<readonly [way: string, paging: Paging, items: string, handler: (base: string) => Handler]> = [
  [
    "a cursor",
    byCursor({ at: "meta.next", parameter: "after" }),
    "data",
    () => (_, url) => {
      const from = Number(url.searchParams.get("after") ?? 0)
      const next = from + 3 < records.length ? String(from + 3) : null
      return { body: { data: records.slice(from, from + 3), meta: { next } } }
    }
  ],
  [
    "an offset, up to an empty page",
    byOffset({ parameter: "offset", limit: { limit: 1000 } }),
    "",
    () => (_, url) => {
      const from = Number(url.searchParams.get("offset"))
      return { body: url.searchParams.get("limit") === "1000" ? records.slice(from, from + 3) : [] }
    }
  ],
  [
    "an offset, up to a total",
    byOffset({ parameter: "offset", total: "total" }),
    "items",
    () => (_, url) => {
      const from = Number(url.searchParams.get("offset"))
      if (from >= 7) return { status: 404 }
      return { body: { total: 7, items: records.slice(from, from + 3) } }
    }
  ],
  [
    "page numbers",
    byPage({ parameter: "page", pages: "pages" }),
    "items",
    () => (_, url) => {
      const page = Number(url.searchParams.get("page"))
      return page > 3 ? { status: 404 } : { body: { pages: 3, items: records.slice(3 * page - 3, 3 * page) } }
    }
  ],
  [
    "a header Link",
    byLink(),
    "",
    () => (_, url) => {
      const from = Number(url.searchParams.get("from") ?? 0)
      const link = `</v1/other>; rel="first", <?from=${from + 3}>; title="a, b"; rel="next last"`
      return { body: records.slice(from, from + 3), headers: from + 3 < 7 ? { link } : {} }
    }
  ],
  [
    "links in the body",
    byLink(),
    "features",
    (base) => (_, url) => {
      const from = Number(url.searchParams.get("from") ?? 0)
      const features = records
        .slice(from, from + 3)
        .map(({ id }) => ({ type: "Feature", id: 1, properties: { id }, geometry: null }))
      const next = { rel: "next", href: `${base}items?from=${from + 3}` }
      return { body: { features, links: [{ rel: "self", href: base }, ...(from + 3 < 7 ? [next] : [])] } }
    }
  ],
  [
    "links of a server that is behind a proxy",
    byLink(),
    "items",
    () => (_, url) => {
      const from = Number(url.searchParams.get("from") ?? 0)
      const next = from + 3 < 7 ? `https://api.internal:8443/v1/items?from=${from + 3}` : null
      return { body: { items: records.slice(from, from + 3), next } }
    }
  ],
  [
    "the last record",
    byCursor({ at: "items.-1.id", parameter: "after", limit: { limit: 3 } }),
    "items",
    () => (_, url) => {
      const from = names.indexOf(url.searchParams.get("after") ?? "") + 1
      return { body: { items: records.slice(from, from + Number(url.searchParams.get("limit"))) } }
    }
  ],
  [
    "an address in the body",
    byLink("paging.next"),
    "items",
    (base) => (_, url) => {
      const from = Number(url.searchParams.get("from") ?? 0)
      const paging = from + 3 < 7 ? { next: `${base}items?from=${from + 3}` } : {}
      return { body: { items: records.slice(from, from + 3), paging } }
    }
  ]
]

layer(Layer.merge(Api.layer, client), { excludeTestServices: true })("An HTTP API as a source reads it", (it) => {
  for (const [way, paging, items, handler] of ways) {
    it.effect(`MUST give every record once, in order, by ${way}`, () =>
      Effect.gen(function* () {
        const { answer, asked, url } = yield* Api
        answer(handler(url))
        assert.deepStrictEqual(yield* idsOf("items", { items, paging }), names)
        assert.isAtLeast(asked.length, 3)
        for (const request of asked) {
          assert.strictEqual(request.headers["x-acme-key"], Redacted.value(key))
          assert.strictEqual(new URL(request.url!, url).searchParams.get("token"), Redacted.value(key))
        }
      })
    )
  }

  it.effect("MUST read a page only when its records are needed", () =>
    Effect.gen(function* () {
      const { answer, asked, url } = yield* Api
      answer(ways[0]![3](url))
      const { rows } = yield* api()
      yield* Stream.runDrain(Stream.take(rows("items", { items: "data", paging: ways[0]![1] }), 2))
      assert.strictEqual(asked.length, 1)
    })
  )

  const failure = (path: string, asked: { readonly items?: string; readonly paging?: Paging }) =>
    Effect.flip(idsOf(path, asked))

  it.effect("MUST end with an error if the pages have fewer records than the API counts", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      answer((_, url) => ({ body: { total: 7, items: records.slice(Number(url.searchParams.get("offset")), 5) } }))
      const short = yield* failure("items", {
        items: "items",
        paging: byOffset({ parameter: "offset", total: "total" })
      })
      assert.strictEqual(short.reason, "unreadable")
      assert.include(short.message, "the pages have 5 items, but the API says that there are 7")
    })
  )

  it.effect("MUST end with an error if the API says that there are more, and nothing how they are requested", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      const bodies = [
        [{ items: records, total: 25 }, "with 7 of 25 records"],
        [{ items: records, links: { next: "/v1/items?after=7" } }, "with 7 records and a next page"],
        [{ items: records, meta: { has_more: true } }, "with 7 records and a next page"],
        // The registers of Lithuania, and the Ordnance Survey's places.
        [{ items: records, _page: { next: "WzExMDAwMDMzNF0=" } }, "with 7 records and a next page"],
        [{ items: records, header: { totalresults: 25, maxresults: 7, offset: 0 } }, "with 7 of 25 records"],
        [{ items: records, total_pages: 4 }, "with 7 records, one of 4 pages"]
      ] as const
      for (const [body, part] of bodies) {
        answer(() => ({ body }))
        const { message, reason } = yield* failure("items", { items: "items" })
        assert.strictEqual(reason, "unreadable")
        assert.include(message, `it is only one page, ${part}. Say how the API divides its items: paging: byLink()`)
        assert.deepStrictEqual(yield* idsOf("items", { items: "items", paging: onePage }), names)
      }
      answer(() => ({ body: records }))
      assert.include(
        (yield* failure("items?limit=7", {})).message,
        "7 records, which is the most that its URL asks for"
      )
      assert.deepStrictEqual(yield* idsOf("items", {}), names)
    })
  )

  it.effect("MUST end with an error if the API has no stable order, so that some records come twice", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      answer((_, url) => {
        const from = Number(url.searchParams.get("offset"))
        return { body: records.slice(Math.max(0, from - 1), from + 3) }
      })
      const { message } = yield* failure("items", { paging: byOffset({ parameter: "offset" }) })
      assert.include(message, "records came on more than one page, so others are missing")
    })
  )

  it.effect("MUST end with an error, and not continue forever, if pages form a circle", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* Api
      let page = 0
      answer((_, url) => ({
        body: { data: [{ id: `${page++}` }], next: url.searchParams.get("after") === "b" ? "a" : "b" }
      }))
      const circle = yield* failure("items", { items: "data", paging: byCursor({ at: "next", parameter: "after" }) })
      assert.strictEqual(circle.reason, "unreadable")
      assert.match(circle.message, /page 4 is where an earlier one was, so the pages would never end/)
      answer(() => ({ body: records }))
      for (const paging of [byOffset({ parameter: "skip" }), byPage({ parameter: "p" })]) {
        const same = yield* failure("items", { paging })
        assert.match(same.message, /page 2 has the same records as an earlier one, so the pages would never end/)
      }
      assert.isAtMost(asked.length, 4)
    })
  )

  it.effect("MUST send keys to no other server, by a link, a redirect or a path", () =>
    Effect.gen(function* () {
      const { answer, asked, url } = yield* Api
      const other = "http://localhost.localdomain:1/v1/"
      answer(() => ({ body: records, headers: { link: `<${other}>; rel=next` } }))
      assert.match((yield* failure("items", { paging: byLink() })).message, /leads to another server, localhost\.loc/)
      answer(() => ({ status: 302, headers: { location: other } }))
      assert.match((yield* failure("items", {})).message, /a redirect leads to another server/)
      answer(() => ({ status: 302, headers: { location: "file:///etc/passwd" } }))
      assert.match((yield* failure("items", {})).message, /a redirect leads to a file: URL; only http and https/)
      assert.match((yield* failure(other, {})).message, /the path leads to another server/)
      answer((_, { pathname }) =>
        pathname === "/v1/new" ? { body: records } : { status: 308, headers: { location: "/v1/new" } }
      )
      assert.deepStrictEqual(yield* idsOf("items", {}), names)
      answer(() => ({ status: 302, headers: { location: `${url}items` } }))
      assert.match((yield* failure("items", {})).message, /answers 302/)
      assert.isAtMost(asked.length, 7)
    })
  )

  it.effect("MUST retry transient faults, and nothing else, and say so meanwhile", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* Api
      const heard: Array<string> = []
      const hearing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.provideService(effect, Setbacks, (failure) => Effect.sync(() => void heard.push(failure)))
      for (const status of [408, 202, 425, 429, 500, 503]) {
        answer(() => (asked.length < 3 ? { status } : { body: records }))
        assert.deepStrictEqual(yield* hearing(idsOf("items", {})), names)
        assert.strictEqual(asked.length, 3)
      }
      assert.match(heard[0]!, /^http:\/\/127\.0\.0\.1:\d+\/v1\/items\?…: the server answers 408\.$/)
      answer(() => ({ status: 503 }))
      const given = yield* failure("items", {})
      assert.strictEqual(given.reason, "transient")
      assert.strictEqual(asked.length, 3)
      for (const [status, message] of [
        [401, /refuses access \(401\)\. Check the key/],
        [403, /refuses access/],
        [404, /nothing there \(404\)/],
        [422, /answers 422\. Check the parameters/]
      ] as const) {
        answer(() => ({ status, body: Redacted.value(key) }))
        const refused = yield* failure("items", {})
        assert.strictEqual(refused.reason, "misconfigured")
        assert.match(refused.message, message)
        assert.strictEqual(asked.length, 1)
      }
    })
  )

  it.effect("MUST retry a name that is not found only if the server has answered before", () =>
    Effect.gen(function* () {
      let found: ReadonlyArray<boolean> = []
      let asked = 0
      const lost = HttpClient.make((request) => {
        if (found[asked++] === true) return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("[]")))
        const cause = Object.assign(new Error("getaddrinfo ENOTFOUND api.example"), { code: "ENOTFOUND" })
        const reason = new HttpClientError.TransportError({ request, cause })
        return Effect.fail(new HttpClientError.HttpClientError({ reason }))
      })
      const { rows } = yield* webApi({ source: "acme", url: "http://api.example/", patience: quick }).pipe(
        Effect.provideService(HttpClient.HttpClient, lost)
      )
      const read = Stream.runCollect(rows("items", {}))
      const refused = yield* Effect.flip(read)
      assert.strictEqual(refused.reason, "misconfigured")
      assert.match(refused.message, /the server's name cannot be resolved \(.*api\.example\)\. Check the URL and this/)
      assert.strictEqual(asked, 1)
      ;[found, asked] = [[true, false, true], 0]
      yield* read
      yield* read
      assert.strictEqual(asked, 3)
    })
  )

  it.effect("MUST describe a response that is not the expected one", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      answer(() => ({ body: "<html>" }))
      assert.match((yield* failure("items", {})).message, /the response is not JSON/)
      answer(() => ({ body: { results: [], meta: {} } }))
      const missing = yield* failure("items", { items: "data.items" })
      assert.match(missing.message, /no list at data\.items\. It has: results, meta\./)
      assert.match((yield* failure("items", {})).message, /the response is not a list.+Say where its items are/)
      answer(() => ({ body: { error: "quota exceeded", items: [] } }))
      assert.match(
        (yield* failure("items", { items: "items" })).message,
        /has no items, and says that something failed/
      )
      answer(() => ({ body: [{ id: "a", place: { town: "X" } }, 7, null] }))
      const [first, ...bad] = yield* idsOf("items", {})
      assert.strictEqual(first, "a")
      assert.match(bad.join(), /page 1 item 2 is not a JSON object\..*page 1 item 3 is not/)
      assert.match((yield* Effect.flip(api({ url: "ftp://x" }))).message, /it is not an http\(s\) URL/)
      assert.match((yield* Effect.flip(api({ requestsPerSecond: 0 }))).message, /must be more than 0/)
    })
  )

  it.effect("MUST give members by their path, and Features with their ID and point", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      answer(() => ({
        body: [
          { id: "a", place: { town: "X" } },
          { type: "Feature", id: "f", properties: { a: { b: 1 } }, geometry: { type: "Point", coordinates: [8, 50] } }
        ]
      }))
      const rows = yield* Stream.runCollect((yield* api()).rows("items"))
      const said = rows.map((row) =>
        isRejected(row) ? [] : [row.get("place.town"), row.get("a.b"), row.get("$id"), row.point]
      )
      assert.deepStrictEqual(said, [
        ["X", "", "", undefined],
        ["", "1", "f", [8, 50]]
      ])
    })
  )

  it.effect("MUST have a version that stays as long as the data does: a member, an ETag, a date, or the text", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      const { json, version } = yield* api()
      answer(() => ({ body: { meta: { updated: "2026-11-01" } }, headers: { etag: '"1"' } }))
      assert.strictEqual(yield* version("status", { at: "meta.updated" }), "2026-11-01")
      assert.strictEqual(yield* version("status"), '"1"')
      assert.deepStrictEqual(yield* json("status"), { meta: { updated: "2026-11-01" } })
      assert.match(
        (yield* Effect.flip(version("status", { at: "gone" }))).message,
        /has no text or number at gone\. It has: meta/
      )
      answer(() => ({ headers: { "last-modified": "Sun, 01 Nov 2026 00:00:00 GMT" } }))
      assert.strictEqual(yield* version("status"), "Sun, 01 Nov 2026 00:00:00 GMT")
      answer(() => ({ body: "a" }))
      const text = yield* version("status")
      assert.strictEqual(yield* version("status"), text)
      answer(() => ({ body: "b" }))
      assert.notStrictEqual(yield* version("status"), text)
    })
  )

  it.effect("MUST show keys in no error, whatever the server does", () =>
    Effect.gen(function* () {
      const { answer } = yield* Api
      const secretText = Redacted.value(key)
      const shown = (error: unknown) => Cause.pretty(Cause.fail(error)) + Inspectable.toStringUnknown(error)
      for (const status of [401, 404, 500]) {
        answer(() => ({ status, body: secretText }))
        assert.notInclude(shown(yield* failure("items", {})), secretText)
      }
      const gone = yield* api({ url: "http://127.0.0.1:1/", patience: { tries: 1 } })
      const refused = yield* Effect.flip(gone.json("items"))
      assert.match(refused.message, /cannot be reached/)
      assert.notInclude(shown(refused), secretText)
    })
  )

  it.effect("MUST take keys from settings, shown nowhere, and name one that is not set", () =>
    Effect.gen(function* () {
      const settings = ConfigProvider.fromUnknown({ ACME_KEY: " k1 ", EMPTY: " " })
      const read = (name: string) =>
        Effect.provideService(secret("acme", name), ConfigProvider.ConfigProvider, settings)
      const found = yield* read("ACME_KEY")
      assert.strictEqual(Redacted.value(found), "k1")
      assert.notInclude(JSON.stringify({ found }) + String(found), "k1")
      const offline = yield* Effect.provideService(read("GONE"), Offline, true)
      assert.strictEqual(Redacted.value(offline), "stand-in")
      for (const name of ["EMPTY", "GONE"]) {
        const missing = yield* Effect.flip(read(name))
        assert.strictEqual(missing.reason, "misconfigured")
        assert.match(missing.message, new RegExp(`^${name} is not set, and the source acme needs it`))
      }
    })
  )
})

layer(Layer.merge(Api.layer, NodeServices.layer), { excludeTestServices: true })("Recorded answers", (it) => {
  const idsBy = (url: string, recorded: Layer.Layer<HttpClient.HttpClient>) =>
    Effect.gen(function* () {
      const { rows } = yield* webApi({ source: "acme", url, query: { token: key }, patience: quick })
      const all = yield* Stream.runCollect(rows("items", { items: "data", paging: ways[0]![1] }))
      return all.map((row) => (isRejected(row) ? row.detail : row.get("id")))
    }).pipe(Effect.provide(recorded))

  it.effect("MUST be recorded once, without keys, and replace the network from then on", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-recorded-" })}/answers.json`
      const { answer, asked, url } = yield* Api
      answer(ways[0]![3](url))
      const secrets = ["token"]
      for (const expected of [3, 3]) {
        assert.deepStrictEqual(yield* idsBy(url, recordedAnswers(file, { record: true, secrets })), names)
        assert.strictEqual(asked.length, expected)
      }
      answer(() => ({ status: 500 }))
      assert.deepStrictEqual(yield* idsBy(url, recordedAnswers(file, { secrets })), names)
      assert.strictEqual(asked.length, 0)
      assert.notInclude(yield* fs.readFileString(file), Redacted.value(key))
      const lacking = yield* Effect.flip(idsBy(`${url}other/`, recordedAnswers(file, { secrets })))
      assert.strictEqual(lacking.reason, "misconfigured")
      assert.include(lacking.message, `No response is recorded for ${url}other/items. Recorded: ${url}items, `)
    })
  )
})

const answers = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  recordedAnswers([
    { url: "https://api.test/items", status, headers, body: "" },
    { url: "https://api.test/items", body: records }
  ])

layer(Layer.empty)("Waiting for an HTTP API", (it) => {
  const begun = (retryAfter: Readonly<Record<string, string>>, options: Partial<WebApiOptions> = {}) =>
    Effect.gen(function* () {
      const waiting = yield* Deferred.make<void>()
      const { json } = yield* webApi({ source: "acme", url: "https://api.test/", ...options })
      const fiber = yield* json("items").pipe(
        Effect.provideService(Setbacks, () => Effect.asVoid(Deferred.succeed(waiting, undefined))),
        Effect.forkChild
      )
      yield* Effect.raceFirst(Deferred.await(waiting), Effect.exit(Fiber.join(fiber)))
      yield* Effect.yieldNow
      return fiber
    }).pipe(Effect.provide(answers(429, retryAfter)))

  it.effect("MUST wait as long as Retry-After asks, up to a limit", () =>
    Effect.gen(function* () {
      const fiber = yield* begun({ "retry-after": "90" })
      yield* TestClock.adjust("89 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), records)
      // The clock is at 90 seconds.
      const waits: ReadonlyArray<readonly [header: string, value: string, until: string]> = [
        ["retry-after", "3600", "01:01"],
        ["retry-after", "Thu, 01 Jan 1970 02:00:00 GMT", "02:00"],
        ["x-ratelimit-reset", "3600", "01:01"],
        ["x-rate-limit-reset", "2000000000", "2033-05-18"],
        ["x-ratelimit-reset", "2000000000000", "2033-05-18"],
        ["ratelimit-reset", "7200", "02:01"],
        ["retry-after", "99999999999999999999", "2069-12"]
      ]
      for (const [header, value, until] of waits) {
        const long = yield* Effect.flip(Fiber.join(yield* begun({ [header]: value })))
        assert.match(long.message, new RegExp(`asks for no requests before .*${until}`), header)
      }
    })
  )

  it.effect("MUST begin no more requests per second than configured", () =>
    Effect.gen(function* () {
      const { json } = yield* webApi({ source: "acme", url: "https://api.test/", requestsPerSecond: 2 })
      let done = 0
      const all = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3, 4, 5], () => Effect.tap(json("items"), () => Effect.sync(() => (done += 1))), {
          concurrency: "unbounded"
        })
      )
      for (const expected of [1, 2, 3, 4, 5]) {
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(done, expected)
        yield* TestClock.adjust("499 millis")
      }
      yield* Fiber.join(all)
      // A clock that is set back need not get there again.
      yield* TestClock.setTime(Date.UTC(2026, 0, 2))
      yield* json("items")
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const next = yield* Effect.forkChild(Effect.tap(json("items"), () => Effect.sync(() => (done += 1))))
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(done, 6)
      yield* Fiber.join(next)
      // Those that are interrupted while they wait leave no gap.
      const waiting = yield* Effect.forkChild(Effect.all([json("items"), json("items")], { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 millis")
      yield* Fiber.interrupt(waiting)
      const last = yield* Effect.forkChild(Effect.tap(json("items"), () => Effect.sync(() => (done += 1))))
      yield* TestClock.adjust("499 millis")
      assert.strictEqual(done, 7)
      yield* Fiber.join(last)
    }).pipe(
      // Offline, the rate limit is off, since there is no server to spare.
      Effect.provideService(Offline, false),
      Effect.provide(recordedAnswers([{ url: "https://api.test/items", body: records }]))
    )
  )
})
