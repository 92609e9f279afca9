import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, type Scope, Stream } from "effect"
import { isUtf8 } from "node:buffer"
import { type FileHandle, open } from "node:fs/promises"
import { Readable } from "node:stream"
import { crc32 } from "node:zlib"
import {
  Entry as ZipEntry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile
} from "yauzl"
import type { SourceError } from "../DataSource.ts"
import { bomb, boundedBy } from "./Compression.ts"
import { type Limits, longestDocument, longestPath } from "./Limits.ts"
import { type Origin, unreadable, within } from "./Origin.ts"

/** One file of a zip archive. */
export interface ZipMember {
  /** Path within the archive, with `/` between folders. */
  readonly path: string
  /** Unpacked bytes, as declared by the archive; more than that is an error. */
  readonly size: number
  /** Packed bytes. */
  readonly packedSize: number
  /** May be read as often as needed while the archive is open. */
  readonly bytes: Stream.Stream<Uint8Array, SourceError>
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : "unknown reason")

const damaged = (origin: Origin) => (cause: unknown) =>
  unreadable(origin, `the zip archive is damaged or cut off (${reasonOf(cause)}). Download it again.`, cause)

/** Bytes of a file that are read at a time. */
const chunkSize = 64 * 1024

/** What a file's record in the directory begins with. */
const fileRecord = Buffer.from("PK\u0001\u0002", "latin1")

const beyondEnd = () => new Error("it says that something lies beyond its end")

/** Bytes of an archive by their places. The package trusts places in it, and by its own reader, an absurd one ends the process. */
class ArchiveReader extends RandomAccessReader {
  private readonly file: FileHandle
  private readonly size: number
  /** What was read last. */
  private last = { start: 0, bytes: Buffer.alloc(0) }
  /** Where the bytes end that were asked for last. */
  private end = 0

  constructor(file: FileHandle, size: number) {
    super()
    this.file = file
    this.size = size
  }

  private async *pieces(start: number, end: number) {
    if (!(start >= 0 && end <= this.size)) throw beyondEnd()
    for (let at = start; at < end;) {
      const length = Math.min(chunkSize, end - at)
      const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, at)
      if (bytesRead === 0) throw new Error("it became shorter while it was read")
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false })
  }

  /** Bytes around a place, which is read with what follows it: a directory is asked for in pieces of fifty bytes. */
  private async around(at: number) {
    const known = this.last
    if (at >= known.start && at < known.start + known.bytes.length) return known
    const pieces = this.pieces(at, Math.min(at + chunkSize, this.size))
    const read = { start: at, bytes: (await pieces.next()).value ?? Buffer.alloc(0) }
    this.last = read
    return read
  }

  /** Without a stream, of which a directory would take a million. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (fault: Error | null) => void
  ): void {
    this.end = position + length
    const fill = async () => {
      if (!(position >= 0 && position + length <= this.size)) throw beyondEnd()
      for (let done = 0; done < length;) {
        const { bytes, start } = await this.around(position + done)
        const from = position + done - start
        done += bytes.copy(buffer, offset + done, from, from + length - done)
      }
    }
    fill().then(
      () => callback(null),
      (fault: unknown) => callback(fault instanceof Error ? fault : new Error(reasonOf(fault)))
    )
  }

  /**
   * Whether another file follows in the directory, of which as much was read as its number of files says. That number has
   * 16 bits in archives of old programs, and the package reads no further.
   */
  async hasMoreFiles(): Promise<boolean> {
    const { bytes, start } = await this.around(this.end)
    const at = this.end - start
    return bytes.subarray(at, at + fileRecord.length).equals(fileRecord)
  }

  /** The file is closed with its scope. */
  override close(callback: (fault: Error | null) => void): void {
    callback(null)
  }
}

const openArchive = Effect.fnUntraced(function* (origin: Origin, path: string) {
  const file = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => open(path, "r"), catch: damaged(origin) }),
    (file) => Effect.ignore(Effect.tryPromise(() => file.close()))
  )
  const opened = async () => {
    const { size } = await file.stat()
    const options = { autoClose: false, decodeStrings: false, lazyEntries: true }
    const reader = new ArchiveReader(file, size)
    return { reader, zip: await fromRandomAccessReaderPromise(reader, size, options) }
  }
  return yield* Effect.acquireRelease(Effect.tryPromise({ try: opened, catch: damaged(origin) }), ({ zip }) =>
    Effect.sync(() => zip.close())
  )
})

/** The flag of a name in UTF-8. Finder and others leave it out, and names of DOS are hardly ever UTF-8 by chance. */
const utf8Flag = 0x800

/**
 * The path without what leads out of the archive, and without `./`. Nothing is written under these names, so a drive, a
 * root or a parent folder in them, as some programs leave there, is no reason to refuse the archive.
 */
