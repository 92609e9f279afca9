import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import { OpenApi } from "effect/http-api"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Browser } from "playwright-core"
import { build } from "vite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { attempt, type Client, createClient, DoorstepError } from "../../client/Client.ts"
import { DoorstepClient } from "../../client/EffectClient.ts"
import { Api } from "../../schemas/Api.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { filledDataDir } from "../support/FilledDataDir.ts"
import { executable, launch, missing } from "./support/Chromium.ts"
import { type Installation, install } from "./support/Installation.ts"

/** A page with nothing but the client, bundled for browsers. */
const site = async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("../../client/Client.ts", import.meta.url)), formats: ["es"] }
    }
  })
  const [result] = Array.isArray(built) ? built : [built]
  const script = result !== undefined && "output" in result ? result.output[0].code : ""
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", url === "/client.js" ? "text/javascript" : "text/html")
    response.end(url === "/client.js" ? script : "<!doctype html><title>Shop</title>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const has = (command: string): boolean =>
  command === process.execPath ||
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, command)))

const skipped = (command: string): string => (has(command) ? "" : ` (skipped: there is no ${command} on this machine)`)

interface Sampled {
  readonly operationId: string
  readonly "x-codeSamples": ReadonlyArray<{ readonly lang: string; readonly source: string }>
}

/** The sample request of every operation in one language, as in the OpenAPI document. */
const samples = (lang: string): ReadonlyArray<readonly [operation: string, source: string]> => {
  const paths: Readonly<Record<string, Readonly<Record<string, Sampled>>>> = JSON.parse(
    JSON.stringify(OpenApi.fromApi(Api))
  ).paths
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(
      (operation) =>
        [
          operation.operationId,
          operation["x-codeSamples"].find((sample) => sample.lang === lang)?.source ?? ""
        ] as const
    )
  )
}

/** Runs all examples of a language in one process, printing a zero byte after each. */
const everyCommand = `for code do sh -c "$code" || exit; printf '\\0'; done`
const everyScript = `import json, sys
for code in json.loads(sys.argv[1]):
    exec(code, {})
    print(end="\\0")`
const everyModule = `for (const code of JSON.parse(process.argv[1])) {
  await import("data:text/javascript," + encodeURIComponent(code))
  process.stdout.write("\\0")
}`

