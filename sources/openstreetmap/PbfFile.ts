import { inflate, zstdDecompress } from "node:zlib"
import { Effect, Stream } from "effect"
import { PbfReader } from "pbf"
import type { SourceError } from "../DataSource.ts"
import { ReadingProgress } from "../reading/Downloads.ts"
import { type Origin, unreadable } from "../reading/Origin.ts"
import type { RandomAccess } from "../reading/Reader.ts"
import { PrimitiveBlock } from "./PbfBlock.ts"

/** Bounds that https://wiki.openstreetmap.org/wiki/PBF_Format sets: a file beyond them is damaged, or none. */
const longestHeader = 64 * 1024
const longestBlob = 32 * 1024 * 1024

/**
 * What the first pass takes of the time, and what those take that follow it before records are handed on: what is done with
 * these takes the rest. Measured on a part of Queens, grown to 320,000 addresses.
 */
const shareOf = { first: 0.12, survey: 0.18 }

/** Blobs read and unpacked ahead, while one is decoded. */
const ahead = 2

/** Features of files that are understood. History files, with several versions of an object, are not. */
const known = new Set(["OsmSchema-V0.6", "DenseNodes"])

/** Where a block of objects lies in the file. */
interface BlockPlace {
  readonly start: number
  readonly end: number
}

/** An `.osm.pbf` file: read by blocks of some 8,000 objects, as often as needed. */
export interface PbfFile {
  readonly blocks: ReadonlyArray<BlockPlace>
  /** Whether ways carry the positions of their nodes, whose own may be left out. */
  readonly locationsOnWays: boolean
  /** Says which blocks are to be read yet by `each`, pass by pass, so that it can be told how far the work is. */
  readonly expect: (passes: ReadonlyArray<ReadonlyArray<number>>) => void
  /** Says that a pass which was expected is not needed. */
  readonly skip: (pass: ReadonlyArray<number>) => void
  /** Reads the blocks with the given numbers one after another; the next ones are unpacked meanwhile. */
  readonly each: (
    numbers: ReadonlyArray<number>,
    visit: (block: PrimitiveBlock, number: number) => void
  ) => Effect.Effect<void, SourceError>
  /** One block after another with what is made of it, as the last pass. */
  readonly map: <A>(
    numbers: ReadonlyArray<number>,
    make: (block: PrimitiveBlock, number: number) => A
  ) => Stream.Stream<A, SourceError>
}

const damaged = (origin: Origin, start: number, reason: string, cause?: unknown) =>
  unreadable(origin, `the block at byte ${start} is damaged: ${reason} Download the file again.`, cause)

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : "unknown reason")

/** What a blob holds, and how it is packed: message `Blob`. */
const readBlob = (bytes: Uint8Array): { readonly packing: string; readonly data: Uint8Array } => {
  const reader = new PbfReader(bytes)
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    const packing = { 1: "raw", 3: "zlib", 4: "lzma", 5: "bzip2", 6: "lz4", 7: "zstd" }[field]
    if (packing !== undefined) return { packing, data: reader.readBytes() }
  }
  return { packing: "nothing", data: bytes.subarray(0, 0) }
}

const unpackWith = (
  origin: Origin,
  start: number,
  data: Uint8Array,
  unpack: (
    data: Uint8Array,
    options: { maxOutputLength: number },
    done: (error: Error | null, result: Buffer) => void
  ) => void
) =>
  Effect.callback<Uint8Array, SourceError>((resume) => {
    unpack(data, { maxOutputLength: longestBlob }, (error, result) =>
      resume(error === null ? Effect.succeed(result) : Effect.fail(damaged(origin, start, `${error.message}.`, error)))
    )
  })

const unpack = Effect.fnUntraced(function* (
  origin: Origin,
  start: number,
  bytes: Uint8Array
): Effect.fn.Return<Uint8Array, SourceError> {
  const { data, packing } = yield* Effect.try({
    try: () => readBlob(bytes),
    catch: (cause) => damaged(origin, start, `${reasonOf(cause)}.`, cause)
  })
  switch (packing) {
    case "raw":
      return data
    case "zlib":
      return yield* unpackWith(origin, start, data, inflate)
    case "zstd":
      return yield* unpackWith(origin, start, data, zstdDecompress)
    default:
      return yield* unreadable(
        origin,
        `it is packed with ${packing}; zlib, zstd and no packing are read. Convert it with "osmium cat".`
      )
  }
})

/** Message `BlobHeader`. */
const readBlobHeader = (bytes: Uint8Array): { readonly type: string; readonly size: number } => {
  const reader = new PbfReader(bytes)
  let type = ""
  let size = 0
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 1) type = reader.readString()
    else if (field === 3) size = reader.readVarint()
  }
  return { type, size }
}

/** Message `HeaderBlock`. */
const readFeatures = (bytes: Uint8Array) => {
  const reader = new PbfReader(bytes)
  const required: Array<string> = []
  const optional: Array<string> = []
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 4) required.push(reader.readString())
    else if (field === 5) optional.push(reader.readString())
  }
  return { required, optional }
}

