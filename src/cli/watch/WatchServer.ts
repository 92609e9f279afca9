import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, FileSystem, Record, Schema, Stream } from "effect"
import { HttpServer, type HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { contentSecurityPolicy } from "../../http/edge/ContentSecurityPolicy.ts"
import { isOwnHost } from "../../http/edge/Hosts.ts"
import { pathOf } from "../../http/edge/Paths.ts"
import type { Board } from "./Board.ts"

/** The page cannot be served. */
class WatchServerError extends Schema.TaggedError<WatchServerError>()("WatchServerError", {
  message: Schema.String
}) {}

const files = {
  "/": { contentType: "text/html; charset=utf-8", name: "watch.html" },
  "/watch.js": { contentType: "text/javascript; charset=utf-8", name: "watch.js" },
  "/watch.css": { contentType: "text/css; charset=utf-8", name: "watch.css" }
} as const

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

const refuse = (status: number, text: string) => HttpServerResponse.text(text, { status, headers })

/** Events as they happen, after an immediate comment that tells the browser it is connected. */
const eventsOf = (board: Board) =>
  HttpServerResponse.stream(
    Stream.concat(
      Stream.succeed(": here\n\n"),
      Stream.map(board.events, (event) => `data: ${JSON.stringify(event)}\n\n`)
    ).pipe(Stream.encodeText),
    { contentType: "text/event-stream", headers }
  )

/** What may be asked for, by path. */
const makePages = Effect.fnUntraced(function* (board: Board) {
  const fs = yield* FileSystem.FileSystem
  const shown = yield* Effect.all(
    Record.map(files, ({ contentType, name }) =>
      Effect.map(fs.readFileString(fileURLToPath(new URL(`./page/${name}`, import.meta.url))), (text) =>
        HttpServerResponse.text(text, { contentType, headers })
      )
    )
  )
  return new Map(Object.entries({ ...shown, "/events": eventsOf(board) }))
})

const answer =
  (pages: ReadonlyMap<string, HttpServerResponse.HttpServerResponse>) =>
  ({ headers: { host = "", "sec-fetch-site": site }, method, url }: HttpServerRequest.HttpServerRequest) => {
    if (!isOwnHost(host, [])) return refuse(421, "This page is only served under localhost and IP addresses.\n")
    // Another site's page may link here, but may not read from here.
    if (site !== undefined && site !== "same-origin" && site !== "none") return refuse(403, "Forbidden.\n")
    return (method === "GET" ? pages.get(pathOf(url)) : undefined) ?? refuse(404, "Not found.\n")
  }

const listen = Effect.fnUntraced(function* (port: number) {
  const node = createServer()
  const server = yield* NodeHttpServer.make(() => node, { host: "127.0.0.1", port, disablePreemptiveShutdown: true })
  // An open page's events have no end to wait for.
  yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))
  return server
})

const cannotServe = (port: number) => (error: HttpServerError.ServeError) =>
  new WatchServerError({
    message: `The page cannot be served on port ${port}: ${error.cause instanceof Error ? error.cause.message : error.message}`
  })

/**
 * Serves the page on this machine only, as long as the scope lives. Without a requested port, uses the usual one or
 * any.
 */
export const servePage = Effect.fnUntraced(function* (board: Board, port: number | undefined) {
  const pages = yield* makePages(board)
  const server = yield* port === undefined
    ? Effect.catch(listen(usualPort), () => listen(0))
    : Effect.mapError(listen(port), cannotServe(port))
  yield* server.serve(Effect.map(HttpServerRequest.HttpServerRequest, answer(pages)))
  return `${HttpServer.formatAddress(server.address)}/`
})

/** The same every time, so that an open page finds it again. */
const usualPort = 8089
