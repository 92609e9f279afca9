import { existsSync, type FSWatcher, statSync, watch } from "node:fs"
import * as Path from "node:path"
import { Effect, Queue, Stream } from "effect"

/** An editor writes a file in several steps: nothing is read until this long after the last one. */
const quiet = "60 millis"

/** Files that editors and systems create beside those being edited. */
const isNoise = (name: string): boolean => /^\.|~$|\.sw[a-z]$|^4913$|\.tmp$/.test(name)

/** The folder itself, or the nearest existing one above it, where a deleted folder would reappear. */
const standing = (folder: string): string => {
  const parent = Path.dirname(folder)
  return existsSync(folder) || parent === folder ? folder : standing(parent)
}

/** Undefined for what is not there: between a question whether it is and the next call, it may disappear. */
const look = (file: string) => statSync(file, { throwIfNoEntry: false })

const folderOf = (file: string): string => (look(file)?.isDirectory() === true ? file : Path.dirname(file))

interface Watched {
  readonly watcher: FSWatcher
  /** Of the watched folder: a new folder of the same name has another inode. */
  readonly inode: number
}

/**
 * Watches the folders of files for changes: files written, replaced, deleted or created again, even if a whole folder
 * disappears and comes back. `also` adds files. The stream emits once per burst of changes.
 */
export const makeChanges = Effect.gen(function* () {
  const heard = yield* Queue.sliding<void>(1)
  const wanted = new Set<string>()
  const watched = new Map<string, Watched>()

  const forget = (folder: string) => {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }
  /** Watches a folder; false if it has just disappeared. */
  const open = (folder: string): boolean => {
    const inode = look(folder)?.ino
    if (inode === undefined) return false
    try {
      const watcher = watch(folder, (_, name) => {
        if (name !== null && isNoise(name)) return
        arm()
        Queue.offerUnsafe(heard, undefined)
      })
      watcher.on("error", () => forget(folder))
      watched.set(folder, { watcher, inode })
      return true
    } catch {
      return false
    }
  }
  const arm = (attempts = 5): void => {
    const needed = new Set(Array.from(wanted, standing))
    for (const [folder, { inode }] of watched) {
      if (!needed.has(folder) || look(folder)?.ino !== inode) forget(folder)
    }
    const opened = Array.from(needed, (folder) => watched.has(folder) || open(folder))
    // In place of a folder that has just disappeared, one above it is watched.
    if (opened.includes(false) && attempts > 0) arm(attempts - 1)
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => Array.from(watched.keys()).forEach(forget)))
  return {
    also: (files: ReadonlyArray<string>) =>
      Effect.sync(() => {
        for (const file of files) wanted.add(folderOf(file))
        arm()
      }),
    stream: Stream.debounce(Stream.fromQueue(heard), quiet)
  }
})
