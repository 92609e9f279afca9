import { Effect, Schema } from "effect"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { settings } from "../settings/Settings.ts"
import type { TileTemplate } from "../settings/table/Console.ts"

/** The server cannot listen at the configured address. The message names the setting and what to do, in one line. */
export class ServerStartError extends Schema.TaggedError<ServerStartError>()("ServerStartError", {
  setting: Schema.Literals(["HOST", "PORT"]),
  message: Schema.String
}) {}

/** Raster tiles for the console's maps. */
export interface TileServer extends TileTemplate {
  /** The attribution that the tiles' licence requires, as text; may be empty. */
  readonly attribution: string
}

const tileServer = Effect.gen(function* () {
  const tiles = yield* settings.TILE_URL.value
  if (tiles === undefined) return undefined
  return { ...tiles, attribution: (yield* settings.TILE_ATTRIBUTION.value) ?? "" } satisfies TileServer
})

/** Where the server listens, and what pages may do with it. */
export const serverSettings = Effect.all({
  host: settings.HOST.value,
  port: settings.PORT.value,
  corsOrigins: settings.CORS_ORIGINS.value,
  tileServer
})

/** What an error of listening means for the operator who set `HOST` and `PORT`. */
export const listenError = (host: string, port: number, cause: unknown): ServerStartError => {
  const code = errorCode(cause) ?? "unknown error"
  const explain = (setting: ServerStartError["setting"], text: string) =>
    new ServerStartError({ setting, message: `${setting} ${text}` })
  switch (code) {
    case "EADDRINUSE":
      return explain(
        "PORT",
        `${port} on ${host} is in use by another process. Set PORT to another, in the environment or in .env; 0 takes a free one.`
      )
    case "EACCES":
      return explain("PORT", `This user may not open port ${port}. Choose one from 1024 to 65535.`)
    default:
      return explain(
        "HOST",
        `${quoted(host)} is not an address that this machine can listen on (${code}). Name one of its addresses, such as ` +
          "127.0.0.1, ::1 without brackets, or 0.0.0.0 for all of them."
      )
  }
}
