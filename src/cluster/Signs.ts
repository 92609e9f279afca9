import { join } from "node:path"
import { Clock, Effect, FileSystem, Schedule } from "effect"
import { dataDir } from "../settings/Settings.ts"
import { seen, stuckAfterSeconds } from "./Picture.ts"

/** The file in DATA_DIR that a runner touches as long as its work moves. */
const signFile = "work.alive"

/** How often a sign is given. Who watches takes a minute without one for the end. */
const signEvery = "10 seconds"

/**
 * Gives a sign of life for who watches a runner that listens nowhere: the file is written anew as long as this process turns,
 * and what is put to it is taken. A database that is away is no fault of the runner, and restarting it mends nothing.
 */
export const giveSigns = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* dataDir
  const sign = Effect.gen(function* () {
    const { untaken, waitedSeconds } = yield* Effect.orElseSucceed(seen, () => ({ untaken: 0, waitedSeconds: 0 }))
    if (untaken > 0 && waitedSeconds > stuckAfterSeconds) {
      return yield* Effect.logWarning(
        `${untaken} messages are waiting to be received, one for ${Math.round(waitedSeconds)} seconds.`
      )
    }
    yield* fs.makeDirectory(folder, { recursive: true })
    yield* fs.writeFileString(join(folder, signFile), `${yield* Clock.currentTimeMillis}\n`)
  })
  yield* sign.pipe(
    Effect.catch(({ message }) => Effect.logWarning(`No sign of life can be given: ${message}`)),
    Effect.repeat(Schedule.spaced(signEvery)),
    Effect.forkScoped
  )
})
