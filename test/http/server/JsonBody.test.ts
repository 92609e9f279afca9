import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { readJsonBody } from "../../../src/http/server/JsonBody.ts"

const read = (request: HttpServerRequest.HttpServerRequest) => readJsonBody(request, 256 * 1024)

const post = (body: ReadableStream<Uint8Array> | string, type = "application/json") =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/", {
      method: "POST",
      headers: { "content-type": type },
      body,
      duplex: "half"
    } as RequestInit)
  )

describe("a request body", () => {
  it.effect("MUST be abandoned if it does not arrive, but not cut off: its connection takes the response", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      let isCutOff = false
      const body = new ReadableStream<Uint8Array>({
        cancel: () => {
          isCutOff = true
        },
        pull: () => {
          Deferred.doneUnsafe(asked, Effect.void)
          return new Promise(() => undefined)
        }
      })
      const reading = yield* Effect.forkChild(Effect.flip(read(post(body))))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("4 seconds")
      const { message } = yield* Fiber.join(reading)
      assert.strictEqual(message, "The body did not arrive within 4 seconds.")
      assert.isFalse(isCutOff)
    })
  )

  it.effect("MUST be accepted up to its maximum size, and if it says that it is not compressed", () =>
    Effect.gen(function* () {
      const body = `"${"x".repeat(256 * 1024 - 2)}"`
      const headers = { "content-type": "application/json", "content-encoding": "Identity" }
      const asked = (body: string) =>
        HttpServerRequest.fromWeb(
          new Request("http://localhost/", {
            method: "POST",
            headers: { ...headers, "content-length": String(body.length) },
            body
          })
        )
      yield* read(asked(body))
      const { message } = yield* Effect.flip(read(asked(`${body} `)))
      assert.include(message, "limit of 262144 bytes")
    })
  )

  it.effect("MUST be JSON in UTF-8, whatever else its type says", () =>
    Effect.gen(function* () {
      for (const more of [
        "",
        ";",
        "; odata=verbose",
        ";charset='utf-8'",
        ' ; charset="UTF-8"; v=1',
        "; a=b; charset = utf8"
      ]) {
        yield* read(post("{}", `application/json${more}`))
      }
      for (const more of [
        "; charset=latin1",
        "; charset=utf-8x",
        "; v=1; charset=utf-16",
        "p",
        ", text/plain",
        "; charset="
      ]) {
        const given = `application/json${more}`
        const { message } = yield* Effect.flip(read(post("{}", given)))
        assert.strictEqual(message, `Content-Type must be application/json, in UTF-8, not ${JSON.stringify(given)}.`)
      }
    })
  )

  it.effect("MUST be refused if it is truncated", () =>
    Effect.gen(function* () {
      const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("gone")) })
      const { message } = yield* Effect.flip(read(post(body)))
      assert.strictEqual(message, "The body could not be read completely.")
    })
  )

  it.effect("MUST not be read beyond its maximum size", () =>
    Effect.gen(function* () {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 64 * 1024
          controller.enqueue(new Uint8Array(64 * 1024))
        }
      })
      const { message } = yield* Effect.flip(read(post(body)))
      assert.include(message, "limit of 262144 bytes")
      assert.isAtMost(sent, 512 * 1024)
    })
  )
})
