import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, FileSystem } from "effect"
import { removeLeft } from "../../src/shared/LeftFile.ts"

/** A folder with a lock in it: how to remove one, and what is there. */
const folder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const place = yield* fs.makeTempDirectoryScoped()
  yield* fs.writeFileString(`${place}/lock`, "")
  return {
    remove: (name: string, isUsed: Effect.Effect<boolean, string>) => removeLeft(fs, `${place}/${name}`, () => isUsed),
    names: fs.readDirectory(place)
  }
})

layer(NodeServices.layer)("a file that a process has left", (it) => {
  it.effect.each<[string, Effect.Effect<boolean, string>, ReadonlyArray<string>]>([
    ["lock", Effect.succeed(false), []],
    ["lock", Effect.fail("It cannot be read."), []],
    ["lock", Effect.succeed(true), ["lock"]],
    ["none", Effect.succeed(false), ["lock"]]
  ])("MUST be removed unless it is in use, and leave nothing beside it", ([name, isUsed, left]) =>
    Effect.gen(function* () {
      const { names, remove } = yield* folder
      yield* remove(name, isUsed)
      assert.deepStrictEqual(yield* names, left)
    })
  )

  it.effect("MUST be put back if it is in use, although the removal is interrupted meanwhile", () =>
    Effect.gen(function* () {
      const { names, remove } = yield* folder
      const [asked, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const isUsed = Effect.as(Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(go)), true)
      const removing = yield* Effect.forkChild(remove("lock", isUsed))
      yield* Deferred.await(asked)
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(removing))
      yield* Effect.yieldNow
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(interrupting)
      assert.deepStrictEqual(yield* names, ["lock"])
    })
  )
})
