import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { deployEmbedded, Resources } from "./support/Deployment.ts"
import { isFull, reason, patience } from "./support/Effort.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

describe("the embedded PostgreSQL", () => {
  const resources = new Resources()
  let deployment: Awaited<ReturnType<typeof deployEmbedded>>

  beforeAll(async () => {
    deployment = await deployEmbedded(resources)
  })
  afterAll(() => resources.release())

  /** The process ID of the server. */
  const postmaster = () =>
    Number(readFileSync(Path.join(deployment.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0])

  /** Whether a server other than the given one is running; false while none is. */
  const isAnother = (than: number) => {
    try {
      return ![0, than].includes(postmaster())
    } catch {
      return false
    }
  }

  const harm = async (name: string, fault: () => Promise<void>, mend: () => Promise<void>) => {
    const { clients } = deployment
    const before = postmaster()
    const { result, seen } = await clients.whileAsking(async () => {
      await clients.crowded()
      await fault()
      const unready = await clients.unready(undefined, () => isAnother(before))
      await mend()
      return { unready, back: await clients.recovered() }
    })
    tell(name, { ...seen, ...result })
    assert.isAbove(seen.right, 0)
  }

  const signal = (to: number, name: NodeJS.Signals) => {
    process.kill(to, name)
    return Promise.resolve()
  }

  /** Signals the server and its children, each of which leads a process group of its own. */
  const everyProcess = (server: number, name: NodeJS.Signals) => {
    const children = execFileSync("pgrep", ["-P", String(server)], { encoding: "utf8" })
    for (const pid of [server, ...children.trim().split("\n").map(Number)]) process.kill(pid, name)
    return Promise.resolve()
  }

  it("MUST restart automatically when it is killed", () =>
    harm(
      "PostgreSQL killed",
      () => signal(postmaster(), "SIGKILL"),
      () => Promise.resolve()
    ))

  it("MUST not delay clients while it is frozen, and be used again when it recovers", () =>
    harm(
      "PostgreSQL frozen",
      () => everyProcess(postmaster(), "SIGSTOP"),
      async () => {
        await pause(isFull ? 9_000 : 1_000)
        await everyProcess(postmaster(), "SIGCONT")
      }
    ))

  it.skipIf(!isFull)(`MUST restart automatically when somebody stops it${reason}`, () =>
    harm(
      "PostgreSQL stopped",
      () => signal(postmaster(), "SIGINT"),
      () => Promise.resolve()
    )
  )

  it.skipIf(!isFull)(`MUST recover after one of its own processes crashes, again and again${reason}`, async () => {
    const { clients } = deployment
    const { seen } = await clients.whileAsking(async () => {
      for (let i = 0; i < 3; i++) {
        await signal(postmaster(), "SIGQUIT")
        await clients.unready()
        await clients.recovered()
      }
    })
    tell("PostgreSQL crashed three times", { ...seen })
  })
})
