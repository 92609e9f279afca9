import { hash } from "node:crypto"

/**
 * Four 32-bit words. Every draw has a hash of its own, and plain arrays of small numbers are created several times as
 * fast as typed ones.
 */
type Words = readonly [number, number, number, number]

/**
 * SipHash-2-4 with a 64-bit result, after J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012).
 * Draws use it because it is published, with test vectors, is keyed, and is fast on 32-bit halves. A draw must not
 * change with a version of Node, PostgreSQL or a library.
 */
export class SipHash {
  readonly #key: Words
  /** The state after a message's first word, by that word, because everything hashed under one tag shares it. */
  readonly #afterTag: Array<Array<number> | undefined> = []
  /** Upper 32 bits of the last result, unsigned. */
  hi = 0
  /** Lower 32 bits of the last result, unsigned. */
  lo = 0

  /** `key`: 16 bytes as four little-endian words. */
  constructor(key: Words) {
    this.#key = key
  }

  /** Keyed with the first 16 bytes of the SHA-256 of the seed's UTF-8 bytes. */
  static fromSeed(seed: string): SipHash {
    // One character per byte: Node makes such a string in a third of the time of a Buffer.
    const digest = hash("sha256", seed, "binary")
    return new SipHash([wordAt(digest, 0), wordAt(digest, 4), wordAt(digest, 8), wordAt(digest, 12)])
  }

  /** A hash keyed with two results of this one: an independent function for each tag and value. */
  derive(tag: number, value: number): SipHash {
    this.update(tag, 0, value)
    const a = this.lo
    const b = this.hi
    this.update(tag, 1, value)
    return new SipHash([a | 0, b | 0, this.lo | 0, this.hi | 0])
  }

  /** Hashes the 16-byte message (tag, 64-bit value), both as little-endian 64-bit words. Tags are small numbers. */
  update(tag: number, valueHi: number, valueLo: number): void {
    this.#run((this.#afterTag[tag] ??= this.#start(tag)), 2, rounds, tag, valueHi, valueLo)
  }

  /**
   * Index of the key with the smallest hash of (tag, key), the first one in case of a tie; -1 without keys. Each key is
   * two words.
   */
  indexOfLeast(tag: number, keys: Uint32Array): number {
    let best = -1
    let bestHi = 0
    let bestLo = 0
    for (let i = 0; i < keys.length; i += 2) {
      this.update(tag, keys[i]!, keys[i + 1]!)
      if (best < 0 || this.hi < bestHi || (this.hi === bestHi && this.lo < bestLo)) {
        best = i
        bestHi = this.hi
        bestLo = this.lo
      }
    }
    return best < 0 ? -1 : best >>> 1
  }

  #start(tag: number): Array<number> {
    const [k0l, k0h, k1l, k1h] = this.#key
    const state = [
      k0l ^ 0x70736575,
      k0h ^ 0x736f6d65,
      k1l ^ 0x6e646f6d,
      k1h ^ 0x646f7261,
      k0l ^ 0x6e657261,
      k0h ^ 0x6c796765,
      k1l ^ 0x79746573 ^ tag,
      k1h ^ 0x74656462
    ]
    this.#run(state, 0, 2, tag, 0, 0)
    return state
  }

  /** Runs some of the rounds on a state: either to the result, or to a new state that replaces it. */
  #run(state: Array<number>, from: number, to: number, tag: number, valueHi: number, valueLo: number): void {
    // All state is in 32-bit local variables: a batch hashes thousands of keys. A lower half that is less than what was
    // added to has overflowed.
    let v0l = state[0]!
    let v0h = state[1]!
    let v1l = state[2]!
    let v1h = state[3]!
    let v2l = state[4]!
    let v2h = state[5]!
    let v3l = state[6]!
    let v3h = state[7]!
    let t = 0
    if (from === 2) {
      v3l ^= valueLo
      v3h ^= valueHi
    }
    for (let i = from; i < to; i++) {
      t = v0l
      v0l = (t + v1l) | 0
      v0h = (v0h + v1h + Number(v0l >>> 0 < t >>> 0)) | 0
      t = ((v1l << 13) | (v1h >>> 19)) ^ v0l
      v1h = ((v1h << 13) | (v1l >>> 19)) ^ v0h
      v1l = t
      t = v0l
      v0l = v0h
      v0h = t

      t = v2l
      v2l = (t + v3l) | 0
      v2h = (v2h + v3h + Number(v2l >>> 0 < t >>> 0)) | 0
      t = ((v3l << 16) | (v3h >>> 16)) ^ v2l
      v3h = ((v3h << 16) | (v3l >>> 16)) ^ v2h
      v3l = t

      t = v0l
      v0l = (t + v3l) | 0
      v0h = (v0h + v3h + Number(v0l >>> 0 < t >>> 0)) | 0
      t = ((v3l << 21) | (v3h >>> 11)) ^ v0l
      v3h = ((v3h << 21) | (v3l >>> 11)) ^ v0h
      v3l = t

      t = v2l
      v2l = (t + v1l) | 0
      v2h = (v2h + v1h + Number(v2l >>> 0 < t >>> 0)) | 0
      t = ((v1l << 17) | (v1h >>> 15)) ^ v2l
      v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h
      v1l = t
      t = v2l
      v2l = v2h
      v2h = t

      // Two rounds per word. Each word goes into v3 before its rounds and into v0 after them.
      if (i === 1) v0l ^= tag
      else if (i === 3) {
        v0l ^= valueLo
        v0h ^= valueHi
        v3h ^= lengthByte
      } else if (i === 5) {
        v0h ^= lengthByte
        v2l ^= 0xff
      }
    }
    if (to === rounds) {
      this.lo = (v0l ^ v1l ^ v2l ^ v3l) >>> 0
      this.hi = (v0h ^ v1h ^ v2h ^ v3h) >>> 0
    } else {
      state[0] = v0l
      state[1] = v0h
      state[2] = v1l
      state[3] = v1h
      state[4] = v2l
      state[5] = v2h
      state[6] = v3l
      state[7] = v3h
    }
  }
}

/** Four bytes as a little-endian word. */
const wordAt = (bytes: string, at: number): number =>
  bytes.charCodeAt(at) |
  (bytes.charCodeAt(at + 1) << 8) |
  (bytes.charCodeAt(at + 2) << 16) |
  (bytes.charCodeAt(at + 3) << 24)

/** Two for each of the three words, and four at the end. */
const rounds = 10

/** The last word holds the message's length, 16, in its top byte. */
const lengthByte = 0x10000000
