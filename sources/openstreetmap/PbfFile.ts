import { Effect } from "effect"
import { quoted } from "../../schemas/Quoted.ts"
import type { SourceError } from "../DataSource.ts"
import { type Origin, unreadable } from "../reading/Origin.ts"
import type { RandomAccess } from "../reading/Reader.ts"
import { type Damage, damageOf, longestBlob, longestHeader, readBlobHeader, readFeatures, unpackBlob } from "./Blobs.ts"
import { conversion, downloadAgain } from "./FileFault.ts"

/** Supported file features. History files, with several versions of an object, are not supported. */
const known = new Set(["OsmSchema-V0.6", "DenseNodes"])

/** The position of a block of objects in the file. */
export interface BlockPlace {
  readonly start: number
  readonly end: number
}

/** An `.osm.pbf` file, with blocks of some 8,000 objects. */
export interface PbfFile {
  readonly origin: Origin
  readonly size: number
  readonly blocks: ReadonlyArray<BlockPlace>
  /** Whether ways contain the positions of their nodes; untagged nodes may then be missing. */
  readonly locationsOnWays: boolean
  /** A block's bytes in the file, for `unpackBlob`. */
  readonly bytes: (number: number) => Effect.Effect<Uint8Array, SourceError>
  /** The failure for a block that cannot be read. */
  readonly fault: (number: number, damage: Damage) => SourceError
}

export const faultOf = (
  origin: Origin,
  start: number,
  { advice = downloadAgain, packing, reason }: Damage
): SourceError =>
  packing === undefined
    ? unreadable(origin, `the block at byte ${start} is damaged: ${reason}. ${advice}`)
    : unreadable(
        origin,
        `it is packed with ${packing}; zlib, zstd and no packing are read. Convert it with "osmium cat".`
      )

interface Blob extends BlockPlace {
  readonly type: string
}

/** The blob whose header is at `at`. Few headers are longer than the first read. */
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
  const bytes = yield* access.readRange(start, end)
  const { optional, required } = yield* Effect.try({
    try: () => readFeatures(unpackBlob(bytes)),
    catch: (cause) => faultOf(origin, start, damageOf(cause))
  })
  const strange = required.find((feature) => !known.has(feature))
  if (strange === undefined) return optional.includes("LocationsOnWays")
  return yield* unreadable(
    origin,
    strange === "HistoricalInformation"
      ? `it holds the history of its objects. Name a file with their current state ("osmium time-filter" makes one).`
      : `it needs the feature ${quoted(strange)}, which is not understood. Convert it with "osmium cat".`
  )
})

const checkFormat = Effect.fnUntraced(function* (origin: Origin, access: RandomAccess) {
  const [first, second] = yield* access.readRange(0, Math.min(access.size, 2))
  if (first !== 0xff || second !== 0xe0) return
  return yield* unreadable(origin, `it is an .o5m file, not an .osm.pbf file. Convert it with "${conversion}".`)
})

/** Finds the blocks of a file; reads only their headers, and the one block that describes the file. */
export const openPbf = Effect.fn("PbfFile.open")(function* (
  origin: Origin,
  access: RandomAccess
): Effect.fn.Return<PbfFile, SourceError> {
  const blocks: Array<BlockPlace> = []
  let locationsOnWays = false
  let described = false
  yield* checkFormat(origin, access)
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

  return {
    origin,
    size: access.size,
    blocks,
    locationsOnWays,
    bytes: (number) => access.readRange(blocks[number]!.start, blocks[number]!.end),
    fault: (number, damage) => faultOf(origin, blocks[number]!.start, damage)
  } satisfies PbfFile
})
