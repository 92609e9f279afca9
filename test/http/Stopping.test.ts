import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Worker } from "node:worker_threads"
import { drain } from "../../src/http/Stopping.ts"

const turns = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** The service has something else to do: nothing is read, and nobody learns of the time. */
const busy = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

describe("a server that stops", () => {
  it.live.each([
    ["asked while it is busy for longer than it would ever wait", 0, 250],
    ["asked after it was busy for as long as it would wait", 100, 0]
  ] as const)("MUST answer what comes on connections that are kept: %s", ([, before, after]) =>
    Effect.promise(async () => {
      let isStopping = false
      const server = createServer((_, response) => {
        if (isStopping) response.setHeader("connection", "close")
        response.end("well")
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const gate = new Int32Array(new SharedArrayBuffer(8))
      const { port } = server.address() as AddressInfo
      const askers = new Worker(new URL("fixtures/Askers.ts", import.meta.url), {
        workerData: { clients: 16, gate, port }
      })
      assert.deepStrictEqual(await once(askers, "message"), ["ready"])
      isStopping = true
      const stopped = Effect.runFork(drain(server, { drainTime: 50, stopTime: 5_000 }))
      const answers = once(askers, "message")
      await turns()
      busy(before)
      await turns()
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
      Atomics.wait(gate, 1, 0)
      busy(after)
      assert.deepStrictEqual(await answers, [Array.from({ length: 16 }, () => 2)])
      await Effect.runPromise(Fiber.join(stopped))
      await askers.terminate()
    })
  )
})
