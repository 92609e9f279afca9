import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { readFileSync } from "node:fs"
import { PublicDescription } from "../handlers/Description.ts"
import { mediaTypeFor } from "../edge/Negotiation.ts"
import { make, REVALIDATED } from "../edge/StaticAnswer.ts"
import { index, page, policy } from "./Page.ts"

const icon = readFileSync(new URL("favicon.ico", import.meta.url))

const headersOf = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => headers)

const routes = Effect.gen(function* () {
  const shared = { cacheControl: REVALIDATED, headers: { vary: "Accept" } }
  const forPrograms = yield* make(JSON.stringify(index), { ...shared, contentType: "application/json" })
  const forPeople = yield* make(page, {
    ...shared,
    contentType: "text/html; charset=utf-8",
    headers: { ...shared.headers, "content-security-policy": policy }
  })
  const favicon = yield* make(icon, { contentType: "image/x-icon", cacheControl: "public, max-age=86400" })
  const description = yield* PublicDescription

  return Layer.mergeAll(
    HttpRouter.add(
      "GET",
      "/",
      Effect.flatMap(headersOf, (headers) => {
        const type = mediaTypeFor(headers["accept"], ["application/json", "text/html"])
        return (type === "text/html" ? forPeople : forPrograms).to(headers)
      })
    ),
    HttpRouter.add(
      "GET",
      "/favicon.ico",
      Effect.flatMap(headersOf, (headers) => favicon.to(headers))
    ),
    HttpRouter.add(
      "GET",
      "/openapi.json",
      Effect.flatMap(headersOf, (headers) => description.to(headers))
    )
  )
})

/** What is asked for where nobody has read any documentation: `/`, `/favicon.ico` and `/openapi.json`. */
export const layer = Layer.unwrap(routes).pipe(Layer.provide(PublicDescription.layer))
