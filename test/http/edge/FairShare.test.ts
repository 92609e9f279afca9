import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { connect, type Socket } from "node:net"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { batchCost, FairShare, requestCost } from "../../../src/http/edge/FairShare.ts"
import * as FakePool from "../support/FakePool.ts"
import * as Test from "../support/TestApi.ts"

/** Work that records when it begins, and ends on command. */
const makeWork = () => {
  const begun: Array<string> = []
  const latches = new Map<string, Latch.Latch>()
  return {
    begun,
    work: (name: string) =>
      Effect.suspend(() => {
        const latch = Latch.makeUnsafe()
        latches.set(name, latch)
        begun.push(name)
        return latch.await
      }),
    /** Ends the work, and waits until the next has begun. */
    end: (name: string) =>
      Effect.andThen(
        Effect.suspend(() => latches.get(name)!.open),
        Effect.promise(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))))
      )
  }
}

describe("turns among tokens", () => {
  const small = FairShare.layerWith({ capacity: 40, bound: 30, long: 10 })

  it.effect("MUST be taken by waiting tokens, one after the other", () =>
    Effect.gen(function* () {
      const { turn } = yield* FairShare
      const { begun, end, work } = makeWork()
      for (const name of ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"]) {
        yield* Effect.forkChild(
          turn(name[0]!, 10, () => work(name)),
          { startImmediately: true }
        )
      }
      // Four requests fill the capacity; a key with nothing running is admitted on top.
      const atFirst = ["a1", "a2", "a3", "a4", "b1"]
      assert.deepStrictEqual(begun, atFirst)
      yield* end("a1")
      assert.deepStrictEqual(begun, atFirst)
      yield* end("a2")
      assert.deepStrictEqual(begun, [...atFirst, "a5"])
      yield* end("a3")
      assert.deepStrictEqual(begun, [...atFirst, "a5", "b2"])
      yield* end("a4")
      assert.deepStrictEqual(begun, [...atFirst, "a5", "b2", "a6"])
    }).pipe(Effect.provide(small))
  )

  it.effect("MUST refuse only requests of the token with too many waiting", () =>
    Effect.gen(function* () {
      const { turn } = yield* FairShare
      const { begun, work } = makeWork()
      for (let i = 0; i < 7; i++) {
        yield* Effect.forkChild(
          turn("a", 10, () => work(`a${i}`)),
          { startImmediately: true }
        )
      }
      const error = yield* Effect.flip(turn("a", 10, () => work("one too many")))
      assert.strictEqual(error._tag, "ServiceUnavailable")
      yield* Effect.forkChild(
        turn("b", 10, () => work("b")),
        { startImmediately: true }
      )
      assert.deepStrictEqual(begun, ["a0", "a1", "a2", "a3", "b"])
    }).pipe(Effect.provide(small))
  )

  it.effect("MUST be dropped when the client disconnects, before and after its turn", () =>
    Effect.gen(function* () {
      const { turn } = yield* FairShare
      const { begun, end, work } = makeWork()
      const fibers = new Map<string, Fiber.Fiber<void, unknown>>()
      for (const name of ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]) {
        fibers.set(
          name,
          yield* Effect.forkChild(
            turn("a", 10, () => work(name)),
            { startImmediately: true }
          )
        )
      }
      yield* Fiber.interrupt(fibers.get("a5")!)
      yield* Fiber.interrupt(fibers.get("a1")!)
      yield* end("a2")
      assert.deepStrictEqual(begun, ["a1", "a2", "a3", "a4", "a6", "a7"])
    }).pipe(Effect.provide(small))
  )

  it.effect(
    "MUST be taken by batches of 50 one at a time while another token is present, as the service weighs them",
    () =>
      Effect.gen(function* () {
        const { turn } = yield* FairShare
        const { begun, end, work } = makeWork()
        const fork = (name: string, cost: number) =>
          Effect.forkChild(
            turn(name[0]!, cost, () => work(name)),
            { startImmediately: true }
          )
        yield* fork("modest", requestCost)
        for (const name of ["greedy 1", "greedy 2", "greedy 3"])
          yield* fork(name, batchCost({ count: 50, excluded: 0 }))
        assert.deepStrictEqual(begun, ["modest", "greedy 1"])
        yield* end("modest")
        yield* end("greedy 1")
        assert.deepStrictEqual(begun, ["modest", "greedy 1", "greedy 2"])
      }).pipe(Effect.provide(FairShare.layer))
  )

  it("MUST weigh batches as they were measured, in microseconds of CPU", () => {
    const measured = [
      [1, 0, 250],
      [50, 0, 2_250],
      [50, 500, 3_400]
    ] as const
    for (const [count, excluded, cost] of measured) {
      assert.approximately(batchCost({ count, excluded }) / cost, 1, 0.05)
    }
  })

  it.effect("MUST let the work know at any time whether another token is present", () =>
    Effect.gen(function* () {
      const { turn } = yield* FairShare
      const modest = Effect.orDie(turn("modest", requestCost, () => Effect.void))
      const seen = yield* turn("greedy", batchCost({ count: 50, excluded: 0 }), (isShared) =>
        Effect.gen(function* () {
          const alone = isShared()
          yield* modest
          return [alone, isShared()]
        })
      )
      assert.deepStrictEqual(seen, [false, true])
    }).pipe(Effect.provide(FairShare.layer))
  )
})

