import { Cause, Effect, Pull, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { type Bits, bitsOf, blockOf, Incomplete } from "./Bzip2Block.ts"
import { Fault } from "./Parser.ts"

/** Bytes that are unpacked at a time, so that no stretch of work or memory is longer, however far a block unpacks. */
const piece = 256 * 1024

/** The most bytes that a block can take: 900,000 symbols of 20 bits, with its tables. */
const longestBlock = 4 * 1024 ** 2

/** Bytes in which a block of a level is usually whole, so that it is not begun in vain. */
const usualBlock = (level: number): number => 25_000 + 100_000 * level

/** Remainders of bytes by the polynomial of CRC-32, with the highest bit first, unlike zlib's. */
const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0)
  return crc
})

/** "BZh". */
const startOfStream = 0x425a68
const startOfBlock = 0x314159265359
const endOfStream = 0x177245385090

/** What a block unpacks to, piece by piece: the inverse of Burrows and Wheeler's transform, then of the runs in it. */
function* unpacked({ crc: wanted, first, next }: ReturnType<typeof blockOf>): Generator<Uint8Array> {
  let out = new Uint8Array(piece)
  let filled = 0
  let crc = -1
  let run = 0
  let previous = -1
  let at = next[first]! >>> 8
  for (let left = next.length; left > 0; left--) {
    const entry = next[at]!
    const byte = entry & 0xff
    at = entry >>> 8
    // Behind four equal bytes, a byte says how many more follow.
    const isCount = run === 4
    const copies = isCount ? byte : 1
    const value = isCount ? previous : byte
    run = isCount ? 0 : byte === previous ? run + 1 : 1
    previous = isCount ? -1 : byte
    for (let copy = 0; copy < copies; copy++) {
      crc = (crc << 8) ^ crcTable[(crc >>> 24) ^ value]!
      out[filled++] = value
      if (filled < piece) continue
      yield out
      out = new Uint8Array(piece)
      filled = 0
    }
  }
  if (~crc !== wanted) throw new Fault("the checksum of a block does not match")
  if (filled > 0) yield out.subarray(0, filled)
}

/** Unpacks bytes that arrive in chunks. */
class Unpacker {
  #bytes: Uint8Array = new Uint8Array(0)
  #waiting: Array<Uint8Array> = []
  #held = 0
  /** How many bytes have to be held before anything is read. */
  #enough = 4
  #isEnded = false
  #isOver = false
  /** Of the stream that is being read; 0 between two. */
  #level = 0
  #crc = 0
  /** Bits of the first byte that are used up. */
  #used = 0
  #pieces: Generator<Uint8Array> | undefined

  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk)
    this.#held += chunk.length
  }

  end(): void {
    this.#isEnded = true
  }

  /** Some more bytes; undefined if it needs more itself, and null at the end. */
  pull(): Uint8Array | undefined | null {
    while (!this.#isOver) {
      const next = this.#pieces?.next()
      if (next?.done === false) return next.value
      this.#pieces = undefined
      if (this.#held < this.#enough && !this.#isEnded) return undefined
      try {
        this.#step()
      } catch (cause) {
        if (!(cause instanceof Incomplete)) throw cause
        if (this.#isEnded || this.#held > longestBlock) throw new Fault("it ends within a block")
        this.#enough = this.#held * 2
      }
    }
    return null
  }

  /** Reads a header, the end of a stream, or a block. */
  #step(): void {
    if (this.#waiting.length > 0) this.#bytes = Buffer.concat([this.#bytes, ...this.#waiting])
    this.#waiting = []
    const bits = { bytes: this.#bytes, at: this.#used }
    if (this.#level === 0) this.#begin(bits)
    else this.#readBlock(bits)
    this.#bytes = this.#bytes.subarray(bits.at >>> 3)
    this.#held = this.#bytes.length
    this.#used = bits.at & 7
  }

  #begin(bits: Bits): void {
    const read = bitsOf(bits)
    // Bytes that begin no further stream are padding, as bzip2 takes them.
    if (this.#held < 4 || read(24) !== startOfStream) {
      this.#isOver = true
      return
    }
    this.#level = read(8) - 0x30
    if (this.#level < 1 || this.#level > 9) throw new Fault("its block size is unknown")
    this.#crc = 0
    this.#enough = usualBlock(this.#level)
  }

  #readBlock(bits: Bits): void {
    const read = bitsOf(bits)
    const mark = read(24) * 2 ** 24 + read(24)
    if (mark === endOfStream) {
      if (((read(16) << 16) | read(16)) !== this.#crc) throw new Fault("the checksum of the whole does not match")
      bits.at = (bits.at + 7) & ~7
      this.#level = 0
      this.#enough = 4
      return
    }
    if (mark !== startOfBlock) throw new Fault("a block does not begin where it should")
    const block = blockOf(bits, this.#level * 100_000)
    this.#crc = ((this.#crc << 1) | (this.#crc >>> 31)) ^ block.crc
    this.#pieces = unpacked(block)
    this.#enough = usualBlock(this.#level)
  }
}

/** The bytes of a bzip2 file, of one or several streams, unpacked no further ahead than they are taken. */
export const unbzip2 =
  (damaged: (cause: unknown) => SourceError) =>
  (stream: Stream.Stream<Uint8Array, SourceError>): Stream.Stream<Uint8Array, SourceError> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        const unpacking = new Unpacker()
        const next: Pull.Pull<readonly [Uint8Array], SourceError> = Effect.suspend(() =>
          Effect.try({ try: () => unpacking.pull(), catch: damaged }).pipe(
            Effect.flatMap((found) => {
              if (found === null) return Cause.done()
              if (found !== undefined) return Effect.as(Effect.yieldNow, [found] as const)
              return Effect.andThen(
                pull.pipe(
                  Effect.map((chunks) => chunks.forEach((chunk) => unpacking.push(chunk))),
                  Pull.catchDone(() => Effect.sync(() => unpacking.end()))
                ),
                next
              )
            })
          )
        )
        return next
      })
    )
