import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, describe, it, vi } from "vitest"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { Clients } from "./support/Clients.ts"
import { makeToken, questions, Resources, serve } from "./support/Deployment.ts"
import { isFull, reason, patience } from "./support/Effort.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

/** Mounts a file system of this many megabytes on a folder; only root can, and not in every container. */
const mount = (folder: string, megabytes: number): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const isRoot = process.geteuid?.() === 0
const why = !isFull ? reason : isRoot ? "" : " (skipped: only root may mount a small file system)"

describe.skipIf(!isFull || !isRoot)(`a full disk${why}`, () => {
  const resources = new Resources()
  afterAll(() => resources.release())

  it("MUST not affect the published pool, fail writes with a sentence, and be recovered from when there is space", async (test) => {
    const folder = await mkdtemp(Path.join(tmpdir(), "doorstep-faults-disk-"))
    resources.onRelease(() => rm(folder, { recursive: true }))
    if (!mount(folder, 320)) return test.skip("no file system can be mounted here")
    resources.onRelease(() => Promise.resolve(execFileSync("umount", ["-l", folder])))
    const settings = { DATA_DIR: folder }
    const service = await serve(settings)
    resources.onRelease(() => service.process.signal("SIGTERM"))
    const clients = new Clients(service.url, await makeToken(settings))
    await clients.learn(questions)
    const filler = Path.join(folder, "filler")
    const { result, seen } = await clients.whileAsking(async () => {
      // Write until nothing more fits, in small pieces at the end.
      for (const size of [8_000_000, 100_000, 1_000]) {
        for (let i = 0; i < 100; i++) {
          const done = await writeFile(`${filler}-${size}-${i}`, Buffer.alloc(size)).then(
            () => true,
            () => false
          )
          if (!done) break
        }
      }
      const sync = await new DoorstepProcess(["sync", "--force"], settings).finished()
      assert.strictEqual(sync.code, 1, sync.stdout)
      assert.match(`${sync.stdout}${sync.stderr}`, /[Nn]o space left|disk|database|PostgreSQL/)
      assert.notMatch(sync.stderr, /\n\s+at /)
      await pause(2_000)
      for (const size of [8_000_000, 100_000, 1_000]) {
        for (let i = 0; i < 100; i++) {
          if (existsSync(`${filler}-${size}-${i}`)) await rm(`${filler}-${size}-${i}`)
        }
      }
      const back = await clients.recovered()
      const again = await new DoorstepProcess(["sync", "--force"], settings).finished()
      assert.strictEqual(again.code, 0, again.stderr)
      return { said: `${sync.stdout}${sync.stderr}`.trim().split("\n").at(-1) ?? "", back }
    })
    tell("disk full", { ...seen, ...result })
    assert.isAbove(seen.right, 0)
  })
})