/** A connection over which something has been sent. */
const opened = (port: number, bytes: string) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, () => resolve(socket)))
    socket.on("error", () => undefined)
  })

const never = Latch.makeUnsafe()
let givenUp = 0
const pool = Layer.merge(
  FakePool.layer({
    drawMany: ({ seed }) =>
      seed === "modest"
        ? Effect.succeed({ addresses: [FakePool.savannah], seed, poolVersion: 1, sourcesTried: [] })
        : Effect.andThen(never.await, Effect.die("nobody ends this")).pipe(
            Effect.onInterrupt(() => Effect.sync(() => givenUp++))
          )
  }),
  SourceRegistry.layer
)

layer(Test.layer(pool, { timeLimit: "1 hour", stopTime: 0 }), { excludeTestServices: true })(
  "a token that saturates the service",
  (it) => {
    it.effect("MUST not starve another token, nor the health probe", () =>
      Effect.gen(function* () {
        const { call, generateToken, issue, port } = yield* Test.TestApi
        const modest = yield* issue({})
        const body = JSON.stringify({ count: 50, filters: { country: "US" } })
        const batch =
          `POST /api/v1/generate/batch HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${generateToken}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        const sockets = yield* Effect.promise(() => Promise.all(Array.from({ length: 40 }, () => opened(port, batch))))
        // All batches have arrived by now, so requests sent later are the ones that get responses.
        for (let i = 0; i < 5; i++) {
          assert.strictEqual((yield* call("/api/v1/health", { token: null })).status, 200)
          assert.strictEqual((yield* call("/api/v1/generate", { token: modest })).status, 200)
          const own = { count: 1, filters: { country: "US" }, options: { seed: "modest" } }
          assert.strictEqual((yield* call("/api/v1/generate/batch", { token: modest, body: own })).status, 200)
        }
        assert.strictEqual(givenUp, 0)
        for (const socket of sockets) socket.destroy()
      })
    )
  }
)

/** The turns of the event loop, counted while a test runs. */
const countTurns = Effect.acquireRelease(
  Effect.sync(() => {
    const loop = { turn: 0, immediate: setImmediate(() => undefined) }
    const count = () => {
      loop.turn++
      loop.immediate = setImmediate(count)
    }
    count()
    return loop
  }),
  ({ immediate }) => Effect.sync(() => clearImmediate(immediate))
)

it.effect("MUST let other tokens run between the parts of a batch, and write the same response", () =>
  Effect.gen(function* () {
    const loop = yield* countTurns
    const arrived = Latch.makeUnsafe()
    const leaves = Latch.makeUnsafe()
    const turns = new Set<number>()
    // Writing a result reads the ID of its address.
    const address = Object.defineProperty({ ...FakePool.savannah }, "id", {
      enumerable: true,
      get: () => {
        turns.add(loop.turn)
        return FakePool.savannah.id
      }
    })
    const context = { poolVersion: 3, sourcesTried: ["starter"] }
    const pool = FakePool.layer({
      draw: () =>
        Effect.as(Effect.andThen(arrived.open, leaves.await), { address: FakePool.savannah, seed: "a", ...context }),
      drawMany: ({ count, seed = "" }) =>
        Effect.succeed({ addresses: Array.from({ length: count }, () => address), seed, ...context })
    })
    yield* Effect.gen(function* () {
      const { call, issue } = yield* Test.TestApi
      const options = { seed: "abc", requestId: "same", unique: false }
      const batch = call("/api/v1/generate/batch", { body: { count: 50, filters: { country: "US" }, options } })
      const alone = yield* batch
      assert.strictEqual(turns.size, 1)
      turns.clear()
      const modest = yield* Effect.forkChild(call("/api/v1/generate", { token: yield* issue({}) }))
      yield* arrived.await
      const shared = yield* batch
      assert.isAtLeast(turns.size, 6)
      assert.strictEqual(shared.text, alone.text)
      yield* leaves.open
      assert.strictEqual((yield* Fiber.join(modest)).status, 200)
    }).pipe(
      // The service stops only after its last response.
      Effect.ensuring(leaves.open),
      Effect.provide(Test.layer(Layer.merge(pool, SourceRegistry.layer)))
    )
  })
)
