import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { type Deployment, deploy, Resources } from "./support/Deployment.ts"
import { isFull, patience } from "./support/Effort.ts"
import { harass } from "./support/Hostility.ts"
import { tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

describe("hostile connections and requests", () => {
  const resources = new Resources()
  let deployment: Deployment

  beforeAll(async () => {
    deployment = await deploy(resources)
  })
  afterAll(() => resources.release())

  it("MUST be survived by the whole service, without an internal error in any response", async () => {
    const { clients, service, token } = deployment
    const seed = Math.floor(Math.random() * 1e9)
    const endured = await harass(
      { port: Number(new URL(service.url).port), token },
      { atOnce: 32, count: isFull ? 20_000 : 600, seed }
    )
    const { connections, refused, requests, statuses } = endured
    const shown = `seed ${seed}: ${JSON.stringify(endured)}`
    tell("hostile connections", { seed, connections, requests })
    assert.strictEqual(refused, 0, shown)
    for (const status of Object.keys(statuses)) assert.isTrue(status < "500" || status === "503", shown)
    for (const ask of clients.asks) assert.isTrue((await clients.hold(ask)).right, shown)
  })
})
