import { Effect, FileSystem } from "effect"
import { accessSync, constants, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import process from "node:process"

const memory = "/dev/shm"

/**
 * How much of it must be free, and how much memory in all, in bytes. A cluster takes 40 to 70 MB, and few of them exist at a
 * time.
 */
const freeThere = 4e9
const freeInAll = 8e9

const hasRoom = (): boolean => {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= freeThere && process.availableMemory() >= freeInAll
  } catch {
    return false
  }
}

/** Where the folders of a run may be. */
export const places: ReadonlyArray<string> = [tmpdir(), memory]

/** How the names of a run's folders begin. The ID of the process that made the folder follows. */
export const prefix = "doorstep-test-run-"

const folderIn = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.realPath(
    yield* fs.makeTempDirectoryScoped({ directory, prefix: `${prefix}${process.pid}-` })
  )
  // When the tests run as root, the server runs as another user, who needs access.
  yield* fs.chmod(folder, 0o755)
  return folder
})

/** A folder for what the tests of a run share. The next run removes it if this one is killed. */
export const commonFolder = folderIn(tmpdir())

/**
 * A folder for a cluster that is started, in memory if there is enough of it. The next run stops its server and removes it if
 * this one is killed.
 *
 * Each synchronization of a test creates and drops dozens of files. For each new file, ext4 looks through those deleted
 * within the last seconds, which took a tenth of the CPU time of tests that synchronize. Programs are kept elsewhere: on
 * many machines, none can be executed there.
 */
export const clusterFolder = folderIn(hasRoom() ? memory : tmpdir())
