import { randomBytes } from "node:crypto"
import {
  Clock,
  Context,
  Effect,
  FileSystem,
  Layer,
  Option,
  Path,
  type PlatformError,
  Predicate,
  Schema,
  Semaphore,
  Stream
} from "effect"
import { isDiskFull } from "../database/FullDisk.ts"
import { freeBytes } from "../shared/FreeSpace.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"
import { catchKind } from "../shared/CatchKind.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import {
  type Announced,
  beginIncomplete,
  changed,
  discardIncomplete,
  findIncomplete,
  type Incomplete,
  incompleteIds,
  isSame,
  lastChange,
  partialName
} from "./IncompleteUploads.ts"
import { fileName, numberedName } from "./UploadNames.ts"

/** An uploaded file, complete or not. */
export interface UploadedFile {
  readonly id: string
  readonly name: string
  /** Its full path. */
  readonly location: string
  readonly bytes: number
  readonly offset: number
  readonly complete: boolean
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

/** No file has this ID. */
export class UnknownUpload extends Schema.TaggedError<UnknownUpload>()("UnknownUpload", { message: Schema.String }) {}

/** What was sent, or announced, does not fit the file or the disk: too large, wrong offset, disk full, no folder. */
export class UploadRefused extends Schema.TaggedError<UploadRefused>()("UploadRefused", { message: Schema.String }) {}

/** The folder cannot be read or written. */
export class UploadsUnavailable extends Schema.TaggedError<UploadsUnavailable>()("UploadsUnavailable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

export interface UploadSettings {
  /** Where files are stored; undefined if sources may read no folder. */
  readonly folder: string | undefined
  /** Maximum bytes of one file. */
  readonly fileBytes: number
  /** Bytes to leave free on the disk. */
  readonly reserve: number
}

/** How many uploads may be incomplete at once. */
const mostPartial = 16

/** An upload that is not continued is removed after this many milliseconds. */
const forgottenAfter = 3 * 24 * 60 * 60 * 1000

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const isPlatformError = (error: unknown): error is PlatformError.PlatformError =>
  Predicate.isTagged(error, "PlatformError")

const unavailable = (folder: string | undefined, why: string, cause: unknown) =>
  new UploadsUnavailable({
    message:
      `The folder for uploaded files, ${folder}, cannot be used: ${why}. ` +
      "Correct that, or name another folder first in SOURCE_FOLDERS.",
    cause
  })

/** Turns errors of files into an outage. */
const guarded = <A, E, R>(effect: Effect.Effect<A, E, R>, { settings: { folder } }: Place) =>
  catchKind(isPlatformError, (error) => Effect.fail(unavailable(folder, fileFault(error), error)))(effect)

/** The same where something is written, which a full disk refuses. */
const guardedWriting = <A, E, R>(effect: Effect.Effect<A, E, R>, place: Place) =>
  guarded(
    Effect.catchIf(effect, isDiskFull, () =>
      Effect.fail(
        new UploadRefused({ message: "The disk is full. Free some space, then continue: what has arrived is kept." })
      )
    ),
    place
  )

const unknown = (id: string) => new UnknownUpload({ message: `No uploaded file has the ID "${id}".` })

/** The folder of uploaded files, and what arrives in it now. */
interface Place {
  readonly files: FileSystem.FileSystem
  readonly path: Path.Path
  readonly settings: UploadSettings
  /** Files to which a part is being written. */
  readonly writing: Set<string>
}

/** The path of the folder, which is created if it does not exist; undefined if there is to be none. */
const folderOf = Effect.fnUntraced(function* ({ files, path, settings: { folder } }: Place) {
  if (folder === undefined) return undefined
  const whole = path.resolve(folder)
  yield* makeFolder(files, whole)
  return whole
})

const noFolder = new UploadRefused({
  message: "SOURCE_FOLDERS names no folder, so uploads have no place to go. Name one and restart."
})

/** How many bytes may still be uploaded. */
const freeAt = ({ settings: { reserve } }: Place, at: string) =>
  Effect.mapBoth(freeBytes(at), {
    onFailure: (cause) => unavailable(at, "the free space of its disk cannot be determined", cause),
    onSuccess: (free) => Math.max(0, free - reserve)
  })

/** How an incomplete file is shown. */
const shown = ({ path }: Place, at: string, { changedAt, id, offset, plan: { bytes, name } }: Incomplete) => {
  const file: UploadedFile = { id, name, location: path.join(at, name), bytes, offset, complete: false, changedAt }
  return file
}

/** An incomplete file; undefined if there is none. */
const partial = Effect.fnUntraced(function* (place: Place, at: string, id: string) {
  const found = yield* findIncomplete(place, at, id)
  return found === undefined ? undefined : shown(place, at, found)
})

/** A complete file; undefined if there is none. */
const whole = Effect.fnUntraced(function* ({ files, path }: Place, at: string, name: string) {
  if (name !== fileName(name)) return undefined
  const info = yield* Effect.option(files.stat(path.join(at, name)))
  if (Option.isNone(info) || info.value.type !== "File") return undefined
  const bytes = Number(info.value.size)
  const file: UploadedFile = {
    id: name,
    name,
    location: path.join(at, name),
    bytes,
    offset: bytes,
    complete: true,
    changedAt: changed(info.value)
  }
  return file
})

/** A file, complete or not, and the folder that it is in. */
const locate = Effect.fnUntraced(function* (place: Place, id: string) {
  const at = yield* folderOf(place)
  if (at === undefined) return yield* unknown(id)
  return { at, file: (yield* partial(place, at, id)) ?? (yield* whole(place, at, id)) ?? (yield* unknown(id)) }
})

const get = Effect.fnUntraced(function* (place: Place, id: string) {
  return (yield* locate(place, id)).file
}, guarded)

/** Incomplete files. Those that have not been continued for long are removed, as is what is left of others. */
const incomplete = Effect.fnUntraced(function* (place: Place, at: string) {
  const now = yield* Clock.currentTimeMillis
  const names = yield* place.files.readDirectory(at)
  const kept: Array<Incomplete> = []
  for (const id of incompleteIds(names)) {
    const found = yield* findIncomplete(place, at, id)
    const changedAt = found?.changedAt ?? (yield* lastChange(place, at, id))
    if (now - changedAt > forgottenAfter && !place.writing.has(id)) yield* discardIncomplete(place, at, id)
    else if (found !== undefined) kept.push(found)
  }
  return kept
})

/** All files. */
const all = Effect.fnUntraced(function* (place: Place, at: string) {
  const found = (yield* incomplete(place, at)).map((file) => shown(place, at, file))
  for (const name of yield* place.files.readDirectory(at)) {
    const file = yield* whole(place, at, name)
    if (file !== undefined) found.push(file)
  }
  return found.sort((one, other) => other.changedAt - one.changedAt || (one.name < other.name ? -1 : 1))
})

const list = Effect.fnUntraced(function* (place: Place) {
  const at = yield* folderOf(place)
  if (at === undefined) return { uploads: [], free: 0 }
  return { uploads: yield* all(place, at), free: yield* freeAt(place, at) }
}, guarded)

/** Equal for names that are one file where the file system ignores case, as on Windows and macOS. */
const folded = (name: string): string => name.normalize("NFC").toLowerCase()

/** A name that nothing in the folder has, nor will have: `name-2.csv` if `name.csv` is taken. */
const freeName = Effect.fnUntraced(function* (
  { files }: Place,
  at: string,
  name: string,
  planned: ReadonlyArray<string> = []
) {
  const taken = new Set([...(yield* files.readDirectory(at)), ...planned].map(folded))
  if (!taken.has(folded(name))) return name
  let number = 2
  while (taken.has(folded(numberedName(name, number)))) number += 1
  return numberedName(name, number)
})

/** Why a file of this size cannot be accepted in addition to the existing ones; undefined if it can. */
const refusalOf = (
  bytes: number,
  there: ReadonlyArray<UploadedFile>,
  free: number,
  { fileBytes }: UploadSettings
): string | undefined => {
  if (bytes > fileBytes) {
    return `The file has ${gigabytes(bytes)}; the maximum is ${gigabytes(fileBytes)} (SOURCE_MAX_GB).`
  }
  if (there.filter(({ complete }) => !complete).length >= mostPartial) {
    return `${mostPartial} uploads are incomplete. Finish or remove one of them first.`
  }
  const room = free - there.reduce((sum, { bytes, offset }) => sum + bytes - offset, 0)
  return bytes > room
    ? `The disk has room for ${gigabytes(Math.max(0, room))} more, and the file has ${gigabytes(bytes)}. Free some space first.`
    : undefined
}

const begin = Effect.fnUntraced(function* (place: Place, asked: Announced) {
  const at = yield* folderOf(place)
  if (at === undefined) return yield* noFolder
  const announced = { ...asked, name: fileName(asked.name) }
  const again = (yield* incomplete(place, at)).find(({ plan }) => isSame(plan, announced))
  if (again !== undefined) return shown(place, at, again)
  const there = yield* all(place, at)
  const refusal = refusalOf(asked.bytes, there, yield* freeAt(place, at), place.settings)
  if (refusal !== undefined) return yield* new UploadRefused({ message: refusal })
  const id = randomBytes(12).toString("hex")
  const planned = there.map((file) => file.name)
  const name = yield* freeName(place, at, announced.name, planned)
  return shown(place, at, yield* beginIncomplete(place, at, id, { ...announced, name, from: announced.name }))
}, guardedWriting)

/**
 * Writes what arrives behind what is there, piece by piece. If it is interrupted, everything written so far stays. Each
 * piece has its position in the file: the same part may still arrive at another process, over a connection that the
 * browser has given up.
 */
const append = Effect.fnUntraced(function* <E>(
  { files, path }: Place,
  file: UploadedFile,
  at: string,
  body: Stream.Stream<Uint8Array, E>
) {
  const target = yield* files.open(path.join(at, partialName(file.id)), { flag: "r+" })
  yield* target.seek(BigInt(file.offset), "start")
  let offset = file.offset
  yield* Stream.runForEach(body, (piece): Effect.Effect<void, UploadRefused | PlatformError.PlatformError> => {
    if (offset + piece.length > file.bytes) {
      return Effect.fail(
        new UploadRefused({ message: `The file was announced with ${file.bytes} bytes, but more have arrived.` })
      )
    }
    offset += piece.length
    return target.writeAll(piece)
  })
  return offset
}, Effect.scoped)

/** Renames a file that has arrived completely. */
const finish = Effect.fnUntraced(function* (place: Place, file: UploadedFile, at: string) {
  const { files, path } = place
  const name = yield* freeName(place, at, file.name)
  yield* files.rename(path.join(at, partialName(file.id)), path.join(at, name))
  yield* discardIncomplete(place, at, file.id)
  return (yield* whole(place, at, name)) ?? (yield* unknown(file.id))
})

const send = Effect.fnUntraced(function* <E>(
  place: Place,
  id: string,
  offset: number,
  body: Stream.Stream<Uint8Array, E>
) {
  const { writing } = place
  const { at, file } = yield* locate(place, id)
  if (file.complete) return yield* new UploadRefused({ message: "The file is complete already." })
  if (offset !== file.offset) {
    return yield* new UploadRefused({
      message: `${file.offset} bytes of the file have arrived, but this part starts at ${offset}. Continue from ${file.offset}.`
    })
  }
  if (writing.has(id)) {
    return yield* new UploadRefused({ message: "Another part of the file is arriving. Wait until it has." })
  }
  return yield* Effect.acquireUseRelease(
    Effect.sync(() => writing.add(id)),
    () =>
      Effect.gen(function* () {
        const reached = yield* append(place, file, at, body)
        return reached === file.bytes ? yield* finish(place, file, at) : (yield* locate(place, id)).file
      }),
    () => Effect.sync(() => writing.delete(id))
  )
}, guardedWriting)

const remove = Effect.fnUntraced(function* (place: Place, id: string) {
  const { at, file } = yield* locate(place, id)
  if (file.complete) yield* place.files.remove(file.location)
  else yield* discardIncomplete(place, at, id)
  return file.offset
}, guarded)

const make = Effect.fnUntraced(function* (settings: UploadSettings) {
  const place: Place = {
    files: yield* FileSystem.FileSystem,
    path: yield* Path.Path,
    settings,
    writing: new Set()
  }
  const beginnings = Semaphore.makeUnsafe(1)
  return Uploads.of({
    list: list(place),
    // Of two announcements of a file at once, the second one finds the first.
    begin: (asked) => beginnings.withPermit(begin(place, asked)),
    get: (id) => get(place, id),
    send: (id, offset, body) => send(place, id, offset, body),
    remove: (id) => remove(place, id)
  })
})

/** Files for sources to read, uploaded in parts that resume where the last one ended. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Without a folder there are none, and no room for any. */
    readonly list: Effect.Effect<
      { readonly uploads: ReadonlyArray<UploadedFile>; readonly free: number },
      UploadsUnavailable
    >
    /** If the same file is incomplete, it is returned. */
    readonly begin: (asked: Announced) => Effect.Effect<UploadedFile, UploadRefused | UploadsUnavailable>
    readonly get: (id: string) => Effect.Effect<UploadedFile, UnknownUpload | UploadsUnavailable>
    readonly send: <E>(
      id: string,
      offset: number,
      body: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<UploadedFile, UnknownUpload | UploadRefused | UploadsUnavailable | E>
    /** Returns the number of bytes freed. */
    readonly remove: (id: string) => Effect.Effect<number, UnknownUpload | UploadsUnavailable>
  }
>()("doorstep/Uploads") {
  static readonly layerWith = (settings: UploadSettings) => Layer.effect(Uploads, make(settings))
}
