import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { globSync, readFileSync } from "node:fs"
import * as Path from "node:path"
import { root } from "../../../packaging/Rooms.ts"
import { makeFolder, makeFolderNow } from "../../../sources/reading/NewFolder.ts"
import { openScratch, Scratch, scratchIn } from "../../../sources/scratch/ScratchFile.ts"

/** Nothing can be created in it, and whatever is asked for in it is missing, as in a mounted folder that was deleted. */
const lost = "/proc/nothing/of/this"

describe.skipIf(process.platform !== "linux")("A folder to create", () => {
  it.effect("MUST fail where nothing can be created, instead of being tried again forever", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      assert.include((yield* Effect.flip(makeFolder(fs, lost))).message, "/proc/nothing")
      assert.include(yield* Effect.flip(makeFolderNow(lost, String)), "ENOENT")
      const scratch = Effect.scoped(openScratch({ source: "test", place: "here" }))
      const { message } = yield* Effect.flip(Effect.provideService(scratch, Scratch, scratchIn(lost)))
      assert.include(message, lost)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("MUST be created with its parents, by several at once, and found if it exists", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const deep = Path.join(folder, "a", "b", "c")
      yield* Effect.all([makeFolder(fs, deep), makeFolder(fs, deep)], { concurrency: 2 })
      yield* makeFolderNow(Path.join(deep, "d"), String)
      yield* makeFolderNow(Path.join(deep, "d"), String)
      assert.isTrue(yield* fs.exists(Path.join(deep, "d")))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it("MUST nowhere be left to Node's recursive mkdir", () => {
    const files = globSync("{src,sources,properties}/**/*.ts", { cwd: root })
    const recursive = /(?:makeDirectory|mkdir|mkdirSync)\([^)]*\)?[^)]*recursive: true/
    const found = files.filter((file) => recursive.test(readFileSync(Path.join(root, file), "utf8")))
    assert.deepStrictEqual(found, [])
  })
})