interface Blob extends BlockPlace {
  readonly type: string
}

/** The blob whose header is at `at`. Few headers are longer than what is read at first. */
const blobAt = Effect.fnUntraced(function* (origin: Origin, access: RandomAccess, at: number) {
  const wrong = (reason: string) => unreadable(origin, `it is not an .osm.pbf file, or it is cut off: ${reason}`)
  if (at + 4 > access.size) return yield* wrong(`it ends in the middle of a block at byte ${at}.`)
  const head = yield* access.readRange(at, Math.min(access.size, at + 68))
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const start = at + 4 + length
  if (length === 0 || length > longestHeader || start > access.size) {
    return yield* wrong(`no block starts at byte ${at}.`)
  }
  const header = length <= head.length - 4 ? head.subarray(4, 4 + length) : yield* access.readRange(at + 4, start)
  const { size, type } = yield* Effect.try({ try: () => readBlobHeader(header), catch: () => wrong(`byte ${at}.`) })
  if (type === "" || size > longestBlob) return yield* wrong(`no block starts at byte ${at}.`)
  if (start + size > access.size) return yield* wrong(`it ends in the middle of a block at byte ${start}.`)
  return { type, start, end: start + size } satisfies Blob
})

const checkFeatures = Effect.fnUntraced(function* (origin: Origin, access: RandomAccess, { end, start }: Blob) {
  const bytes = yield* unpack(origin, start, yield* access.readRange(start, end))
  const { optional, required } = yield* Effect.try({
    try: () => readFeatures(bytes),
    catch: (cause) => damaged(origin, start, `${reasonOf(cause)}.`, cause)
  })
  const strange = required.find((feature) => !known.has(feature))
  if (strange === undefined) return optional.includes("LocationsOnWays")
  return yield* unreadable(
    origin,
    strange === "HistoricalInformation"
      ? `it holds the history of its objects. Name a file with their current state ("osmium time-filter" makes one).`
      : `it needs the feature ${strange}, which is not understood. Convert it with "osmium cat".`
  )
})

/** Finds the blocks of a file; reads only their headers, and the one block that describes the file. */
export const openPbf = Effect.fn("PbfFile.open")(function* (
  origin: Origin,
  access: RandomAccess
): Effect.fn.Return<PbfFile, SourceError> {
  const blocks: Array<BlockPlace> = []
  let locationsOnWays = false
  let described = false
  for (let at = 0; at < access.size;) {
    const blob: Blob = yield* blobAt(origin, access, at)
    if (blob.type === "OSMHeader") {
      locationsOnWays = yield* checkFeatures(origin, access, blob)
      described = true
    } else if (blob.type === "OSMData") {
      blocks.push({ start: blob.start, end: blob.end })
    }
    at = blob.end
  }
  if (!described) return yield* unreadable(origin, "it is not an .osm.pbf file: it has no header.")

  const bytesOf = (number: number): number => blocks[number]!.end - blocks[number]!.start
  const sumOf = (pass: ReadonlyArray<number>) => pass.reduce((sum, number) => sum + bytesOf(number), 0)
  let work = { done: 0, share: shareOf.first, before: 0, total: access.size }
  const notice = Effect.fnUntraced(function* (number: number) {
    work.done += bytesOf(number)
    const share = work.before + work.share * Math.min(1, work.done / Math.max(1, work.total))
    yield* (yield* ReadingProgress)({ place: origin.place, done: Math.round(share * access.size), total: access.size })
  })
  const expect: PbfFile["expect"] = (passes) => {
    const total = passes.reduce((sum, pass) => sum + sumOf(pass), 0)
    work = { done: 0, share: shareOf.survey, before: shareOf.first, total }
  }
  const skip: PbfFile["skip"] = (pass) => {
    work.done += sumOf(pass)
  }

  const pass = <A>(numbers: ReadonlyArray<number>, make: (block: PrimitiveBlock, number: number) => A) =>
    Stream.fromIterable(numbers).pipe(
      Stream.mapEffect(
        (number) => {
          const { end, start } = blocks[number]!
          return access.readRange(start, end).pipe(
            Effect.flatMap((bytes) => unpack(origin, start, bytes)),
            Effect.map((bytes) => [number, bytes] as const)
          )
        },
        { concurrency: ahead }
      ),
      Stream.mapEffect(([number, bytes]) =>
        Effect.try({
          try: () => make(new PrimitiveBlock(bytes), number),
          catch: (cause) => damaged(origin, blocks[number]!.start, `${reasonOf(cause)}.`, cause)
        })
      ),
      Stream.zipWithIndex,
      Stream.mapEffect(([made, index]) => Effect.as(notice(numbers[index]!), made))
    )
  const map: PbfFile["map"] = (numbers, make) =>
    Stream.suspend(() => {
      const before = shareOf.first + shareOf.survey
      work = { done: 0, share: 1 - before, before, total: sumOf(numbers) }
      return pass(numbers, make)
    })
  return { blocks, locationsOnWays, expect, skip, map, each: (numbers, visit) => Stream.runDrain(pass(numbers, visit)) }
})
