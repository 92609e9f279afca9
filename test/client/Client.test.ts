import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { attempt, type Client, type ClientOptions, createClient, DoorstepError } from "../../client/Client.ts"
import { errorStatus } from "../../client/Contract.ts"
import type * as Errors from "../../client/Errors.ts"
import { answer, RecordingFetch, refusal } from "./RecordingFetch.ts"

const clientOf = (fetch: RecordingFetch, options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: "http://service.test", token: "dst_1", fetch: fetch.fetch, ...options })

const drawn = { data: { seed: "abc" } }

const failed = async (call: PromiseLike<unknown>): Promise<DoorstepError> => {
  const ended = await attempt(call)
  return ended.ok ? assert.fail("It did not fail.") : ended.error
}

/** Never responds, and rejects when the signal is aborted, as a good `fetch` does. */
const hanging =
  (heeds = true) =>
  (_: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_, reject) => {
      if (heeds) signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")))
    })

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  assert.strictEqual(vi.getTimerCount(), 0, "a timer was left behind")
  vi.useRealTimers()
})

describe("the address of the service", () => {
  for (const [given, path] of [
    ["http://service.test", "http://service.test/api/v1/health"],
    ["http://service.test/", "http://service.test/api/v1/health"],
    ["https://example.com/tools/doorstep", "https://example.com/tools/doorstep/api/v1/health"],
    ["https://example.com/tools/doorstep//", "https://example.com/tools/doorstep/api/v1/health"],
    ["https://example.com/tools/api/v1/", "https://example.com/tools/api/v1/health"],
    [new URL("http://[::1]:8080"), "http://[::1]:8080/api/v1/health"]
  ] as const) {
    it(`MUST be understood as ${String(given)}`, async () => {
      const fetch = new RecordingFetch(answer({ status: "ok" }))
      assert.deepStrictEqual(await clientOf(fetch, { baseUrl: given }).health(), { status: "ok" })
      assert.deepStrictEqual(
        fetch.requests.map(({ url }) => url),
        [path]
      )
    })
  }

  for (const wrong of [
    "",
    "service.test",
    "ftp://service.test",
    "http://u:p@service.test",
    "http://service.test/?x=1"
  ]) {
    it(`MUST be refused immediately: ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => createClient({ baseUrl: wrong }), TypeError, "baseUrl must be the URL of the service")
    })
  }

  it("MUST be a path on the page's own origin in a page", async () => {
    vi.stubGlobal("location", { href: "https://shop.example.com/basket/1" })
    try {
      const fetch = new RecordingFetch(answer({ status: "ok" }))
      await clientOf(fetch, { baseUrl: "/doorstep" }).health()
      assert.strictEqual(fetch.requests[0]?.url, "https://shop.example.com/doorstep/api/v1/health")
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe("a request", () => {
  it("MUST omit undefined values, and encode the rest as the contract does", async () => {
    const fetch = new RecordingFetch(answer(drawn))
    await clientOf(fetch).generate({ country: "DE", city: undefined, q: "a&b=ü #1", residential: true })
    const { searchParams } = new URL(fetch.requests[0]!.url)
    assert.deepStrictEqual(Object.fromEntries(searchParams), { country: "DE", q: "a&b=ü #1", residential: "true" })
    const falsy = new RecordingFetch(answer({ data: { countries: [] } }), answer({ data: {} }))
    await clientOf(falsy).coverage({ includeComplete: false })
    await clientOf(falsy).clientContext({ ip: "::1" })
    assert.deepStrictEqual(
      falsy.requests.map(({ url }) => new URL(url).search),
      ["?includeComplete=false", "?ip=%3A%3A1"]
    )
  })

  it("MUST carry the token only to endpoints that need one", async () => {
    const fetch = new RecordingFetch(answer({ status: "ok" }), answer({ data: [] }))
    await clientOf(fetch).health()
    await clientOf(fetch).countries()
    assert.deepStrictEqual(
      fetch.requests.map(({ init }) => new Headers(init.headers).get("authorization")),
      [null, "Bearer dst_1"]
    )
  })

  it("MUST call a token function for each request, and fail if it fails", async () => {
    let turn = 0
    const fetch = new RecordingFetch(answer(drawn), answer(drawn))
    const client = clientOf(fetch, { token: async () => `dst_${++turn}` })
    await client.generate()
    await client.generate()
    assert.deepStrictEqual(
      fetch.requests.map(({ init }) => new Headers(init.headers).get("authorization")),
      ["Bearer dst_1", "Bearer dst_2"]
    )
    const vault = new Error("The vault is closed.")
    const broken = clientOf(fetch, { token: () => Promise.reject(vault) })
    assert.strictEqual(await broken.generate().catch((error: unknown) => error), vault)
  })
})

describe("errors", () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    it(`MUST have the code ${code}, with status, message, details and request ID`, async () => {
      const details = [{ path: "city", message: "is wrong" }]
      const body = { error: { code, message: "Mend it.", details } }
      const error = await failed(clientOf(new RecordingFetch(answer(body, status)), { retry: 0 }).generate())
      assert.instanceOf(error, Error)
      const { code: told, message, requestId, status: answered } = error
      assert.deepStrictEqual({ told, message, requestId, answered, details: error.details }, {
        told: code,
        message: "Mend it.",
        requestId: "r-1",
        answered: status,
        details
      } as never)
    })
  }

  it("MUST have only details in the contract's form, and a time to wait only if waiting helps", async () => {
    const error = {
      code: "NO_POOL_COVERAGE",
      message: "None.",
      details: ["x", { path: "city" }, { path: "q", message: "m" }]
    }
    const given = answer({ error }, 404, { "retry-after": "7" })
    const { details, retryAfter } = await failed(clientOf(new RecordingFetch(given)).generate())
    assert.deepStrictEqual(details, [{ path: "q", message: "m" }])
    assert.isUndefined(retryAfter)
    const past = refusal("SERVICE_UNAVAILABLE", 503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" })
    assert.strictEqual((await failed(clientOf(new RecordingFetch(past), { retry: 0 }).generate())).retryAfter, 0)
  })

  for (const [what, given] of [
    ["a proxy's page", new Response("<html>Bad Gateway</html>", { status: 502 })],
    ["a page in place of an answer", answer("<html>Welcome</html>")],
    ["half an answer", answer('{"data":{"seed":')],
    ["an answer without data", answer({ result: 1 })],
    ["null", answer("null")],
    ["a code of a later version", refusal("QUOTA_EXCEEDED", 402)],
    ["an error without a code", answer({ error: "no" }, 500)]
  ] as const) {
    it(`MUST say that ${what} was not expected`, async () => {
      const error = await failed(clientOf(new RecordingFetch(given)).generate())
      assert.strictEqual(error.code, "UNEXPECTED_ANSWER")
      assert.strictEqual(error.status, given.status)
      assert.match(error.message, /GET (\/api\/v1)?\/generate got status \d+ and /)
    })
  }

  it("MUST report a malformed list, and a page without places, as unexpected", async () => {
    const client = clientOf(new RecordingFetch(answer({ data: {} }), answer({ data: { nextCursor: null } })))
    assert.strictEqual((await failed(client.countries())).code, "UNEXPECTED_ANSWER")
    assert.strictEqual((await failed(client.locations.search())).code, "UNEXPECTED_ANSWER")
  })

  it("MUST be NETWORK if there is no complete response, and name cause and remedy", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:9") })
    const broken = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) }))
    const client = clientOf(new RecordingFetch(cause, broken))
    const error = await failed(client.generate())
    assert.strictEqual(error.code, "NETWORK")
    assert.strictEqual(error.cause, cause)
    assert.include(error.message, "ECONNREFUSED")
    assert.include(error.message, "CORS_ORIGINS")
    assert.strictEqual((await failed(client.generate())).code, "NETWORK")
  })

  it("MUST be recognized by another copy of the client, and nothing else be mistaken for one", async () => {
    // A module is loaded again under another specifier.
    const copy: string = "../../client/Errors.ts?copy"
    const other = (await import(copy)) as typeof Errors
    assert.notStrictEqual(other.DoorstepError, DoorstepError)
    const error = await failed(clientOf(new RecordingFetch()).generate())
    assert.isTrue(error instanceof other.DoorstepError)
    for (const not of [new Error("x"), null, undefined, "NETWORK", { code: "NETWORK" }]) {
      assert.isFalse(not instanceof DoorstepError)
    }
    const fault = new RangeError("mine")
    assert.strictEqual(await attempt(Promise.reject(fault)).catch((error: unknown) => error), fault)
  })
})

describe("retries", () => {
  /** Milliseconds between the requests of a call, and how it ended. */
  const waits = async (fetch: RecordingFetch, options: Partial<ClientOptions> = {}) => {
    const times: Array<number> = []
    const timed = (url: string, init: RequestInit) => {
      times.push(Date.now())
      return fetch.fetch(url, init)
    }
    const ended = attempt(clientOf(fetch, { fetch: timed, ...options }).generate())
    await vi.runAllTimersAsync()
    return { ended: await ended, waits: times.slice(1).map((time, index) => time - times[index]!) }
  }

  for (const [what, status, code, headers, seconds] of [
    ["429 by what is left of the minute", 429, "RATE_LIMITED", { "retry-after": "60", "ratelimit-reset": "7" }, 7],
    ["429 by Retry-After alone", 429, "RATE_LIMITED", { "retry-after": "9" }, 9],
    ["503 by Retry-After", 503, "SERVICE_UNAVAILABLE", { "retry-after": "2", "ratelimit-reset": "1" }, 2]
  ] as const) {
    it(`MUST follow a ${what}, never sooner, and hardly later`, async () => {
      const { ended, waits: waited } = await waits(new RecordingFetch(refusal(code, status, headers), answer(drawn)))
      assert.deepStrictEqual(ended, { ok: true, value: drawn.data } as never)
      assert.lengthOf(waited, 1)
      assert.isAtLeast(waited[0]!, seconds * 1000)
      assert.isAtMost(waited[0]!, seconds * 1000 + 1000)
    })
  }

  it("MUST back off with jitter after a proxy's 503 without Retry-After", async () => {
    const proxy = () => new Response("", { status: 503 })
    const first = await waits(new RecordingFetch(proxy, proxy, proxy, answer(drawn)))
    assert.isTrue(first.ended.ok)
    const bounds = [250, 500, 1000]
    for (const [index, waited] of first.waits.entries()) {
      assert.isAtLeast(waited, bounds[index]! / 2)
      assert.isAtMost(waited, bounds[index]! + 1)
    }
    const second = await waits(new RecordingFetch(proxy, proxy, proxy, answer(drawn)))
    assert.notDeepEqual(first.waits, second.waits)
  })

  it("MUST follow a date in Retry-After", async () => {
    // A fraction of a second counts as a whole one.
    vi.setSystemTime(new Date("2026-01-01T00:00:00.500Z"))
    const until = { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }
    const { waits: waited } = await waits(new RecordingFetch(refusal("SERVICE_UNAVAILABLE", 503, until), answer(drawn)))
    assert.isAtLeast(waited[0]!, 5000)
  })

  it("MUST end after `retry` attempts with the service's own error", async () => {
    const busy = () => refusal("SERVICE_UNAVAILABLE", 503, { "retry-after": "1" })
    const { ended, waits: waited } = await waits(new RecordingFetch(busy, busy, busy, busy), { retry: 2 })
    assert.lengthOf(waited, 2)
    assert.include(ended.ok ? {} : ended.error, { code: "SERVICE_UNAVAILABLE", retryAfter: 1 })
    assert.lengthOf((await waits(new RecordingFetch(busy), { retry: 0 })).waits, 0)
    const once = new RecordingFetch(busy)
    const call = failed(clientOf(once).generate({}, { retry: 0 }))
    await vi.runAllTimersAsync()
    await call
    assert.lengthOf(once.requests, 1)
  })

  it("MUST fail immediately, with the time to wait, if the wait would exceed the timeout", async () => {
    const used = refusal("RATE_LIMITED", 429, { "retry-after": "60", "ratelimit-reset": "31" })
    const { ended, waits: waited } = await waits(new RecordingFetch(used), { timeout: 30_000 })
    assert.lengthOf(waited, 0)
    assert.include(ended.ok ? {} : ended.error, { code: "RATE_LIMITED", retryAfter: 31 })
  })

  for (const [code, status] of Object.entries(errorStatus)) {
    if (status === 429 || status === 503) continue
    it(`MUST not be attempted after ${code}`, async () => {
      const { waits: waited } = await waits(new RecordingFetch(refusal(code, status, { "retry-after": "1" })))
      assert.lengthOf(waited, 0)
    })
  }

  it("MUST not be attempted after a broken connection", async () => {
    assert.lengthOf((await waits(new RecordingFetch(new TypeError("fetch failed")))).waits, 0)
  })
})

describe("the end of a call", () => {
  for (const heeds of [true, false]) {
    const whose = heeds ? "a fetch" : "a fetch that does not heed its signal"

    it(`MUST come with the timeout, of ${whose}`, async () => {
      const client = createClient({ baseUrl: "http://service.test", fetch: hanging(heeds), timeout: 1000 })
      const error = failed(client.generate())
      const shorter = failed(client.generate({}, { timeout: 10 }))
      await vi.advanceTimersByTimeAsync(10)
      assert.strictEqual((await shorter).code, "TIMEOUT")
      await vi.advanceTimersByTimeAsync(990)
      const { code, message, name } = await error
      assert.deepStrictEqual([code, name], ["TIMEOUT", "TimeoutError"])
      assert.include(message, "1000 ms")
    })

    it(`MUST come with the signal, of ${whose}`, async () => {
      const client = createClient({ baseUrl: "http://service.test", fetch: hanging(heeds) })
      const controller = new AbortController()
      const error = failed(client.generate({}, { signal: controller.signal }))
      await vi.advanceTimersByTimeAsync(1)
      controller.abort("no longer wanted")
      const { cause, code, name } = await error
      assert.deepStrictEqual([code, name, cause], ["ABORTED", "AbortError", "no longer wanted"])
    })
  }

  it("MUST come with the signal during a wait, and before the first request", async () => {
    const fetch = new RecordingFetch(refusal("SERVICE_UNAVAILABLE", 503, { "retry-after": "9" }))
    const controller = new AbortController()
    const error = failed(clientOf(fetch).generate({}, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(5000)
    assert.lengthOf(fetch.requests, 1)
    controller.abort()
    assert.strictEqual((await error).code, "ABORTED")
    assert.strictEqual((await failed(clientOf(fetch).generate({}, { signal: controller.signal }))).code, "ABORTED")
    assert.lengthOf(fetch.requests, 1)
  })

  it("MUST leave nothing at a signal that outlives it", async () => {
    const { signal } = new AbortController()
    const [added, removed] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")]
    await clientOf(new RecordingFetch(answer(drawn))).generate({}, { signal })
    const listeners = (calls: ReadonlyArray<ReadonlyArray<unknown>>) => calls.map(([, listener]) => listener)
    assert.lengthOf(added.mock.calls, 1)
    assert.deepStrictEqual(listeners(removed.mock.calls), listeners(added.mock.calls))
  })

  it("MUST have no time limit if that is requested", async () => {
    const client = createClient({ baseUrl: "http://service.test", fetch: hanging(), timeout: Infinity })
    const controller = new AbortController()
    let isOver = false
    const error = failed(client.generate({}, { signal: controller.signal })).finally(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(2 ** 33)
    assert.isFalse(isOver)
    controller.abort()
    await error
  })

  it("MUST only accept meaningful numbers", async () => {
    for (const wrong of [{ timeout: 0 }, { timeout: NaN }, { retry: -1 }, { retry: 1.5 }]) {
      assert.throws(() => createClient({ baseUrl: "http://service.test", ...wrong }), RangeError)
      const call = clientOf(new RecordingFetch()).generate({}, wrong)
      assert.instanceOf(await call.catch((error: unknown) => error), RangeError)
    }
  })
})

describe("an address", () => {
  it("MUST be looked up by its ID as one part of the path, whatever the ID is", async () => {
    const fetch = new RecordingFetch(answer({ data: { address: { id: "us-1" } } }))
    await clientOf(fetch).address("us-1/../x?y#z")
    assert.strictEqual(fetch.requests[0]!.url, "http://service.test/api/v1/addresses/us-1%2F..%2Fx%3Fy%23z")
  })
})

describe("a list", () => {
  const page = (names: ReadonlyArray<string>, nextCursor: string | null) => () =>
    answer({ data: { field: "city", cities: names.map((value) => ({ id: value, value })), total: 3, nextCursor } })

  it("MUST be its first page when awaited, and all its items when iterated", async () => {
    const fetch = new RecordingFetch(page(["a", "b"], "next"), page(["c"], null))
    const cities = clientOf(fetch).locations.search({ country: "DE", limit: 20 })
    assert.deepStrictEqual(
      (await cities).cities.map(({ value }) => value),
      ["a", "b"]
    )
    assert.lengthOf(fetch.requests, 1)
    const names: Array<string> = []
    for await (const { value } of cities) names.push(value)
    assert.deepStrictEqual(names, ["a", "b", "c"])
    assert.lengthOf(fetch.requests, 2)
    const { searchParams } = new URL(fetch.requests[1]!.url)
    assert.deepStrictEqual(Object.fromEntries(searchParams), { country: "DE", limit: "20", cursor: "next" })
  })

  it("MUST begin where a given cursor stands, and go on from there", async () => {
    const fetch = new RecordingFetch(page(["b"], "3"), page(["c"], null))
    const names: Array<string> = []
    for await (const { value } of clientOf(fetch).locations.search({ cursor: "2" })) names.push(value)
    assert.deepStrictEqual(names, ["b", "c"])
    assert.deepStrictEqual(
      fetch.requests.map(({ url }) => new URL(url).search),
      ["?cursor=2", "?cursor=3"]
    )
  })

  it("MUST fetch only pages that are reached, and also iterate over pages", async () => {
    const fetch = new RecordingFetch(page(["a"], "2"), page(["b"], "3"), page(["c"], null))
    for await (const { cities } of clientOf(fetch).locations.search().pages()) if (cities[0]?.value === "b") break
    assert.lengthOf(fetch.requests, 2)
  })

  it("MUST fail when one of its pages does, after the earlier items", async () => {
    const fetch = new RecordingFetch(page(["a"], "2"), refusal("UNAUTHORIZED", 401))
    const names: Array<string> = []
    const all = async () => {
      for await (const { value } of clientOf(fetch).locations.search()) names.push(value)
    }
    assert.strictEqual((await failed(all())).code, "UNAUTHORIZED")
    assert.deepStrictEqual(names, ["a"])
  })

  for (const [field, name] of [
    ["region", "regions"],
    ["district", "districts"],
    ["postcode", "postcodes"]
  ] as const) {
    it(`MUST contain ${name} when ${field} is searched`, async () => {
      const body = { data: { field, [name]: [{ id: "1", value: "x" }], total: 1, nextCursor: null } }
      for await (const { value } of clientOf(new RecordingFetch(answer(body))).locations.search({ field })) {
        assert.strictEqual(value, "x")
      }
      const hierarchy = { data: { children: [{ id: "1", value: "y" }], total: 1, nextCursor: null } }
      const children = clientOf(new RecordingFetch(answer(hierarchy))).locations.hierarchy({
        country: "DE",
        childType: field
      })
      for await (const { value } of children) assert.strictEqual(value, "y")
    })
  }
})
