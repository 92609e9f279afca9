import { isInstalled, program } from "../../shared/Invocation.ts"
import type { TileServer } from "../Settings.ts"

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" }

const escape = (text: string): string => text.replace(/[&"<>]/g, (character) => escapes[character]!)

/** Fills in a `<meta name="…" content="">` that the built page has for this value. */
const fill = (page: string, name: string, content: string): string =>
  page.replace(`<meta name="${name}" content=""`, () => `<meta name="${name}" content="${escape(content)}"`)

/** The built page for one response. */
export const fillPage = (page: string, nonce: string, tiles: TileServer | undefined): string =>
  Object.entries({
    "style-nonce": nonce,
    program,
    "tile-url": tiles?.template ?? "",
    "tile-attribution": tiles?.attribution ?? ""
  }).reduce((filled, [name, content]) => fill(filled, name, content), page)

const remedy = isInstalled
  ? `<p>It comes with Doorstep, whose package is incomplete: install it again.</p>`
  : `<p>Build it in the folder of Doorstep, then load this page again. The service need not be restarted.</p>
    <pre>npm run build:console</pre>`

/** Shown if the console has not been built. */
export const missingPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Doorstep: the console is not built</title>
  </head>
  <body>
    <h1>The console is not built</h1>
    ${remedy}
    <p>The API works without it: <a href="/docs">documentation</a>.</p>
  </body>
</html>
`
