import { mkdirSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { makeOnce } from "../../testing/service/Claim.ts"
import { readEntry, writeEntry } from "../../testing/service/Entry.ts"
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

it("The entry of a service MUST be none if a crash has damaged it: no other service could be started", async () => {
  assert.isUndefined(await readEntry(folder))
  const entry = { pid: 1, url: "http://127.0.0.1:1", token: "dst_", port: 2, secret: "s" }
  await writeEntry(folder, entry)
  assert.deepStrictEqual(await readEntry(folder), entry)
  for (const damaged of ["", "null", '{"pid":']) {
    writeFileSync(Path.join(folder, "service.json"), damaged)
    assert.isUndefined(await readEntry(folder), damaged)
  }
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
