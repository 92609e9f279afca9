import { inflateSync, zstdDecompressSync } from "node:zlib"
import { PbfReader } from "pbf"
import { FileFault } from "./FileFault.ts"

/**
 * Limits set by https://wiki.openstreetmap.org/wiki/PBF_Format: a file beyond them is damaged, or not in this format.
 */
export const longestHeader = 64 * 1024
export const longestBlob = 32 * 1024 * 1024

/** Why a block cannot be read. */
export interface Damage {
  readonly reason: string
  /** What the operator can do about it. */
  readonly advice?: string
  /** The compression, if that is unsupported. */
  readonly packing?: string
}

class UnknownPacking extends Error {
  readonly packing: string

  constructor(packing: string) {
    super(`it is packed with ${packing}`)
    this.packing = packing
  }
}

export const damageOf = (cause: unknown): Damage => {
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, "") : "unknown reason"
  if (cause instanceof FileFault) return { reason, advice: cause.advice }
  return cause instanceof UnknownPacking ? { reason, packing: cause.packing } : { reason }
}

const packings: Readonly<Record<number, string>> = {
  1: "raw",
  3: "zlib",
  4: "lzma",
  5: "bzip2",
  6: "lz4",
  7: "zstd"
}

/** The uncompressed contents of a blob: message `Blob`. Throws if it is damaged. */
export const unpackBlob = (bytes: Uint8Array): Uint8Array => {
  const reader = new PbfReader(bytes)
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    const packing = packings[field]
    if (packing === undefined) continue
    const data = reader.readBytes()
    if (packing === "raw") return data
    if (packing === "zlib") return inflateSync(data, { maxOutputLength: longestBlob })
    if (packing === "zstd") return zstdDecompressSync(data, { maxOutputLength: longestBlob })
    throw new UnknownPacking(packing)
  }
  throw new UnknownPacking("nothing")
}

/** Message `BlobHeader`. */
export const readBlobHeader = (bytes: Uint8Array): { readonly type: string; readonly size: number } => {
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
export const readFeatures = (bytes: Uint8Array) => {
  const reader = new PbfReader(bytes)
  const required: Array<string> = []
  const optional: Array<string> = []
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 4) required.push(reader.readString())
    else if (field === 5) optional.push(reader.readString())
  }
  return { required, optional }
}
