import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { type Deployment, deploy, Resources } from "./support/Deployment.ts"
import { isFull, patience, reason } from "./support/Effort.ts"
import type { Weather } from "./support/Proxy.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

describe("the network between service and database", () => {
  const resources = new Resources()
  const adminPassword = "correct-horse-battery-staple"
  let deployment: Deployment

  beforeAll(async () => {
    deployment = await deploy(resources, { service: { LOG_LEVEL: "Debug", ADMIN_PASSWORD: adminPassword } })
  })
  // The hook's time limit proves that the service stops in bounded time, even though statements of it were lost.
  afterAll(() => resources.release())

  const spoil = async (name: string, weather: Weather, millis: number) => {
    const { clients, proxy } = deployment
    const { result, seen } = await clients.whileAsking(async (now) => {
      // The fault starts only once clients receive responses.
      await vi.waitUntil(() => now.right > 0, { timeout: patience })
      await clients.crowded()
      proxy.become(weather)
      const unready = weather.kind === "delay" ? 0 : await clients.unready()
      await pause(millis)
      proxy.become({ kind: "pass" })
      return { unready, back: await clients.recovered() }
    })
    tell(name, { ...seen, ...result })
    assert.isAbove(seen.right, 0)
    return seen
  }

  it("MUST be distinguished from a healthy service while it is down, and be used again when it is back", async () => {
    const seen = await spoil("network cut", { kind: "refuse" }, 500)
    assert.isAbove(seen.unavailable, 0)
  })

  it("MUST not delay clients when it swallows everything, nor leave dead connections in use", async () => {
    const seen = await spoil("network swallows", { kind: "swallow" }, 1_000)
    assert.isAbove(seen.unavailable, 0)
  })

  it.skipIf(!isFull)(`MUST delay responses, not break them, when it is slow${reason}`, async () => {
    await spoil("network delays by 200 ms", { kind: "delay", millis: 200 }, 1_000)
  })

  it.skipIf(!isFull)(`MUST lead to 503 in time when it is slower than clients wait${reason}`, async () => {
    const seen = await spoil("network delays by 6 s", { kind: "delay", millis: 6_000 }, 6_000)
    assert.isAbove(seen.unavailable, 0)
  })

  it("MUST put no secret into the log, nor have restarted the process", async () => {
    const { clients, databaseUrl, service, token } = deployment
    assert.strictEqual((await clients.ask({ path: "/api/v1/health" })).status, 200)
    await clients.recovered()
    const said = service.process.stdout + service.process.stderr
    assert.match(said, /The address pool is unavailable/)
    for (const secret of [token, databaseUrl.password, adminPassword]) assert.notInclude(said, secret)
  })
})
