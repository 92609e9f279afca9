/** Numbers of a block, in an array that the next block reuses: copy what you keep. */
export class Packed {
  values = new Float64Array(8192)
  length = 0

  private grow(): void {
    const more = new Float64Array(this.values.length * 2)
    more.set(this.values)
    this.values = more
  }

  clear(): void {
    this.length = 0
  }

  /**
   * Appends packed varints (https://protobuf.dev/programming-guides/encoding) from `start` to `end`, below 2⁵³; longer
   * ones lose their highest bits.
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
        } while (byte >= 0x80 && at <= end)
      }
      values[length++] = value
    }
    if (at > end) throw new RangeError("A field ends in the middle of a number.")
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
      } while (byte >= 0x80 && at <= end)
      values[length++] = value % 2 === 1 ? (value + 1) / -2 : value / 2
    }
    if (at > end) throw new RangeError("A field ends in the middle of a number.")
    this.length = length
  }

  /** Decodes delta coding. */
  addUp(): void {
    const { length, values } = this
    for (let i = 1; i < length; i++) values[i]! += values[i - 1]!
  }

  /** The contents, valid until the next are appended. */
  view(): Float64Array {
    return this.values.subarray(0, this.length)
  }
}
