import { hash } from "node:crypto"

/** Four bytes as a word, the most significant first. */
const wordAt = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) << 24) |
  (bytes.charCodeAt(at + 1) << 16) |
  (bytes.charCodeAt(at + 2) << 8) |
  bytes.charCodeAt(at + 3)

/**
 * The generator behind a profile: xoshiro128** 1.1 (D. Blackman and S. Vigna, public domain,
 * https://prng.di.unimi.it/xoshiro128starstar.c), with the first half of a SHA-256 as its 128-bit state. Faker's own
 * Mersenne twister has 624 words of state, which takes 20 to 30 µs per seed; this one is seeded in less than 1 µs. Both
 * algorithms are published with test vectors, so profiles cannot change with a version of Node or of a library.
 */
export class SeededRandom {
  #a = 1
  #b = 2
  #c = 3
  #d = 4

  /** Starts the sequence of a text. The state is the first 16 bytes of the SHA-256 of its UTF-8, big-endian. */
  reseed(text: string): void {
    // One character per byte, because Node makes such a string faster than a Buffer.
    const digest = hash("sha256", text, "binary")
    this.#set(wordAt(digest, 0), wordAt(digest, 4), wordAt(digest, 8), wordAt(digest, 12))
  }

  /** Sets the state from up to four 32-bit words. Missing words are 0, and all zeros become 1, 0, 0, 0. */
  seed([a = 0, b = 0, c = 0, d = 0]: ReadonlyArray<number>): void {
    this.#set(a, b, c, d)
  }

  #set(a: number, b: number, c: number, d: number): void {
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    this.#d = d | 0
    // The only state that xoshiro never leaves.
    if ((this.#a | this.#b | this.#c | this.#d) === 0) this.#a = 1
  }

  /** The next 32 bits, unsigned. */
  nextWord(): number {
    const b = this.#b
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    this.#c ^= this.#a
    this.#d ^= b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= b << 9
    this.#d = (this.#d << 11) | (this.#d >>> 21)
    return result
  }

  /** The next 32 bits as a number in [0, 1). */
  next(): number {
    return this.nextWord() / 0x1_0000_0000
  }

  /** An integer in [0, bound), `bound` well below 2^32: the bias is under bound / 2^32. */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  /** One element of a nonempty list. */
  pick<A>(items: ArrayLike<A>): A {
    return items[this.below(items.length)]!
  }
}
