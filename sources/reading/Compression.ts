import { createGunzip, createZstdDecompress } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Stream } from "effect"
import { errorCode } from "../../schemas/ErrorCode.ts"
import type { SourceError } from "../DataSource.ts"
import { unbzip2 } from "./Bzip2.ts"
import type { Limits } from "./Limits.ts"
import { type Origin, unreadable } from "./Origin.ts"
import { parse } from "./Parser.ts"
import { zstdFrames } from "./ZstdFrames.ts"

/** The compression of a file. */
export type Packing = "zip" | Compression | "plain"

type Compression = "gzip" | "zstd" | "bzip2"

/** Bytes at the start of a file that identify its compression. */
export const headBytes = 10

/** The compression according to the first bytes. Names prove nothing: servers and people rename files. */
export const packingOf = (head: Uint8Array): Packing => {
  const [a, b, c, d] = head
  // Files, none, or a mark of archives that could have been split.
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6) || (c === 7 && d === 8))) return "zip"
  if (a === 0x1f && b === 0x8b) return "gzip"
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd"
  // A frame to skip, with which pzstd begins.
  if (a !== undefined && a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18) return "zstd"
  // A block, or the end of a stream that has none: a text may begin with the first letters.
  if (/^425a683[1-9](?:314159265359|177245385090)/.test(Buffer.from(head.subarray(0, headBytes)).toString("hex"))) {
    return "bzip2"
  }
  return "plain"
}

/** The name without the extension of the compression. */
export const unpackedName = (name: string): string => name.replace(/\.(gz|gzip|zst|zstd|bz2|bzip2)$/i, "")

/** The file is larger than the limit. */
export const tooLarge = (origin: Origin, { fileBytes }: Limits) =>
  unreadable(origin, `it has more than ${fileBytes} bytes, the limit for one file. SOURCE_MAX_GB raises it.`)

/** The file unpacks to more than the limit. */
export const bomb = (origin: Origin, { ratio }: Limits) =>
  unreadable(
    origin,
    `it unpacks to more than ${ratio} times its size, as only a damaged or hostile file does. SOURCE_MAX_RATIO raises the limit.`
  )

/** Fails if more is unpacked than the limits allow for the bytes taken in. */
export const boundedBy = (origin: Origin, limits: Limits, packed: () => number) => {
  let unpacked = 0
  return Stream.mapEffect((chunk: Uint8Array) => {
    unpacked += chunk.length
    if (unpacked > limits.ratioFrom && unpacked > packed() * limits.ratio) return Effect.fail(bomb(origin, limits))
    return unpacked > limits.fileBytes ? Effect.fail(tooLarge(origin, limits)) : Effect.succeed(chunk)
  })
}

const chunkSize = 256 * 1024

const undone = (origin: Origin, packing: Compression) => (cause: unknown) => {
  if (errorCode(cause) === "ZSTD_error_frameParameter_windowTooLarge") {
    const why = "its zstd window is larger than 128 MB. Unpack it with zstd -d --long=31, and give the result."
    return unreadable(origin, why, cause)
  }
  const why = cause instanceof Error ? cause.message : "unknown"
  return unreadable(origin, `its ${packing} compression is damaged or cut off (${why}). Download it again.`, cause)
}

/**
 * The unpacked bytes of a gzip, zstd or bzip2 file, of one or several members. `packedSize` is the space it takes where it is
 * stored, if that is less than its own size, as in an archive.
 */
export const unpack =
  (origin: Origin, packing: Compression, limits: Limits, packedSize?: number) =>
  (stream: Stream.Stream<Uint8Array, SourceError>): Stream.Stream<Uint8Array, SourceError> =>
    Stream.suspend(() => {
      let packed = 0
      const counted = Stream.map(stream, (chunk) => {
        packed += chunk.length
        return chunk
      })
      const bounded = boundedBy(origin, limits, () => Math.min(packed, packedSize ?? packed))
      if (packing === "bzip2") return counted.pipe(unbzip2(undone(origin, packing)), bounded)
      const framed = packing === "gzip" ? counted : parse<Uint8Array, Uint8Array>(origin, zstdFrames)(counted)
      return framed.pipe(
        NodeStream.pipeThroughDuplex({
          evaluate: () => (packing === "gzip" ? createGunzip({ chunkSize }) : createZstdDecompress({ chunkSize })),
          onError: undone(origin, packing)
        }),
        bounded
      )
    })
