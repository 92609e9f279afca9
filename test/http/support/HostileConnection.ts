import * as fc from "fast-check"
import * as Net from "node:net"

/**
 * What a client does on one connection, step by step:
 * - `write`: sends bytes, given as Latin-1
 * - `hear`: waits until something is received
 * - `turn`: gives the server a turn of the event loop
 * - `deaf`: stops reading
 * - `half-close`: ends its own side of the connection
 */
type Step =
  | { readonly kind: "write"; readonly bytes: string }
  | { readonly kind: "hear" | "turn" | "deaf" | "half-close" }

/**
 * How a client leaves: with a reset (SO_LINGER of 0), at once, after receiving something more, or not before the server
 * closes the connection.
 */
type Farewell = "reset" | "destroy" | "wait" | "outwait"

export interface HostileConnection {
  readonly steps: ReadonlyArray<Step>
  readonly farewell: Farewell
}

const fewBytes = fc.string({ unit: "binary-ascii", maxLength: 12 })

const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("/api/v1/health", "/api/v1/openapi.json", "/docs", "/console", "/metrics") },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "/api/v1/generate",
      "/api/v1/generate?strategy=instant",
      "/api/v1/countries",
      "/api/v1/locations/search?q=sa",
      "/api/v1/addresses/us-0000000000000",
      "/api/v1/generate/batch",
      "/admin/api/session",
      "/admin/api/runs/live"
    )
  },
  { weight: 1, arbitrary: fc.constantFrom("*", "host:80", "http://other.example/", "//", "/%zz", "/a;b#c?", "") },
  { weight: 1, arbitrary: fc.webPath() },
  { weight: 1, arbitrary: fewBytes }
)

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("GET", "POST", "HEAD", "OPTIONS", "CONNECT") },
  { weight: 1, arbitrary: fc.constantFrom("TRACE", "PUT", "PATCH", "DELETE", "QUERY", "PRI", "get", "M-SEARCH") },
  { weight: 1, arbitrary: fewBytes }
)

const batch = '{"count":50,"filters":{"country":"US"}}'

const header = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "Authorization: Bearer TOKEN",
      "Authorization: Bearer dst_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "Content-Type: application/json",
      `Content-Length: ${batch.length}`,
      "Transfer-Encoding: chunked",
      "Expect: 100-continue",
      "Expect: something else",
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
      "Connection: Upgrade\r\nUpgrade: TLS/1.0",
      "Connection: close",
      "Connection: keep-alive",
      "X-Forwarded-For: 10.0.0.1, 8.8.8.8"
    )
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("Content-Length: -1", "Content-Length: 99999999", "Transfer-Encoding: gzip", "Host: b")
  },
  { weight: 1, arbitrary: fc.tuple(fewBytes, fewBytes).map(([name, value]) => `${name}: ${value}`) }
)

const body = fc.oneof(
  fc.constantFrom("", batch, `27\r\n${batch}\r\n0\r\n\r\n`, "5\r\nab", '{"count":', "\x81\x85\x00\x00\x00\x00ping"),
  fewBytes
)

const httpMessage = fc
  .record({
    method,
    target,
    version: fc.constantFrom("1.1", "1.1", "1.1", "1.1", "1.0", "2.0", "9"),
    host: fc.constantFrom("Host: test\r\n", "Host: test\r\n", "Host: test\r\n", ""),
    headers: fc.array(header, { maxLength: 4 }),
    body
  })
  .map(
    ({ body, headers, host, method, target, version }) =>
      `${method} ${target} HTTP/${version}\r\n${host}${headers.map((line) => `${line}\r\n`).join("")}\r\n${body}`
  )

/** Valid requests, so that resets, half-closes and deaf clients also interrupt real responses. */
const wellMeant = fc
  .constantFrom(
    "GET /api/v1/health",
    "GET /api/v1/generate?country=US",
    "GET /api/v1/generate?country=US&strategy=instant",
    "GET /api/v1/generate?country=US&q=street",
    "GET /api/v1/locations/search?country=US&q=sa",
    "GET /api/v1/openapi.json",
    "GET /metrics",
    "POST /api/v1/generate/batch"
  )
  .map((line) => {
    const body = line.startsWith("POST") ? batch : ""
    const more = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const head = `Host: test\r\nAuthorization: Bearer TOKEN\r\nAccept-Encoding: br\r\n${more}`
    return `${line} HTTP/1.1\r\n${head}\r\n${body}`
  })

