import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { brotliCompressSync, gzipSync } from "node:zlib"
import * as ConsoleFiles from "../../src/http/console/ConsoleFiles.ts"
import type { TileServer } from "../../src/http/Settings.ts"

const page = `<html><meta name="style-nonce" content="" /><meta name="program" content="" /><meta name="tile-url" content="" /><meta name="tile-attribution" content="" /></html>`
const script = "console.log('built')"
const tiles = {
  template: `https://tiles.example.com/{z}/{x}/{y}.png?a="<b>`,
  origin: "https://tiles.example.com",
  attribution: "© <somebody>"
}

/** Sends requests to a console with these files. */
const serving = Effect.fnUntraced(function* (files: Readonly<Record<string, string | Uint8Array>>, tiles?: TileServer) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-" })
  yield* fs.makeDirectory(`${folder}/assets`)
  const write = (name: string, content: string | Uint8Array) => fs.writeFile(`${folder}/${name}`, Buffer.from(content))
  for (const [name, content] of Object.entries(files)) yield* write(name, content)
  const { dispose, handler } = HttpRouter.toWebHandler(
    ConsoleFiles.layerWith(tiles, folder).pipe(Layer.provideMerge(NodeServices.layer)),
    { disableLogger: true }
  )
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    Effect.promise(async () => {
      const response = await handler(new Request(`http://127.0.0.1${path}`, { headers }))
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    })
  return { get, write }
})

const built = {
  "index.html": page,
  "assets/main-abc.js.br": brotliCompressSync(script),
  "assets/main-abc.js.gz": gzipSync(script),
  "assets/secret.txt": "no type of the console's"
}

const test = <E>(
  title: string,
  effect: Effect.Effect<void, E, NodeServices.NodeServices | Effect.Services<ReturnType<typeof serving>>>
) => it.live(title, () => Effect.scoped(effect).pipe(Effect.provide(NodeServices.layer)))

describe("the console's page", () => {
  test(
    "MUST be the same at every path of the console",
    Effect.gen(function* () {
      const { get } = yield* serving(built)
      for (const path of [
        "/console",
        "/console/",
        "/console/try?country=US",
        "/console/sources/a%20b",
        "/console/x.y"
      ]) {
        const answer = yield* get(path)
        assert.strictEqual(answer.status, 200, path)
        assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
        assert.strictEqual(answer.headers.get("cache-control"), "no-cache")
      }
    })
  )

  test(
    "MUST carry the nonce of its policy, a new one each time, and nothing that admits other origins",
    Effect.gen(function* () {
      const { get } = yield* serving(built)
      const nonces = new Set<string>()
      for (let i = 0; i < 5; i++) {
        const answer = yield* get("/console")
        const policy = answer.headers.get("content-security-policy")!
        const nonce = /'nonce-([\w-]{22})'/.exec(policy)![1]!
        assert.include(answer.bytes.toString(), `<meta name="style-nonce" content="${nonce}"`)
        assert.notMatch(policy, /https?:|\*|unsafe/)
        for (const directive of [
          "default-src 'none'",
          "script-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'"
        ]) {
          assert.include(policy.split("; "), directive)
        }
        nonces.add(nonce)
      }
      assert.strictEqual(nonces.size, 5)
    })
  )

  test(
    "MUST know how commands are typed where the service was started",
    Effect.gen(function* () {
      const { get } = yield* serving(built)
      assert.include((yield* get("/console")).bytes.toString(), `<meta name="program" content="npm run doorstep --"`)
    })
  )

  test(
    "MUST permit the operator's tile server, and include its template as text",
    Effect.gen(function* () {
      const { get } = yield* serving(built, tiles)
      const answer = yield* get("/console")
      const policy = answer.headers.get("content-security-policy")!.split("; ")
      assert.include(policy, "img-src 'self' data: https://tiles.example.com")
      assert.include(policy, "connect-src 'self' https://tiles.example.com")
      assert.include(policy, "script-src 'self'")
      assert.include(answer.bytes.toString(), `content="https://tiles.example.com/{z}/{x}/{y}.png?a=&quot;&lt;b&gt;"`)
      assert.include(answer.bytes.toString(), `content="© &lt;somebody&gt;"`)
    })
  )

  test(
    "MUST not be sent again while it is unchanged, and keep the policy that it was sent with",
    Effect.gen(function* () {
      const { get, write } = yield* serving(built)
      const etag = (yield* get("/console")).headers.get("etag")!
      for (const header of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
        const answer = yield* get("/console/tokens", { "if-none-match": header })
        assert.strictEqual(answer.status, 304, header)
        assert.isNull(answer.headers.get("content-security-policy"))
        assert.strictEqual(answer.headers.get("etag"), etag)
      }
      yield* write("index.html", `${page}<!-- built anew -->`)
      assert.strictEqual((yield* get("/console", { "if-none-match": etag })).status, 200)
    })
  )

  test(
    "MUST say how to build the console until it is built, and then be served",
    Effect.gen(function* () {
      const { get, write } = yield* serving({})
      const answer = yield* get("/console/tokens")
      assert.strictEqual(answer.status, 503)
      assert.include(answer.bytes.toString(), "npm run build:console")
      yield* write("index.html", page)
      assert.strictEqual((yield* get("/console/tokens")).status, 200)
    })
  )
})

