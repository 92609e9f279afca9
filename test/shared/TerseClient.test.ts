import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import * as TerseClient from "../../src/shared/TerseClient.ts"

/** A server whose responses continue until the client disconnects, which `left` reports. */
const endless = (first: Buffer | undefined) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let sent = 0
      const asked = Promise.withResolvers<void>()
      const left = Promise.withResolvers<number>()
      const server = createServer((_, response) => {
        asked.resolve()
        response.on("close", () => left.resolve(sent))
        if (first === undefined) return
        const pour = () => {
          do sent += first.length
          while (response.write(first))
        }
        response.on("drain", pour)
        pour()
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { url, asked: asked.promise, left: left.promise, server }
    }),
    ({ server }) => Effect.sync(() => (server.closeAllConnections(), server.close()))
  )

describe("a client of servers with short responses", () => {
  it.effect("MUST read only the needed part of an endless response, and disconnect", () =>
    Effect.gen(function* () {
      const { left, url } = yield* endless(Buffer.alloc(64 * 1024, "x"))
      const error = yield* Effect.flip(HttpClient.get(url))
      assert.strictEqual(error.reason._tag, "DecodeError")
      // Besides the megabyte, the operating system buffers data on both sides.
      assert.isBelow(yield* Effect.promise(() => left), 64 * 1024 * 1024)
    }).pipe(Effect.provide(TerseClient.layer))
  )

  it.effect("MUST not wait more than ten seconds for a complete response, and disconnect", () =>
    Effect.gen(function* () {
      const { asked, left, url } = yield* endless(undefined)
      const asking = yield* Effect.forkChild(Effect.flip(HttpClient.get(url)))
      yield* Effect.promise(() => asked)
      yield* TestClock.adjust("10 seconds")
      assert.match((yield* Fiber.join(asking)).message, /no complete response within 10 seconds/)
      assert.strictEqual(yield* Effect.promise(() => left), 0)
    }).pipe(Effect.provide(TerseClient.layer))
  )
})
