import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import { limitConnections, mostConnections } from "../../../src/http/server/ConnectionLimit.ts"

describe("the number of connections", () => {
  it("MUST leave files to everything else, whatever the limit of the system", () => {
    assert.deepStrictEqual(
      [128, 1024, 4096, 1_048_576, undefined].map(mostConnections),
      [64, 512, 3096, 20_000, 20_000]
    )
  })

  it.effect("MUST be said when it is reached, once a minute", () =>
    Effect.gen(function* () {
      const said: Array<unknown> = []
      const logger = Logger.make(({ message }) => void said.push(message))
      const server = createServer()
      yield* limitConnections(server).pipe(Effect.provide(Logger.layer([logger])))
      const refuse = Effect.andThen(
        Effect.sync(() => server.emit("drop")),
        TestClock.adjust(0)
      )
      yield* TestClock.adjust(0)
      yield* Effect.repeat(refuse, { times: 3 })
      assert.strictEqual(said.length, 1)
      assert.match(String(said[0]), new RegExp(`^New connections are refused: ${server.maxConnections} are open`))
      yield* TestClock.adjust("1 minute")
      yield* refuse
      assert.strictEqual(said.length, 2)
    })
  )
})
