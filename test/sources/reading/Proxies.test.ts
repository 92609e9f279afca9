import { createServer, request as ask } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, Stream } from "effect"
import { HttpClient } from "effect/http"
import { defaultLimits } from "../../../sources/reading/Limits.ts"
import * as Proxies from "../../../sources/reading/Proxies.ts"
import { ConfinedReader, Reader } from "../../../sources/reading/Reader.ts"
import { noProxies } from "../../../sources/reading/Settings.ts"
import { Directory } from "../../../src/directory/Directory.ts"
import { PostcodeTables } from "../../../src/directory/PostcodeTables.ts"
import * as ModuleServices from "../../../src/plugins/ModuleServices.ts"
import { layerReading } from "../../../src/settings/Reading.ts"
import { settings as settingsOfService } from "../../../src/settings/Settings.ts"
import { hostOf } from "../../support/upstream/Host.ts"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { patience, platform } from "./TestReader.ts"

/** An HTTP proxy and the URLs requested through it. */
const proxy = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly asked: Array<string>; readonly close: () => void }>((resume) => {
    const asked: Array<string> = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? "")
      const { headers, method, url = "" } = request
      // Names that only the proxy can resolve lead to this machine.
      const target = new URL(url)
      ask({ host: "127.0.0.1", port: target.port, path: target.pathname, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }).end()
    })
    server.listen(0, "127.0.0.1", () =>
      resume(
        Effect.succeed({
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          asked,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        })
      )
    )
  }),
  ({ close }) => Effect.sync(close)
)

describe("the address of a proxy", () => {
  it.effect("MUST have percent signs that encode something, as HTTP's client demands", () =>
    Effect.gen(function* () {
      for (const name of ["HTTP_PROXY", "HTTPS_PROXY"] as const) {
        const of = (text: string) =>
          Effect.provide(
            settingsOfService[name].value,
            ConfigProvider.layer(ConfigProvider.fromUnknown({ [name]: text }))
          )
        assert.isString(yield* of("http://user:pa%25ss@proxy.example.org:3128"))
        for (const password of ["pa%ss", "pa%ff"]) {
          const { message } = yield* Effect.flip(of(`http://user:${password}@proxy.example.org:3128`))
          assert.match(message, new RegExp(`^${name} must be the (?:address|URL) of a proxy`))
          assert.notInclude(message, password)
        }
      }
    })
  )
})

const settings = { limits: defaultLimits, patience: { ...patience, tries: 1 } }

const read = Effect.fnUntraced(function* (url: string) {
  const location = yield* (yield* Reader).at("alpha", url)
  return Buffer.concat(yield* Stream.runCollect(Stream.flatMap(location.entries(), ({ bytes }) => bytes))).toString()
})

const withSettings = (environment: Readonly<Record<string, string>>) =>
  Reader.layerWith({ ...settings, contact: "gis@example.org" }).pipe(
    Layer.provide(Layer.merge(Proxies.layerClient, NodeServices.layer)),
    Layer.provide(layerReading),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
  )

/** A reader behind a proxy that reads from public servers and these hosts alone. */
const confinedTo = (hosts: ReadonlyArray<string>, proxy: string) =>
  Layer.effect(
    Reader,
    Effect.map(ConfinedReader, (reader) => Reader.of(reader))
  ).pipe(
    Layer.provide(
      ConfinedReader.layerWith(
        settings,
        { dataDir: ".", folders: [], hosts: hosts.map((host) => ({ host, port: undefined })) },
        { ...noProxies, http: proxy, none: "" }
      )
    ),
    Layer.provide(platform)
  )

/** The port of a server of this machine that redirects everything. */
const redirectingTo = (target: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((_, response) => void response.writeHead(302, { location: target }).end())
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    ),
    (server) => (server.address() as AddressInfo).port
  )