const pathOf = ({ extraFields, fileNameRaw, generalPurposeBitFlag: flags }: ZipEntry): string =>
  getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | utf8Flag : flags, fileNameRaw, extraFields, false)
    .replace(/^[a-z]:/i, "")
    .replace(/(?<=^|\/)(?:\.{0,2}\/)+/g, "")

/** What reading a file takes: its extra fields and its comment would stay in memory with it. */
const slim = (entry: ZipEntry): ZipEntry => {
  const { compressedSize, compressionMethod, crc32, generalPurposeBitFlag } = entry
  const { relativeOffsetOfLocalHeader, uncompressedSize } = entry
  return Object.assign(new ZipEntry(), {
    compressedSize,
    compressionMethod,
    crc32,
    fileName: pathOf(entry),
    generalPurposeBitFlag,
    relativeOffsetOfLocalHeader,
    uncompressedSize
  })
}

interface Archive {
  readonly reader: ArchiveReader
  readonly zip: ZipFile
}

/** The archive's files, or why it has too many, or too much about them, in words that follow its place. */
const list = async ({ reader, zip }: Archive, most: number): Promise<ReadonlyArray<ZipEntry> | string> => {
  const entries: Array<ZipEntry> = []
  let size = 0
  for await (const entry of zip.eachEntry()) {
    const { extraFieldLength, fileCommentLength, fileNameLength } = entry
    const file = slim(entry)
    size += fileNameLength + extraFieldLength + fileCommentLength
    if (Math.max(fileNameLength, file.fileName.length) > longestPath) {
      return `it holds a file whose name has more than ${longestPath} characters. Pack it again, with shorter names.`
    }
    if (size > longestDocument) {
      return `the names and comments of its files have more than ${longestDocument} bytes. Unpack it, and name the files wanted.`
    }
    if (entries.push(file) > most) {
      return `it holds more than ${most} files. Unpack it, and name the files wanted.`
    }
  }
  return (await reader.hasMoreFiles())
    ? `it holds more files than it declares (${entries.length}). It is damaged, or from a program that cannot count as many: pack it again.`
    : entries
}

/** Files added by Finder, and folder entries, are not files of the archive. */
const isFile = (entry: ZipEntry): boolean => !/(^|\/)(__MACOSX|\.[^/]*)(\/|$)|\/$|^$/.test(entry.fileName)

/** Fails at the end if the bytes are not those that were packed: a changed letter unpacks as well as the right one. */
const intact =
  (origin: Origin, { crc32: expected }: ZipEntry) =>
  (bytes: Stream.Stream<Uint8Array, SourceError>) =>
    Stream.suspend(() => {
      let sum = 0
      const counted = Stream.map(bytes, (chunk) => {
        sum = crc32(chunk, sum)
        return chunk
      })
      const end = Stream.suspend(() =>
        sum === expected ? Stream.empty : Stream.fail(damaged(origin)(new Error("its checksum is another")))
      )
      return Stream.concat(counted, end)
    })

/** The total of declared unpacked bytes of an archive and its nested archives, and the packed size of the outermost. */
export interface Unpacking {
  readonly packed: number
  unpacked: number
}

/** The files of a local zip archive, in its own order. It stays open as long as the scope. */
export const openZip = Effect.fnUntraced(function* (
  origin: Origin,
  path: string,
  sum: Unpacking,
  limits: Limits
): Effect.fn.Return<ReadonlyArray<ZipMember>, SourceError, Scope.Scope> {
  const archive = yield* openArchive(origin, path)
  const { zip } = archive
  const entries = yield* Effect.tryPromise({ try: () => list(archive, limits.files), catch: damaged(origin) })
  if (typeof entries === "string") return yield* unreadable(origin, entries)
  // Overlapping files and nested archives can make an archive unpack to far more than any single file suggests.
  sum.unpacked += entries.reduce((total, entry) => total + entry.uncompressedSize, 0)
  if (sum.unpacked > limits.ratioFrom && sum.unpacked > sum.packed * limits.ratio) return yield* bomb(origin, limits)
  return entries.filter(isFile).map((entry): ZipMember => {
    const at = within(origin, entry.fileName)
    const open = Effect.tryPromise({ try: () => zip.openReadStreamPromise(entry), catch: damaged(at) })
    const fault = entry.isEncrypted()
      ? "it is encrypted. Decrypt it first."
      : entry.compressionMethod === 0 || entry.compressionMethod === 8
        ? undefined
        : `it is packed with method ${entry.compressionMethod}; only stored and deflated files are read. Unpack it first.`
    return {
      path: entry.fileName,
      size: entry.uncompressedSize,
      packedSize: entry.compressedSize,
      bytes:
        fault !== undefined
          ? Stream.fail(unreadable(at, fault))
          : Stream.unwrap(
              Effect.map(open, (readable) =>
                NodeStream.fromReadable({ evaluate: () => readable, onError: damaged(at) }).pipe(
                  boundedBy(at, limits, () => entry.compressedSize),
                  intact(at, entry)
                )
              )
            )
    }
  })
})
