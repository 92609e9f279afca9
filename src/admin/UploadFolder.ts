import { Clock, Effect, type FileSystem, Option, type Path, type PlatformError, Predicate, Schema } from "effect"
import { makeFolder } from "../../sources/reading/NewFolder.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { isDiskFull } from "../database/FullDisk.ts"
import { catchKind } from "../shared/CatchKind.ts"
import { freeBytes } from "../shared/FreeSpace.ts"
import {
  changed,
  discardIncomplete,
  findIncomplete,
  type Incomplete,
  incompleteIds,
  lastChange
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

/** An upload that is not continued is removed after this many milliseconds. */
const forgottenAfter = 3 * 24 * 60 * 60 * 1000

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
export const guarded = <A, E, R>(effect: Effect.Effect<A, E, R>, { settings: { folder } }: Place) =>
  catchKind(isPlatformError, (error) => Effect.fail(unavailable(folder, fileFault(error), error)))(effect)

/** The same where something is written, which a full disk refuses. */
export const guardedWriting = <A, E, R>(effect: Effect.Effect<A, E, R>, place: Place) =>
  guarded(
    Effect.catchIf(effect, isDiskFull, () =>
      Effect.fail(
        new UploadRefused({ message: "The disk is full. Free some space, then continue: what has arrived is kept." })
      )
    ),
    place
  )

export const unknown = (id: string) => new UnknownUpload({ message: `No uploaded file has the ID "${id}".` })

/** The folder of uploaded files, and what arrives in it now. */
export interface Place {
  readonly files: FileSystem.FileSystem
  readonly path: Path.Path
  readonly settings: UploadSettings
  /** Files to which a part is being written. */
  readonly writing: Set<string>
}

/** The path of the folder, which is created if it does not exist; undefined if there is to be none. */
export const folderOf = Effect.fnUntraced(function* ({ files, path, settings: { folder } }: Place) {
  if (folder === undefined) return undefined
  const whole = path.resolve(folder)
  yield* makeFolder(files, whole)
  return whole
})

/** How many bytes may still be uploaded. */
export const freeAt = ({ settings: { reserve } }: Place, at: string) =>
  Effect.mapBoth(freeBytes(at), {
    onFailure: (cause) => unavailable(at, "the free space of its disk cannot be determined", cause),
    onSuccess: (free) => Math.max(0, free - reserve)
  })

/** How an incomplete file is shown. */
export const shown = ({ path }: Place, at: string, { changedAt, id, offset, plan: { bytes, name } }: Incomplete) => {
  const file: UploadedFile = { id, name, location: path.join(at, name), bytes, offset, complete: false, changedAt }
  return file
}

/** An incomplete file; undefined if there is none. */
const partial = Effect.fnUntraced(function* (place: Place, at: string, id: string) {
  const found = yield* findIncomplete(place, at, id)
  return found === undefined ? undefined : shown(place, at, found)
})

/** A complete file; undefined if there is none. */
export const whole = Effect.fnUntraced(function* ({ files, path }: Place, at: string, name: string) {
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
export const locate = Effect.fnUntraced(function* (place: Place, id: string) {
  const at = yield* folderOf(place)
  if (at === undefined) return yield* unknown(id)
  return { at, file: (yield* partial(place, at, id)) ?? (yield* whole(place, at, id)) ?? (yield* unknown(id)) }
})

/** Incomplete files. Those that have not been continued for long are removed, as is what is left of others. */
export const incomplete = Effect.fnUntraced(function* (place: Place, at: string) {
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
export const all = Effect.fnUntraced(function* (place: Place, at: string) {
  const found = (yield* incomplete(place, at)).map((file) => shown(place, at, file))
  for (const name of yield* place.files.readDirectory(at)) {
    const file = yield* whole(place, at, name)
    if (file !== undefined) found.push(file)
  }
  return found.sort((one, other) => other.changedAt - one.changedAt || (one.name < other.name ? -1 : 1))
})

/** Equal for names that are one file where the file system ignores case, as on Windows and macOS. */
const folded = (name: string): string => name.normalize("NFC").toLowerCase()

/** A name that nothing in the folder has, nor will have: `name-2.csv` if `name.csv` is taken. */
export const freeName = Effect.fnUntraced(function* (
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
