import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { Effect, type FileSystem, Option, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import { fault } from "./FileFaults.ts"
import { misconfigured, type Origin, unreadable } from "./Origin.ts"

/** Which local files may be read. */
export interface FileAccess {
  /** The file or folder at a path. */
  readonly resolve: (origin: Origin, path: string) => Effect.Effect<string, SourceError>
  /**
   * A path that keeps referring to the same file as long as the scope is open, whatever replaces it meanwhile. Fails if
   * the file may not be read. On systems that do not tell which file is open (macOS has no /proc), the result is the
   * file's path after all: a file put there later, by someone who may write into the folder, is read.
   */
  readonly pin: (origin: Origin, file: string) => Effect.Effect<string, SourceError, Scope.Scope>
}

/** For the command line: anyone with a shell can read the files anyway. */
export const allFiles: FileAccess = {
  resolve: (_, path) => Effect.succeed(path),
  pin: (_, file) => Effect.succeed(file)
}

/** Folders whose files may be read, and the service's own folder, whose files may not. */
export interface AllowedFolders {
  readonly folders: ReadonlyArray<string>
  /** The service's data folder; only its subfolder `sources` may be read. */
  readonly dataDir: string
}

/** The subfolder of the data folder for source files. */
export const sourcesIn = (dataDir: string): string => join(dataDir, "sources")

/** The first bytes of a database backup. */
export const backupMark = "doorstep-backup "

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Whether a part of the path below the folder is hidden: keys and settings are stored in such files. */
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

/** The folders that may be read, in full, and what looks them up. */
interface Bounds {
  readonly files: FileSystem.FileSystem
  readonly folders: ReadonlyArray<string>
  readonly dataDir: string
}

const outside = ({ folders }: Bounds, origin: Origin) =>
  misconfigured(
    origin,
    `sources configured over HTTP may only read files below ${folders.join(", ")}. Put the file there, add its folder to SOURCE_FOLDERS, or add the source on the command line.`
  )

const ofTheService = (origin: Origin) =>
  misconfigured(origin, "it belongs to the service or its database, which no source may read. Name another file.")

/** The folder need not exist yet. */
const realFolder = ({ files }: Bounds, path: string) => Effect.orElseSucceed(files.realPath(path), () => resolve(path))

const realFile = ({ files }: Bounds, origin: Origin, path: string) =>
  Effect.mapError(files.realPath(path), fault(origin))

/** Fails unless a path without links may be read. The message reveals nothing about what is outside the folders. */
const check = Effect.fnUntraced(function* (bounds: Bounds, origin: Origin, path: string) {
  const { dataDir, files, folders } = bounds
  const real = (one: string) => realFolder(bounds, one)
  const folder = (yield* Effect.forEach(folders, real)).find((one) => isWithin(one, path) && !isHidden(one, path))
  if (folder === undefined) return yield* outside(bounds, origin)
  const data = yield* real(dataDir)
  const given = yield* real(sourcesIn(dataDir))
  const cluster = yield* real(join(dataDir, "postgres"))
  if ((isWithin(data, path) && !isWithin(given, path)) || isWithin(cluster, path)) return yield* ofTheService(origin)
  for (const above of foldersBetween(folder, path)) {
    const isCluster = yield* Effect.orElseSucceed(files.exists(join(above, "PG_VERSION")), () => false)
    if (isCluster) return yield* ofTheService(origin)
  }
})

/** A relative path is looked up in each folder in turn; if none has it, it refers to the first. */
const located = Effect.fnUntraced(function* (bounds: Bounds, origin: Origin, path: string) {
  const { files, folders } = bounds
  const plain = resolve(path)
  if (isAbsolute(path) || folders.some((folder) => isWithin(folder, plain))) return plain
  for (const folder of folders) {
    if (yield* Effect.orElseSucceed(files.exists(join(folder, path)), () => false)) return join(folder, path)
  }
  return folders[0] === undefined ? yield* outside(bounds, origin) : join(folders[0], path)
})

const resolved = Effect.fnUntraced(function* (bounds: Bounds, origin: Origin, path: string) {
  const { folders } = bounds
  const plain = yield* located(bounds, origin, path)
  const allowed = [...folders, ...(yield* Effect.forEach(folders, (folder) => realFolder(bounds, folder)))]
  if (!allowed.some((folder) => isWithin(folder, plain))) return yield* outside(bounds, origin)
  const found = yield* realFile(bounds, origin, plain)
  yield* check(bounds, origin, found)
  return found
})

/** Non-blocking, in case the file is a pipe. */
const opened = (origin: Origin, path: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)),
      catch: (cause) => unreadable(origin, "it cannot be opened.", cause)
    }),
    (handle) => Effect.promise(() => handle.close())
  )

/** Which file is open: one that a source may read, and no backup of the database. */
const dataFile = Effect.fnUntraced(function* (origin: Origin, handle: FileHandle) {
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
  return start === backupMark ? yield* ofTheService(origin) : { dev, ino }
})

const pinned = Effect.fnUntraced(function* (bounds: Bounds, origin: Origin, path: string) {
  const { files } = bounds
  yield* check(bounds, origin, yield* realFile(bounds, origin, path))
  const handle = yield* opened(origin, path)
  const { dev, ino } = yield* dataFile(origin, handle)
  const own = `/proc/self/fd/${handle.fd}`
  const place = yield* Effect.option(files.readLink(own))
  if (Option.isSome(place)) {
    yield* check(bounds, origin, place.value)
    return own
  }
  // Without /proc: the opened file must be the one at an allowed path.
  const found = yield* realFile(bounds, origin, path)
  yield* check(bounds, origin, found)
  const there = yield* Effect.mapError(files.stat(found), fault(origin))
  return there.dev === dev && Option.contains(there.ino, ino) ? found : yield* outside(bounds, origin)
})

/** Only files below certain folders. Links are resolved when a file is opened, not before. */
export const filesBelow = (files: FileSystem.FileSystem, { dataDir, folders }: AllowedFolders): FileAccess => {
  const bounds: Bounds = { files, dataDir, folders: folders.map((folder) => resolve(folder)) }
  return {
    resolve: (origin, path) => resolved(bounds, origin, path),
    pin: (origin, path) => pinned(bounds, origin, path)
  }
}
