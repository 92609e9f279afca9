import { Effect, FileSystem, Layer, Path } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash, randomBytes } from "node:crypto"
import { fileURLToPath } from "node:url"
import { errorAnswer } from "../edge/ErrorAnswer.ts"
import type { TileServer } from "../Settings.ts"
import { fillPage, missingPage } from "./Page.ts"
import { contentSecurityPolicy, fileHeaders } from "./Policy.ts"

/** Where `npm run build:console` puts the console. */
const builtFolder = new URL("../../console/dist/", import.meta.url)

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml"
}

/** The build puts a hash of each file's content into its name. */
const forever = "public, max-age=31536000, immutable"

/** No built file has a longer name. File systems refuse names of more than 255 bytes, their endings included. */
const assetName = /\/assets\/([\w-][\w.-]{0,199})(?:\?|$)/

/** Encodings in which the build has stored each file, the smallest first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"]
] as const

/** Whether the request accepts a content coding (RFC 9110, 12.5.3). */
const accepts = (header: string | undefined, coding: string): boolean =>
  (header ?? "").split(",").some((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Whether the client has this version of the page (RFC 9110, 13.1.2). */
const has = (header: string | undefined, etag: string): boolean =>
  (header ?? "")
    .split(",")
    .some((item) => item.trim().replace(/^W\//, "") === etag.replace(/^W\//, "") || item.trim() === "*")

const drawNonce = Effect.sync(() => randomBytes(16).toString("base64url"))

const missing = HttpServerResponse.text(missingPage, {
  status: 503,
  contentType: "text/html; charset=utf-8",
  headers: { ...fileHeaders, "content-security-policy": "default-src 'none'; frame-ancestors 'none'" }
})

const unknownFile = errorAnswer("NOT_FOUND", "The console has no such file. Reload its page: it may have been rebuilt.")

interface ConsoleOptions {
  readonly tiles: TileServer | undefined
  /** The folder of the built console. */
  readonly folder: string
}

const make = Effect.fnUntraced(function* ({ folder, tiles }: ConsoleOptions) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path

  /** Files are read on request, so that a new build is served without a restart. */
  const read = (...names: ReadonlyArray<string>) =>
    fs.readFile(path.join(folder, ...names)).pipe(
      Effect.catchIf(
        (error) => error.reason._tag === "NotFound",
        () => Effect.undefined
      )
    )

  /** Every path of the console gets the same page, which decides what to show. */
  const page = Effect.gen(function* () {
    const bytes = yield* read("index.html")
    if (bytes === undefined) return missing
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const built = Buffer.from(bytes).toString("utf8")
    const version = createHash("sha256")
      .update(built)
      .update(JSON.stringify(tiles ?? null))
      .digest("base64url")
      .slice(0, 22)
    const etag = `W/"${version}"`
    const caching = { "cache-control": "no-cache", etag }
    // A 304 carries no policy: the cached page keeps the one whose nonce it was sent with.
    if (has(headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers: caching })
    const nonce = yield* drawNonce
    return HttpServerResponse.text(fillPage(built, nonce, tiles), {
      contentType: "text/html; charset=utf-8",
      headers: { ...caching, ...fileHeaders, "content-security-policy": contentSecurityPolicy(nonce, tiles) }
    })
  })

  const asset = Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const name = assetName.exec(url)?.[1]
    const contentType = contentTypes[name?.split(".").at(-1) ?? ""]
    if (name === undefined || contentType === undefined) return unknownFile
    const described = { ...fileHeaders, "cache-control": forever, vary: "accept-encoding" }
    for (const [coding, ending] of encodings) {
      if (!accepts(headers["accept-encoding"], coding)) continue
      const bytes = yield* read("assets", name + ending)
      if (bytes === undefined) continue
      return HttpServerResponse.uint8Array(bytes, {
        contentType,
        headers: { ...described, "content-encoding": coding }
      })
    }
    const bytes = yield* read("assets", name)
    return bytes === undefined ? unknownFile : HttpServerResponse.uint8Array(bytes, { contentType, headers: described })
  })

  return Layer.mergeAll(
    HttpRouter.add("GET", "/console/assets/*", asset),
    // The router would match /console itself too.
    HttpRouter.add("GET", "/console/*", page)
  )
})

/** The web console at `/console`, from the files built by `npm run build:console`. */
export const layerWith = (tiles: TileServer | undefined, folder: string = fileURLToPath(builtFolder)) =>
  Layer.unwrap(make({ tiles, folder }))
