import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { afterAll } from "vitest"
import { started } from "../../directory/support.ts"
import { platform } from "../../sources/reading/TestReader.ts"
import { hostOf, unlike } from "../../support/upstream/Host.ts"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

const dataDir = mkdtempSync(join(tmpdir(), "doorstep-test-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const content = unlike(4_500_000)
const secret = "key=0123456789"

layer(Layer.merge(World.layerWith({ DATA_DIR: dataDir }), platform), {
  excludeTestServices: true
})("downloads in the console", (it) => {
  it.effect("MUST be listed with their size, deleted unless a run uses them, and leave a line in the audit log", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const { downloads: none, free } = yield* ask("/downloads")
      assert.deepStrictEqual(none, [])
      assert.isAbove(free, 0)
      const first = `/first.csv?${secret}`
      const second = "/second.csv"
      const host = yield* hostOf({
        [first]: { content, lastModified: "Sat, 21 Nov 2026 20:21:22 GMT" },
        [second]: { content: content.subarray(1) }
      })
      const { at, read } = yield* started(join(dataDir, "downloads"))
      yield* read(`${host.url}${first}`)
      yield* read(`${host.url}${second}`)
      const listed = yield* ask("/downloads")
      assert.strictEqual(listed.bytes, 2 * content.length - 1)
      const one = listed.downloads.find(({ url }: { readonly url: string }) => url.includes("first"))
      assert.deepInclude(one, {
        url: `${host.url}/first.csv?…`,
        source: "alpha",
        bytes: content.length,
        totalBytes: content.length,
        complete: true,
        inUse: false,
        changedAt: "2026-11-21T20:21:22.000Z"
      })
      assert.notInclude(JSON.stringify(listed), secret)

      const remove = call(`/admin/api/downloads/${one.id}`, { method: "DELETE", cookie })
      yield* Effect.gen(function* () {
        const [entry] = yield* Stream.runCollect((yield* at(`${host.url}${first}`)).entries())
        yield* entry!.randomAccess()
        const refused = yield* remove
        assert.strictEqual(refused.status, 409)
        assert.match(refused.body.error.message, /A run uses .*first\.csv\?… now\./)
      }).pipe(Effect.scoped)
      assert.deepStrictEqual((yield* remove).body, { data: { bytes: content.length, inUse: 0 } })
      assert.strictEqual((yield* remove).status, 404)
      assert.deepStrictEqual(yield* ask("/downloads", { method: "DELETE" }), { bytes: content.length - 1, inUse: 0 })
      assert.deepStrictEqual((yield* ask("/downloads")).downloads, [])
      const { entries } = yield* ask("/audit")
      assert.deepInclude(entries[0], { action: "clearDownloads", result: "done", detail: "4.5 MB" })
      assert.deepInclude(entries[2], { action: "deleteDownload", target: one.id, result: "done" })
      assert.include(entries[2].detail, "first.csv?…, 4.5 MB")
    }).pipe(Effect.scoped)
  )
})
