import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, assert, beforeAll, describe, it, vi } from "vitest"
import { usageOf } from "../bench/Usage.ts"
import { Clients } from "./support/Clients.ts"
import { makeToken, questions, Resources, serve, type Service, startPostgres, through } from "./support/Deployment.ts"
import { isFull, patience } from "./support/Effort.ts"
import { endings, Perfidy, type Whim } from "./support/Perfidy.ts"
import { startRedis } from "./support/RedisStandIn.ts"
import { tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

/** Streets in Thai script, which English requests have translated. */
const homes = [
  "id,number,street,city,postcode,lon,lat",
  ...Array.from({ length: 20 }, (_, i) => `${i},${i + 1},ถนนสีลม,บางรัก,10500,100.53,13.72`)
].join("\n")

const mapping = {
  country: "TH",
  license: "Public Domain",
  attribution: "The town",
  homepage: "https://example.org",
  language: "th",
  format: { type: "csv" },
  recordId: "{id}",
  position: { x: "{lon}", y: "{lat}" },
  fields: { houseNumber: "{number}", street: "{street}", city: "{city}", postcode: "{postcode}" },
  evidence: [{ kind: "declared", detail: "The town says so." }]
}

/** A server of files, translations, and a collector's endpoint. */
const startHttp = (): Promise<Http.Server> =>
  new Promise((resolve) => {
    const server = Http.createServer((request, response) => {
      let text = ""
      request.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")))
      request.on("error", () => undefined)
      request.on("end", () => {
        if (request.url === "/homes.csv") return response.end(homes)
        response.setHeader("content-type", "application/json")
        if (request.url !== "/translate") return response.end()
        const { q } = JSON.parse(text) as { readonly q: ReadonlyArray<string> }
        return response.end(JSON.stringify({ translatedText: q.map((_, i) => `Silom Road ${i}`) }))
      })
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })

/** Connections that break after each of these bytes, in each of the three ways. */
const badly = (bytes: ReadonlyArray<number>): ReadonlyArray<Whim> =>
  bytes.flatMap((after) => endings.map((by) => ({ kind: "cut" as const, after, by })))

/** Whims in rotation. */
const byTurns = (whims: ReadonlyArray<Whim>) => (connection: number) => whims[connection % whims.length]!

/** Each whim once, then undisturbed relaying. */
const once = (whims: ReadonlyArray<Whim>) => (connection: number) => whims[connection] ?? { kind: "relay" as const }

const well = once([])

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.ceil((to - from) / by) }, (_, i) => from + i * by)

/** A response that never ends. */
const endless = { kind: "flood", first: "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n" } as const

/** The growth in megabytes allowed to the service while servers send without end. */
const growth = 150

interface Generated {
  readonly data: { readonly result: { readonly address: { readonly id: string } } }
}

describe("servers that the service connects to", () => {
  const resources = new Resources()
  const password = "correct-horse-battery-staple"
  let database: Perfidy
  let redis: Perfidy
  let web: { readonly translator: Perfidy; readonly collector: Perfidy; readonly source: Perfidy }
  let store: Awaited<ReturnType<typeof startRedis>>
  let service: Service
  let clients: Clients
  let cookie = ""
  let thai: { readonly id: string }

  const before = async (port: number): Promise<Perfidy> => {
    const perfidy = await Perfidy.start(port)
    resources.onRelease(() => perfidy.stop())
    return perfidy
  }

  const admin = async (path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
    fetch(`${service.url}/admin/api${path}`, {
      method: "POST",
      ...(signal && { signal }),
      headers: { "x-doorstep-console": "1", "content-type": "application/json", cookie },
      body: JSON.stringify(body)
    })

  const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: patience / 2, interval: 20 })

  beforeAll(async () => {
    const url = await startPostgres(resources)
    database = await before(Number(url.port))
    store = await startRedis()
    resources.onRelease(store.stop)
    redis = await before(store.port)
    const http = await startHttp()
    resources.onRelease(() => new Promise((done) => (http.closeAllConnections(), http.close(done))))
    const { port } = http.address() as AddressInfo
    web = { translator: await before(port), collector: await before(port), source: await before(port) }
    const settings = { DATABASE_URL: through(url, database.port) }
    const token = await makeToken(settings)
    service = await serve({
      ...settings,
      RATE_LIMIT_STORE: "redis",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      TRANSLATOR: "libretranslate",
      TRANSLATOR_URL: `http://127.0.0.1:${web.translator.port}`,
      OTLP_ENDPOINT: `http://127.0.0.1:${web.collector.port}`,
      SOURCE_HOSTS: "127.0.0.1",
      ADMIN_PASSWORD: password
    })
    resources.onRelease(() => service.process.signal("SIGTERM"))
    clients = new Clients(service.url, token)
    const signedIn = await admin("/session", { password })
    const [set] = signedIn.headers.getSetCookie()
    assert.isDefined(set, `${signedIn.status} ${await signedIn.text()}`)
    cookie = set!.split(";")[0]!
    const location = `http://127.0.0.1:${web.source.port}/homes.csv`
    const added = await admin("/sources", { name: "town", type: "file", options: { location, mapping } })
    assert.strictEqual(added.status, 201, await added.text())
    await admin("/sources/town/runs", {})
    await until(async () => {
      const { status, text } = await clients.ask({ path: "/api/v1/generate?country=TH" })
      if (status === 200) thai = (JSON.parse(text) as Generated).data.result.address
      return status === 200
    })
    await clients.learn(questions)
  })
  afterAll(() => resources.release())

  afterEach(async () => {
    // The original process is still running and responds.
    const { status } = await clients.ask({ path: "/api/v1/health" })
    assert.strictEqual(status, 200, service.process.stderr.slice(-2_000))
  })

  it("MUST be survived if they are databases that break off at any byte, in any way, or send nonsense", async () => {
    // At startup the service reads some 500 bytes from the server; results of statements are some thousands.
    const bytes = isFull ? steps(0, 8_000, 3) : [...steps(0, 600, 61), ...steps(600, 8_000, 1_231)]
    const whims: ReadonlyArray<Whim> = [...badly(bytes), { kind: "flood", first: "" }, { kind: "flood", first: "R" }]
    database.become(byTurns(whims))
    const { seen } = await clients.whileAsking(() => until(() => database.connections > whims.length))
    assert.isAbove(seen.unavailable, 0)
    database.become(byTurns([{ kind: "silence" }]))
    await clients.unready()
    database.become(well)
    tell("database that breaks off", { ...seen, back: await clients.recovered() })
  })

  it("MUST be survived if they are rate limit stores: each process counts for itself meanwhile", async () => {
    const whims = [...badly([0, 1, 9]), { kind: "flood", first: "" } as const]
    redis.become(byTurns(whims))
    const { seen } = await clients.whileAsking(() => until(() => redis.connections > whims.length), 4)
    assert.strictEqual(seen.unavailable, 0)
    redis.become(well)
    const asked = store.scripts()
    await until(async () => {
      await clients.hold(questions[0]!)
      return store.scripts() > asked
    })
  })

  it("MUST be survived if they are translators: the offline translation is returned", async () => {
    const id = thai.id
    const translate = async () => {
      const { status, text } = await clients.ask({
        path: "/api/v1/address-translation",
        body: { addressId: id, targetLocale: "en" }
      })
      assert.strictEqual(status, 200, text)
      return (JSON.parse(text) as { readonly data: { readonly methods: { readonly street: string } } }).data.methods
        .street
    }
    // One fewer than the failures after which the service stops calling the translator for a while.
    const whims: ReadonlyArray<Whim> = [endless, ...badly([20]).slice(0, 2), { kind: "flood", first: "" }]
    web.translator.become(once(whims))
    const methods: Array<string> = []
    for (const _ of whims) methods.push(await translate())
    assert.notInclude(methods, "machine")
    assert.strictEqual(await translate(), "machine")
  })

  it("MUST be survived if they are hosts of sources, which are requested again", async () => {
    const whims = [...badly([0, 30, 300]), { kind: "flood", first: "" } as const]
    web.source.become(once(whims))
    const tests = Array.from({ length: 5 }, async () => {
      const response = await admin("/sources/town/test", {})
      return response.text()
    })
    for (const said of await Promise.all(tests)) assert.match(said, /"read":20,"kept":\{"declared":20\}/, said)
    assert.isAbove(web.source.connections, whims.length)
  })

  it("MUST be survived if they are collectors that never finish a response", async () => {
    const before = usageOf([service.process.pid]).rss
    web.collector.become(byTurns([endless, { kind: "silence" }, ...badly([0, 20])]))
    await clients.whileAsking(() => until(() => web.collector.connections > 1), 4)
    const grown = usageOf([service.process.pid]).rss - before
    assert.isBelow(grown, growth)
  })
})
