import { join } from "node:path"
import { Clock, Effect, FileSystem } from "effect"
import { dataDir } from "../settings/Settings.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { ProcessName } from "../shared/ProcessName.ts"
import { seen, stuckBecause } from "./Picture.ts"
import { stuckAfterSeconds } from "./Waiting.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"
import { makeNews } from "../shared/News.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

/** The file in DATA_DIR that a runner touches as long as its work makes progress. */
const signFile = Effect.map(dataDir, (folder) => join(folder, "work.alive"))

/** How often the file is touched. A supervisor considers the runner dead after a minute. */
const signEvery = "10 seconds"

/** Deletes the file of an earlier process: while there is none, this one is starting. */
export const takeSignAway = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.ignore(fs.remove(yield* signFile, { force: true }))
})

/**
 * Why this process makes no progress, asked again and again. Other runners do not matter here: if one that is stuck
 * stopped the signs of all, all would be restarted.
 */
export const makeLook = Effect.gen(function* () {
  const self = yield* ProcessName
  let missingSince: number | undefined
  return Effect.gen(function* () {
    const { runners } = yield* seen
    const runner = runners.find(({ name }) => name === self)
    if (runner !== undefined) {
      missingSince = undefined
      return stuckBecause(runner)
    }
    const now = yield* Clock.currentTimeMillis
    missingSince ??= now
    const seconds = Math.round((now - missingSince) / 1_000)
    return seconds > stuckAfterSeconds ? `It has not been among the runners for ${seconds} seconds.` : undefined
  }).pipe(
    Effect.timeout(timeBudgets.slowConnect.time),
    // A database outage is not the runner's fault, and restarting would not fix it.
    Effect.orElseSucceed(() => undefined)
  )
})

/**
 * A sign of life for supervisors of a runner, which listens on no port. The file is written as long as this process
 * runs and makes progress.
 */
export const giveSigns = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* dataDir
  const file = yield* signFile
  const look = yield* makeLook
  const tell = makeNews((why) =>
    Effect.logWarning(
      `${file}, the sign of life of this runner, cannot be written: ${why}. Correct that: probes of its age take the runner for stuck.`
    )
  )
  const sign = Effect.gen(function* () {
    const because = yield* look
    if (because !== undefined) return yield* Effect.logWarning(`This runner is stuck. ${because}`)
    yield* makeFolder(fs, folder)
    yield* fs.writeFileString(file, `${yield* Clock.currentTimeMillis}\n`)
    yield* tell("")
  })
  yield* sign.pipe(
    Effect.catch((error) => tell(fileFault(error))),
    repeatedly(signEvery),
    Effect.forkScoped
  )
})
