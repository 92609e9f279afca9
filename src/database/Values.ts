const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/**
 * Numbers come as one string of bytes, most significant first: no object per number. They are turned round in their place,
 * since draws that read keys leave little else behind.
 */
export const decodeNumbers = (bytes: Uint8Array | null, swap: "swap32" | "swap64"): ArrayBufferLike => {
  if (bytes === null) return new ArrayBuffer(0)
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  if (isLittleEndian) Buffer.from(own.buffer)[swap]()
  return own.buffer
}

/** What LIKE takes for any text that has this one in it. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
