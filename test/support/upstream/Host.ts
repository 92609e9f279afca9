import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A file as a host has it; tests change it as they go. */
export interface HostedFile {
  content: Uint8Array
  etag?: string | undefined
  lastModified?: string | undefined
  /** Serve parts, as If-Range allows. */
  ranges: boolean
  /** Say how long an answer is. */
  length: boolean
  /** Beside the usual ones. */
  headers: Readonly<Record<string, string>>
}

/** What goes wrong with one answer. */
export interface Misbehaviour {
  /** Answer with this instead of the file. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Break the connection after so many bytes of the answer. */
  readonly cutAfter?: number
  /** Send no more after so many, and hold the connection. */
  readonly stallAfter?: number
  /** Leave the request without any answer. */
  readonly silent?: true
  /** Bytes that are announced in place of those that come. */
  readonly announced?: number
}

export interface Host {
  readonly url: string
  readonly files: Map<string, HostedFile>
  /** What goes wrong with the next answers that bring a file, by path. Questions for its first bytes go well. */
  readonly wrong: Map<string, Array<Misbehaviour>>
  /** Where every answer for a path leads on to. */
  readonly redirects: Map<string, string>
  /** `GET /a.csv bytes=5-` and so on, in order. */
  readonly requests: Array<string>
  /** Headers of the last request. */
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** Bytes of answers that were written, by path. */
  readonly sent: Map<string, number>
  /** Answers under way, and the most that there were at once. */
  open: number
  most: number
  /** Told of each request before it is answered. */
  onRequest: ((request: IncomingMessage) => void) | undefined
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Questions for a file's first bytes are short. */
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

/** A host of open data on loopback that misbehaves as it is told; it ends with the scope. */
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

/** Bytes that do not repeat, so that a piece in the wrong place shows. */
export const unlike = (length: number, seed = 1): Buffer => {
  const words = new Uint32Array(Math.ceil(length / 4))
  let state = seed
  for (let i = 0; i < words.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    words[i] = state ^ i
  }
  return Buffer.from(words.buffer, 0, length)
}
