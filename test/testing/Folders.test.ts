import { mkdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { makeOnce } from "../../testing/service/Claim.ts"
import { cacheFolder } from "../../testing/service/Folders.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(Path.join(tmpdir(), "doorstep-folders-"))
})
afterAll(() => rm(folder, { recursive: true }))

it("Filled folders MUST be kept where this user may write: packages may be another user's, or read-only", () => {
  const modules = Path.join(folder, "node_modules")
  const cache = Path.join(modules, ".cache", "doorstep")
  const within = Path.join(folder, "a", "b")
  mkdirSync(modules)
  const own = cacheFolder(within, (path) => path !== modules)
  assert.strictEqual(Path.dirname(own), tmpdir())
  assert.strictEqual(cacheFolder(within), cache)
  // Made by a run of another user.
  mkdirSync(cache, { recursive: true })
  assert.strictEqual(cacheFolder(within), cache)
  assert.strictEqual(
    cacheFolder(within, (path) => path !== cache),
    own
  )
})

it("What can be made nowhere MUST fail: it was waited for without end", async () => {
  let looks = 0
  const look = async (): Promise<string | undefined> => {
    if (++looks > 2) throw new Error("It waits.")
    return undefined
  }
  const made = makeOnce(Path.join(folder, "x".repeat(300)), look, () => Promise.resolve("made"))
  await expect(made).rejects.toThrow("ENAMETOOLONG")
})
