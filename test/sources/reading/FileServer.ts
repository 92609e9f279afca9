import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** How the server treats requests for its only file. Tests change it as they go. */
export interface Behaviour {
  content: Uint8Array
  etag?: string
  lastModified?: string
  /** Serve ranges, honoring If-Range. */
  ranges: boolean
  /** Send the Content-Length. */
  length: boolean
  /** Break the connection of a GET after this many bytes of the body: one number per response, then no more breaks. */
  breakAfter: Array<number>
  /** Stall after this many bytes, keeping the connection open; one number per response. */
  stallAfter: Array<number>
  /** Respond with these statuses first, one per request. */
  statuses: Array<number>
  /** Announce bodies for these responses, and never send them. */
  stallStatuses?: boolean
  /** Leave this many requests unanswered. */
  silent: number
  /** Methods to refuse. */
  refuse: Array<string>
  /** Called before a GET request is answered. */
  onGet?: (request: IncomingMessage) => void
}

export interface FileServer {
  readonly url: string
  readonly behaviour: Behaviour
  /** `GET bytes=5-` and so on, in order. */
  readonly requests: Array<string>
  /** Responses in progress. */
  answering: number
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const answer = (server: FileServer, request: IncomingMessage, response: ServerResponse): void => {
  const { behaviour } = server
  const range = header(request, "range")
  server.requests.push([request.method, range].filter((part) => part !== undefined).join(" "))
  const method = request.method ?? ""
  server.answering += 1
  response.on("close", () => {
    server.answering -= 1
  })
  if (method === "GET") behaviour.onGet?.(request)
  if (behaviour.silent > 0) {
    behaviour.silent -= 1
    return
  }
  if (request.url?.startsWith("/moved/") === true) {
    response.writeHead(302, { location: request.url.replace("/moved/", "/") }).end()
    return
  }
  if (request.url?.startsWith("/download") === true) {
    response.setHeader("content-disposition", 'attachment; filename="addresses.csv"')
  }
  const status = behaviour.statuses.shift()
  if (status !== undefined || behaviour.refuse.includes(method)) {
    if (behaviour.stallStatuses === true) response.writeHead(status ?? 405, { "content-length": 2 }).flushHeaders()
    else response.writeHead(status ?? 405).end("no")
    return
  }
  const { content, etag, lastModified } = behaviour
  if (etag !== undefined) response.setHeader("etag", etag)
  if (lastModified !== undefined) response.setHeader("last-modified", lastModified)
  const condition = header(request, "if-range")
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? []
  let body = content
  if (
    behaviour.ranges &&
    first !== undefined &&
    (condition === undefined || condition === etag || condition === lastModified)
  ) {
    const start = Number(first)
    const end = last === "" ? content.length - 1 : Math.min(Number(last), content.length - 1)
    if (start >= content.length) {
      response.writeHead(416, { "content-range": `bytes */${content.length}` }).end()
      return
    }
    body = content.subarray(start, end + 1)
    response.statusCode = 206
    response.setHeader("content-range", `bytes ${start}-${end}/${content.length}`)
  }
  if (behaviour.length) response.setHeader("content-length", body.length)
  if (method === "HEAD") {
    response.end()
    return
  }
  // Closed ranges are probes of the first bytes: faults are kept for the file itself.
  const small = last !== undefined && last !== ""
  const broken = small ? undefined : behaviour.breakAfter.shift()
  const stalled = small ? undefined : behaviour.stallAfter.shift()
  if (broken !== undefined) response.write(body.subarray(0, broken), () => setImmediate(() => response.destroy()))
  else if (stalled !== undefined) response.write(body.subarray(0, stalled))
  else response.end(body)
}

/** A server on a free port that serves one file at every path until the scope closes. */
export const fileServer = (content: Uint8Array, behaviour: Partial<Behaviour> = {}) =>
  Effect.acquireRelease(
    Effect.callback<FileServer & { readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => answer(made, request, response))
      const made = {
        url: "",
        behaviour: {
          content,
          ranges: true,
          length: true,
          breakAfter: [],
          stallAfter: [],
          statuses: [],
          refuse: [],
          silent: 0,
          ...behaviour
        },
        requests: [] as Array<string>,
        answering: 0,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }
      server.listen(0, "127.0.0.1", () => {
        made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed(made))
      })
    }),
    (server) => Effect.sync(server.close)
  )
