import { ConfigProvider, Console, Effect, Layer, Option, Path } from "effect"
import { Command } from "effect/cli"
import { createHash } from "node:crypto"
import * as App from "../../App.ts"
import { dataDir } from "../../settings/Settings.ts"
import { refuseTwice, type SnapshotFile } from "../../snapshot/SnapshotFile.ts"
import { attempt, expectedKey, openScoped, requireKey } from "../../snapshot/Verify.ts"
import { untilStopped } from "../ExitCode.ts"
import { reportFailure } from "../Failure.ts"
import { serving } from "../serve/ServeCommand.ts"
import { sayManifest, shortId } from "./Say.ts"
import { files, trusted } from "./VerifyCommand.ts"
import { optionalPath } from "../Flags.ts"

const folder = optionalPath("data-dir", "Folder for its database; by default a separate one in DATA_DIR")

/** One folder per set of snapshots, written once and reused. */
const folderOf = Effect.fnUntraced(function* (opened: ReadonlyArray<SnapshotFile>) {
  const path = yield* Path.Path
  const ids = opened.map(({ id }) => id).toSorted()
  const name = ids.length === 1 ? ids[0]! : createHash("sha256").update(ids.join()).digest("hex")
  return path.join(yield* dataDir, "snapshots", shortId(name))
})

/** Sources do not affect what a snapshot contains. */
const settingsOf = (folder: string) =>
  ConfigProvider.layerAdd(ConfigProvider.fromUnknown({ DATA_DIR: folder, SOURCES: "", SOURCE_MODULES: "" }), {
    asPrimary: true
  })

/** `doorstep snapshot serve`: the API on the pools of a snapshot. */
export const serve = Command.make(
  "serve",
  { files, folder, key: trusted },
  Effect.fn(
    function* ({ files, folder, key }) {
      const opened: Array<SnapshotFile> = []
      const wanted = Option.isSome(key) ? yield* expectedKey(key.value) : undefined
      for (const path of files) {
        const file = yield* openScoped(path)
        opened.push(file)
        if (wanted !== undefined) yield* requireKey(file, wanted)
      }
      yield* attempt(() => refuseTwice(opened))
      const chosen = Option.isSome(folder) ? folder.value : yield* folderOf(opened)
      for (const { id, manifest } of opened) {
        yield* Console.log(`Snapshot ${shortId(id)}`)
        yield* sayManifest(manifest)
      }
      yield* Console.log(`Data folder: ${chosen}`)
      return yield* serving.pipe(
        Effect.provide(App.layerSnapshot(opened)),
        Effect.provide(Layer.fresh(settingsOf(chosen)))
      )
    },
    Effect.scoped,
    untilStopped,
    reportFailure
  )
).pipe(
  Command.withDescription(
    "Serve the API from snapshot files: the same seeds give the same responses, and nothing changes"
  ),
  Command.withExamples([
    { command: "doorstep snapshot serve de-42.doorstep", description: "One pool as it was" },
    { command: "doorstep snapshot serve de-42.doorstep --key ci.pub.pem", description: "Only if you signed it" }
  ])
)
