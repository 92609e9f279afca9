import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { JointResponse } from "../../../src/http/server/JointResponse.ts"

const listening = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly stop: () => void }>((resume) => {
      const server = createServer({ ServerResponse: JointResponse }, listener)
      const stop = () => server.close().closeAllConnections()
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, stop }))
      )
    }),
    ({ stop }) => Effect.sync(stop)
  )

/** The body of a response, or "cut off". */
const answer = (port: number, path: string): Promise<string> =>
  new Promise((resolve) => {
    const cutOff = () => resolve("cut off")
    get({ host: "127.0.0.1", port, path, agent: false }, (response: IncomingMessage) => {
      text(response).then(resolve, cutOff)
    }).on("error", cutOff)
  })

/** Waits for two requests, and then responds to both in one turn of the event loop. */
const bothAtOnce = (answerBoth: (responses: Readonly<Record<string, ServerResponse>>) => void): RequestListener => {
  const responses: Record<string, ServerResponse> = {}
  return (request, response) => {
    responses[request.url!] = response
    if (Object.keys(responses).length === 2) answerBoth(responses)
  }
}

describe("responses completed in the same turn", () => {
  it.effect("MUST be written together when the turn is over, each to its own client", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const { port } = yield* listening(
        bothAtOnce(({ "/a": a, "/b": b }) => {
          for (const [name, response] of Object.entries({ a: a!, b: b! })) {
            const { write } = response.socket!
            response.socket!.write = (...args: Array<unknown>) => {
              order.push(`writes ${name}`)
              return Reflect.apply(write, response.socket, args)
            }
            response.end(`for ${name}`)
            order.push(`ended ${name}`)
          }
        })
      )
      const answers = yield* Effect.promise(() => Promise.all([answer(port, "/a"), answer(port, "/b")]))
      assert.deepStrictEqual(answers, ["for a", "for b"])
      assert.deepStrictEqual(
        order.filter((step, i) => order.indexOf(step) === i),
        ["ended a", "ended b", "writes a", "writes b"]
      )
    })
  )

  it.effect("MUST reach their clients even if another cannot be written", () =>
    Effect.gen(function* () {
      const { port } = yield* listening(
        bothAtOnce(({ "/a": a, "/b": b }) => {
          a!.strictContentLength = true
          a!.writeHead(200, { "content-length": 3 })
          a!.end("longer than that")
          b!.end("for b")
        })
      )
      const answers = yield* Effect.promise(() => Promise.all([answer(port, "/a"), answer(port, "/b")]))
      assert.deepStrictEqual(answers, ["cut off", "for b"])
    })
  )

  it.effect("MUST not end the process if one is ended twice", () =>
    Effect.gen(function* () {
      const { port } = yield* listening((request, response) => {
        response.end("once")
        if (request.url === "/twice") response.end("and again")
      })
      // The test runner would report an error event without a listener.
      const [, other] = yield* Effect.promise(() => Promise.all([answer(port, "/twice"), answer(port, "/once")]))
      assert.strictEqual(other, "once")
    })
  )

  it.effect("MUST come after earlier output on their connection", () =>
    Effect.gen(function* () {
      const { port } = yield* listening((_, response) => {
        response.write("first, ")
        response.end("then the rest")
      })
      assert.strictEqual(yield* Effect.promise(() => answer(port, "/")), "first, then the rest")
    })
  )
})
