import { Effect, FileSystem, Option } from "effect"
import { inject } from "vitest"
import { run, sendSignal } from "../../src/database/HostProcess.ts"
import { isPostmaster, read } from "../../src/database/PostmasterPid.ts"

/** An empty folder for DATA_DIR; a server that a failed test left in it is killed, and the folder removed. */
export const temporaryDataDir = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-" }))
  // For the user that the server runs as when the tests are run by root.
  yield* fs.chmod(folder, 0o755)
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

/** A folder for DATA_DIR whose cluster is made already: a copy takes a fraction of initdb's time. */
export const preparedDataDir = Effect.gen(function* () {
  const folder = yield* temporaryDataDir
  const options = { user: undefined, directory: "/" }
  const { code, output } = yield* run("/bin/cp", ["-a", `${inject("preparedDataDir")}/postgres`, folder], options)
  if (code !== 0) return yield* Effect.die(new Error(output))
  return folder
})
