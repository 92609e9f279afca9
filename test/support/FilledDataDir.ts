import { Effect, FileSystem } from "effect"
import { inject } from "vitest"
import { run } from "../../src/database/HostProcess.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { preparedDataDir, temporaryDataDir } from "./DataDir.ts"

const copy = (from: string, to: string) =>
  Effect.flatMap(run("/bin/cp", ["-a", from, to], { user: undefined, directory: "/" }), ({ code, output }) =>
    code === 0 ? Effect.void : Effect.die(new Error(output))
  )

/** Synchronizes the starter as an operator would, and keeps the data of the stopped server. */
const fill = Effect.fnUntraced(function* (filled: string) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* preparedDataDir
  const { code, stderr } = yield* Effect.promise(() => new DoorstepProcess(["sync"], { DATA_DIR: dataDir }).finished())
  if (code !== 0) return yield* Effect.die(new Error(stderr))
  // Without this file, two copies would ask for the same port, the one used last.
  yield* fs.remove(`${dataDir}/postgres/postmaster.opts`, { force: true })
  yield* copy(`${dataDir}/postgres`, `${filled}.part`)
  yield* fs.rename(`${filled}.part`, filled)
})

/** A data folder filled by the starter, made once per test run when first needed. */
const template = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const filled = `${inject("preparedDataDir")}/filled`
  const claim = `${filled}.claim`
  while (!(yield* fs.exists(filled))) {
    const isMine = yield* Effect.isSuccess(fs.makeDirectory(claim))
    // The folder is being made, or the next attempt will be made here.
    if (isMine && !(yield* fs.exists(filled))) {
      yield* Effect.scoped(fill(filled)).pipe(Effect.ensuring(Effect.ignore(fs.remove(claim))))
    } else yield* Effect.sleep(50)
  }
  return filled
})

/** A folder for DATA_DIR with the starter's pool but no token, so that a service on it need not synchronize first. */
export const filledDataDir = Effect.gen(function* () {
  const folder = yield* temporaryDataDir
  yield* copy(yield* template, `${folder}/postgres`)
  return folder
})
