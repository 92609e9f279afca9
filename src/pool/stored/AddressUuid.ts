/**
 * Address IDs as the database keeps them: as UUIDs, 16 bytes instead of 24, the letters of the country first and the 100
 * bits behind them. The order of both is the same.
 */

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const digitOf = new Map(Array.from(alphabet, (letter, value) => [letter, value]))

/** Four letters of an ID are five digits of the UUID. */
const letters = 4
const digits = 5

/** @param id a well-formed address ID, such as `us-4k2m9x0q7v1b3n5c8d6f` */
export const toUuid = (id: string): string => {
  let hex = ""
  for (let at = 3; at < id.length; at += letters) {
    let bits = 0
    for (let i = at; i < at + letters; i++) bits = (bits << 5) | digitOf.get(id[i]!)!
    hex += bits.toString(16).padStart(digits, "0")
  }
  const country = (id.charCodeAt(0) * 256 + id.charCodeAt(1)).toString(16)
  return `${country}${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16)}000`
}

export const fromUuid = (uuid: string): string => {
  const hex = uuid.replaceAll("-", "")
  let id = `${String.fromCharCode(Number.parseInt(hex.slice(0, 2), 16), Number.parseInt(hex.slice(2, 4), 16))}-`
  for (let at = 4; at < 29; at += digits) {
    const bits = Number.parseInt(hex.slice(at, at + digits), 16)
    id += alphabet[bits >>> 15]! + alphabet[(bits >>> 10) & 31]! + alphabet[(bits >>> 5) & 31]! + alphabet[bits & 31]!
  }
  return id
}
