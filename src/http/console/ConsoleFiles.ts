import { Effect, FileSystem, Layer, Path, type PlatformError } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomBytes } from "node:crypto"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import { makeSharedReads } from "../../shared/SharedReads.ts"
import { contentSecurityPolicy } from "../edge/ContentSecurityPolicy.ts"
import { errorAnswer } from "../edge/ErrorAnswer.ts"
import { type Coding, codingFor, isKnown } from "../edge/Negotiation.ts"
import { pathOf, routedPath } from "../edge/Paths.ts"
import { etagOf, FOREVER, REVALIDATED } from "../edge/StaticAnswer.ts"
import type { TileServer } from "../Settings.ts"
import { fillPage, missingPage } from "./Page.ts"
import { fileHeaders, pagePolicy } from "./Policy.ts"

/** Where `npm run build:console` puts the console. */
const builtFolder = new URL("../../console/dist/", import.meta.url)

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml"
}

/** No built file has a longer name. File systems refuse names of more than 255 bytes, their endings included. */
const assetPath = /^\/console\/assets\/([\w-][\w.-]{0,199})$/

/** Memory in bytes for built files. All of them have about eight million, in every coding. */
const keptBytes = 16 * 1024 * 1024

/** The endings of a file's encoded copies. Of files that gain from compression, the build keeps nothing else. */
const endings: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz" }

const inflate = promisify(gunzip)

const drawNonce = Effect.sync(() => randomBytes(16).toString("base64url"))

const missing = HttpServerResponse.text(missingPage, {
  status: 503,
  contentType: "text/html; charset=utf-8",
  headers: { ...fileHeaders, "content-security-policy": contentSecurityPolicy({}) }
})

const unknownFile = errorAnswer("NOT_FOUND", "The console has no such file. Reload its page: it may have been rebuilt.")

interface ConsoleOptions {
  readonly tiles: TileServer | undefined
  /** The folder of the built console. */
  readonly folder: string
}

/** Reads built files, on request: so a new build is served without a restart. Those that are not there are undefined. */
const makeFiles = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const read = (...names: ReadonlyArray<string>) =>
    fs.readFile(path.join(folder, ...names)).pipe(
      Effect.catchIf(
        (error) => error.reason._tag === "NotFound",
        () => Effect.undefined
      )
    )

  /** A file as it was before it was compressed, for the few clients that accept no coding. */
  const readPlain = Effect.fnUntraced(function* (name: string) {
    const plain = yield* read("assets", name)
    if (plain !== undefined) return plain
    const compressed = yield* read("assets", name + endings.gzip)
    return compressed === undefined ? undefined : yield* Effect.promise(() => inflate(compressed))
  })

  const kept = new LeastRecentlyUsed<Uint8Array>(keptBytes, ({ length }) => length)
  const shared = makeSharedReads<string, Uint8Array | undefined, PlatformError.PlatformError>(
    yield* Effect.context<never>()
  )

  /**
   * What is sent stays in memory until its client has read it, which may take as long as that likes: so all get the same
   * bytes.
   */
  const readAsset = (name: string) => {
    const known = kept.get(name)
    if (known !== undefined) return Effect.succeed(known)
    return shared(name, readPlain(name), (bytes) => {
      if (bytes !== undefined) kept.set(name, bytes)
    })
  }

  return { readAsset, readPage: read("index.html") }
})

const make = Effect.fnUntraced(function* ({ folder, tiles }: ConsoleOptions) {
  const { readAsset, readPage } = yield* makeFiles(folder)

  /** Every path of the console gets the same page, which decides what to show. */
  const page = Effect.gen(function* () {
    const bytes = yield* readPage
    if (bytes === undefined) return missing
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const built = Buffer.from(bytes).toString("utf8")
    const etag = etagOf(built + JSON.stringify(tiles ?? null))
    const caching = { "cache-control": REVALIDATED, etag }
    // A 304 carries no policy: the cached page keeps the one whose nonce it was sent with.
    if (isKnown(headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers: caching })
    const nonce = yield* drawNonce
    return HttpServerResponse.text(fillPage(built, nonce, tiles), {
      contentType: "text/html; charset=utf-8",
      headers: { ...caching, ...fileHeaders, "content-security-policy": pagePolicy(nonce, tiles) }
    })
  })

  const asset = Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const name = assetPath.exec(routedPath(pathOf(url)) ?? "")?.[1]
    const contentType = contentTypes[name?.split(".").at(-1) ?? ""]
    if (name === undefined || contentType === undefined) return unknownFile
    // The build puts a hash of each file's content into its name.
    const described = { ...fileHeaders, "cache-control": FOREVER, vary: "accept-encoding" }
    const coding = codingFor(headers["accept-encoding"])
    const encoded = coding && (yield* readAsset(name + endings[coding]))
    if (coding !== undefined && encoded !== undefined) {
      return HttpServerResponse.uint8Array(encoded, {
        contentType,
        headers: { ...described, "content-encoding": coding }
      })
    }
    const bytes = yield* readAsset(name)
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
