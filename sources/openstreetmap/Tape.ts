/** Initial size of a tape in bytes. */
const atFirst = 16 * 1024

/** Maximum size of a number in bytes. */
const longestNumber = 8

/**
 * Writes integers and texts one after another, compactly: numbers in groups of seven bits, lowest first, and each text
 * once. Numbers are below 2⁵³; others throw a RangeError, because they would be read as something else.
 */
export class TapeWriter {
  private bytes = new Uint8Array(atFirst)
  private at = 0
  private words = Buffer.allocUnsafe(atFirst)
  private wordsAt = 0
  private readonly lengths: Array<number> = []
  private readonly known = new Map<string, number>()

  get isEmpty(): boolean {
    return this.at === 0
  }

  /** An unsigned number. */
  number(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`a tape cannot hold the number ${value}`)
    if (this.at + longestNumber > this.bytes.length) this.bytes = grown(this.bytes)
    const { bytes } = this
    let rest = value
    while (rest >= 0x1000_0000) {
      bytes[this.at++] = (rest & 0x7f) | 0x80
      rest = Math.floor(rest / 128)
    }
    while (rest >= 0x80) {
      bytes[this.at++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    bytes[this.at++] = rest
  }

  /** A signed number. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value)
  }

  text(value: string | undefined): void {
    if (value === undefined) return this.number(0)
    const known = this.known.get(value)
    if (known !== undefined) return this.number(known)
    this.known.set(value, this.known.size + 1)
    const room = value.length * 3
    while (this.wordsAt + room > this.words.length) this.words = Buffer.from(grown(this.words).buffer)
    const length = this.words.write(value, this.wordsAt)
    this.wordsAt += length
    this.lengths.push(length)
    this.number(this.known.size)
  }

  /** The tape: the texts, then what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    const head = 8 + 4 * this.lengths.length
    const made = new Uint8Array(head + this.wordsAt + this.at)
    const view = new DataView(made.buffer)
    view.setUint32(0, this.lengths.length, true)
    view.setUint32(4, this.wordsAt, true)
    for (let i = 0; i < this.lengths.length; i++) view.setUint32(8 + 4 * i, this.lengths[i]!, true)
    made.set(this.words.subarray(0, this.wordsAt), head)
    made.set(this.bytes.subarray(0, this.at), head + this.wordsAt)
    return made
  }
}

const grown = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const more = new Uint8Array(bytes.length * 2)
  more.set(bytes)
  return more
}

/** Reads what a TapeWriter wrote, in the same order. */
export class TapeReader {
  private readonly bytes: Buffer
  private readonly ends: Uint32Array
  private readonly texts: Array<string | undefined> = []
  private at: number

  constructor(tape: Uint8Array) {
    this.bytes = Buffer.from(tape.buffer, tape.byteOffset, tape.byteLength)
    const count = this.bytes.readUInt32LE(0)
    let end = 8 + 4 * count
    this.at = end + this.bytes.readUInt32LE(4)
    this.ends = new Uint32Array(count + 1)
    this.ends[0] = end
    for (let i = 0; i < count; i++) {
      end += this.bytes.readUInt32LE(8 + 4 * i)
      this.ends[i + 1] = end
    }
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  number(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let shift = 7
    do {
      byte = bytes[this.at++]!
      value |= (byte & 0x7f) << shift
      shift += 7
    } while (byte >= 0x80 && shift < 28)
    for (let scale = 0x1000_0000; byte >= 0x80; scale *= 128) {
      byte = bytes[this.at++]!
      value += (byte & 0x7f) * scale
    }
    return value
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 1 ? (value + 1) / -2 : value / 2
  }

  text(): string | undefined {
    const index = this.number()
    if (index === 0) return undefined
    const known = this.texts[index]
    if (known !== undefined) return known
    const text = this.bytes.toString("utf8", this.ends[index - 1], this.ends[index])
    this.texts[index] = text
    return text
  }
}
