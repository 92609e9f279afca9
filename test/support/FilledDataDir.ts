import { Effect, FileSystem } from "effect"
import { inject } from "vitest"
import { run } from "../../src/database/HostProcess.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { preparedDataDir, temporaryDataDir } from "./DataDir.ts"

const copy = (from: string, to: string) =>
  Effect.flatMap(run("/bin/cp", ["-a", from, to], { user: undefined, directory: "/" }), ({ code, output }) =>
    code === 0 ? Effect.void : Effect.die(new Error(output))
  )

/** Synchronizes the starter as its operator does, and keeps the stopped server's folder. */
const fill = Effect.fnUntraced(function* (filled: string) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* preparedDataDir
  const { code, stderr } = yield* Effect.promise(() => new DoorstepProcess(["sync"], { DATA_DIR: dataDir }).finished())
  if (code !== 0) return yield* Effect.die(new Error(stderr))
  // So that no two of its copies ask for the port of its last time.
  yield* fs.remove(`${dataDir}/postgres/postmaster.opts`, { force: true })
  yield* copy(`${dataDir}/postgres`, `${filled}.part`)
  yield* fs.rename(`${filled}.part`, filled)
})

/** A folder that the starter has been synchronized to once for the whole run. Whoever needs it first makes it. */
const template = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const filled = `${inject("preparedDataDir")}/filled`
  const claim = `${filled}.claim`
  while (!(yield* fs.exists(filled))) {
    const isMine = yield* Effect.isSuccess(fs.makeDirectory(claim))
    // Who failed to make it leaves it to the next.
    if (isMine && !(yield* fs.exists(filled))) {
      yield* Effect.scoped(fill(filled)).pipe(Effect.ensuring(Effect.ignore(fs.remove(claim))))
    } else yield* Effect.sleep(50)
  }
  return filled
})

/** A folder for DATA_DIR with the starter's pool and no token: a service on it does not have to synchronize first. */
export const filledDataDir = Effect.gen(function* () {
  const folder = yield* temporaryDataDir
  yield* copy(yield* template, `${folder}/postgres`)
  return folder
})
