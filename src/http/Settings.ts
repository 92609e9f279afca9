import { Config, Effect, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"

/** The server cannot start as it is set up. The message names the setting and what to do, in one line. */
export class ServerStartError extends Schema.TaggedError<ServerStartError>()("ServerStartError", {
  setting: Schema.Literals(["HOST", "PORT", "CORS_ORIGINS", "TILE_URL", "TILE_ATTRIBUTION"]),
  message: Schema.String
}) {}

const fail = (setting: ServerStartError["setting"], message: string) =>
  Effect.fail(new ServerStartError({ setting, message: `${setting} ${message}` }))

/** An empty setting is an unset one: that is how compose files leave a setting out. */
const read = (setting: ServerStartError["setting"], fallback: string) =>
  Config.String(setting).pipe(
    Config.withDefault(fallback),
    Config.map((value) => value.trim() || fallback),
    Effect.catch((error) => fail(setting, `cannot be read: ${error.message}`))
  )

const port = Effect.gen(function* () {
  const text = yield* read("PORT", "8080")
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value <= 65535
    ? value
    : yield* fail("PORT", `must be a number from 0 to 65535, not ${quoted(text)}. 0 picks a free port.`)
})

const isOrigin = (text: string): boolean => text === "*" || (URL.canParse(text) && new URL(text).origin === text)

const corsOrigins = Effect.gen(function* () {
  const text = yield* read("CORS_ORIGINS", "")
  const origins = text
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "")
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong !== undefined) {
    return yield* fail(
      "CORS_ORIGINS",
      `must be origins such as https://app.example.com, separated by commas, or * for all; ${quoted(wrong)} is not one.`
    )
  }
  return origins
})

/** A template of raster tiles, and the origin that a page needs leave to load them from. */
export interface TileServer {
  readonly template: string
  readonly origin: string
  /** The attribution that the tiles' licence asks for, as text; may be empty. */
  readonly attribution: string
}

const tileServer = Effect.gen(function* () {
  const template = yield* read("TILE_URL", "")
  if (template === "") return undefined
  // Placeholders are allowed in the path and the query only: the origin goes into the Content-Security-Policy.
  const isTemplate = ["{z}", "{x}", "{y}"].every((part) => template.includes(part))
  const url = URL.canParse(template) ? new URL(template) : undefined
  if (url === undefined || !isTemplate || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host)) {
    return yield* fail(
      "TILE_URL",
      `must be the address of raster tiles, such as https://tiles.example.com/{z}/{x}/{y}.png, not ${quoted(template)}.`
    )
  }
  const attribution = yield* read("TILE_ATTRIBUTION", "")
  return { template, origin: url.origin, attribution } satisfies TileServer
})

/**
 * - `HOST`: address to listen on, 127.0.0.1
 * - `PORT`: 8080
 * - `CORS_ORIGINS`: origins whose pages may call the API from a browser, comma-separated, or `*`; none
 * - `TILE_URL`: raster tiles for the console's maps, which have outlines of countries without; none
 * - `TILE_ATTRIBUTION`: what is shown beside them; nothing
 */
export const settings = Effect.all({ host: read("HOST", "127.0.0.1"), port, corsOrigins, tileServer })

/** What an error of listening means for whoever set `HOST` and `PORT`. */
export const listenError = (host: string, port: number, cause: unknown): ServerStartError => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "unknown error"
  const explain = (setting: ServerStartError["setting"], text: string) =>
    new ServerStartError({ setting, message: `${setting} ${text}` })
  switch (code) {
    case "EADDRINUSE":
      return explain("PORT", `${port} on ${host} is in use by another process. Choose another, or 0 for a free one.`)
    case "EACCES":
      return explain("PORT", `This user may not open port ${port}. Choose one from 1024 to 65535.`)
    default:
      return explain("HOST", `${quoted(host)} is not an address that this machine can listen on (${code}).`)
  }
}