/** A TLS ClientHello with correct lengths, the preface of HTTP/2 with its settings, and bytes of no protocol at all. */
const otherProtocol = fc.oneof(
  fc
    .uint8Array({ minLength: 32, maxLength: 64 })
    .map((random) => Buffer.from(random).toString("latin1"))
    .map((random) => {
      const hello = `\x03\x03${random.slice(0, 32)}\x00\x00\x02\x13\x01\x01\x00`
      const handshake = `\x01\x00\x00${String.fromCharCode(hello.length)}${hello}`
      return `\x16\x03\x01\x00${String.fromCharCode(handshake.length)}${handshake}`
    }),
  fc.constant("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("latin1"))
)

const between = fc.constantFrom<Step>(
  { kind: "hear" },
  { kind: "turn" },
  { kind: "turn" },
  { kind: "deaf" },
  { kind: "half-close" }
)

/** Sends bytes in one piece, or cut short or interrupted at any point. */
const sending = (bytes: fc.Arbitrary<string>): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc
    .tuple(bytes, fc.double({ min: 0, max: 1, noNaN: true }), fc.option(between), fc.boolean())
    .map(([text, share, step, isWhole]) => {
      if (step === null) return [{ kind: "write", bytes: text }]
      const cut = isWhole ? text.length : Math.floor(text.length * share)
      return [{ kind: "write", bytes: text.slice(0, cut) }, step, { kind: "write", bytes: text.slice(cut) }]
    })

const messages = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: sending(httpMessage) },
    { weight: 4, arbitrary: sending(wellMeant) },
    { weight: 1, arbitrary: sending(otherProtocol) }
  ),
  { minLength: 1, maxLength: 4 }
)

/** Anything that one client may do: several requests, each broken off or interrupted anywhere. */
export const hostileConnection: fc.Arbitrary<HostileConnection> = fc.record({
  steps: fc.tuple(messages, fc.array(between, { maxLength: 2 })).map(([parts, last]) => [...parts.flat(), ...last]),
  farewell: fc.constantFrom<Farewell>("reset", "reset", "destroy", "wait", "wait")
})

/** How many requests a connection begins, as far as it is HTTP at all. */
export const requestsOf = ({ steps }: HostileConnection): number =>
  steps.reduce((sum, step) => sum + (step.kind === "write" ? (step.bytes.match(/ HTTP\//g)?.length ?? 0) : 0), 0)

/** Milliseconds that a client waits to receive something, or for the end. */
const hasty = 60

/** The wait of a client that only asks whether the server responds at all. */
export const patient = 20_000

export interface Heard {
  /** The statuses of the responses, as far as they were read. */
  readonly statuses: ReadonlyArray<number>
  readonly refused: boolean
  /** Whether the server cut off a client that would not leave. */
  readonly outlasted: boolean
}

/** Carries out a connection; `TOKEN` in it stands for a valid token. Resolves once the socket is closed. */
export const perform = (
  { farewell, steps }: HostileConnection,
  { port, token, patience = hasty }: { readonly port: number; readonly token: string; readonly patience?: number }
): Promise<Heard> =>
  new Promise((resolve) => {
    const statuses: Array<number> = []
    let rest = ""
    let refused = false
    let outlasted = true
    let ended = false
    let heard = (): void => undefined
    const socket = Net.connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") refused = true
    })
    socket.on("data", (chunk: Buffer) => {
      rest += chunk.toString("latin1")
      for (const [, status] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status))
      // This may be the beginning of a status line.
      rest = rest.slice(-12)
      heard()
    })
    const end = (): void => {
      ended = true
      heard()
    }
    socket.on("end", end)
    socket.on("close", () => {
      end()
      resolve({ statuses, refused, outlasted })
    })
    const hearing = () =>
      new Promise<void>((done) => {
        if (ended || socket.isPaused()) return done()
        const timer = setTimeout(done, patience)
        heard = () => {
          clearTimeout(timer)
          done()
        }
      })
    const go = async (): Promise<unknown> => {
      for (const step of steps) {
        if (socket.destroyed) return undefined
        if (step.kind === "write" && socket.writable) {
          socket.write(Buffer.from(step.bytes.replaceAll("TOKEN", token), "latin1"))
        } else if (step.kind === "hear") await hearing()
        else if (step.kind === "turn") await new Promise((done) => setImmediate(done))
        else if (step.kind === "deaf") socket.pause()
        else if (step.kind === "half-close") socket.end()
      }
      if (farewell === "wait") await hearing()
      // The client keeps sending until the server cuts it off.
      if (farewell === "outwait") {
        const drip = setInterval(() => socket.write("x"), 50)
        const timer = setTimeout(() => {
          outlasted = false
          socket.destroy()
        }, patience)
        return socket.once("close", () => {
          clearInterval(drip)
          clearTimeout(timer)
        })
      }
      // Node.js cannot reset a socket that it has half-closed; the system does so if data was left unread.
      if (farewell !== "reset" || socket.writableEnded) return socket.destroy()
      socket.resetAndDestroy()
      // The reset waits until everything is sent, which takes forever if the server no longer reads.
      const timer = setTimeout(() => socket.destroy(), patience)
      return socket.once("close", () => clearTimeout(timer))
    }
    socket.once("connect", () => void go())
  })
