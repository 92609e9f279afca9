import { randomBytes } from "node:crypto"
import { Context, Effect, FileSystem, Layer, Path, type PlatformError, Semaphore, Stream } from "effect"
import { type Announced, beginIncomplete, discardIncomplete, isSame, partialName } from "./IncompleteUploads.ts"
import * as Folder from "./UploadFolder.ts"
import {
  guarded,
  guardedWriting,
  type Place,
  type UnknownUpload,
  type UploadedFile,
  UploadRefused,
  type UploadSettings,
  type UploadsUnavailable
} from "./UploadFolder.ts"
import { fileName } from "./UploadNames.ts"
import { bytesText } from "../shared/Amounts.ts"

/** How many uploads may be incomplete at once. */
const mostPartial = 16

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const noFolder = new UploadRefused({
  message: "SOURCE_FOLDERS names no folder, so uploads have no place to go. Name one and restart."
})

const get = Effect.fnUntraced(function* (place: Place, id: string) {
  return (yield* Folder.locate(place, id)).file
}, guarded)

const list = Effect.fnUntraced(function* (place: Place) {
  const at = yield* Folder.folderOf(place)
  if (at === undefined) return { uploads: [], free: 0, folder: null }
  return { uploads: yield* Folder.all(place, at), free: yield* Folder.freeAt(place, at), folder: at }
}, guarded)

/** Why a file of this size cannot be accepted in addition to the existing ones; undefined if it can. */
const refusalOf = (
  bytes: number,
  there: ReadonlyArray<UploadedFile>,
  free: number,
  { fileBytes, reserve }: UploadSettings
): string | undefined => {
  if (bytes > fileBytes) {
    return `The file has ${gigabytes(bytes)}; the maximum is ${gigabytes(fileBytes)} (SOURCE_MAX_GB).`
  }
  if (there.filter(({ complete }) => !complete).length >= mostPartial) {
    return `${mostPartial} uploads are incomplete. Finish or remove one of them first.`
  }
  const room = free - there.reduce((sum, { bytes, offset }) => sum + bytes - offset, 0)
  return bytes > room
    ? `The disk has room for ${bytesText(Math.max(0, room))} more, as ${bytesText(reserve)} stay free, and the file has ${bytesText(bytes)}. Free some space first.`
    : undefined
}

const begin = Effect.fnUntraced(function* (place: Place, asked: Announced) {
  const at = yield* Folder.folderOf(place)
  if (at === undefined) return yield* noFolder
  const announced = { ...asked, name: fileName(asked.name) }
  const again = (yield* Folder.incomplete(place, at)).find(({ plan }) => isSame(plan, announced))
  if (again !== undefined) return Folder.shown(place, at, again)
  const there = yield* Folder.all(place, at)
  const refusal = refusalOf(asked.bytes, there, yield* Folder.freeAt(place, at), place.settings)
  if (refusal !== undefined) return yield* new UploadRefused({ message: refusal })
  const id = randomBytes(12).toString("hex")
  const planned = there.map((file) => file.name)
  const name = yield* Folder.freeName(place, at, announced.name, planned)
  return Folder.shown(place, at, yield* beginIncomplete(place, at, id, { ...announced, name, from: announced.name }))
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
  const name = yield* Folder.freeName(place, at, file.name)
  yield* files.rename(path.join(at, partialName(file.id)), path.join(at, name))
  yield* discardIncomplete(place, at, file.id)
  return (yield* Folder.whole(place, at, name)) ?? (yield* Folder.unknown(file.id))
})

const send = Effect.fnUntraced(function* <E>(
  place: Place,
  id: string,
  offset: number,
  body: Stream.Stream<Uint8Array, E>
) {
  const { writing } = place
  const { at, file } = yield* Folder.locate(place, id)
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
        return reached === file.bytes ? yield* finish(place, file, at) : (yield* Folder.locate(place, id)).file
      }),
    () => Effect.sync(() => writing.delete(id))
  )
}, guardedWriting)

const remove = Effect.fnUntraced(function* (place: Place, id: string) {
  const { at, file } = yield* Folder.locate(place, id)
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
      { readonly uploads: ReadonlyArray<UploadedFile>; readonly free: number; readonly folder: string | null },
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
