import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect, type Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

/** When a client disconnects: before it receives anything, at the first bytes, or a turn later. */
const moments = ["at once", "at the first bytes", "later"] as const

/**
 * Open resources of this process: the sockets of both sides, and timers, one of which belongs to each stream's fiber.
 */
const open = () => {
  const all = process.getActiveResourcesInfo()
  const count = (kind: string) => all.filter((one) => one === kind).length
  return { sockets: count("TCPSocketWrap"), timers: count("Timeout") }
}

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** Bytes still in use after a garbage collection. */
const held = (): number => {
  collect()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

/**
 * Fluctuation that is normal: the service's own database connections and timers come and go too. There are about 200
 * clients.
 */
const few = 20

layer(World.layerWith({}), { excludeTestServices: true })("streams and metrics", (it) => {
  it.effect("MUST leak nothing for clients that come and go by the hundred, or never read", () =>
    Effect.gen(function* () {
      const { call, cookie, token, url } = yield* AdminWorld
      const { hostname, port } = new URL(url)
      const head = `Host: ${hostname}\r\nCookie: ${cookie}\r\nAuthorization: Bearer ${token}\r\nX-Doorstep-Console: 1\r\n`
      const requests = [
        `GET /admin/api/runs/live HTTP/1.1\r\n${head}\r\n`,
        `POST /admin/api/sources/village/test HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`,
        `GET /metrics HTTP/1.1\r\n${head}\r\n`
      ]
      const came: Array<string> = []
      const one = (request: string, moment: (typeof moments)[number]) =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(request)
            if (moment === "at once") socket.resetAndDestroy()
          })
          socket.on("error", () => undefined)
          socket.on("close", () => resolve())
          socket.once("data", (chunk: Buffer) => {
            const answer = chunk.toString("latin1")
            // Any response other than a success is recorded whole.
            came.push(/^HTTP\/1\.1 200/.exec(answer)?.[0] ?? `${request} is answered with ${answer}`)
            if (moment === "later") setImmediate(() => socket.resetAndDestroy())
            else socket.resetAndDestroy()
          })
        })
      const round = (times: number) =>
        Effect.promise(async () => {
          for (let i = 0; i < times; i++) {
            await Promise.all(requests.flatMap((request) => moments.map((moment) => one(request, moment))))
          }
        })
      // A first round creates what is created on first use and stays.
      yield* round(1)
      yield* call("/metrics", { headers: { authorization: `Bearer ${token}`, connection: "close" }, bare: true })
      const before = open()
      const deaf: Array<Socket> = Array.from({ length: 30 }, (_, i) => {
        const socket = connect(Number(port), hostname)
        socket.on("error", () => undefined)
        socket.pause()
        socket.write(requests[i % requests.length]!.repeat(i % 3 === 2 ? 200 : 1))
        return socket
      })
      const heldBefore = held()
      yield* round(20)
      assert.isAbove(came.length, 60)
      assert.deepStrictEqual(new Set(came), new Set(["HTTP/1.1 200"]))
      for (const socket of deaf) socket.resetAndDestroy()
      yield* World.eventually(
        `${JSON.stringify(before)} again`,
        Effect.sync(open),
        ({ sockets, timers }) => sockets <= before.sockets + few && timers <= before.timers + few
      )
      assert.isBelow(held() - heldBefore, 100 * 1024 * 1024)
      assert.strictEqual((yield* call("/api/v1/health", { bare: true })).status, 200)
    })
  )
})
