import { randomInt } from "node:crypto"

/** Bytes of one block of rows. */
const blockSize = 16 * 1024 * 1024

/** Maximum load factor; above it, the number of slots doubles. */
const fullest = 0.6

const separator = "\u001f"

/**
 * Rows of a table by key, stored outside the JavaScript heap: about 30 bytes per row in addition to its text, while a
 * Map of objects takes several hundred. The first row with a key stays.
 */
export class Lookup {
  #blocks: Array<Buffer> = []
  /** Offset of the next row, counted over all blocks. */
  #end = 0
  /** Offset of a row plus one; 0 for a free slot. */
  #slots = new Float64Array(1024)
  #hashes = new Uint32Array(1024)
  #size = 0
  /** Nobody can choose keys that share a place without knowing it: 20,000 such rows would take 200 million comparisons. */
  readonly #secret = randomInt(2 ** 32)

  get size(): number {
    return this.#size
  }

  /** Adds a row, unless its key exists. */
  add(key: string, values: ReadonlyArray<string>): void {
    if (this.#size >= this.#slots.length * fullest) this.#grow()
    const bytes = Buffer.from(key)
    const hash = this.#hashOf(bytes)
    const slot = this.#find(bytes, hash)
    if (this.#slots[slot] !== 0) return
    this.#slots[slot] = this.#write(bytes, Buffer.from(values.join(separator))) + 1
    this.#hashes[slot] = hash
    this.#size += 1
  }

  get(key: string): ReadonlyArray<string> | undefined {
    const bytes = Buffer.from(key)
    const offset = this.#slots[this.#find(bytes, this.#hashOf(bytes))]!
    if (offset === 0) return undefined
    const [block, at] = this.#locate(offset - 1)
    const keyLength = block.readUInt32LE(at)
    const length = block.readUInt32LE(at + 4)
    return block.toString("utf8", at + 8 + keyLength, at + 8 + keyLength + length).split(separator)
  }

  #locate(offset: number): readonly [Buffer, number] {
    return [this.#blocks[Math.floor(offset / blockSize)]!, offset % blockSize]
  }

  /** The slot of the key, or the free slot for it. */
  #find(key: Buffer, hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const offset = this.#slots[slot]!
      if (offset === 0) return slot
      if (this.#hashes[slot] !== hash) continue
      const [block, at] = this.#locate(offset - 1)
      const length = block.readUInt32LE(at)
      if (length === key.length && key.compare(block, at + 8, at + 8 + length) === 0) return slot
    }
  }

  #write(key: Buffer, value: Buffer): number {
    const length = 8 + key.length + value.length
    if (length > blockSize) throw new RangeError(`A row of ${length} bytes is longer than any real one.`)
    // Rows do not cross the end of a block.
    if ((this.#end % blockSize) + length > blockSize || this.#blocks.length * blockSize === this.#end) {
      this.#end = this.#blocks.length * blockSize
      this.#blocks.push(Buffer.allocUnsafeSlow(blockSize))
    }
    const [block, at] = this.#locate(this.#end)
    block.writeUInt32LE(key.length, at)
    block.writeUInt32LE(value.length, at + 4)
    key.copy(block, at + 8)
    value.copy(block, at + 8 + key.length)
    const offset = this.#end
    this.#end += length
    return offset
  }

  #grow(): void {
    const slots = this.#slots
    const hashes = this.#hashes
    this.#slots = new Float64Array(slots.length * 2)
    this.#hashes = new Uint32Array(slots.length * 2)
    const mask = this.#slots.length - 1
    for (let i = 0; i < slots.length; i++) {
      if (slots[i] === 0) continue
      let slot = hashes[i]! & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = slots[i]!
      this.#hashes[slot] = hashes[i]!
    }
  }

  /** FNV-1a, 32 bits. */
  #hashOf(bytes: Uint8Array): number {
    let hash = 0x811c9dc5 ^ this.#secret
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
    return hash >>> 0
  }
}
