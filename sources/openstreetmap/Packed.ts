import { FileFault, smallerBlocks } from "./FileFault.ts"

/** Where the eleventh byte of a number would begin; no number of the encoding has more than ten. */
const beyondLongest = 2 ** 70

const checkLong = (value: number, lastByte: number): void => {
  if (lastByte >= 0x80) throw new FileFault("a number has more than ten bytes")
  if (value > Number.MAX_SAFE_INTEGER) throw new FileFault("a number is 2⁵³ or more")
}

const cutOff = () => new FileFault("a field ends in the middle of a number")

/** Numbers of a block, in an array that the next block reuses: copy what you keep. */
export class Packed {
  values = new Float64Array(8192)
  length = 0
  private readonly most: number

  /** `most`: so many numbers a block may have in one place. */
  constructor(most: number) {
    this.most = most
  }

  private grow(): void {
    if (this.values.length >= this.most) {
      throw new FileFault(`a block has more than ${this.most} numbers in one place`, smallerBlocks)
    }
    const more = new Float64Array(this.values.length * 2)
    more.set(this.values)
    this.values = more
  }

  clear(): void {
    this.length = 0
  }

  /**
   * Appends packed varints (https://protobuf.dev/programming-guides/encoding) from `start` to `end`. Throws if they
   * are longer than ten bytes or not below 2⁵³.
   */
  add(bytes: Uint8Array, start: number, end: number): void {
    let { length, values } = this
    let at = start
    while (at < end) {
      if (length === values.length) {
        this.grow()
        values = this.values
      }
      let byte = bytes[at++]!
      let value = byte & 0x7f
      if (byte >= 0x80) {
        let scale = 128
        do {
          byte = bytes[at++]!
          value += (byte & 0x7f) * scale
          scale *= 128
        } while (byte >= 0x80 && at <= end && scale < beyondLongest)
        if (at <= end) checkLong(value, byte)
      }
      values[length++] = value
    }
    if (at > end) throw cutOff()
    this.length = length
  }

  /** The same for zigzag-coded numbers. */
  addSigned(bytes: Uint8Array, start: number, end: number): void {
    let { length, values } = this
    let at = start
    while (at < end) {
      if (length === values.length) {
        this.grow()
        values = this.values
      }
      let byte = bytes[at++]!
      if (byte < 0x80) {
        values[length++] = (byte >>> 1) ^ -(byte & 1)
        continue
      }
      let value = byte & 0x7f
      let shift = 7
      do {
        byte = bytes[at++]!
        value |= (byte & 0x7f) << shift
        shift += 7
      } while (byte >= 0x80 && shift < 28 && at <= end)
      if (byte < 0x80) {
        values[length++] = (value >>> 1) ^ -(value & 1)
        continue
      }
      let scale = 0x1000_0000
      do {
        byte = bytes[at++]!
        value += (byte & 0x7f) * scale
        scale *= 128
      } while (byte >= 0x80 && at <= end && scale < beyondLongest)
      if (at <= end) checkLong(value, byte)
      values[length++] = value % 2 === 1 ? (value + 1) / -2 : value / 2
    }
    if (at > end) throw cutOff()
    this.length = length
  }

  /** Decodes delta coding. The sums are smaller than `beyond`, with either sign. */
  addUp(beyond = Number.MAX_SAFE_INTEGER): void {
    const { length, values } = this
    let sum = 0
    for (let i = 0; i < length; i++) {
      sum += values[i]!
      if (sum >= beyond || sum <= -beyond) throw new FileFault("the differences between numbers add up to too much")
      values[i] = sum
    }
  }

  /** The contents, valid until the next are appended. */
  view(): Float64Array {
    return this.values.subarray(0, this.length)
  }
}
