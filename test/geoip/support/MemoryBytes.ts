import type { Bytes } from "../../../src/geoip/MmdbFormat.ts"

/** Bytes that are all there. Asking beyond them is a fault of who asks. */
export const bytesOf = (content: Buffer): Bytes => {
  const range = (start: number, length: number) => {
    if (start < 0 || start + length > content.length) throw new RangeError(`${start}+${length} of ${content.length}`)
    return content.subarray(start, start + length)
  }
  return { size: content.length, byte: (position) => range(position, 1)[0]!, range }
}
