import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiSwagger } from "effect/http-api"
import { Api } from "../../../schemas/Api.ts"
import { contentSecurityPolicy } from "../edge/ContentSecurityPolicy.ts"
import { errorAnswer } from "../edge/ErrorAnswer.ts"
import { once } from "../edge/Once.ts"
import { pathOf, routedPath } from "../edge/Paths.ts"
import { etagOf, FOREVER, make, REVALIDATED } from "../edge/StaticAnswer.ts"
import { start, style as ownStyle } from "./DocsScript.ts"

/** Scripts come from files only, and nothing is loaded from elsewhere: the page works offline. */
const policy = contentSecurityPolicy({
  script: "'self'",
  style: "'self'",
  img: "'self' data:",
  font: "data:",
  connect: "'self'"
})

const script = "text/javascript; charset=utf-8"

const page = (style: string, bundle: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Doorstep: documentation</title>
    <link rel="icon" href="/favicon.ico">
    <link rel="stylesheet" href="${style}">
    <script src="/docs/start.js"></script>
    <script defer src="${bundle}"></script>
  </head>
  <body>
    <main id="swagger-ui"></main>
    <noscript>This page needs JavaScript. The description that it shows is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
  </body>
</html>
`

/** The parts of the page that Effect bundles: its style, and Swagger UI itself. */
const bundle = Effect.promise(async () => {
  const { dispose, handler } = HttpRouter.toWebHandler(HttpApiSwagger.layer(Api), { disableLogger: true })
  try {
    const whole = await (await handler(new Request("http://localhost/docs"))).text()
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(whole) ?? []
    const [, code = ""] = /<script>([\s\S]*?)<\/script>/.exec(whole) ?? []
    // The rest would start Swagger UI with a description embedded in the page.
    return { style: style + ownStyle, code: code.slice(0, code.lastIndexOf("window.onload")) }
  } finally {
    await dispose()
  }
})

/** The URL of a part changes with its content. */
const addressOf = (name: string, content: string): string => name.replace(".", `-${etagOf(content).slice(3, 13)}.`)

const makePage = Effect.gen(function* () {
  const { code, style } = yield* bundle
  const stylePath = addressOf("/docs/swagger-ui.css", style)
  const codePath = addressOf("/docs/swagger-ui.js", code)
  const headers = { "content-security-policy": policy }
  const html = make(page(stylePath, codePath), {
    contentType: "text/html; charset=utf-8",
    cacheControl: REVALIDATED,
    headers
  })
  return new Map([
    ["/docs", yield* html],
    ["/docs/start.js", yield* make(start, { contentType: script, cacheControl: REVALIDATED })],
    [stylePath, yield* make(style, { contentType: "text/css; charset=utf-8", cacheControl: FOREVER })],
    [codePath, yield* make(code, { contentType: script, cacheControl: FOREVER })]
  ])
})

const unknownPart = errorAnswer("NOT_FOUND", "The documentation has no such file. Reload its page, /docs.")

const routes = Effect.gen(function* () {
  // Two megabytes that most services never need, so they are read on the first request.
  const parts = yield* once(makePage)
  const part = Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const found = (yield* parts).get(routedPath(pathOf(url)) ?? "")
    return found === undefined ? unknownPart : yield* found.to(headers)
  })
  // The router would match /docs itself too.
  return HttpRouter.add("GET", "/docs/*", part)
})

/** Documentation for people at `/docs`, which shows the contents of `/api/v1/openapi.json`. */
export const layer = Layer.unwrap(routes)
