import { Effect, FileSystem, Option } from "effect"
import { inject } from "vitest"
import { run, sendSignal } from "../../src/database/HostProcess.ts"
import { isPostmaster, read } from "../../src/database/PostmasterPid.ts"
import { clusterFolder } from "./Scratch.ts"

/**
 * An empty folder for DATA_DIR. At the end it is removed, and a server that a failed test left running in it is killed.
 */
export const temporaryDataDir = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* clusterFolder
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      const data = yield* fs.realPath(`${folder}/postgres`)
      const claim = yield* read(fs, data)
      if (Option.isSome(claim) && (yield* isPostmaster(fs, claim.value.pid, data))) {
        yield* sendSignal(claim.value.pid, "SIGKILL")
      }
    }).pipe(Effect.ignore)
  )
  return folder
})

/** A folder for DATA_DIR with a cluster in it: copying one takes a fraction of the time of initdb. */
export const preparedDataDir = Effect.gen(function* () {
  const folder = yield* temporaryDataDir
  const options = { user: undefined, directory: "/" }
  const { code, output } = yield* run("/bin/cp", ["-a", `${inject("preparedDataDir")}/postgres`, folder], options)
  if (code !== 0) return yield* Effect.die(new Error(output))
  return folder
})
