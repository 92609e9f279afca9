import { createHash } from "node:crypto"

/**
 * SipHash-2-4 with a 64-bit result, after J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012).
 * Draws use it because it is a published function with published vectors, keyed, and cheap on 32-bit halves: a draw
 * must not change with a version of Node, PostgreSQL or a library.
 */
export class SipHash {
  readonly #key: Int32Array
  /** Upper 32 bits of the last result, unsigned. */
  hi = 0
  /** Lower 32 bits of the last result, unsigned. */
  lo = 0

  /** `key`: 16 bytes as four little-endian 32-bit words. */
  constructor(key: Int32Array) {
    this.#key = key
  }

  /** Keyed with the first 16 bytes of the SHA-256 of the seed's UTF-8 bytes. */
  static fromSeed(seed: string): SipHash {
    const digest = createHash("sha256").update(seed, "utf8").digest()
    return new SipHash(
      Int32Array.of(digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12))
    )
  }

  /** A hash keyed with two results of this one: an independent function per tag and value. */
  derive(tag: number, value: number): SipHash {
    this.update(tag, 0, value)
    const a = this.lo
    const b = this.hi
    this.update(tag, 1, value)
    return new SipHash(Int32Array.of(a, b, this.lo, this.hi))
  }

  /** Hashes the 16-byte message (tag, 64-bit value); both as little-endian 64-bit words. */
  update(tag: number, valueHi: number, valueLo: number): void {
    const key = this.#key
    const k0l = key[0]!
    const k0h = key[1]!
    const k1l = key[2]!
    const k1h = key[3]!
    v0l = k0l ^ 0x70736575
    v0h = k0h ^ 0x736f6d65
    v1l = k1l ^ 0x6e646f6d
    v1h = k1h ^ 0x646f7261
    v2l = k0l ^ 0x6e657261
    v2h = k0h ^ 0x6c796765
    v3l = k1l ^ 0x79746573
    v3h = k1h ^ 0x74656462
    block(tag, 0)
    block(valueLo, valueHi)
    // The last block holds the message's length, 16, in its top byte.
    block(0, 0x10000000)
    v2l ^= 0xff
    round()
    round()
    round()
    round()
    this.lo = (v0l ^ v1l ^ v2l ^ v3l) >>> 0
    this.hi = (v0h ^ v1h ^ v2h ^ v3h) >>> 0
  }
}

// The state lives in module variables: JavaScript runs one update at a time, and locals of one big function would have
// to be written out fourteen rounds long.
let v0l = 0
let v0h = 0
let v1l = 0
let v1h = 0
let v2l = 0
let v2h = 0
let v3l = 0
let v3h = 0

const block = (lo: number, hi: number): void => {
  v3l ^= lo
  v3h ^= hi
  round()
  round()
  v0l ^= lo
  v0h ^= hi
}

const round = (): void => {
  let l = (v0l >>> 0) + (v1l >>> 0)
  v0h = (v0h + v1h + (l > 0xffffffff ? 1 : 0)) | 0
  v0l = l | 0
  let t = (v1l << 13) | (v1h >>> 19)
  v1h = ((v1h << 13) | (v1l >>> 19)) ^ v0h
  v1l = t ^ v0l
  t = v0l
  v0l = v0h
  v0h = t

  l = (v2l >>> 0) + (v3l >>> 0)
  v2h = (v2h + v3h + (l > 0xffffffff ? 1 : 0)) | 0
  v2l = l | 0
  t = (v3l << 16) | (v3h >>> 16)
  v3h = ((v3h << 16) | (v3l >>> 16)) ^ v2h
  v3l = t ^ v2l

  l = (v0l >>> 0) + (v3l >>> 0)
  v0h = (v0h + v3h + (l > 0xffffffff ? 1 : 0)) | 0
  v0l = l | 0
  t = (v3l << 21) | (v3h >>> 11)
  v3h = ((v3h << 21) | (v3l >>> 11)) ^ v0h
  v3l = t ^ v0l

  l = (v2l >>> 0) + (v1l >>> 0)
  v2h = (v2h + v1h + (l > 0xffffffff ? 1 : 0)) | 0
  v2l = l | 0
  t = (v1l << 17) | (v1h >>> 15)
  v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h
  v1l = t ^ v2l
  t = v2l
  v2l = v2h
  v2h = t
}
