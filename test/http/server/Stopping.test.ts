import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Worker } from "node:worker_threads"
import { drain } from "../../../src/http/server/Stopping.ts"

const turns = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Blocks the service's thread: nothing is read, and no timer fires. */
const busy = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

const clients = 16

/** A server, and clients of it in another thread. */
const started = async (kept: boolean) => {
  let isStopping = false
  const server = createServer((_, response) => {
    if (isStopping) response.setHeader("connection", "close")
    response.end("well")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const gate = new Int32Array(new SharedArrayBuffer(8))
  const { port } = server.address() as AddressInfo
  const askers = new Worker(new URL("../fixtures/Askers.ts", import.meta.url), {
    workerData: { clients, gate, kept, port }
  })
  assert.deepStrictEqual(await once(askers, "message"), ["ready"])
  const answers = once(askers, "message")
  return {
    /** Returns when all clients have sent their requests; this thread is blocked meanwhile, so none has been read. */
    asked: () => {
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
      Atomics.wait(gate, 1, 0)
    },
    stop: () =>
      Effect.runFork(
        drain(server, {
          drainTime: 50,
          stopTime: 5_000,
          whenClosed: Effect.sync(() => {
            isStopping = true
          })
        })
      ),
    end: async (stopped: Fiber.Fiber<void>) => {
      const [counts] = await answers
      await Effect.runPromise(Fiber.join(stopped))
      await askers.terminate()
      return counts as ReadonlyArray<number>
    }
  }
}

const each = (answers: number) => Array.from({ length: clients }, () => answers)

describe("a server that stops", () => {
  it.live.each([
    ["asked while it is busy for longer than it would ever wait", 0, 400],
    ["asked after it was busy for as long as it would wait", 100, 0]
  ] as const)("MUST answer requests that arrive on idle connections: %s", ([, before, after]) =>
    Effect.promise(async () => {
      const { asked, end, stop } = await started(true)
      const stopped = stop()
      await turns()
      busy(before)
      await turns()
      asked()
      busy(after)
      assert.deepStrictEqual(await end(stopped), each(2))
    })
  )

  it.live("MUST answer on connections not yet accepted when it is told to stop", () =>
    Effect.promise(async () => {
      const { asked, end, stop } = await started(false)
      asked()
      assert.deepStrictEqual(await end(stop()), each(1))
    })
  )
})
