import { hash } from "node:crypto"
import { API_VERSION } from "../../../schemas/Api.ts"
import { contentSecurityPolicy } from "../edge/ContentSecurityPolicy.ts"

const style = `
:root { color-scheme: light dark; background: var(--ground); --ink: light-dark(#17211e, #e6ece9); --soft: light-dark(#54635d, #a3b1ab);
  --ground: light-dark(#f7f9f8, #141a18); --card: light-dark(#fff, #1c2421); --line: light-dark(#dbe3df, #2e3a35);
  --accent: light-dark(#1f6957, #6fc3ab) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 2rem 1.25rem;
  background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
main { width: min(34rem, calc(100vw - 2.5rem)) }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }
p { margin: .6rem 0 1.6rem; color: var(--soft) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem }
li a { display: block; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--card); color: inherit; text-decoration: none }
li a:hover, li a:focus-visible { border-color: var(--accent) }
strong { color: var(--accent) }
span { display: block; color: var(--soft); font-size: .9rem }
code { font: .875em ui-monospace, monospace }
`

const links = [
  ["/docs", "Documentation", "Every endpoint, parameter, response and error, with requests to try."],
  ["/console", "Console", "For the administrator; anyone with a token can try requests there, too."],
  ["/api/v1/openapi.json", "Description", "OpenAPI 3.1, for tools that generate clients."],
  ["/api/v1/ready", "State", "Whether the service and its database are up."]
] as const

const items = links.map(
  ([address, name, text]) => `      <li><a href="${address}"><strong>${name}</strong><span>${text}</span></a></li>`
)

/** What people see who open the service in a browser. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Doorstep</title>
    <link rel="icon" href="/favicon.ico">
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Doorstep</h1>
      <p>Real residential addresses for tests, demos and research, from open data. The API is at <code>/api/v1</code>.</p>
      <ul>
${items.map((item) => `  ${item}`).join("\n")}
      </ul>
    </main>
  </body>
</html>
`

/** No script, nothing from elsewhere, and this one style. */
export const policy = contentSecurityPolicy({ style: `'sha256-${hash("sha256", style, "base64")}'`, img: "'self'" })

/** What programs get: where everything is. */
export const index = {
  data: {
    name: "Doorstep",
    version: API_VERSION,
    api: "/api/v1",
    description: "/api/v1/openapi.json",
    documentation: "/docs",
    console: "/console",
    health: "/api/v1/health",
    ready: "/api/v1/ready"
  }
}
