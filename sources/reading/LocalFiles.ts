import { createHash } from "node:crypto"
import { basename, dirname, join } from "node:path"
import { Effect, type FileSystem, Option, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { tooLarge } from "./Compression.ts"
import { fault, noRoom } from "./FileFaults.ts"
import type { FileAccess } from "./Folders.ts"
import type { Limits } from "./Limits.ts"
import type { LocalFile } from "./LocalFile.ts"
import { misconfigured, type Origin, unreadable } from "./Origin.ts"
import { makeWalk } from "./Walk.ts"

const chunkSize = 256 * 1024

/** Files up to this size are identified by their content only, so that copying or touching them is not a change. */
const hashedWhole = 256 * 1024 * 1024
/** Larger files are identified by the content of both ends, their size and their time. */
const hashedEnd = 1024 * 1024

/** What reading local files requires. */
interface Machine {
  readonly files: FileSystem.FileSystem
  readonly access: FileAccess
  readonly limits: Limits
}

/** A part of a file, in bytes. */
interface Part {
  readonly offset: number
  readonly length: number
}

/** The file, or every file of the folder and its subfolders, in path order; hidden files are left out. */
const list = Effect.fnUntraced(function* (
  { access, files, limits }: Machine,
  origin: Origin,
  given: string
): Effect.fn.Return<{ readonly files: ReadonlyArray<LocalFile>; readonly single: boolean }, SourceError> {
  const path = yield* access.resolve(origin, given)
  const info = yield* Effect.mapError(files.stat(path), fault(origin))
  if (info.type === "Directory") return { files: yield* makeWalk(files, limits)(origin, path), single: false }
  if (info.type !== "File") return yield* misconfigured(origin, "it is not a file. Name a file, or a folder of files.")
  return { files: [{ path: basename(given), file: path, size: Number(info.size) }], single: true }
})

/** The files next to a single named file, including itself. */
const neighbours = ({ files }: Machine, origin: Origin, one: LocalFile) =>
  Effect.map(Effect.mapError(files.readDirectory(dirname(one.file)), fault(origin)), (names) =>
    names.map((name): LocalFile => {
      const file = join(dirname(one.file), name)
      return file === one.file ? one : { path: name, file, size: 0 }
    })
  )

/** A path at which the file can be opened, as often as needed while the scope is open. */
const place = ({ access }: Machine, origin: Origin, { fault: known, file, temporary }: LocalFile) =>
  known !== undefined ? Effect.fail(known) : temporary === true ? Effect.succeed(file) : access.pin(origin, file)

const bytes = (machine: Machine, origin: Origin, local: LocalFile, part?: Part) =>
  Stream.unwrap(
    Effect.map(place(machine, origin, local), (file) =>
      machine.files
        .stream(file, {
          chunkSize,
          ...(part === undefined ? {} : { offset: BigInt(part.offset), bytesToRead: BigInt(part.length) })
        })
        .pipe(Stream.mapError(fault(origin)))
    )
  )

/** The same means that the content has not changed; of a large file, that its ends, its size and its time have not. */
const fingerprint = Effect.fnUntraced(function* (machine: Machine, origin: Origin, local: LocalFile) {
  const { file, size } = local
  const hash = createHash("sha256")
  const add = (part?: Part) =>
    Stream.runForEach(bytes(machine, origin, local, part), (chunk) => Effect.sync(() => hash.update(chunk)))
  if (size <= hashedWhole) {
    yield* add()
    return hash.digest("hex")
  }
  const { mtime } = yield* Effect.mapError(machine.files.stat(file), fault(origin))
  yield* add({ offset: 0, length: hashedEnd })
  yield* add({ offset: size - hashedEnd, length: hashedEnd })
  hash.update(`${size} ${Option.match(mtime, { onNone: () => "", onSome: (time) => time.getTime() })}`)
  return hash.digest("hex")
})

/** The same for the same content, whatever the file's name and time. */
const hash = (machine: Machine, origin: Origin, local: LocalFile) =>
  Stream.runFold(
    bytes(machine, origin, local),
    () => createHash("sha256"),
    (hash, chunk) => hash.update(chunk)
  ).pipe(Effect.map((hash) => hash.digest("hex")))

/** Writes bytes to a file that lives as long as the scope, for formats that need random access. */
const temporary = Effect.fnUntraced(function* (
  { files, limits }: Machine,
  origin: Origin,
  stream: Stream.Stream<Uint8Array, SourceError>
): Effect.fn.Return<LocalFile, SourceError, Scope.Scope> {
  const file = yield* Effect.mapError(files.makeTempFileScoped({ prefix: "doorstep-" }), noRoom(origin))
  const handle = yield* Effect.mapError(files.open(file, { flag: "w" }), noRoom(origin))
  let size = 0
  yield* Stream.runForEach(stream, (chunk) => {
    size += chunk.length
    return size > limits.fileBytes
      ? Effect.fail(tooLarge(origin, limits))
      : Effect.mapError(handle.writeAll(chunk), noRoom(origin))
  })
  return { path: basename(file), file, size, temporary: true }
})

/** Reads parts of a file, as often as needed while the scope is open. */
const parts = Effect.fnUntraced(function* (
  { files }: Machine,
  origin: Origin,
  { file, size }: Pick<LocalFile, "file" | "size">
): Effect.fn.Return<(start: number, end: number) => Effect.Effect<Uint8Array, SourceError>, SourceError, Scope.Scope> {
  const handle = yield* Effect.mapError(files.open(file, { flag: "r" }), fault(origin))
  return Effect.fnUntraced(function* (start, end) {
    const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
    if (!isWhole || start < 0 || end > size || start > end) {
      return yield* unreadable(origin, `bytes ${start} to ${end} are asked for of ${size}; it is damaged or cut off.`)
    }
    const part = new Uint8Array(end - start)
    let filled = 0
    while (filled < part.length) {
      const read = yield* Effect.mapError(
        handle.read(part.subarray(filled), { position: BigInt(start + filled) }),
        fault(origin)
      )
      if (read === 0) return yield* unreadable(origin, "it became shorter while it was being read.")
      filled += read
    }
    return part
  })
})

/** Reads files and folders of this machine, and keeps temporary ones. */
export const makeLocalFiles = (files: FileSystem.FileSystem, access: FileAccess, limits: Limits) => {
  const machine: Machine = { files, access, limits }
  return {
    list: (origin: Origin, path: string) => list(machine, origin, path),
    neighbours: (origin: Origin, one: LocalFile) => neighbours(machine, origin, one),
    bytes: (origin: Origin, local: LocalFile) => bytes(machine, origin, local),
    place: (origin: Origin, local: LocalFile) => place(machine, origin, local),
    fingerprint: (origin: Origin, local: LocalFile) => fingerprint(machine, origin, local),
    hash: (origin: Origin, local: LocalFile) => hash(machine, origin, local),
    temporary: (origin: Origin, stream: Stream.Stream<Uint8Array, SourceError>) => temporary(machine, origin, stream),
    parts: (origin: Origin, file: Pick<LocalFile, "file" | "size">) => parts(machine, origin, file)
  }
}

export type LocalFiles = ReturnType<typeof makeLocalFiles>