describe("the console's files", () => {
  test(
    "MUST be sent in the smallest encoding that the client accepts, and be cacheable forever",
    Effect.gen(function* () {
      const { get } = yield* serving(built)
      for (const [accepted, coding, bytes] of [
        ["gzip, deflate, br", "br", built["assets/main-abc.js.br"]],
        ["gzip", "gzip", built["assets/main-abc.js.gz"]],
        ["*", "br", built["assets/main-abc.js.br"]],
        ["br;q=0.1, gzip", "gzip", built["assets/main-abc.js.gz"]],
        ["identity, br;q=0.5", null, Buffer.from(script)],
        ["br;q=0, gzip;q=0.5", "gzip", built["assets/main-abc.js.gz"]],
        ["br; q=0.0, identity", null, Buffer.from(script)],
        ["", null, Buffer.from(script)]
      ] as const) {
        const answer = yield* get("/console/assets/main-abc.js", { "accept-encoding": accepted })
        assert.strictEqual(answer.headers.get("content-encoding"), coding, accepted)
        assert.isTrue(answer.bytes.equals(bytes), accepted)
        assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=31536000, immutable")
        assert.strictEqual(answer.headers.get("vary"), "accept-encoding")
        assert.strictEqual(answer.headers.get("content-type"), "text/javascript; charset=utf-8")
      }
    })
  )

  test(
    "MUST be found however their path is encoded, and stay as they are where the build has no encoded copy",
    Effect.gen(function* () {
      const { get } = yield* serving({ ...built, "assets/small.svg": "<svg/>" })
      assert.strictEqual((yield* get("/console/assets/main%2Dabc.js?v=1")).bytes.toString(), script)
      const small = yield* get("/console/assets/small.svg", { "accept-encoding": "gzip, br" })
      assert.isNull(small.headers.get("content-encoding"))
      assert.strictEqual(small.bytes.toString(), "<svg/>")
    })
  )

  test(
    "MUST be read once, so that clients who do not read what they get share its memory",
    Effect.gen(function* () {
      const { get, write } = yield* serving(built)
      const bytesOf = (coding: string) =>
        Effect.map(get("/console/assets/main-abc.js", { "accept-encoding": coding }), ({ bytes }) => bytes.toString())
      const first = yield* Effect.all([bytesOf("br"), bytesOf("identity")])
      // Never happens: a built file's name changes with its content.
      yield* write("assets/main-abc.js.gz", "read again")
      yield* write("assets/main-abc.js.br", "read again")
      assert.deepStrictEqual(yield* Effect.all([bytesOf("br"), bytesOf("identity")]), first)
    })
  )

  test(
    "MUST be only those that were built",
    Effect.gen(function* () {
      const { get } = yield* serving(built)
      for (const name of [
        "other.js",
        "secret.txt",
        "../index.html",
        "..%2findex.html",
        "%2e%2e/index.html",
        ".js",
        "",
        "a/b.js",
        "main-abc.js%00",
        // Each file system refuses names beyond some length in a way of its own.
        ...[200, 253, 255, 300, 5_000].map((length) => `${"a".repeat(length)}.js`)
      ]) {
        const answer = yield* get(`/console/assets/${name}`, { "accept-encoding": "br" })
        // Clients resolve two dots before they send the path, which then leads to one of the console's pages.
        assert.isTrue(answer.status === 404 || answer.headers.get("content-type")!.startsWith("text/html"), name)
        assert.notInclude(answer.bytes.toString(), "no type of the console's")
      }
    })
  )
})
