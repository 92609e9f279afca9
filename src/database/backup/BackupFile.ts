import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, FileSystem, Schema, Stream } from "effect"
import type { PlatformError } from "effect"
import { createHash } from "node:crypto"
import { createZstdDecompress } from "node:zlib"
import { fileFault } from "../../../sources/reading/FileWords.ts"
import { RestoreFailed } from "./BackupErrors.ts"
import { rowsOfGroup, rowsOn } from "./RowGroup.ts"
import {
  firstLineBytes,
  type Footer,
  formatVersion,
  type Header,
  isRow,
  longestLine,
  Marker,
  versionOf
} from "./BackupFormat.ts"
import { invocation } from "../../shared/Invocation.ts"

const damaged = (file: string, why: string) =>
  new RestoreFailed({
    reason: "Damaged",
    message: `${file} is damaged: ${why}. Nothing was changed; use another copy.`
  })

const lineFeed = 10

const decodeMarker = Schema.decodeUnknownEffect(Schema.fromJsonString(Marker), { onExcessProperty: "error" })

/** Reads the first line, and its length in bytes. */
const readFirstLine = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const chunks = yield* Stream.runCollect(fs.stream(file, { bytesToRead: firstLineBytes }))
  const text = Buffer.concat(chunks).toString("latin1")
  const end = text.indexOf("\n")
  const version = end === -1 ? undefined : versionOf(text.slice(0, end))
  if (version === undefined) {
    return yield* new RestoreFailed({ reason: "NoBackup", message: `${file} is not a backup written by Doorstep.` })
  }
  if (version > formatVersion) {
    const message = `${file} was written by a newer Doorstep (format ${version}; this version reads ${formatVersion}). Restore it with that version.`
    return yield* new RestoreFailed({ reason: "Newer", message })
  }
  return end + 1
})

const unreadable = (file: string) => (cause: PlatformError.PlatformError) =>
  new RestoreFailed({
    reason: "File",
    message: `The backup ${file} cannot be read: ${fileFault(cause)}. Name a file written by ${invocation("backup")}.`,
    cause
  })

/** Fails at a line that is too long, which would otherwise be collected in memory to its end. */
const withoutLongLines = (file: string) =>
  Stream.mapAccumEffect(
    () => 0,
    (before: number, bytes: Uint8Array) => {
      const end = bytes.lastIndexOf(lineFeed)
      const unended = end === -1 ? before + bytes.length : bytes.length - end - 1
      return unended > longestLine
        ? Effect.fail(damaged(file, `a line of it is longer than ${longestLine} bytes`))
        : Effect.succeed([unended, [bytes]] as const)
    }
  )

/** The lines of a backup. */
export const linesOf = (file: string): Stream.Stream<string, RestoreFailed, FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const offset = yield* readFirstLine(file).pipe(
        Effect.catchTag("PlatformError", (cause) => Effect.fail(unreadable(file)(cause)))
      )
      return fs.stream(file, { offset, chunkSize: 256 * 1024 }).pipe(
        Stream.mapError(unreadable(file)),
        NodeStream.pipeThroughDuplex<Uint8Array, RestoreFailed>({
          evaluate: () => createZstdDecompress({ chunkSize: 256 * 1024 }),
          onError: () => damaged(file, "its compressed data are broken or truncated")
        }),
        withoutLongLines(file),
        Stream.decodeText(),
        Stream.splitLines
      )
    })
  )

/**
 * Reads a backup to its end to make sure that it is complete and unaltered, and returns its header. Nothing in the file
 * is trusted before.
 *
 * The order of the lines is checked too, so that later readers need not check it.
 */
export const verify = Effect.fn("BackupFile.verify")(function* (file: string) {
  const hash = createHash("sha256")
  let header: Header | undefined
  let footer: typeof Footer.Type | undefined
  let table: string | undefined
  let tables = 0
  let rows = 0
  const out = Effect.suspend(() => Effect.fail(damaged(file, "its parts are out of order")))
  const mark = Effect.fnUntraced(function* (line: string) {
    const marker = yield* Effect.mapError(decodeMarker(line), () =>
      damaged(file, "one of its lines does not belong to a backup")
    )
    if ("sha256" in marker) {
      if (table !== undefined || header === undefined) return yield* out
      footer = marker
    } else if ("migrations" in marker) {
      if (header !== undefined) return yield* out
      header = marker
    } else if ("table" in marker) {
      if (table !== undefined || header === undefined) return yield* out
      table = marker.table
      rows = 0
      tables++
    } else {
      if (table === undefined || marker.rows !== rows) return yield* out
      table = undefined
    }
  })
  yield* linesOf(file).pipe(
    Stream.runForEachArray((lines) =>
      Effect.gen(function* () {
        for (const line of lines) {
          if (footer !== undefined) return yield* out
          if (isRow(line)) {
            if (table === undefined) return yield* out
            const own = rowsOn(line)
            if (own > rowsOfGroup) return yield* damaged(file, `a line of it claims ${own} rows`)
            rows += own
          } else yield* mark(line)
          if (footer === undefined) hash.update(`${line}\n`)
        }
      })
    )
  )
  if (header === undefined || footer === undefined) return yield* damaged(file, "it is truncated")
  if (footer.tables !== tables || footer.sha256 !== hash.digest("hex")) {
    return yield* damaged(file, "its contents have changed since it was written")
  }
  return header
})
