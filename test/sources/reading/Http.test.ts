import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Result, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { Reader } from "../../../sources/reading/Reader.ts"
import { defaultLimits } from "../../../sources/reading/Limits.ts"
import { networkSays } from "../../../sources/reading/Unreachable.ts"
import { eventually } from "../../support/Eventually.ts"
import { type FileServer, fileServer } from "./FileServer.ts"
import { locate, patience, readAll, readerWith, testReader } from "./TestReader.ts"

/** Bytes that do not repeat, so that a misplaced piece shows. */
const content = Buffer.concat(
  Array.from({ length: 20_000 }, (_, index) => createHash("sha256").update(String(index)).digest())
)

const etag = '"v1"'

const read = Effect.fnUntraced(function* (url: string) {
  const location = yield* locate(`${url}/data/addresses.csv`)
  const entries = yield* readAll(location)
  return entries.get("addresses.csv")!
})

/** Drops the content, which would clutter the report of a missing failure. */
const failureOf = (url: string) => Effect.flip(Effect.as(read(url), "read"))

/** Waits until the client has closed every connection with a response that the server has not ended. */
const isLeft = (server: FileServer) =>
  eventually(
    "The end of the answer",
    Effect.sync(() => server.answering),
    (answering) => answering === 0
  )

/** A server that answers each request with raw text and closes the connection. */
const answering = (answer: (request: string) => string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly answers: () => number; readonly close: () => void }>((resume) => {
      let answers = 0
      const server = createServer((socket) => {
        socket.on("error", () => undefined)
        socket.on("data", (request: Buffer) => {
          answers += 1
          socket.end(`HTTP/1.1 ${answer(request.toString())}`)
        })
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            answers: () => answers,
            close: () => server.close()
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  )

/** A server that truncates every response except the one to the probe of the first bytes. */
const cutOff = (chunked: boolean) =>
  answering((request) => {
    if (/range: bytes=0-\d+/i.test(request)) {
      return "206 Partial Content\r\ncontent-range: bytes 0-3/10\r\ncontent-length: 4\r\n\r\na,b\n"
    }
    return chunked
      ? "200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\na,b\n\r\n6\r\n1,"
      : "200 OK\r\ncontent-length: 10\r\n\r\na,b\n1,"
  })

/** A reader whose requests get no response for these reasons, by the system's codes; undefined: they get one. */
const readerThatMeets = (reasons: ReadonlyArray<string | undefined>) => {
  let requests = 0
  const client = HttpClient.make((request) => {
    const code = reasons[requests++]
    if (code === undefined) return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("a,b\n")))
    const cause = Object.assign(new Error(`met ${code}`), { code })
    return Effect.fail(
      new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
    )
  })
  return {
    requests: () => requests,
    reader: Reader.layerWith({ limits: defaultLimits, patience }).pipe(
      Layer.provide(Layer.merge(Layer.succeed(HttpClient.HttpClient, client), NodeServices.layer))
    )
  }
}

describe("a file at a URL", () => {
  it.live("MUST give its bytes, and its name there", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag })
      expect((yield* read(server.url)).equals(content)).toBe(true)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST resume where the connection broke, however often, and give the same bytes", () =>
    Effect.gen(function* () {
      const breakAfter = [200_000, 100_000, 3, 150_000, 1, 1, 1, 100_000]
      const server = yield* fileServer(content, { etag, breakAfter })
      expect((yield* read(server.url)).equals(content)).toBe(true)
      const resumed = server.requests.filter((request) => /^GET bytes=[1-9]\d*-$/.test(request))
      expect(resumed.length).toBeGreaterThanOrEqual(5)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST resume by Last-Modified if there is no strong ETag", () =>
    Effect.gen(function* () {
      const lastModified = "Tue, 15 Sep 2026 06:07:00 GMT"
      const server = yield* fileServer(content, { etag: 'W/"weak"', lastModified, breakAfter: [300_000] })
      expect((yield* read(server.url)).equals(content)).toBe(true)
      expect(server.requests.some((request) => /^GET bytes=[1-9]\d*-$/.test(request))).toBe(true)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST NOT request the rest by a weak ETag, which does not prove identical bytes (RFC 9110, 13.1.5)", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag: 'W/"weak"', breakAfter: [300_000] })
      const conditions: Array<string | undefined> = []
      server.behaviour.onGet = (request) => {
        conditions.push(request.headersDistinct["if-range"]?.[0])
      }
      expect((yield* read(server.url)).equals(content)).toBe(true)
      expect(conditions.length).toBeGreaterThan(2)
      expect(conditions.every((condition) => condition === undefined)).toBe(true)
      expect(server.requests.some((request) => /^GET bytes=[1-9]/.test(request))).toBe(false)
    }).pipe(Effect.provide(testReader))
  )

  for (const ending of ["before its declared length", "in the middle of a chunk"]) {
    it.live(`MUST NOT count as complete if the response ends ${ending}`, () =>
      Effect.gen(function* () {
        const server = yield* cutOff(ending === "in the middle of a chunk")
        const error = yield* failureOf(server.url)
        expect(error).toMatchObject({ reason: "transient" })
        expect(error.message).toMatch(/connection (broke|ended)/)
        expect(server.answers()).toBe(1 + 4)
      }).pipe(Effect.provide(testReader))
    )
  }

  it.live("MUST be read to its end if the server sends less of the rest than requested", () =>
    Effect.gen(function* () {
      const whole = "a,b\n1,2\n3,"
      const server = yield* answering((request) => {
        const [, from, to] = /range: bytes=(\d+)-(\d*)/i.exec(request) ?? []
        if (from === undefined) return `200 OK\r\netag: "1"\r\ncontent-length: 10\r\n\r\n${whole.slice(0, 4)}`
        const end = Math.min(to === "" ? Number(from) + 2 : Number(to) + 1, whole.length)
        const part = whole.slice(Number(from), end)
        return `206 Partial Content\r\netag: "1"\r\ncontent-range: bytes ${from}-${end - 1}/10\r\ncontent-length: ${part.length}\r\n\r\n${part}`
      })
      expect((yield* read(server.url)).toString()).toBe(whole)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST not reveal the service's own traces to servers", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag })
      const names = new Set<string>()
      server.behaviour.onGet = (request) => {
        for (const name of Object.keys(request.headers)) names.add(name)
      }
      yield* Effect.withSpan(read(server.url), "a run")
      expect(names.has("host")).toBe(true)
      for (const name of ["traceparent", "tracestate", "b3"]) expect(names.has(name)).toBe(false)
    }).pipe(Effect.provide(testReader))
  )

  for (const validators of [{ etag }, {}]) {
    const which = "etag" in validators ? "with an ETag" : "without any validator"
    it.live(`MUST skip what it has if the server always sends the whole file, ${which}`, () =>
      Effect.gen(function* () {
        const server = yield* fileServer(content, { ...validators, ranges: false, breakAfter: [200_000, 300_000] })
        expect((yield* read(server.url)).equals(content)).toBe(true)
      }).pipe(Effect.provide(testReader))
    )
  }

  for (const validators of [{ etag }, {}]) {
    const which = "etag" in validators ? "by its ETag" : "by its content"
    it.live(
      `MUST NOT join two versions: a file that changed in between, recognized ${which}, is a transient fault`,
      () =>
        Effect.gen(function* () {
          const server = yield* fileServer(content, { ...validators, breakAfter: [200_000] })
          let gets = 0
          server.behaviour.onGet = () => {
            gets += 1
            if (gets !== 3) return
            server.behaviour.content = Buffer.from(content).fill(7, 0, 100)
            if ("etag" in validators) server.behaviour.etag = '"v2"'
          }
          const failure = yield* failureOf(server.url)
          expect(failure).toMatchObject({ _tag: "SourceError", reason: "transient" })
          expect(failure.message).toContain("changed while it was being read")
          expect((yield* read(server.url)).equals(server.behaviour.content)).toBe(true)
        }).pipe(Effect.provide(testReader))
    )
  }

  it.live("MUST also notice that a response without a length broke", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, length: false, breakAfter: [200_000] })
      expect((yield* read(server.url)).equals(content)).toBe(true)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST retry if the server has a transient fault", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, statuses: [500, 503] })
      expect((yield* read(server.url)).equals(content)).toBe(true)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST NOT wait for the body of a response that is of no use, and release its connection", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, statuses: [503, 404], stallStatuses: true })
      const failure = yield* Effect.timeout(failureOf(server.url), "2 minutes")
      expect(failure).toMatchObject({ reason: "misconfigured" })
      expect(server.requests.length).toBe(2)
      yield* isLeft(server)
    }).pipe(Effect.provide(readerWith({ patience: { answer: "1 hour", stall: "1 hour" } })))
  )

  it.live("MUST release the connection if the file changed while it was read", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, breakAfter: [100_000], stallAfter: [0, 10] })
      server.behaviour.onGet = ({ headers }) => {
        if (headers.range === "bytes=100000-") server.behaviour.etag = '"v2"'
      }
      const failure = yield* failureOf(server.url)
      expect(failure).toMatchObject({ reason: "transient" })
      expect(failure.message).toContain("changed while it was being read")
      yield* isLeft(server)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST give up on a server with a persistent fault, and report it as transient", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { statuses: Array.from({ length: 40 }, () => 503) })
      const failure = yield* failureOf(server.url)
      expect(failure).toMatchObject({ reason: "transient" })
      expect(failure.message).toContain("503")
      expect(failure.message).toContain(server.url)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST reconnect to a server that stops sending", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, stallAfter: [100_000, 100_000] })
      expect((yield* read(server.url)).equals(content)).toBe(true)
    }).pipe(Effect.provide(readerWith({ patience: { stall: "150 millis", tries: 100 } })))
  )

  it.live("MUST retry if the server does not respond", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, silent: 2 })
      expect((yield* read(server.url)).equals(content)).toBe(true)
    }).pipe(Effect.provide(readerWith({ patience: { answer: "150 millis", tries: 100 } })))
  )

  it.live("MUST follow redirects, and use the name that the server gives", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, breakAfter: [100_000] })
      expect((yield* read(`${server.url}/moved`)).equals(content)).toBe(true)
      const named = yield* Effect.flatMap(locate(`${server.url}/download?id=7`), (location) => readAll(location))
      expect(Array.from(named.keys())).toEqual(["addresses.csv"])
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST authenticate with a URL's user and password, on its own server alone, and show them nowhere", () =>
    Effect.gen(function* () {
      const told: Array<string | undefined> = []
      const onGet = ({ headers }: IncomingMessage) => void told.push(headers.authorization)
      const server = yield* fileServer(content, { etag, onGet })
      const url = server.url.replace("://", "://an%40user:p%C3%A4ss%2F%zz@")
      expect((yield* read(url)).equals(content)).toBe(true)
      expect(new Set(told)).toEqual(new Set([`Basic ${Buffer.from("an@user:päss/%zz").toString("base64")}`]))
      const moved = yield* answering(
        () => `302 Found\r\nLocation: ${server.url}/data/addresses.csv\r\nContent-Length: 0\r\n\r\n`
      )
      told.length = 0
      yield* read(moved.url.replace("://", "://user:secret@"))
      expect(new Set(told)).toEqual(new Set([undefined]))
      server.behaviour.statuses = [401, 401, 401]
      const failure = yield* failureOf(url)
      expect(failure.message).toContain(`${server.url}/data/addresses.csv: the server refuses access (401)`)
    }).pipe(Effect.provide(testReader))
  )

  it.live.each(["file:///etc/passwd", "data:text/csv,a,b", "ftp://example.com/a.csv"])(
    "MUST immediately say that a redirect leads out of HTTP: %s",
    (target) =>
      Effect.gen(function* () {
        const server = yield* answering(() => `302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`)
        const failure = yield* failureOf(server.url)
        expect(failure).toMatchObject({ reason: "misconfigured" })
        expect(failure.message).toContain(`redirects to a ${new URL(target).protocol} URL; only http and https`)
        expect(failure.message).not.toContain("PROXY")
        expect(server.answers()).toBe(1)
      }).pipe(Effect.provide(testReader))
  )

  for (const [status, words] of [
    [404, "Check its current URL"],
    [410, "Check its current URL"],
    [403, "needs a key"],
    [400, "Check the URL"]
  ] as const) {
    it.live(`MUST immediately say what to do if the status is ${status}`, () =>
      Effect.gen(function* () {
        const server = yield* fileServer(content, { statuses: [status] })
        const failure = yield* failureOf(server.url)
        expect(failure).toMatchObject({ reason: "misconfigured" })
        expect(failure.message).toContain(words)
        expect(failure.message).toContain(`${server.url}/data/addresses.csv`)
        expect(server.requests.length).toBe(1)
      }).pipe(Effect.provide(testReader))
    )
  }

  it.live.each([
    ["ENOTFOUND", "name cannot be resolved (met ENOTFOUND). Check the URL"],
    ["CERT_HAS_EXPIRED", "certificate is not accepted (met CERT_HAS_EXPIRED)"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "in NODE_EXTRA_CA_CERTS."],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "whether it begins with http or https."]
  ] as const)("MUST immediately say what to do if no attempt can succeed: %s", ([code, words]) =>
    Effect.gen(function* () {
      const { reader, requests } = readerThatMeets(Array.from({ length: 9 }, () => code))
      const failure = yield* Effect.provide(failureOf("http://data.example"), reader)
      expect(failure).toMatchObject({ reason: "misconfigured" })
      expect(failure.message).toContain(words)
      expect(requests()).toBe(1)
    })
  )

  it.live.each(["EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ERR_SSL_UNEXPECTED_EOF_WHILE_READING"])(
    "MUST retry what may pass: %s",
    (code) =>
      Effect.gen(function* () {
        const { reader, requests } = readerThatMeets([code, undefined, code])
        expect(String(yield* Effect.provide(read("http://data.example"), reader))).toBe("a,b\n")
        expect(requests()).toBe(4)
      })
  )

  it.live("MUST retry although the name is not found, if the server has answered before", () =>
    Effect.gen(function* () {
      const { reader, requests } = readerThatMeets([undefined, "ENOTFOUND"])
      expect(String(yield* Effect.provide(read("http://data.example"), reader))).toBe("a,b\n")
      expect(requests()).toBe(3)
    })
  )

  it.live.each([
    ["200 OK\r\nContent-Length: x\r\n\r\n", "the server's response is not valid HTTP (Response does not match"],
    [`200 OK\r\nX: ${"a".repeat(100_000)}\r\n\r\n`, "the server's response is not valid HTTP (Headers Overflow Error)"],
    ["", "the server ended the connection without a response (other side closed). Check the URL"]
  ] as const)("MUST say that a server speaks no HTTP, rather than that it cannot be reached: %#", ([answer, words]) =>
    Effect.gen(function* () {
      const server = yield* answering(() => answer)
      const failure = yield* failureOf(server.url)
      expect(failure).toMatchObject({ reason: "transient" })
      expect(failure.message).toContain(words)
    }).pipe(Effect.provide(testReader))
  )

  it.live.each(["br", "gzip, deflate", "aws-chunked", "x-gzip"])(
    "MUST NOT be read in a coding that nobody asked for and nothing tells, such as br: %s",
    (coding) =>
      Effect.gen(function* () {
        const server = yield* answering(() => `200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: 4\r\n\r\na,b\n`)
        const said = yield* Effect.match(read(server.url), { onSuccess: String, onFailure: ({ message }) => message })
        if (/br|deflate/.test(coding)) expect(said).toContain(`the server compresses it (Content-Encoding: ${coding})`)
        else expect(said).toBe("a,b\n")
      }).pipe(Effect.provide(testReader))
  )

  it.effect("MUST say what became of each address of a name", () =>
    Effect.sync(() => {
      const refusals = ["::1", "127.0.0.1"].map((address) => new Error(`connect ECONNREFUSED ${address}:80`))
      const both = "connect ECONNREFUSED ::1:80, connect ECONNREFUSED 127.0.0.1:80"
      expect(networkSays(new AggregateError(refusals))).toBe(both)
    })
  )

  it.live("MUST report a missing server as transient", () =>
    Effect.gen(function* () {
      const url = yield* Effect.scoped(Effect.map(fileServer(content), (server) => server.url))
      const failure = yield* failureOf(url)
      expect(failure).toMatchObject({ reason: "transient" })
      expect(failure.message).toContain("cannot be reached")
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST report a truncated gzip file as unreadable", () =>
    Effect.gen(function* () {
      const packed = gzipSync(content)
      const server = yield* fileServer(packed.subarray(0, packed.length - 100), { etag })
      const failure = yield* failureOf(server.url)
      expect(failure).toMatchObject({ reason: "unreadable" })
      expect(failure.message).toContain("damaged or cut off")
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST read an empty file", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(new Uint8Array(0), { etag })
      expect((yield* read(server.url)).length).toBe(0)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST NOT show a password or a key of the URL in messages", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { statuses: [404] })
      const url = `${server.url.replace("//", "//someone:secret@")}/a.csv?key=secret`
      const failure = yield* Effect.flip(Effect.flatMap(locate(url), readAll))
      expect(failure.message).not.toContain("secret")
      expect(failure.message).toContain("/a.csv")
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST release the connection when reading stops early", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, stallAfter: [100_000] })
      const location = yield* locate(`${server.url}/a.csv`)
      const first = yield* location.entries().pipe(
        Stream.flatMap((entry) => entry.bytes),
        Stream.take(1),
        Stream.runCollect
      )
      expect(first.length).toBe(1)
      // The server would hold the stalled response forever: it ends only when the client disconnects.
      yield* isLeft(server)
    }).pipe(Effect.provide(testReader))
  )
})

