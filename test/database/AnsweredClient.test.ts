import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { TestClock } from "effect/testing"
import * as AnsweredClient from "../../src/database/AnsweredClient.ts"
import { Database } from "../../src/database/Database.ts"
import { through } from "../faults/support/Deployment.ts"
import { Proxy } from "../faults/support/Proxy.ts"
import { database } from "../properties/Houses.ts"
import { eventually } from "../sync/support.ts"

/** A network to the server, and what a client through it is made with. */
const makeNetwork = Effect.gen(function* () {
  const url = new URL(Redacted.value((yield* Database).url))
  const network = yield* Effect.acquireRelease(
    Effect.promise(() => Proxy.start(Number(url.port))),
    (proxy) => Effect.promise(() => proxy.stop())
  )
  const config = { url: Redacted.make(through(url, network.port)), minConnections: 0, maxConnections: 1 }
  return { network, config }
})

const say = (word: string) => `SELECT '${word}' AS word`

/** The network loses the first thing that says so. */
const loseFirst = (network: Proxy, word: string) => {
  let lost = 0
  network.loses = (request) => request.includes(word) && lost++ === 0
}

layer(Layer.merge(database, Reactivity.layer), { timeout: 60_000 })("a client that is answered", (it) => {
  it.effect("MUST give up a statement that is lost, and use another connection for the next", () =>
    Effect.gen(function* () {
      const { config, network } = yield* makeNetwork
      const sql = yield* AnsweredClient.make(config, AnsweredClient.answeredWithin("10 seconds"))
      assert.deepStrictEqual(yield* sql.unsafe(say("first")), [{ word: "first" }])
      loseFirst(network, "second")
      const lost = yield* Effect.forkChild(Effect.exit(sql.unsafe(say("second"))), { startImmediately: true })
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(lost.pollUnsafe())
      yield* TestClock.adjust("1 second")
      const exit = yield* Fiber.join(lost)
      assert.match(Exit.isFailure(exit) ? String(exit.cause) : "it was answered", /The server has not answered/)
      assert.deepStrictEqual(yield* sql.unsafe(say("second")), [{ word: "second" }])
    })
  )

  it.effect("MUST end the session on which a statement was given up, with the lock that it holds", () =>
    Effect.gen(function* () {
      const { config } = yield* makeNetwork
      const sql = yield* AnsweredClient.make(config, AnsweredClient.answeredWithin("10 seconds"))
      const scope = yield* Scope.make()
      const connection = yield* Scope.provide(sql.reserve, scope)
      yield* connection.executeRaw("SELECT pg_advisory_lock(4711)", [])
      const slow = yield* Effect.forkChild(Effect.exit(connection.executeRaw("SELECT pg_sleep(3600)", [])), {
        startImmediately: true
      })
      // The server confirms that it has stopped it, so that the connection is as good as new.
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(slow)
      yield* Scope.close(scope, Exit.void)
      const [free] = yield* eventually(
        sql<{ readonly free: boolean }>`SELECT NOT EXISTS (SELECT FROM pg_locks WHERE objid = 4711) AS free`,
        ([row]) => row?.free === true
      )
      assert.deepStrictEqual(free, { free: true })
    })
  )
})
