import { readFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { type Deployment, deploy, makeToken, Resources, serve } from "./support/Deployment.ts"
import { Clients } from "./support/Clients.ts"
import { isFull, patience } from "./support/Effort.ts"
import { connectable, Sockets } from "./support/Sockets.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

const beginning = "GET /api/v1/health HTTP/1.1\r\nHost: test\r\nX-Slow: "

/** The memory of a process in megabytes; not a number on systems without `/proc`. */
const megabytes = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

describe("connections of clients that behave badly", () => {
  const resources = new Resources()
  let deployment: Deployment

  beforeAll(async () => {
    deployment = await deploy(resources)
  })
  afterAll(() => resources.release())

  const bystanders = async (name: string, harm: (sockets: Sockets) => Promise<Record<string, number>>) => {
    const { clients, service } = deployment
    const sockets = new Sockets()
    const { result, seen } = await clients.whileAsking(() => harm(sockets).finally(() => sockets.destroy()), 4)
    tell(name, { ...seen, ...result, megabytes: megabytes(service.process.pid) })
    assert.strictEqual(seen.unavailable, 0)
    assert.isAbove(seen.right, 0)
  }

  const count = connectable(isFull ? 10_000 : 1_000)

  const half = Math.floor(count / 2)

  it(`MUST not delay other clients, and be closed after a while: ${half} silent ones, ${half} slow ones`, () =>
    bystanders(`${half} idle and ${half} slow-loris connections`, async (sockets) => {
      const startedAt = performance.now()
      await sockets.connect(deployment.service.url, half, "")
      await sockets.connect(deployment.service.url, half, beginning)
      const held = sockets.open
      while (sockets.open > 0 && performance.now() - startedAt < 120_000) {
        // An occasional byte on connections that have begun a request.
        sockets.drip("x")
        await pause(500)
      }
      assert.strictEqual(sockets.open, 0, "connections without a request stay open")
      return { held, goneAfter: performance.now() - startedAt }
    }))

  it("MUST not fill the memory: clients that send hundreds of requests and never read", () =>
    bystanders("20 clients that never read", async (sockets) => {
      const { service, token } = deployment
      const before = megabytes(service.process.pid)
      const request = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\n\r\n`
      await sockets.connect(service.url, 20, request.repeat(400), false)
      await pause(isFull ? 5_000 : 1_500)
      const grown = megabytes(service.process.pid) - before
      // Each connection is owed some forty megabytes.
      if (!Number.isNaN(grown)) assert.isBelow(grown, 200)
      return { grown }
    }))
  it("MUST lose no accepted request on SIGTERM, and exit within 10 seconds, whoever is connected", async () => {
    const { clients, service, settings, token } = deployment
    // The time that a nearly idle process takes on this machine: the allowance for load.
    const beganAt = performance.now()
    await makeToken(settings, 7)
    const started = performance.now() - beganAt
    const bad = new Sockets()
    await bad.connect(service.url, 20, beginning)
    const unread = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: test\r\n\r\n`
    await bad.connect(service.url, 5, unread.repeat(200), false)
    let stopping = false
    let answered = 0
    let refused = 0
    const lost: Array<string> = []
    const client = async (number: number) => {
      for (let i = number; ; i += 16) {
        try {
          await clients.hold(clients.asks[i % clients.asks.length]!)
          answered++
        } catch (error) {
          const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
          // The socket no longer listens, so the request was never accepted.
          if (stopping && cause?.code === "ECONNREFUSED") return refused++
          lost.push(`${String(error)} ${String(cause?.code)} ${String(cause)}`)
          return 0
        }
      }
    }
    const load = Array.from({ length: 16 }, (_, number) => client(number))
    await pause(1_000)
    stopping = true
    const startedAt = performance.now()
    const { code } = await service.process.signal("SIGTERM")
    const stopped = performance.now() - startedAt
    await Promise.all(load)
    bad.destroy()
    tell("SIGTERM under load", { answered, refused, lost: lost.length, stopped })
    assert.strictEqual(lost.join("\n"), "")
    assert.strictEqual(refused, 16)
    assert.isBelow(stopped, 10_000 + 2 * started)
    assert.strictEqual(code, 0)
    // Nothing is left behind: the next service starts on the same data and responds the same.
    const next = await serve(settings)
    resources.onRelease(() => next.process.signal("SIGTERM"))
    const again = new Clients(next.url, token)
    for (const ask of clients.asks) assert.strictEqual((await again.ask(ask)).text, clients.known(ask))
    assert.match(await makeToken(settings, 5), /^dst_/)
  })
})