describe("the fingerprint of a URL", () => {
  const fingerprint = (url: string) => Effect.flatMap(locate(`${url}/a.csv`), (location) => location.fingerprint)

  it.live("MUST stay the same while the ETag does, change with it, and not read the file", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag })
      const before = yield* fingerprint(server.url)
      expect(yield* fingerprint(server.url)).toBe(before)
      server.behaviour.etag = '"v2"'
      expect(yield* fingerprint(server.url)).not.toBe(before)
      expect(server.requests).toEqual(["HEAD", "HEAD", "HEAD"])
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST use GET if HEAD is refused", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { lastModified: "Tue, 15 Sep 2026 06:07:00 GMT", refuse: ["HEAD"] })
      expect(yield* fingerprint(server.url)).toContain("Tue, 15 Sep 2026")
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST depend on the content if the server says nothing", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content)
      expect(yield* fingerprint(server.url)).toBe(createHash("sha256").update(content).digest("hex"))
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST fail if the file is gone", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { statuses: [404, 404] })
      expect(yield* Effect.flip(fingerprint(server.url))).toMatchObject({ reason: "misconfigured" })
    }).pipe(Effect.provide(testReader))
  )
})

describe("random access to a URL", () => {
  const parts = Effect.fnUntraced(function* (url: string, remote: "download" | "ranges") {
    const location = yield* locate(`${url}/a.parquet`)
    return yield* location.entries().pipe(
      Stream.mapEffect((entry) =>
        Effect.scoped(
          Effect.gen(function* () {
            const access = yield* entry.randomAccess(remote)
            const tail = yield* access.readRange(access.size - 8, access.size)
            const middle = yield* access.readRange(100_000, 100_016)
            return { size: access.size, tail: Buffer.from(tail), middle: Buffer.from(middle), file: access.file }
          })
        )
      ),
      Stream.runHead
    )
  })

  for (const remote of ["download", "ranges"] as const) {
    it.live(`MUST give the requested parts, by ${remote}`, () =>
      Effect.gen(function* () {
        const server = yield* fileServer(content, { etag })
        const found = yield* Effect.fromOption(yield* parts(server.url, remote))
        expect(found.size).toBe(content.length)
        expect(found.tail.equals(content.subarray(content.length - 8))).toBe(true)
        expect(found.middle.equals(content.subarray(100_000, 100_016))).toBe(true)
        expect(found.file === undefined).toBe(remote === "ranges")
        expect(server.requests.includes("GET")).toBe(remote === "download")
      }).pipe(Effect.provide(testReader))
    )
  }

  it.live("MUST download if the server does not serve ranges", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, ranges: false })
      const found = yield* Effect.fromOption(yield* parts(server.url, "ranges"))
      expect(found.middle.equals(content.subarray(100_000, 100_016))).toBe(true)
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST fail if the file changes between two parts", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag })
      let gets = 0
      server.behaviour.onGet = () => {
        gets += 1
        if (gets === 3) server.behaviour.etag = '"v2"'
      }
      const failure = yield* Effect.flip(parts(server.url, "ranges"))
      expect(failure).toMatchObject({ reason: "transient" })
    }).pipe(Effect.provide(testReader))
  )

  it.live("MUST resume a part whose connection broke", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(content, { etag, statuses: [] })
      let gets = 0
      server.behaviour.onGet = () => {
        gets += 1
        if (gets === 2) server.behaviour.statuses.push(503)
      }
      const result = yield* Effect.result(parts(server.url, "ranges"))
      expect(Result.isSuccess(result)).toBe(true)
    }).pipe(Effect.provide(testReader))
  )
})
