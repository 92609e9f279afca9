import { Result } from "effect"
import { passwordFault } from "../PasswordRules.ts"
import { optional, type Shape } from "../Setting.ts"
import { secret, text } from "../Shapes.ts"
import { quoted } from "../../../schemas/Quoted.ts"

/** Raster tiles, and the origin that a page needs leave to load them from. */
export interface TileTemplate {
  readonly template: string
  readonly origin: string
}

const tiles: Shape<TileTemplate> = {
  allowed: "the address of raster tiles, such as https://tiles.example.com/{z}/{x}/{y}.png",
  show: quoted,
  unset: undefined,
  parse: (template) => {
    // Placeholders are allowed in the path and the query only: the origin goes into the Content-Security-Policy.
    const isTemplate = ["{z}", "{x}", "{y}"].every((part) => template.includes(part))
    const url = URL.canParse(template) ? new URL(template) : undefined
    return url === undefined || !isTemplate || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host)
      ? Result.fail({})
      : Result.succeed({ template, origin: url.origin })
  }
}

/** What the web console is opened with, and what it shows. */
export const webConsole = {
  ADMIN_PASSWORD: optional("ADMIN_PASSWORD", {
    sentence:
      "Administrator's password of the console, 12 characters or more, kept as a hash; unset: the last one set, or one drawn at the first start, and shown once.",
    shape: secret("ADMIN_PASSWORD", "a password of 12 characters or more", passwordFault, { isVerbatim: true }),
    secret: true
  }),
  TILE_URL: optional("TILE_URL", {
    sentence: "Raster tiles for the console's maps, which have outlines of countries without.",
    shape: tiles,
    example: "https://tiles.example.com/{z}/{x}/{y}.png"
  }),
  TILE_ATTRIBUTION: optional("TILE_ATTRIBUTION", {
    sentence: "What is shown beside these tiles, as their licence asks.",
    shape: text
  })
}
