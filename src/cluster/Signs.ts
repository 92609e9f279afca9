import { join } from "node:path"
import { Clock, Effect, FileSystem, Schedule } from "effect"
import { dataDir } from "../settings/Settings.ts"
import { seen, stuckAfterSeconds } from "./Picture.ts"

/** The file in DATA_DIR that a runner touches as long as its work makes progress. */
const signFile = "work.alive"

/** How often the file is touched. A supervisor considers the runner dead after a minute. */
const signEvery = "10 seconds"

/**
 * A sign of life for supervisors of a runner, which listens on no port. The file is written as long as this process
 * runs and receives its messages. A database outage is not the runner's fault, and restarting would not fix it.
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
    Effect.catch(({ message }) => Effect.logWarning(`The sign of life cannot be written: ${message}`)),
    Effect.repeat(Schedule.spaced(signEvery)),
    Effect.forkScoped
  )
})
