import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import * as FixturePool from "./support/FixturePool.ts"
import * as Test from "./support/TestApi.ts"

const { TestApi } = Test

const body = '{"count":1,"filters":{"country":"US"}}'
const head =
  "POST /api/v1/generate/batch HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n"
/** A proxy in front of the service would take this for a part of the first request. */
const hidden = "GET /api/v1/countries?hidden HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer TOKEN\r\n\r\n"
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

/**
 * Requests that two programs may see end in two different places (RFC 9112, 11.2), with a second request hidden behind
 * the first. Each gets a single response, 400, and then the connection ends: nothing after it is ever looked at.
 */
const shapes: ReadonlyArray<readonly [name: string, request: string, says?: string]> = [
  [
    "Content-Length before Transfer-Encoding",
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    "contradicts Content-Length"
  ],
  [
    "Transfer-Encoding before Content-Length",
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunked}`,
    "contradicts Transfer-Encoding"
  ],
  ["two lengths that differ", `${head}Content-Length: ${body.length}\r\nContent-Length: 0\r\n\r\n${body}`],
  ["two lengths that agree", `${head}Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
  ["a list of lengths", `${head}Content-Length: ${body.length}, ${body.length}\r\n\r\n${body}`],
  ["a length with a sign", `${head}Content-Length: +${body.length}\r\n\r\n${body}`],
  ["a negative length", `${head}Content-Length: -1\r\n\r\n${body}`],
  ["a hexadecimal length", `${head}Content-Length: 0x26\r\n\r\n${body}`],
  ["a length beyond all numbers", `${head}Content-Length: 99999999999999999999999\r\n\r\n${body}`],
  ["an unknown coding behind chunked", `${head}Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`],
  ["a coding that is nearly chunked", `${head}Transfer-Encoding: xchunked\r\n\r\n${chunked}`],
  [
    "chunked in two headers, then another",
    `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n${chunked}`
  ],
  ["a coding before chunked", `${head}Transfer-Encoding: gzip, chunked\r\n\r\n${chunked}`],
  ["a coding before Chunked", `${head}Transfer-Encoding: gzip, Chunked\r\n\r\n${chunked}`],
  [
    "a coding in a header before chunked",
    `${head}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`
  ],
  ["an unknown coding before one that is nearly chunked", `${head}Transfer-Encoding: x, xchunked\r\n\r\n${chunked}`],
  ["chunked twice", `${head}Transfer-Encoding: chunked, chunked\r\n\r\n${chunked}`],
  [
    "chunked in HTTP/1.0",
    `${head.replace("1.1", "1.0")}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`
  ],
  ["a space before the colon", `${head}Transfer-Encoding : chunked\r\nContent-Length: 4\r\n\r\n${chunked}`],
  ["a folded header", `${head}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunked}`],
  ["lines that end with LF alone", `${head.replaceAll("\r\n", "\n")}Content-Length: ${body.length}\n\n${body}`],
  ["a header that ends with CR alone", `${head}X-A: b\rContent-Length: 0\r\n\r\n`],
  [
    "a chunk size beyond all numbers",
    `${head}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF1\r\n${body}\r\n0\r\n\r\n`
  ],
  ["a negative chunk size", `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk size with 0x", `${head}Transfer-Encoding: chunked\r\n\r\n0x26\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk size behind a space", `${head}Transfer-Encoding: chunked\r\n\r\n 26\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk that is longer than it says", `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk extension with LF", `${head}Transfer-Encoding: chunked\r\n\r\n26;a\n${body}\r\n0\r\n\r\n`],
  [
    "chunk extensions without end",
    `${head}Transfer-Encoding: chunked\r\n\r\n26;${"a=b;".repeat(10_000)}\r\n${body}\r\n0\r\n\r\n`
  ],
  ["a request line of HTTP/0.9", "GET /api/v1/health\r\n"],
  ["a version that is none", "GET /api/v1/health HTTP/1.9\r\nHost: test\r\n\r\n"]
]

/** Everything that is received until the server closes the connection or falls silent. */
const exchange = (port: number, bytes: string) =>
  Effect.callback<{ readonly text: string; readonly ended: boolean }>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    let text = ""
    const end = (ended: boolean) => {
      socket.destroy()
      resume(Effect.succeed({ text, ended }))
    }
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1")
    })
    socket.on("error", () => undefined)
    socket.on("close", () => end(true))
    socket.setTimeout(6_000, () => end(false))
    return Effect.sync(() => socket.destroy())
  })

const statuses = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })("request smuggling", (it) => {
  for (const [name, request, says = '"code":"INVALID_REQUEST"'] of shapes) {
    it.effect(`MUST end with one response: ${name}`, () =>
      Effect.gen(function* () {
        const { generateToken, port } = yield* TestApi
        const { ended, text } = yield* exchange(port, `${request}${hidden}`.replaceAll("TOKEN", generateToken))
        assert.deepStrictEqual(statuses(text), [400], text)
        assert.isTrue(ended, text)
        assert.match(text, /^Connection: close\r$/im)
        assert.include(text, says)
      })
    )
  }

  it.effect("MUST not be suspected in two requests, chunk extensions, or a length with leading zeros", () =>
    Effect.gen(function* () {
      const { generateToken, port } = yield* TestApi
      const last = "GET /api/v1/health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
      for (const request of [
        `${head}Content-Length: ${body.length}\r\n\r\n${body}`,
        `${head}Content-Length: 00${body.length}\r\n\r\n${body}`,
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunked}`,
        `${head}Transfer-Encoding: Chunked \r\n\r\n${chunked}`,
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunked.replace("\r\n", ";a=b\r\n")}`
      ]) {
        const { text } = yield* exchange(port, `${request}${last}`.replaceAll("TOKEN", generateToken))
        assert.deepStrictEqual(statuses(text), [200, 200], `${request}${text}`)
      }
    })
  )

  it.effect("MUST not choose among several hosts, wherever they stand", () =>
    Effect.gen(function* () {
      const { port } = yield* TestApi
      for (const request of [
        "GET /console HTTP/1.1\r\nHost: localhost\r\nHost: evil.example",
        "GET /console HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nhOST: localhost",
        "GET http://localhost/console HTTP/1.1\r\nHost: localhost\r\nHost: evil.example",
        `GET /console HTTP/1.1\r\nHost: localhost\r\n${"a:\r\n".repeat(2_500)}Host: evil.example`,
        "GET /console HTTP/1.0\r\nHost: localhost\r\nHost: evil.example"
      ]) {
        const { text } = yield* exchange(port, `${request}\r\nConnection: close\r\n\r\n`)
        assert.deepStrictEqual(statuses(text), [400], request)
        assert.include(text, "The header Host may be sent only once.")
      }
      const { text } = yield* exchange(port, "GET / HTTP/1.1\r\nHost: test\r\nX-Host: a\r\nConnection: close\r\n\r\n")
      assert.deepStrictEqual(statuses(text), [200])
      // HTTP/1.0 has no such header.
      assert.deepStrictEqual(statuses((yield* exchange(port, "GET / HTTP/1.0\r\n\r\n")).text), [200])
    })
  )

  it.effect("MUST not choose among several tokens, wherever they stand, of which one may be another's", () =>
    Effect.gen(function* () {
      const { generateToken, port } = yield* TestApi
      const request = "GET /api/v1/countries HTTP/1.1\r\nHost: test\r\nConnection: close"
      const token = `Authorization: Bearer ${generateToken}`
      for (const headers of [
        [token, token],
        [token, "authorization: Bearer other"],
        ["AUTHORIZATION: Basic eDp5", "Accept: */*", token]
      ]) {
        const { text } = yield* exchange(port, `${[request, ...headers].join("\r\n")}\r\n\r\n`)
        assert.deepStrictEqual(statuses(text), [400], headers.join())
        assert.include(text, "The header Authorization may be sent only once.")
      }
      const { text } = yield* exchange(port, `${request}\r\nX-Authorizatio: a\r\n${token}\r\n\r\n`)
      assert.deepStrictEqual(statuses(text), [200])
    })
  )

  it.effect("MUST not lead elsewhere: a target with another host is answered by this service", () =>
    Effect.gen(function* () {
      const { port } = yield* TestApi
      const { text } = yield* exchange(
        port,
        "GET http://evil.example/api/v1/health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
      )
      assert.deepStrictEqual(statuses(text).length, 1)
      assert.notInclude(text, "evil.example")
    })
  )
})
