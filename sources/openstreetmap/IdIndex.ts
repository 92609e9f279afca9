/** IDs that one container covers, so that within it 16 bits tell them apart. */
const span = 65_536
/** A container with more members than this takes less room as bits. */
const mostListed = 4096
const wordsOfBits = span / 32
/** A running count is kept for every so many words, so that a rank adds up at most this many. */
const wordsPerCount = 16

const popcount = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

const none = new Uint32Array(0)

class Container {
  /** Members as they came, with repetitions, until it is sealed; unless there are so many that bits take less. */
  private listed = new Uint16Array(8)
  private length = 0
  private bits: Uint32Array | undefined
  private counts: Uint32Array = none
  /** Number of the first member. */
  private base = 0

  add(low: number): void {
    if (this.bits === undefined && this.length === this.listed.length) this.makeRoom()
    if (this.bits !== undefined) {
      this.bits[low >>> 5]! |= 1 << (low & 31)
      return
    }
    this.listed[this.length] = low
    this.length += 1
  }

  private makeRoom(): void {
    this.sort()
    if (this.length <= this.listed.length / 2) return
    if (this.length <= mostListed) {
      const more = new Uint16Array(this.listed.length * 2)
      more.set(this.listed)
      this.listed = more
      return
    }
    const bits = new Uint32Array(wordsOfBits)
    for (let i = 0; i < this.length; i++) bits[this.listed[i]! >>> 5]! |= 1 << (this.listed[i]! & 31)
    this.bits = bits
    this.listed = new Uint16Array(0)
  }

  private sort(): void {
    const sorted = this.listed.subarray(0, this.length).sort()
    let unique = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && sorted[i] === sorted[i - 1]) continue
      this.listed[unique] = sorted[i]!
      unique += 1
    }
    this.length = unique
  }

  /** Numbers the members from `base`; returns the number after the last. */
  seal(base: number): number {
    this.base = base
    if (this.bits === undefined) {
      this.sort()
      this.listed = this.listed.slice(0, this.length)
      return base + this.length
    }
    this.counts = new Uint32Array(wordsOfBits / wordsPerCount)
    let next = base
    for (let word = 0; word < wordsOfBits; word++) {
      if (word % wordsPerCount === 0) this.counts[word / wordsPerCount] = next
      next += popcount(this.bits[word]!)
    }
    return next
  }

  rank(low: number): number {
    return this.bits === undefined ? this.rankInList(low) : this.rankInBits(this.bits, low)
  }

  private rankInList(low: number): number {
    let from = 0
    let to = this.listed.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.listed[middle]! < low) from = middle + 1
      else to = middle
    }
    return this.listed[from] === low ? this.base + from : -1
  }

  private rankInBits(bits: Uint32Array, low: number): number {
    const word = low >>> 5
    const mask = 1 << (low & 31)
    if ((bits[word]! & mask) === 0) return -1
    const count = Math.floor(word / wordsPerCount)
    let rank = this.counts[count]!
    for (let before = count * wordsPerCount; before < word; before++) rank += popcount(bits[before]!)
    return rank + popcount(bits[word]! & (mask - 1))
  }
}

/**
 * A set of IDs that numbers its members from 0: two bytes for each, or one bit for each ID where many lie close
 * together, as in a roaring bitmap (https://roaringbitmap.org). A hash table takes twenty bytes and more. Any integer
 * will do, negative ones too.
 */
export class IdIndex {
  private readonly containers = new Map<number, Container>()
  private lastHigh: number | undefined
  private last: Container | undefined

  private containerOf(high: number): Container | undefined {
    if (high === this.lastHigh) return this.last
    this.lastHigh = high
    this.last = this.containers.get(high)
    return this.last
  }

  /** Adds an ID; not after `seal`. */
  add(id: number): void {
    const high = Math.floor(id / span)
    let container = this.containerOf(high)
    if (container === undefined) {
      container = new Container()
      this.containers.set(high, container)
      this.last = container
    }
    container.add(id - high * span)
  }

  /** Numbers the members; returns how many there are. */
  seal(): number {
    let next = 0
    for (const container of this.containers.values()) next = container.seal(next)
    return next
  }

  /** The member's number, or -1; only after `seal`. */
  rank(id: number): number {
    const high = Math.floor(id / span)
    return this.containerOf(high)?.rank(id - high * span) ?? -1
  }
}
