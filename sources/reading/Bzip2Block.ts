import { Fault } from "./Parser.ts"

/** Bytes, and the bit among them that is read next. */
export interface Bits {
  readonly bytes: Uint8Array
  at: number
}

/** More bytes are needed than there are. */
export class Incomplete extends Error {}

/** Reads a number of up to 24 bits. */
export const bitsOf = (bits: Bits) => (wanted: number) => {
  let value = 0
  for (let missing = wanted; missing > 0;) {
    const byte = bits.bytes[bits.at >>> 3]
    if (byte === undefined) throw new Incomplete()
    const left = 8 - (bits.at & 7)
    const taken = Math.min(left, missing)
    value = (value << taken) | ((byte >>> (left - taken)) & ((1 << taken) - 1))
    bits.at += taken
    missing -= taken
  }
  return value
}

const longestCode = 20

/** A code of prefixes: for each length, behind which code longer ones begin, and where its symbols are. */
interface Code {
  readonly shortest: number
  readonly limit: Int32Array
  readonly base: Int32Array
  readonly symbols: Uint16Array
}

const codeOf = (lengths: Uint8Array): Code => {
  const limit = new Int32Array(longestCode + 1)
  const base = new Int32Array(longestCode + 1)
  const symbols = new Uint16Array(lengths.length)
  let code = 0
  let index = 0
  for (let length = 1; length <= longestCode; length++) {
    base[length] = index - code
    lengths.forEach((one, symbol) => {
      if (one === length) symbols[index++] = symbol
    })
    code = index - base[length]!
    if (code > 1 << length) throw new Fault("a code is impossible")
    limit[length] = code << (longestCode - length)
    code <<= 1
  }
  return { shortest: Math.min(...lengths), limit, base, symbols }
}

/** The code that each group of 50 symbols has, and the bytes that are used. */
const tablesOf = (bits: Bits) => {
  const read = bitsOf(bits)
  const bytes: Array<number> = []
  const ranges = read(16)
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >>> range)) === 0) continue
    const used = read(16)
    for (let byte = 0; byte < 16; byte++) if ((used & (0x8000 >>> byte)) !== 0) bytes.push(range * 16 + byte)
  }
  const count = read(3)
  if (bytes.length === 0 || count < 2 || count > 6) throw new Fault("a block has no tables")
  const order = Array.from({ length: count }, (_, index) => index)
  const selectors = Uint8Array.from({ length: read(15) }, () => {
    let index = 0
    while (read(1) === 1) if (++index >= count) throw new Fault("a table is missing")
    order.unshift(...order.splice(index, 1))
    return order[0]!
  })
  const codes = order.map(() => {
    let length = read(5)
    return codeOf(
      Uint8Array.from({ length: bytes.length + 2 }, () => {
        while (read(1) === 1) length += read(1) === 1 ? -1 : 1
        if (length < 1 || length > longestCode) throw new Fault("a code is too long")
        return length
      })
    )
  })
  return { bytes: Uint8Array.from(bytes), codes, selectors }
}

/** The next 20 bits, with zeros behind the end. */
const ahead = ({ at, bytes }: Bits): number => {
  const from = at >>> 3
  const four = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!
  return (four << (at & 7)) >>> (32 - longestCode)
}

/** What is wrong with a block; behind the end of the bytes, nothing is: more of them may follow. */
const faultAt = ({ at, bytes }: Bits, says: string): Error =>
  at + longestCode > bytes.length * 8 ? new Incomplete() : new Fault(says)

/** Bytes as they were moved to the front, at most so many, and how often each is among them. */
const symbolsOf = (bits: Bits, most: number) => {
  const { bytes: front, codes, selectors } = tablesOf(bits)
  const end = front.length + 1
  const found = new Uint32Array(most)
  const counts = new Uint32Array(256)
  let length = 0
  let run = 0
  let weight = 1
  for (const selector of selectors) {
    const { base, limit, shortest, symbols } = codes[selector]!
    for (let left = 50; left > 0; left--) {
      const next = ahead(bits)
      let size = shortest
      while (next >= limit[size]!) if (++size > longestCode) throw faultAt(bits, "a code has no symbol")
      bits.at += size
      const symbol = symbols[(next >>> (longestCode - size)) + base[size]!]!
      if (symbol < 2) {
        run += weight * (symbol + 1)
        weight *= 2
        if (length + run > most) throw faultAt(bits, "a block is too long")
        continue
      }
      if (run > 0) {
        found.fill(front[0]!, length, length + run)
        counts[front[0]!]! += run
        length += run
        run = 0
        weight = 1
      }
      if (symbol === end) return { found: found.subarray(0, length), counts }
      if (length >= most) throw faultAt(bits, "a block is too long")
      const byte = front[symbol - 1]!
      front.copyWithin(1, 0, symbol - 1)
      front[0] = byte
      found[length++] = byte
      counts[byte]!++
    }
    if (bits.at > bits.bytes.length * 8) throw new Incomplete()
  }
  throw faultAt(bits, "a block has no end")
}

/** A block behind its mark: where each byte is followed by the next, above the byte itself, and its checksum. */
export const blockOf = (bits: Bits, most: number) => {
  const read = bitsOf(bits)
  const crc = (read(16) << 16) | read(16)
  if (read(1) === 1) throw new Fault("it was written by bzip2 before 0.9.5")
  const first = read(24)
  const { counts, found: next } = symbolsOf(bits, most)
  if (bits.at > bits.bytes.length * 8) throw new Incomplete()
  if (first >= next.length) throw new Fault("a block begins behind its end")
  let sum = 0
  counts.forEach((count, byte) => {
    counts[byte] = sum
    sum += count
  })
  for (let at = 0; at < next.length; at++) {
    const byte = next[at]! & 0xff
    next[counts[byte]!++]! |= at << 8
  }
  return { crc, first, next }
}
