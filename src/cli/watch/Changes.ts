import { existsSync, type FSWatcher, statSync, watch } from "node:fs"
import * as Path from "node:path"
import { Effect, Queue, Stream } from "effect"

/** An editor writes a file in several steps: until so long after the last one nothing is read. */
const quiet = "60 millis"

/** What editors and systems write beside the files that they work on. */
const isNoise = (name: string): boolean => /^\.|~$|\.sw[a-z]$|^4913$|\.tmp$/.test(name)

/** The folder itself, or the nearest one above it that is there: where a folder that is gone would come back. */
const standing = (folder: string): string => {
  const parent = Path.dirname(folder)
  return existsSync(folder) || parent === folder ? folder : standing(parent)
}

const folderOf = (file: string): string =>
  existsSync(file) && statSync(file).isDirectory() ? file : Path.dirname(file)

interface Watched {
  readonly watcher: FSWatcher
  /** Of the folder that is watched: another one of that name is another folder. */
  readonly inode: number
}

/**
 * Hears of changes in the folders of files: written, replaced, deleted, or there again, also where a whole folder goes
 * and comes. `also` adds files; the stream gives an element for each flurry of changes.
 */
export const makeChanges = Effect.gen(function* () {
  const heard = yield* Queue.sliding<void>(1)
  const wanted = new Set<string>()
  const watched = new Map<string, Watched>()

  const forget = (folder: string) => {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }
  const arm = () => {
    const needed = new Set(Array.from(wanted, standing))
    for (const [folder, { inode }] of watched) {
      if (!needed.has(folder) || !existsSync(folder) || statSync(folder).ino !== inode) forget(folder)
    }
    for (const folder of needed) {
      if (watched.has(folder)) continue
      const watcher = watch(folder, (_, name) => {
        if (name !== null && isNoise(name)) return
        arm()
        Queue.offerUnsafe(heard, undefined)
      })
      watcher.on("error", () => forget(folder))
      watched.set(folder, { watcher, inode: statSync(folder).ino })
    }
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
