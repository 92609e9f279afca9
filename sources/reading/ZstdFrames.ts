import type { Parser } from "./Parser.ts"

type Field = "magic" | "skippableSize" | "descriptor" | "header" | "block" | "body" | "checksum" | "skippable"

/** Fields whose bytes matter; for the others only the length does. */
const read: ReadonlySet<Field> = new Set<Field>(["magic", "skippableSize", "descriptor", "block"])

/**
 * Splits the bytes of a zstd file at its frames (RFC 8878, section 3.1). Node's decompressor stops after the first
 * frame and silently drops the rest of the chunk that it ends in; with each frame in separate chunks, it continues.
 * Bytes that are not a frame pass through for the decompressor to refuse, except zeros behind a frame: they fill a block
 * of a tape or a disk, and no frame begins with one.
 */
export const zstdFrames = (): Parser<Uint8Array, Uint8Array> => {
  let field: Field = "magic"
  let missing = 4
  let bytes: Array<number> = []
  let checksum = false
  let last = false
  let isBehind = false

  const littleEndian = () => bytes.reduceRight((value, byte) => value * 256 + byte, 0)

  /** The field after the completed one, and its length. */
  const following = (): readonly [Field, number] => {
    switch (field) {
      case "magic":
        return bytes[1] === 0x2a && bytes[2] === 0x4d && bytes[3] === 0x18 ? ["skippableSize", 4] : ["descriptor", 1]
      case "skippableSize":
        return ["skippable", littleEndian()]
      case "descriptor": {
        const descriptor = bytes[0]!
        const singleSegment = (descriptor & 0x20) !== 0
        checksum = (descriptor & 0x04) !== 0
        const dictionary = [0, 1, 2, 4][descriptor & 3]!
        const content = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!
        return ["header", (singleSegment ? 0 : 1) + dictionary + content]
      }
      case "header":
        return ["block", 3]
      case "block": {
        const header = littleEndian()
        last = (header & 1) === 1
        const runLength = ((header >> 1) & 3) === 1
        return ["body", runLength ? 1 : header >> 3]
      }
      case "body":
        return last ? (checksum ? ["checksum", 4] : ["magic", 4]) : ["block", 3]
      case "checksum":
      case "skippable":
        return ["magic", 4]
    }
  }

  const push = (chunk: Uint8Array): ReadonlyArray<Uint8Array> => {
    const pieces: Array<Uint8Array> = []
    let start = 0
    let at = 0
    while (at < chunk.length) {
      if (isBehind && missing === 4 && chunk[at] === 0) {
        start = ++at
        continue
      }
      const taken = Math.min(missing, chunk.length - at)
      if (read.has(field)) bytes.push(...chunk.subarray(at, at + taken))
      at += taken
      missing -= taken
      while (missing === 0) {
        ;[field, missing] = following()
        bytes = []
        isBehind = field === "magic"
        if (!isBehind) continue
        pieces.push(chunk.subarray(start, at))
        start = at
      }
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
    return pieces
  }

  return { push, end: () => [] }
}
