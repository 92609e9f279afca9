import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { guard } from "../../src/http/admin/ReadOnly.ts"

const route = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: `/${string}`) =>
  HttpRouter.add(method, path, HttpServerResponse.text("done"))

const routes = Layer.mergeAll(
  route("GET", "/admin/api/sources"),
  route("POST", "/admin/api/sources"),
  route("PATCH", "/admin/api/pools/US"),
  route("DELETE", "/admin/api/downloads"),
  route("PUT", "/admin/api/sources/a/schedule"),
  route("POST", "/admin/api/sessions-of-others"),
  route("POST", "/admin/api/session"),
  route("POST", "/admin/api/session/token"),
  route("DELETE", "/admin/api/tokens/1")
).pipe(Layer.provide(guard.layer))

it.effect("The console of a snapshot MUST allow changes to access, and nothing else", () =>
  Effect.gen(function* () {
    const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    const ask = (method: string, path: string) =>
      Effect.promise(async () => {
        const answer = await handler(new Request(`http://localhost/admin/api/${path}`, { method }))
        return { status: answer.status, text: await answer.text() }
      })
    for (const [method, path] of [
      ["POST", "sources"],
      ["POST", "sources?x=/admin/api/session"],
      ["PATCH", "pools/US"],
      ["DELETE", "downloads"],
      ["PUT", "sources/a/schedule"],
      ["POST", "sessions-of-others"]
    ] as const) {
      const { status, text } = yield* ask(method, path)
      assert.strictEqual(status, 409, path)
      assert.strictEqual(JSON.parse(text).error.code, "CONFLICT")
      assert.include(text, "serves a snapshot")
    }
    for (const [method, path] of [
      ["GET", "sources"],
      ["POST", "session"],
      ["POST", "session/token"],
      ["POST", "%73ession"],
      ["POST", "session/"],
      ["DELETE", "tokens/1"],
      ["DELETE", "%74okens/%31"]
    ] as const) {
      assert.deepStrictEqual(yield* ask(method, path), { status: 200, text: "done" }, path)
    }
  }).pipe(Effect.scoped)
)
