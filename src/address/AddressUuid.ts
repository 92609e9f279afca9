import { alphabet, pairs } from "./Letters.ts"

/**
 * Address IDs in the form that the database stores: UUIDs, which take 16 bytes instead of 24. The letters of the
 * country come first, then the 100 bits. UUIDs sort like the IDs.
 */

/** Values of letters, by their character codes. */
const values = new Uint8Array(128)
Array.from(alphabet, (letter, value) => (values[letter.charCodeAt(0)] = value))

/** Four letters of an ID make five digits of the UUID. */
const digitsAt = (id: string, at: number): string => {
  const upper = (values[id.charCodeAt(at)]! << 5) | values[id.charCodeAt(at + 1)]!
  const lower = (values[id.charCodeAt(at + 2)]! << 5) | values[id.charCodeAt(at + 3)]!
  return (0x100000 | (upper << 10) | lower).toString(16).slice(1)
}

/** @param id a well-formed address ID, such as `us-4k2m9x0q7v1b3n5c8d6f` */
export const toUuid = (id: string): string => {
  const country = (id.charCodeAt(0) * 256 + id.charCodeAt(1)).toString(16)
  const hex = digitsAt(id, 3) + digitsAt(id, 7) + digitsAt(id, 11) + digitsAt(id, 15) + digitsAt(id, 19)
  return `${country}${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16)}000`
}

const numberIn = (uuid: string, from: number, to: number): number => Number.parseInt(uuid.slice(from, to), 16)

const fourLetters = (bits: number): string => pairs[bits >>> 10]! + pairs[bits & 1023]!

export const fromUuid = (uuid: string): string => {
  const [a, b, c, d] = [numberIn(uuid, 4, 8), numberIn(uuid, 9, 13), numberIn(uuid, 14, 18), numberIn(uuid, 19, 23)]
  const [e, f] = [numberIn(uuid, 24, 28), numberIn(uuid, 28, 33)]
  const country = String.fromCharCode(numberIn(uuid, 0, 2), numberIn(uuid, 2, 4))
  const first = fourLetters((a << 4) | (b >>> 12)) + fourLetters(((b & 0xfff) << 8) | (c >>> 8))
  return `${country}-${first}${fourLetters(((c & 0xff) << 12) | (d >>> 4))}${fourLetters(((d & 0xf) << 16) | e)}${fourLetters(f)}`
}
