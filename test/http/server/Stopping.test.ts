import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, type Fiber, FileSystem } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type ListenOptions } from "node:net"
import { Worker } from "node:worker_threads"
import { cut, drain } from "../../../src/http/server/Stopping.ts"

const turns = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A clock that only the test moves, so that nothing depends on how long the machine takes. */
const handMoved = () => {
  let now = 0
  const sleeping = new Set<{ readonly due: number; readonly wake: () => void }>()
  const nanos = () => BigInt(Math.round(now * 1e6))
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (time) =>
      Effect.callback<void>((resume) => {
        const sleeper = { due: now + Duration.toMillis(time), wake: () => resume(Effect.void) }
        sleeping.add(sleeper)
        return Effect.sync(() => sleeping.delete(sleeper))
      })
  }
  /** Lets time pass at once, as if the thread were busy meanwhile: timers fire late, before anything is read. */
  const pass = (milliseconds: number) => {
    now += milliseconds
    for (const sleeper of Array.from(sleeping)) {
      if (sleeper.due <= now && sleeping.delete(sleeper)) sleeper.wake()
    }
  }
  return { clock, pass }
}

const clients = 16

const opened = async (server: Server, place: ListenOptions = { host: "127.0.0.1", port: 0 }) => {
  await once(server.listen(place), "listening")
  return server
}

/**
 * A server, and clients of it in another thread. On a Unix socket, because what is sent there has arrived: over TCP, the
 * system of a busy machine delivers it later.
 */
const started = Effect.fnUntraced(function* (kept: boolean) {
  const fs = yield* FileSystem.FileSystem
  const path = `${yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-stopping-" })}/socket`
  let isStopping = false
  const server = yield* Effect.promise(() =>
    opened(
      createServer((_, response) => {
        if (isStopping) response.setHeader("connection", "close")
        response.end("well")
      }),
      { path }
    )
  )
  const gate = new Int32Array(new SharedArrayBuffer(8))
  const askers = new Worker(new URL("../fixtures/Askers.ts", import.meta.url), {
    workerData: { clients, gate, kept, path }
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => askers.terminate()))
  assert.deepStrictEqual(yield* Effect.promise(() => once(askers, "message")), ["ready"])
  const answers = once(askers, "message")
  const { clock, pass } = handMoved()
  const draining = drain(server, {
    drainTime: 50,
    longestDrain: 250,
    stopTime: 5_000,
    timeLimit: 5_000,
    whenClosed: Effect.sync(() => {
      isStopping = true
    })
  })
  return {
    /** Returns when all clients have sent their requests; this thread is blocked meanwhile, so none has been read. */
    asked: () => {
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
      Atomics.wait(gate, 1, 0)
    },
    busy: pass,
    stop: () => Effect.runFork(Effect.provideService(draining, Clock.Clock, clock)),
    /** How many answers each client has had. */
    end: async (stopped: Fiber.Fiber<void>): Promise<ReadonlyArray<number>> => {
      while (stopped.pollUnsafe() === undefined) {
        await turns()
        pass(2)
      }
      const [counts] = await answers
      return counts
    }
  }
})

const each = (answers: number) => Array.from({ length: clients }, () => answers)

describe("a server that stops", () => {
  it.effect.each([
    ["asked while it is busy for longer than it would ever wait", 0, 400],
    ["asked after it was busy for as long as it would wait", 100, 0]
  ] as const)("MUST answer requests that arrive on idle connections: %s", ([, before, after]) =>
    Effect.gen(function* () {
      const { asked, busy, end, stop } = yield* started(true)
      const stopped = stop()
      yield* Effect.promise(turns)
      busy(before)
      yield* Effect.promise(turns)
      asked()
      busy(after)
      assert.deepStrictEqual(yield* Effect.promise(() => end(stopped)), each(2))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("MUST answer on connections not yet accepted when it is told to stop", () =>
    Effect.gen(function* () {
      const { asked, end, stop } = yield* started(false)
      asked()
      assert.deepStrictEqual(yield* Effect.promise(() => end(stop())), each(1))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  /** The clock of a process so busy that its timers fire only at multiples of this many milliseconds. */
  const clockOf = (clock: Clock.Clock, step: number): Clock.Clock => ({
    ...clock,
    sleep: (time) => clock.sleep(Duration.millis(Math.ceil(Duration.toMillis(time) / step) * step))
  })

  /** How many milliseconds a stop takes in which half a request never gets its other half. */
  const stopping = Effect.fnUntraced(function* (step: number, timeLimit: Duration.Input) {
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => opened(createServer())),
      (server) => Effect.sync(() => server.closeAllConnections())
    )
    const arrived = once(server, "connection")
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
    client.on("error", () => undefined).write("GET / HTTP/1.1")
    yield* Effect.promise(() => arrived)
    const clock = yield* Clock.Clock
    const start = yield* Clock.currentTimeMillis
    const stopped = yield* drain(server, {
      drainTime: "500 millis",
      longestDrain: "2.5 seconds",
      stopTime: "6 seconds",
      timeLimit,
      whenClosed: Effect.void
    }).pipe(Effect.provideService(Clock.Clock, clockOf(clock, step)), Effect.forkChild)
    while (stopped.pollUnsafe() === undefined) {
      // Node.js's own events, which the clock of the test does not wait for.
      yield* Effect.promise(turns)
      yield* TestClock.adjust(20)
    }
    return (yield* Clock.currentTimeMillis) - start
  })

  it.effect("MUST not leave connections open that end at nothing else", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => opened(createServer())),
        (server) => Effect.sync(() => server.closeAllConnections())
      )
      const arrived = once(server, "connection")
      const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
      client.on("error", () => undefined).write("GET / HTTP/1.1")
      yield* Effect.promise(() => arrived)
      const ended = yield* Effect.forkChild(cut(server))
      while (ended.pollUnsafe() === undefined) {
        yield* Effect.promise(turns)
        yield* TestClock.adjust(100)
      }
      yield* Effect.promise(turns)
      assert.strictEqual(
        yield* Effect.callback<number>((resume) => {
          server.getConnections((_, count) => resume(Effect.succeed(count)))
        }),
        0
      )
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["with time", 20, "5 seconds", 6_500],
    ["so busy that it drains for longer", 100, "5 seconds", 7_500],
    ["as busy, but with a shorter limit for requests", 100, "1 second", 6_500]
  ] as const)("MUST cut off requests without an end on time: %s", ([, step, timeLimit, expected]) =>
    Effect.map(Effect.scoped(stopping(step, timeLimit)), (taken) => {
      assert.isAtLeast(taken, expected)
      assert.isAtMost(taken, expected + 2 * step)
    })
  )
})
