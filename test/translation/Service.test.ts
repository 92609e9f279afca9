import { writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Address } from "../../schemas/Address.ts"
import type { TargetLocale, Translation } from "../../schemas/Translation.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { preparedDataDir } from "../support/DataDir.ts"

/** Streets of Yelabuga, in OpenAddresses' line-delimited GeoJSON. */
const kazan = [
  ["12", "улица Баумана"],
  ["7", "улица Пушкина"],
  ["3", "Кремлёвская улица"]
]
  .map(([number, street], i) => ({
    type: "Feature",
    properties: { id: `${i}`, unit: "", number, street, city: "Елабуга", district: "", region: "", postcode: "420111" },
    geometry: { type: "Point", coordinates: [49.11 + i / 1000, 55.79] }
  }))
  .map((feature) => JSON.stringify(feature))
  .join("\n")

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { "улица Баумана": "Bauman Street", "улица Пушкина": "Pushkin Street", "Кремлёвская улица": "Kremlin Street" },
  de: { "улица Баумана": "Baumanstraße", "улица Пушкина": "Puschkinstraße", "Кремлёвская улица": "Kremlstraße" }
}

interface Asked {
  readonly q: ReadonlyArray<string>
  readonly source: string
  readonly target: string
  readonly format: string
  readonly api_key?: string
}

/** LibreTranslate's `POST /translate`, with its error responses. */
const libreTranslate = (asked: Array<Asked>): Server =>
  createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
    request.on("end", () => {
      if (request.method !== "POST" || request.url !== "/translate") return answer(404, { error: "Not found" })
      if (!request.headers["content-type"]?.startsWith("application/json")) return answer(400, { error: "no JSON" })
      const body = JSON.parse(text) as Asked
      if (body.api_key !== "a-key") return answer(403, { error: "Invalid API key" })
      const known = words[body.target]
      if (body.source !== "ru" || known === undefined) return answer(400, { error: `${body.target} is not supported` })
      asked.push(body)
      return answer(200, { translatedText: body.q.map((one) => known[one] ?? one) })
    })
  })

describe("a service with an online translator", () => {
  const scope = Scope.makeUnsafe()
  const asked: Array<Asked> = []
  const provider = libreTranslate(asked)
  let settings: Record<string, string> = {}
  let service: DoorstepProcess | undefined
  let url = ""
  let token = ""

  const request = async <A>(path: string, body?: object): Promise<A> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
    assert.strictEqual(response.status, 200, await response.clone().text())
    return ((await response.json()) as { readonly data: A }).data
  }
  const addressIn = async (street: string) =>
    (
      await request<{ readonly result: { readonly address: Address } }>(
        `/generate?country=RU&q=${encodeURIComponent(street)}`
      )
    ).result.address
  const translate = (addressId: string, targetLocale: TargetLocale) =>
    request<Translation>("/address-translation", { addressId, targetLocale })

  beforeAll(async () => {
    const dataDir = await Effect.runPromise(
      preparedDataDir.pipe(Scope.provide(scope), Effect.provide(NodeServices.layer))
    )
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
    settings = {
      DATA_DIR: dataDir,
      PORT: "0",
      SOURCES: "",
      TRANSLATOR: "libretranslate",
      TRANSLATOR_KEY: "a-key",
      TRANSLATOR_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    }
    const file = Path.join(dataDir, "kazan.geojson")
    await writeFile(file, kazan)
    const place = ["--type", "openaddresses", "--country", "RU", "--location", file]
    const added = await new DoorstepProcess(
      ["source", "add", "kazan", ...place, "--options", '{"language":"ru"}'],
      settings
    ).finished()
    assert.strictEqual(added.code, 0, added.stderr)
    service = new DoorstepProcess(["serve"], settings)
    url = (await service.waitFor(/listens on (http:\/\/127\.0\.0\.1:\d+)/))[1]!
    token = (await service.waitFor(/Bearer (dst_[\w-]+)/))[1]!
    await service.waitFor(/^Ready\./m)
  })

  afterAll(async () => {
    await service?.signal("SIGTERM")
    provider.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("MUST return the provider's words, send only names, and each once", async () => {
    const { components, id } = await addressIn("Баумана")
    const translation = await translate(id, "en")
    assert.strictEqual(translation.components.street, "Bauman Street")
    assert.strictEqual(translation.methods.street, "machine")
    assert.strictEqual(translation.components.houseNumber, components.houseNumber)
    assert.deepStrictEqual(translation.lines, ["Bauman Street, 12", "Yelabuga", "Tatarstan", "420111", "Russia"])
    assert.strictEqual(translation.singleLine, "Bauman Street, 12, Yelabuga, Tatarstan, 420111, Russia")
    assert.deepStrictEqual(await translate(id, "en"), translation)
    assert.deepStrictEqual(asked, [
      { q: ["улица Баумана", "Елабуга"], source: "ru", target: "en", format: "text", api_key: "a-key" }
    ])
  })

  it("MUST translate offline into a language that the provider lacks", async () => {
    const { id } = await addressIn("Баумана")
    const { components, methods } = await translate(id, "ko")
    assert.deepStrictEqual([components.street, methods.street], ["ulitsa Baumana", "transliteration"])
  })

  it("MUST translate offline when the provider dies, and still know earlier translations", async () => {
    const known = await addressIn("Баумана")
    const unknown = await addressIn("Пушкина")
    provider.closeAllConnections()
    await new Promise((resolve) => provider.close(resolve))
    assert.strictEqual((await translate(known.id, "en")).components.street, "Bauman Street")
    const { components, methods, singleLine } = await translate(unknown.id, "de")
    assert.deepStrictEqual([components.street, methods.street], ["ulitsa Pushkina", "transliteration"])
    assert.include(singleLine, "Russland")
    assert.match(service!.stderr, /libretranslate cannot be reached at http:\/\/127\.0\.0\.1:\d+\/translate\./)
    assert.notInclude(service!.stderr, "a-key")
    assert.lengthOf(asked, 1)
  })

  it("MUST NOT start with a wrong setting, and name it in one line", async () => {
    const refused = await new DoorstepProcess(["serve"], { ...settings, TRANSLATOR: "babelfish" }).finished()
    assert.strictEqual(refused.code, 1)
    assert.strictEqual(
      refused.stderr,
      'TRANSLATOR must be one of offline, deepl, google, libretranslate, not "babelfish".\n'
    )
    assert.strictEqual(refused.stdout, "")
  })
})
