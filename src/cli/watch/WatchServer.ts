import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Effect, Fiber, Schema, Stream } from "effect"
import { contentSecurityPolicy } from "../../http/edge/ContentSecurityPolicy.ts"
import { isOwnHost } from "../../http/edge/Hosts.ts"
import type { Board } from "./Board.ts"

/** The page cannot be served. */
class WatchServerError extends Schema.TaggedError<WatchServerError>()("WatchServerError", {
  message: Schema.String
}) {}

const file = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url))

const files = {
  "/": { type: "text/html; charset=utf-8", name: "watch.html" },
  "/watch.js": { type: "text/javascript; charset=utf-8", name: "watch.js" },
  "/watch.css": { type: "text/css; charset=utf-8", name: "watch.css" }
} as const

const isFile = (path: string): path is keyof typeof files => Object.hasOwn(files, path)

/** The page may load its own two files and contact its own server. No markup comes from data. */
const headers = {
  "content-security-policy": contentSecurityPolicy({ script: "'self'", style: "'self'", connect: "'self'" }),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store"
}

const refuse = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" })
  response.end(text)
}

/** Events as they happen, after an immediate comment that tells the browser it is connected. */
const sendEvents = (board: Board, request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { ...headers, "content-type": "text/event-stream" })
  response.write(": here\n\n")
  const fiber = Effect.runFork(
    Stream.runForEach(board.events, (event) => Effect.sync(() => response.write(`data: ${JSON.stringify(event)}\n\n`)))
  )
  request.once("close", () => Effect.runFork(Fiber.interrupt(fiber)))
}

const answer = (board: Board) => (request: IncomingMessage, response: ServerResponse) => {
  const { host = "", "sec-fetch-site": site } = request.headers
  if (!isOwnHost(host, [])) return refuse(response, 421, "This page is only served under localhost and IP addresses.\n")
  // Another site's page may link here, but may not read from here.
  if (site !== undefined && site !== "same-origin" && site !== "none") return refuse(response, 403, "Forbidden.\n")
  if (request.method !== "GET") return refuse(response, 404, "Not found.\n")
  const path = (request.url ?? "/").split("?")[0]!
  if (path === "/events") return sendEvents(board, request, response)
  if (!isFile(path)) return refuse(response, 404, "Not found.\n")
  response.writeHead(200, { ...headers, "content-type": files[path].type })
  response.end(file(files[path].name))
}

const listen = (server: Server, port: number): Effect.Effect<number, NodeJS.ErrnoException> =>
  Effect.callback((resume) => {
    const failed = (error: NodeJS.ErrnoException) => resume(Effect.fail(error))
    server.once("error", failed)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", failed)
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/**
 * Serves the page on this machine only, as long as the scope lives. Without a requested port, uses the usual one or
 * any.
 */
export const servePage = Effect.fnUntraced(function* (board: Board, port: number | undefined) {
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => createServer(answer(board))),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  const listening =
    port === undefined
      ? Effect.catch(listen(server, usualPort), () => listen(server, 0))
      : Effect.mapError(
          listen(server, port),
          ({ message }) => new WatchServerError({ message: `The page cannot be served on port ${port}: ${message}` })
        )
  return `http://127.0.0.1:${yield* listening}/`
})

/** The same every time, so that an open page finds it again. */
const usualPort = 8089