/** The URL of a proxy that answers all requests with this status. */
const refusing = (status: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((_, response) => void response.writeHead(status).end())
        server.on("connect", (_, socket) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`))
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

describe("a proxy", () => {
  it.live.each([
    [407, /: the proxy wants a user and a password \(407\)\. Write them into HTTPS_PROXY or HTTP_PROXY, such as /],
    [403, /: the proxy refuses to connect \(403\)\. Ask whoever runs it to permit this server, or list it in NO_PROXY/],
    [502, /: the proxy cannot reach the server \(502\)\. Check the URL, or list the server in NO_PROXY/]
  ] as const)("MUST be named if it is what refuses: %i", ([status, message]) =>
    Effect.gen(function* () {
      const environment = { HTTPS_PROXY: yield* refusing(status) }
      const error = yield* Effect.flip(
        Effect.provide(read("https://data.example.test/a.csv"), withSettings(environment))
      )
      assert.match(error.message, message)
    }).pipe(Effect.scoped)
  )

  it.live("MUST be used for all downloads except from the hosts of NO_PROXY, and send the contact", () =>
    Effect.gen(function* () {
      const host = yield* hostOf({ "/a.csv": { content: Buffer.from("a,b\n1,2\n") } })
      const { asked, url } = yield* proxy
      const port = new URL(host.url).port
      const behind = `http://data.example.test:${port}/a.csv`
      assert.strictEqual(yield* Effect.provide(read(behind), withSettings({ HTTP_PROXY: url })), "a,b\n1,2\n")
      assert.include(asked, behind)
      assert.match(String(host.headers["user-agent"]), /^Doorstep\/\d+\.\d+\.\d+ \(gis@example\.org\)$/)
      const before = asked.length
      for (const none of ["127.0.0.1", ".example.test, 127.0.0.0/8", "fd00::/8 127.0.0.0/8"]) {
        const direct = withSettings({ http_proxy: url, NO_PROXY: none })
        assert.strictEqual(yield* Effect.provide(read(`${host.url}/a.csv`), direct), "a,b\n1,2\n")
        assert.strictEqual(asked.length, before, none)
      }
      const elsewhere = withSettings({ http_proxy: url, NO_PROXY: "10.0.0.0/8" })
      assert.strictEqual(yield* Effect.provide(read(`${host.url}/a.csv`), elsewhere), "a,b\n1,2\n")
      assert.isAbove(asked.length, before)
    }).pipe(Effect.scoped)
  )

  it.live(
    "MUST be used by commands that update lists and tables, and by sources that are tried without a service",
    () =>
      Effect.gen(function* () {
        const host = yield* hostOf({ "/a.csv": { content: Buffer.from("a,b\n1,2\n") } })
        const { asked, url } = yield* proxy
        const behind = `http://data.example.test:${new URL(host.url).port}`
        const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
        const mirrors = ["GEOFABRIK_URL", "OVERTURE_STAC_URL", "OPENADDRESSES_URL", "GEONAMES_URL"]
        const environment = {
          DATA_DIR: folder,
          HTTP_PROXY: url,
          ...Object.fromEntries(mirrors.map((name) => [name, behind]))
        }
        const behindProxy = Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
        const { update } = yield* behindProxy(Effect.provide(Directory, Directory.layer))
        yield* update
        const { take } = yield* behindProxy(Effect.provide(PostcodeTables, PostcodeTables.layer))
        yield* take("LI")
        for (const path of ["/index-v1.json", "/catalog.json", "/api/data", "/export/zip/LI.zip"]) {
          assert.include(asked, `${behind}${path}`)
        }
        const found = Effect.gen(function* () {
          const client = yield* HttpClient.HttpClient
          return [yield* read(`${behind}/a.csv`), yield* (yield* client.get(`${behind}/a.csv`)).text]
        })
        assert.deepStrictEqual(yield* behindProxy(Effect.provide(found, ModuleServices.layer)), [
          "a,b\n1,2\n",
          "a,b\n1,2\n"
        ])
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("MUST not lead sources that were configured over HTTP to this machine, nor to names that only it knows", () =>
    Effect.gen(function* () {
      const host = yield* hostOf({ "/a.csv": { content: Buffer.from("a,b\n1,2\n") } })
      const { asked, url } = yield* proxy
      const port = new URL(host.url).port
      const confined = (hosts: ReadonlyArray<string>) => confinedTo(hosts, url)
      for (const address of [host.url, `http://localhost:${port}`, `http://data.example.test:${port}`]) {
        const error = yield* Effect.flip(Effect.provide(read(`${address}/a.csv`), confined([])))
        assert.include(error.message, "Add it to SOURCE_HOSTS", address)
      }
      assert.deepStrictEqual(asked, [])
      const named = confined(["*.example.test"])
      assert.strictEqual(yield* Effect.provide(read(`http://data.example.test:${port}/a.csv`), named), "a,b\n1,2\n")
      assert.isAbove(asked.length, 0)
    }).pipe(Effect.scoped)
  )

  it.live("MUST not be asked for this machine by a redirect, nor for names that only it knows", () =>
    Effect.gen(function* () {
      const host = yield* hostOf({ "/a.csv": { content: Buffer.from("secret\n1\n") } })
      const { asked, url } = yield* proxy
      const port = new URL(host.url).port
      for (const address of [host.url, `http://other.intern:${port}`]) {
        const from = yield* redirectingTo(`${address}/a.csv`)
        const open = `http://data.example.test:${from}/a.csv`
        const error = yield* Effect.flip(Effect.provide(read(open), confinedTo(["*.example.test"], url)))
        assert.include(error.message, "Add it to SOURCE_HOSTS", address)
        assert.include(asked, open)
        assert.notInclude(asked, `${address}/a.csv`)
      }
    }).pipe(Effect.scoped)
  )
})
