import * as Path from "node:path"
import { afterAll, assert, describe, it, vi } from "vitest"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { Clients } from "./support/Clients.ts"
import { type Deployment, deploy, makeToken, Resources } from "./support/Deployment.ts"
import { isFull, reason, patience } from "./support/Effort.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

const hour = 3_600_000

describe.skipIf(!isFull)(`a clock that jumps${reason}`, () => {
  const resources = new Resources()
  afterAll(() => resources.release())

  it("MUST change no response, and keep no token alive: a day forward, two days back, a year forward", async () => {
    const skew = Path.resolve(import.meta.dirname, "fixtures/skew.ts")
    const deployment: Deployment = await deploy(resources, {
      service: {
        NODE_OPTIONS: `--import=${new URL(`file://${skew}`).href}`,
        SKEWS: [24 * hour, -48 * hour, 24 * 365 * hour].join(",")
      }
    })
    const { clients, service, settings } = deployment
    const { NODE_OPTIONS: _options, ...plain } = settings
    const { seen } = await clients.whileAsking(async () => {
      for (let jump = 0; jump < 3; jump++) {
        process.kill(service.process.pid, "SIGUSR2")
        await pause(1_000)
        await clients.recovered()
        // A token revoked after the jump is refused in time, whatever was cached before it.
        const token = await makeToken(plain, 100_000 + jump)
        const client = new Clients(service.url, token)
        assert.strictEqual((await client.ask({ path: "/api/v1/countries" })).status, 200)
        await new DoorstepProcess(["token", "revoke", `faults-${100_000 + jump}`], plain).finished()
        await pause(5_000)
        assert.strictEqual((await client.ask({ path: "/api/v1/countries" })).status, 401)
        // Draws made ahead are not kept beyond their lifetime.
        const { status } = await clients.ask({ path: "/api/v1/generate?strategy=instant" })
        assert.strictEqual(status, 200)
      }
    })
    tell("three jumps of the clock", { ...seen })
    assert.strictEqual(seen.unavailable, 0)
  })
})
