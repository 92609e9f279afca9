import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import type { CompressionCodec } from "hyparquet"
import { type Compressors, compressors as allCompressors } from "hyparquet-compressors"
import { largestPage } from "./Limits.ts"

/** A copy, if the memory around the bytes is someone else's: a decoder reads on where a value says that it is longer. */
export const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)

const bounded =
  (unpack: (input: Uint8Array, length: number) => Uint8Array) =>
  (input: Uint8Array, length: number): Uint8Array => {
    if (length > largestPage) throw new Error(`a page says that it unpacks to ${length} bytes`)
    return alone(unpack(input, length))
  }

/** Node's own decompressors are several times as fast as those in JavaScript. */
const known: Compressors = {
  ...allCompressors,
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: (input, length) => zstdDecompressSync(input, { maxOutputLength: Math.max(length, 1) })
}

export const compressors: Compressors = Object.fromEntries(
  Object.entries(known).map(([codec, unpack]) => [codec, bounded(unpack)])
)

export const unpackerOf = (codec: CompressionCodec): ((packed: Uint8Array, length: number) => Uint8Array) =>
  codec === "UNCOMPRESSED" ? (packed) => packed : (packed, length) => compressors[codec]!(packed, length)
