import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A hosted file. Tests change it as they go. */
export interface HostedFile {
  content: Uint8Array
  etag?: string | undefined
  lastModified?: string | undefined
  /** Serve ranges, honoring If-Range. */
  ranges: boolean
  /** Send the Content-Length. */
  length: boolean
  /** Sent in addition to the usual headers. */
  headers: Readonly<Record<string, string>>
}

/** What goes wrong with one response. */
export interface Misbehaviour {
  /** Respond with this status instead of the file. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Break the connection after this many bytes. */
  readonly cutAfter?: number
  /** Stall after this many bytes, keeping the connection open. */
  readonly stallAfter?: number
  /** Do not respond at all. */
  readonly silent?: true
  /** The Content-Length to send instead of the true one. */
  readonly announced?: number
}

export interface Host {
  readonly url: string
  readonly files: Map<string, HostedFile>
  /** What goes wrong with the next responses that carry a file, by path. Probes of its first bytes always succeed. */
  readonly wrong: Map<string, Array<Misbehaviour>>
  /** Redirect targets, by path. */
  readonly redirects: Map<string, string>
  /** `GET /a.csv bytes=5-` and so on, in order. */
  readonly requests: Array<string>
  /** Headers of the last request. */
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** Bytes of responses written so far, by path. */
  readonly sent: Map<string, number>
  /** Responses in progress, and the most that there were at a time. */
  open: number
  most: number
  /** Called before each request is answered. */
  onRequest: ((request: IncomingMessage) => void) | undefined
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A probe asks for only the first few bytes. */
const isQuestion = (first: number, last: number | undefined) => last !== undefined && first === 0 && last < 4096

const answer = (host: Host, request: IncomingMessage, response: ServerResponse): void => {
  const path = request.url ?? "/"
  const range = header(request, "range")
  host.requests.push([request.method, path, range].filter((part) => part !== undefined).join(" "))
  host.headers = request.headers
  host.open += 1
  host.most = Math.max(host.most, host.open)
  response.on("close", () => {
    host.open -= 1
  })
  host.onRequest?.(request)
  const location = host.redirects.get(path)
  if (location !== undefined) {
    response.writeHead(302, { location }).end()
    return
  }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? []
  const first = Number(from ?? 0)
  const last = to === undefined || to === "" ? undefined : Number(to)
  const asks = request.method === "HEAD" || isQuestion(first, last)
  const wrong = asks ? {} : (host.wrong.get(path)?.shift() ?? {})
  if (wrong.silent === true) return
  if (wrong.status !== undefined) {
    response.writeHead(wrong.status, wrong.headers).end("no")
    return
  }
  const file = host.files.get(path)
  if (file === undefined) {
    response.writeHead(404).end("no such file")
    return
  }
  for (const [name, value] of Object.entries({ ...file.headers, ...wrong.headers })) response.setHeader(name, value)
  if (file.etag !== undefined) response.setHeader("etag", file.etag)
  if (file.lastModified !== undefined) response.setHeader("last-modified", file.lastModified)
  const condition = header(request, "if-range")
  let body = file.content
  if (
    file.ranges &&
    from !== undefined &&
    (condition ?? file.etag ?? file.lastModified) === (file.etag ?? file.lastModified)
  ) {
    const end = Math.min(last ?? Infinity, body.length - 1)
    if (first >= body.length) {
      response.writeHead(416, { "content-range": `bytes */${body.length}` }).end()
      return
    }
    response.statusCode = 206
    response.setHeader("content-range", `bytes ${first}-${end}/${body.length}`)
    body = body.subarray(first, end + 1)
  }
  if (file.length) response.setHeader("content-length", wrong.announced ?? body.length)
  if (request.method === "HEAD") {
    response.end()
    return
  }
  const bytes = wrong.cutAfter ?? wrong.stallAfter ?? body.length
  const part = body.subarray(0, bytes)
  host.sent.set(path, (host.sent.get(path) ?? 0) + part.length)
  if (wrong.cutAfter !== undefined || wrong.announced !== undefined)
    response.write(part, () => setImmediate(() => response.destroy()))
  else if (wrong.stallAfter !== undefined) response.write(part)
  else response.end(part)
}

/** An open data host on loopback that misbehaves as told, until the scope closes. */
export const hostOf = (files: Readonly<Record<string, Partial<HostedFile> & Pick<HostedFile, "content">>>) =>
  Effect.acquireRelease(
    Effect.callback<Host & { readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => answer(host, request, response))
      const host = {
        url: "",
        files: new Map(
          Object.entries(files).map(([path, file]): [string, HostedFile] => [
            path,
            { etag: '"v1"', ranges: true, length: true, headers: {}, ...file }
          ])
        ),
        wrong: new Map<string, Array<Misbehaviour>>(),
        redirects: new Map<string, string>(),
        requests: [] as Array<string>,
        headers: {},
        sent: new Map<string, number>(),
        open: 0,
        most: 0,
        onRequest: undefined as Host["onRequest"],
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }
      server.listen(0, "127.0.0.1", () => {
        host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed(host))
      })
    }),
    (host) => Effect.sync(host.close)
  )

/** Bytes that do not repeat, so that a misplaced piece shows. */
export const unlike = (length: number, seed = 1): Buffer => {
  const words = new Uint32Array(Math.ceil(length / 4))
  let state = seed
  for (let i = 0; i < words.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    words[i] = state ^ i
  }
  return Buffer.from(words.buffer, 0, length)
}
