import { createHash } from "node:crypto"
import { basename, dirname, join } from "node:path"
import { Effect, type FileSystem, Option, type PlatformError, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Limits } from "./Limits.ts"
import { misconfigured, type Origin, transient, unreadable } from "./Origin.ts"

/** A file on this machine. */
export interface LocalFile {
  /** Path within the folder that was named, or the file's own name; with `/` between folders. */
  readonly path: string
  /** Where it lies. */
  readonly file: string
  readonly size: number
}

const chunkSize = 256 * 1024

/** Files up to this size are known by their content alone, so that a copy or a touch is no change. */
const hashedWhole = 256 * 1024 * 1024
/** Of larger files the content of both ends, with size and time. */
const hashedEnd = 1024 * 1024

const fault =
  (origin: Origin) =>
  (error: PlatformError.PlatformError): SourceError => {
    switch (error.reason._tag) {
      case "NotFound":
        return misconfigured(origin, "there is no such file or folder. Check the path.", error)
      case "PermissionDenied":
        return misconfigured(origin, "it may not be read by the user that the service runs as.", error)
      default:
        return unreadable(origin, `it cannot be read (${error.message}).`, error)
    }
  }

/** Reads files and folders of this machine, and keeps temporary ones. */
export const makeLocalFiles = (files: FileSystem.FileSystem, limits: Limits) => {
  const stat = (origin: Origin, file: string) => Effect.mapError(files.stat(file), fault(origin))

  const describe = Effect.fnUntraced(function* (origin: Origin, path: string, file: string) {
    const info = yield* stat(origin, file)
    return info.type === "File" ? [{ path, file, size: Number(info.size) }] : []
  })

  /** The file, or every file of the folder and those below it, in the order of their paths; hidden ones are left out. */
  const list = Effect.fnUntraced(function* (
    origin: Origin,
    path: string
  ): Effect.fn.Return<ReadonlyArray<LocalFile>, SourceError> {
    const info = yield* stat(origin, path)
    if (info.type !== "Directory") return yield* describe(origin, basename(path), path)
    const names = yield* Effect.mapError(files.readDirectory(path, { recursive: true }), fault(origin))
    const wanted = names.map((name) => name.replaceAll("\\", "/")).filter((name) => !/(^|\/)\./.test(name))
    if (wanted.length > limits.files) {
      return yield* misconfigured(origin, `it holds more than ${limits.files} files. Name a folder with fewer.`)
    }
    const found = yield* Effect.forEach(wanted.sort(), (name) => describe(origin, name, join(path, name)))
    return found.flat()
  })

  /** The files beside one that is named alone, itself among them. */
  const neighbours = (origin: Origin, { file }: LocalFile) =>
    Effect.map(Effect.mapError(files.readDirectory(dirname(file)), fault(origin)), (names) =>
      names.map((name): LocalFile => ({ path: name, file: join(dirname(file), name), size: 0 }))
    )

  const bytes = (origin: Origin, file: string, part?: { readonly offset: number; readonly length: number }) =>
    files
      .stream(file, {
        chunkSize,
        ...(part === undefined ? {} : { offset: BigInt(part.offset), bytesToRead: BigInt(part.length) })
      })
      .pipe(Stream.mapError(fault(origin)))

  const fingerprint = Effect.fnUntraced(function* (origin: Origin, { file, size }: LocalFile) {
    const hash = createHash("sha256")
    const add = (part?: { readonly offset: number; readonly length: number }) =>
      Stream.runForEach(bytes(origin, file, part), (chunk) => Effect.sync(() => hash.update(chunk)))
    if (size <= hashedWhole) {
      yield* add()
      return hash.digest("hex")
    }
    const { mtime } = yield* stat(origin, file)
    yield* add({ offset: 0, length: hashedEnd })
    yield* add({ offset: size - hashedEnd, length: hashedEnd })
    hash.update(`${size} ${Option.match(mtime, { onNone: () => "", onSome: (time) => time.getTime() })}`)
    return hash.digest("hex")
  })

  /** Writes bytes to a file that lives as long as the scope, for formats that are read back and forth. */
  const temporary = Effect.fnUntraced(function* (
    origin: Origin,
    stream: Stream.Stream<Uint8Array, SourceError>
  ): Effect.fn.Return<LocalFile, SourceError, Scope.Scope> {
    const noRoom = (error: PlatformError.PlatformError) =>
      transient(
        origin,
        `it cannot be put into a temporary file (${error.message}). Make room, or name another folder in TMPDIR.`,
        error
      )
    const file = yield* Effect.mapError(files.makeTempFileScoped({ prefix: "doorstep-" }), noRoom)
    const handle = yield* Effect.mapError(files.open(file, { flag: "w" }), noRoom)
    let size = 0
    yield* Stream.runForEach(stream, (chunk) => {
      size += chunk.length
      return size > limits.temporaryBytes
        ? Effect.fail(
            unreadable(
              origin,
              `it is larger than ${limits.temporaryBytes} bytes, more than is put into temporary files.`
            )
          )
        : Effect.mapError(handle.writeAll(chunk), noRoom)
    })
    return { path: basename(file), file, size }
  })

  /** Reads parts of a file, as often as needed while the scope is open. */
  const parts = Effect.fnUntraced(function* (
    origin: Origin,
    { file, size }: LocalFile
  ): Effect.fn.Return<
    (start: number, end: number) => Effect.Effect<Uint8Array, SourceError>,
    SourceError,
    Scope.Scope
  > {
    const handle = yield* Effect.mapError(files.open(file, { flag: "r" }), fault(origin))
    return Effect.fnUntraced(function* (start, end) {
      if (start < 0 || end > size || start > end) {
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

  return { list, neighbours, bytes, fingerprint, temporary, parts }
}
