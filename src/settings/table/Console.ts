import { Result } from "effect"
import { passwordFault } from "../PasswordRules.ts"
import { optional, type Shape } from "../Setting.ts"
import { secret, text } from "../Shapes.ts"
import { quoted } from "../../../schemas/Quoted.ts"

/** Raster tiles, and the origin that pages need permission to load them from. */
export interface TileTemplate {
  readonly template: string
  readonly origin: string
}

const tiles: Shape<TileTemplate> = {
  allowed: "the address of raster tiles, such as https://tiles.example.com/{z}/{x}/{y}.png",
  show: quoted,
  unset: undefined,
  parse: (template) => {
    // Placeholders may only be in the path and the query, because the origin goes into the Content-Security-Policy.
    const isTemplate = ["{z}", "{x}", "{y}"].every((part) => template.includes(part))
    const url = URL.canParse(template) ? new URL(template) : undefined
    return url === undefined || !isTemplate || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host)
      ? Result.fail({})
      : Result.succeed({ template, origin: url.origin })
  }
}

/** The console's password and its maps. */
export const webConsole = {
  ADMIN_PASSWORD: optional("ADMIN_PASSWORD", {
    sentence:
      "The administrator's password for the console, at least 12 characters, stored as a hash. If unset: the last one set, or a random one, shown once at the first start.",
    shape: secret("ADMIN_PASSWORD", "a password of 12 characters or more", passwordFault, { isVerbatim: true }),
    secret: true
  }),
  TILE_URL: optional("TILE_URL", {
    sentence: "Raster tiles for the console's maps; without them, maps show the outlines of countries.",
    shape: tiles,
    example: "https://tiles.example.com/{z}/{x}/{y}.png"
  }),
  TILE_ATTRIBUTION: optional("TILE_ATTRIBUTION", {
    sentence: "The attribution that the tiles' licence requires.",
    shape: text
  })
}
