import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { Effect, type FileSystem, Option, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import { fault } from "./FileFaults.ts"
import { misconfigured, type Origin, unreadable } from "./Origin.ts"

/** Which files of this machine may be read. */
export interface FileAccess {
  /** The file or folder that a path means. */
  readonly resolve: (origin: Origin, path: string) => Effect.Effect<string, SourceError>
  /**
   * A path under which the file is the same as long as the scope is open, whatever is put in its place meanwhile.
   * Fails when it may not be read. Where the system does not tell what a file that is open is (macOS has no /proc), it is
   * the file's place after all: what somebody puts there later, who may write into the folder, is read.
   */
  readonly pin: (origin: Origin, file: string) => Effect.Effect<string, SourceError, Scope.Scope>
}

/** Who has a shell has the files. */
export const allFiles: FileAccess = {
  resolve: (_, path) => Effect.succeed(path),
  pin: (_, file) => Effect.succeed(file)
}

/** Folders whose files may be read, and the service's own, whose files may not. */
export interface AllowedFolders {
  readonly folders: ReadonlyArray<string>
  /** Where the service keeps its data; of that only the folder `sources` may be read. */
  readonly dataDir: string
}

/** The folder in the service's own where files for sources may be put. */
export const sourcesIn = (dataDir: string): string => join(dataDir, "sources")

/** How a backup of the database begins. */
export const backupMark = "doorstep-backup "

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Whether a part of the way below the folder is hidden: keys and settings are kept so. */
const isHidden = (folder: string, path: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((part) => part.startsWith("."))

/** The folders from the file's up to the given one. */
const foldersBetween = (folder: string, file: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = dirname(file); isWithin(folder, at); at = dirname(at)) {
    found.push(at)
    if (at === dirname(at)) break
  }
  return found
}

/** Files below some folders alone. Where links lead is looked at when a file is opened, and not before. */
export const filesBelow = (files: FileSystem.FileSystem, { dataDir, folders }: AllowedFolders): FileAccess => {
  const list = folders.map((folder) => resolve(folder))

  const outside = (origin: Origin) =>
    misconfigured(
      origin,
      `sources that were configured over HTTP read files below ${list.join(", ")} alone. Put the file there, name its folder in SOURCE_FOLDERS, or add the source on the command line.`
    )
  const own = (origin: Origin) =>
    misconfigured(origin, "it belongs to the service or its database, which no source may read. Name another file.")

  /** A folder need not be there yet. */
  const real = (path: string) => Effect.orElseSucceed(files.realPath(path), () => resolve(path))

  /** Fails where a path without links is none that may be read. Of what is outside of the folders it says nothing. */
  const check = Effect.fnUntraced(function* (origin: Origin, path: string) {
    const folder = (yield* Effect.forEach(list, real)).find((one) => isWithin(one, path) && !isHidden(one, path))
    if (folder === undefined) return yield* outside(origin)
    const [data, given, cluster] = yield* Effect.forEach(
      [dataDir, sourcesIn(dataDir), join(dataDir, "postgres")] as const,
      real
    )
    if ((isWithin(data!, path) && !isWithin(given!, path)) || isWithin(cluster!, path)) return yield* own(origin)
    for (const above of foldersBetween(folder, path)) {
      if (yield* Effect.orElseSucceed(files.exists(join(above, "PG_VERSION")), () => false)) return yield* own(origin)
    }
  })

  /** A relative path counts from the folder that has it, or else from the first. */
  const located = Effect.fnUntraced(function* (origin: Origin, path: string) {
    const plain = resolve(path)
    if (isAbsolute(path) || list.some((folder) => isWithin(folder, plain))) return plain
    for (const folder of list) {
      if (yield* Effect.orElseSucceed(files.exists(join(folder, path)), () => false)) return join(folder, path)
    }
    return list[0] === undefined ? yield* outside(origin) : join(list[0], path)
  })

  const realPath = (origin: Origin, path: string) => Effect.mapError(files.realPath(path), fault(origin))

  /** Without waiting for a writer, should it be a pipe. */
  const opened = (origin: Origin, path: string) =>
    Effect.acquireRelease(
      Effect.tryPromise({
        try: () => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)),
        catch: (cause) => unreadable(origin, "it cannot be opened.", cause)
      }),
      (handle) => Effect.promise(() => handle.close())
    )

  return {
    resolve: Effect.fnUntraced(function* (origin, path) {
      const plain = yield* located(origin, path)
      const allowed = [...list, ...(yield* Effect.forEach(list, real))]
      if (!allowed.some((folder) => isWithin(folder, plain))) return yield* outside(origin)
      const found = yield* realPath(origin, plain)
      yield* check(origin, found)
      return found
    }),
    pin: Effect.fnUntraced(function* (origin, path) {
      yield* check(origin, yield* realPath(origin, path))
      const handle = yield* opened(origin, path)
      const read = <A>(evaluate: () => Promise<A>) =>
        Effect.tryPromise({ try: evaluate, catch: (cause) => unreadable(origin, "it cannot be read.", cause) })
      const { dev, ino, isFile } = yield* read(async () => {
        const stat = await handle.stat({ bigint: true })
        return { dev: stat.dev, ino: stat.ino, isFile: stat.isFile() }
      })
      if (!isFile) return yield* misconfigured(origin, "it is not a file. Name a file, or a folder of files.")
      const start = yield* read(async () => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(backupMark.length), 0, backupMark.length, 0)
        return buffer.subarray(0, bytesRead).toString()
      })
      if (start === backupMark) return yield* own(origin)
      const open = `/proc/self/fd/${handle.fd}`
      const place = yield* Effect.option(files.readLink(open))
      if (Option.isSome(place)) {
        yield* check(origin, place.value)
        return open
      }
      // Without /proc: what was opened is to be what lies at an allowed place.
      const found = yield* realPath(origin, path)
      yield* check(origin, found)
      const there = yield* Effect.mapError(files.stat(found), fault(origin))
      return there.dev === dev && Option.contains(there.ino, ino) ? found : yield* outside(origin)
    })
  }
}