describe("clients of a running service", () => {
  const scope = Scope.makeUnsafe()
  let shop: Server
  let house: Installation
  let client: Client
  let narrow: string

  beforeAll(async () => {
    const [dataDir, pages] = await Promise.all([
      Effect.runPromise(filledDataDir.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer))),
      site()
    ])
    shop = pages
    house = await install(dataDir, "0", { CORS_ORIGINS: `http://127.0.0.1:${portOf(shop)}` })
    const made = await new DoorstepProcess(["token", "create", "--name", "narrow", "--rate-limit", "1"], {
      DATA_DIR: dataDir
    }).finished()
    narrow = made.stdout.trim()
    client = createClient({ baseUrl: house.url, token: house.token })
  })

  afterAll(async () => {
    await house?.stop()
    shop?.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("MUST get typed results, in Node", async () => {
    const drawn = await client.generate({ country: "US", city: "Savannah", seed: "abc" })
    assert.strictEqual(drawn.result.address.components.city, "Savannah")
    assert.deepStrictEqual(
      (await client.generate({ country: "US", city: "Savannah", seed: "abc" })).result,
      drawn.result
    )
    assert.deepStrictEqual(await client.address(drawn.result.address.id), drawn.result.address)
    const { returnedCount } = await client.batch({ count: 3, filters: { country: "US" }, options: { seed: "abc" } })
    assert.strictEqual(returnedCount, 3)
    const { targetLocale } = await client.translate({ addressId: drawn.result.address.id, targetLocale: "ja" })
    assert.strictEqual(targetLocale, "ja")
    assert.deepInclude(await client.availability(), { code: "US", residentialAvailable: true })
    assert.strictEqual((await client.countries())[0]?.generationMode, "synchronized-pool")
    assert.strictEqual((await client.clientContext({ ip: "127.0.0.1" })).matchLevel, "none")
    assert.strictEqual((await client.coverage({ country: "US" })).countries[0]?.countryCode, "US")
    assert.strictEqual((await client.dataHealth()).countries[0]?.code, "US")
    assert.deepStrictEqual([await client.health(), await client.ready()], [{ status: "ok" }, { status: "ready" }])
    assert.strictEqual((await client.openapi())["openapi"], "3.1.0")
  })

  it("MUST return every page of a list, once each", async () => {
    const first = await client.locations.search({ country: "US", field: "city", limit: 200 })
    assert.isAbove(first.total, 400)
    const ids = new Set<string>()
    for await (const { id } of client.locations.search({ country: "US", field: "city", limit: 200 })) ids.add(id)
    assert.strictEqual(ids.size, first.total)
    const regions: Array<string> = []
    for await (const { value } of client.locations.hierarchy({ country: "US", childType: "region", limit: 20 })) {
      regions.push(value)
    }
    assert.include(regions, "Georgia")
    assert.isAbove(regions.length, 20)
  })

  it("MUST distinguish errors by code", async () => {
    const code = async (call: PromiseLike<unknown>) => {
      const ended = await attempt(call)
      return ended.ok ? "none" : ended.error.code
    }
    const stranger = createClient({ baseUrl: house.url, token: "dst_wrong" })
    const once = createClient({ baseUrl: house.url, token: narrow, retry: 0 })
    await once.countries()
    assert.deepStrictEqual(
      await Promise.all([
        code(client.generate({ country: "XX" })),
        code(client.generate({ country: "DE" })),
        code(client.address("us-0000000000000")),
        code(stranger.countries()),
        code(once.countries()),
        code(createClient({ baseUrl: `${house.url}/elsewhere` }).health()),
        code(createClient({ baseUrl: "http://127.0.0.1:1" }).health()),
        code(client.health({ signal: AbortSignal.abort() }))
      ]),
      [
        "INVALID_REQUEST",
        "NO_POOL_COVERAGE",
        "ADDRESS_NOT_FOUND",
        "UNAUTHORIZED",
        "RATE_LIMITED",
        "NOT_FOUND",
        "NETWORK",
        "ABORTED"
      ]
    )
    const { details } = (await client.generate({ country: "XX" }).catch((error: unknown) => {
      if (error instanceof DoorstepError) return error
      throw error
    })) as DoorstepError
    assert.deepStrictEqual(
      details.map(({ path }) => path),
      ["country"]
    )
  })

  it("MUST serve programs in Effect, with errors of the contract in their types", async () => {
    const program = Effect.gen(function* () {
      const doorstep = yield* DoorstepClient
      const { data } = yield* doorstep.generation.generate({ query: { country: "US", seed: "abc" } })
      const refused = yield* doorstep.generation.generate({ query: { country: "DE" } }).pipe(
        Effect.as("drawn"),
        Effect.catchTag("NoCoverage", ({ _tag }) => Effect.succeed(_tag))
      )
      const stranger = yield* doorstep.addresses.findById({ params: { id: "us-1" } }).pipe(
        Effect.as("found"),
        Effect.catchTag("UnknownAddress", ({ message }) => Effect.succeed(message))
      )
      return { id: data.result.address.id, refused, stranger }
    })
    const layer = DoorstepClient.layer({ baseUrl: `${house.url}/`, token: Redacted.make(house.token) })
    const answered = await Effect.runPromise(program.pipe(Effect.provide(Layer.provide(layer, FetchHttpClient.layer))))
    const { result } = await client.generate({ country: "US", seed: "abc" })
    assert.deepStrictEqual(answered, {
      id: result.address.id,
      refused: "NoCoverage",
      stranger: 'No published address has the ID "us-1".'
    })
  })

  describe.skipIf(executable === undefined)(
    `in Chromium${executable === undefined ? ` (skipped: ${missing})` : ""}`,
    () => {
      let browser: Browser

      beforeAll(async () => {
        browser = await launch()
      })

      afterAll(() => browser?.close())

      /** Runs code in a page of the shop, which is served under several host names. */
      const inPage = async (host: string, code: string): Promise<unknown> => {
        const page = await browser.newPage()
        await page.goto(`http://${host}:${portOf(shop)}/`)
        const options = JSON.stringify({ baseUrl: house.url, token: house.token, timeout: 5000 })
        return page.evaluate(`(async () => {
          const { attempt, createClient } = await import("/client.js")
          const client = createClient(${options})
          ${code}
        })()`)
      }

      it("MUST serve a page from an origin in CORS_ORIGINS: requests, pages, errors and retry times", async () => {
        const got = await inPage(
          "127.0.0.1",
          `const { result } = await client.generate({ country: "US", seed: "abc" })
         const batch = await client.batch({ count: 2, filters: { country: "US" } })
         let regions = 0
         for await (const region of client.locations.hierarchy({ country: "US", childType: "region", limit: 20 })) regions++
         const spent = createClient({ ...${JSON.stringify({ baseUrl: house.url, token: narrow })}, retry: 0 })
         let error
         // The second or, if the token's minute ends meanwhile, the third request is refused.
         while (error === undefined) error = (await attempt(spent.countries())).error
         const wrong = await attempt(client.generate({ country: "XX" }))
         return {
           id: result.address.id, count: batch.returnedCount, isMany: regions > 20,
           code: error.code, waits: error.retryAfter > 0 && error.retryAfter <= 60, hasId: error.requestId.length > 0,
           wrong: wrong.error.details.map(({ path }) => path)
         }`
        )
        assert.deepStrictEqual(got, {
          id: (await client.generate({ country: "US", seed: "abc" })).result.address.id,
          count: 2,
          isMany: true,
          code: "RATE_LIMITED",
          waits: true,
          hasId: true,
          wrong: ["country"]
        })
      })

      it("MUST tell a page from another origin that it got no response, and which setting would permit it", async () => {
        const got = await inPage(
          "localhost",
          `const { error } = await attempt(client.generate())
         return [error.code, error.message]`
        )
        assert.isArray(got)
        assert.strictEqual(Reflect.get(Object(got), 0), "NETWORK")
        assert.include(Reflect.get(Object(got), 1), "CORS_ORIGINS")
      })
    }
  )

  for (const [lang, command, parameters] of [
    ["Shell", "/bin/sh", ["-c", everyCommand]],
    ["Python", "python3", ["-c", everyScript]],
    ["TypeScript", process.execPath, ["--input-type=module", "-e", everyModule]]
  ] as const) {
    const needed = lang === "Shell" ? "curl" : command
    it.skipIf(!has(needed))(`MUST get a response with every example in ${lang}${skipped(needed)}`, async () => {
      const all = samples(lang).map(([, source]) => source.replace("http://127.0.0.1:8080", house.url))
      const given = lang === "Shell" ? [...parameters, "sh", ...all] : [...parameters, JSON.stringify(all)]
      const env = { ...process.env, NO_COLOR: "1", TOKEN: house.token }
      const { stdout } = await promisify(execFile)(command, given, { env, maxBuffer: 2 ** 24 })
      const answers = stdout.split("\0").slice(0, -1)
      for (const [index, [operation]] of samples(lang).entries()) {
        const isPlain = /^get(Health|Readiness|Description)$/.test(operation)
        assert.match(answers[index] ?? "", isPlain ? /status|openapi/ : /^\s*\{\s*["']?data["']?:/, operation)
      }
    })
  }
})
