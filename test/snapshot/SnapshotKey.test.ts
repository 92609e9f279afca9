import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, PlatformError } from "effect"
import { snapshotKey } from "../../src/snapshot/SnapshotKey.ts"

const full = Effect.fail(
  PlatformError.systemError({
    _tag: "Unknown",
    module: "FileSystem",
    method: "writeAll",
    cause: Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
  })
)

/** A disk on which files can be made, and nothing written to them. */
const fullDisk = Layer.effect(
  FileSystem.FileSystem,
  Effect.map(FileSystem.FileSystem, (system) => ({
    ...system,
    writeFileString: (path: string, _: string, options?: Parameters<typeof system.writeFileString>[2]) =>
      Effect.andThen(system.writeFileString(path, "", options), full),
    open: (path: string, options?: Parameters<typeof system.open>[1]) =>
      Effect.map(system.open(path, options), (file) => ({ ...file, writeAll: () => full }))
  }))
)

describe("The key that signs snapshots", () => {
  it.effect("MUST be whole or not there: a disk that was full when it was made has no broken one afterwards", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const key = Effect.provide(snapshotKey, ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder })))
      const failure = yield* Effect.flip(Effect.provide(key, fullDisk))
      assert.strictEqual(failure._tag === "SnapshotFailed" ? failure.reason : failure._tag, "Key")
      assert.deepStrictEqual(yield* files.readDirectory(folder), [])
      const [one, other] = yield* Effect.all([key, key], { concurrency: 2 })
      assert.strictEqual(one.fingerprint, other.fingerprint)
      assert.deepStrictEqual(yield* files.readDirectory(folder), ["snapshot-key.pem"])
      assert.strictEqual((yield* files.stat(one.path)).mode & 0o777, 0o600)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
