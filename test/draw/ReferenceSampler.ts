import { createHash } from "node:crypto"

// An independent implementation of the sampling design with big integers, against which golden draws are checked.

const mask = (1n << 64n) - 1n
const rotate = (x: bigint, bits: bigint) => ((x << bits) | (x >> (64n - bits))) & mask

/** SipHash-2-4 (Aumasson and Bernstein, 2012) of a 16-byte message of two little-endian words. */
const sipHash = (k0: bigint, k1: bigint, first: bigint, second: bigint): bigint => {
  let [a, b, c, d] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n
  ]
  const rounds = (count: number) => {
    for (let i = 0; i < count; i++) {
      a = (a + b) & mask
      b = rotate(b, 13n) ^ a
      a = rotate(a, 32n)
      c = (c + d) & mask
      d = rotate(d, 16n) ^ c
      a = (a + d) & mask
      d = rotate(d, 21n) ^ a
      c = (c + b) & mask
      b = rotate(b, 17n) ^ c
      c = rotate(c, 32n)
    }
  }
  for (const word of [first, second, 16n << 56n]) {
    d ^= word
    rounds(2)
    a ^= word
  }
  c ^= 0xffn
  rounds(4)
  return a ^ b ^ c ^ d
}

type Hash = (tag: bigint, value: bigint) => bigint

const seeded = (seed: string): Hash => {
  const key = createHash("sha256").update(seed, "utf8").digest()
  const [k0, k1] = [key.readBigUInt64LE(0), key.readBigUInt64LE(8)]
  return (tag, value) => sipHash(k0, k1, tag, value)
}

const smallest = (hash: Hash, keys: ReadonlyArray<bigint>): bigint | undefined => {
  let best: readonly [rank: bigint, key: bigint] | undefined
  for (const key of keys) {
    const rank = hash(3n, key)
    if (best === undefined || rank < best[0]) best = [rank, key]
  }
  return best?.[1]
}

/** The key that attempt t takes from one of several buckets, if any. More than 80 keys are halved repeatedly. */
export const referencePick = (seed: string, attempt: bigint, keys: ReadonlyArray<bigint>): bigint | undefined => {
  const hash = seeded(seed)
  let found = keys
  for (let depth = 0n; found.length > 80; depth++) {
    const middle = Math.floor(found.length / 2)
    found = (hash(5n, (depth << 32n) | attempt) & 1n) === 1n ? found.slice(middle) : found.slice(0, middle)
  }
  return hash(2n, attempt) * 80n < BigInt(found.length) << 64n ? smallest(hash, found) : undefined
}

/** The key that the seed draws. Assumes that no bucket holds more than 80 keys, which is nearly always true. */
export const referenceDraw = (seed: string, keys: ReadonlyArray<bigint>): bigint | undefined => {
  const hash = seeded(seed)
  let level = 0n
  while (keys.length / 2 ** Number(level + 1n) >= 16) level++
  if (level === 0n) return smallest(hash, keys)
  for (let t = 0n; t < 256n; t++) {
    const bucket = hash(1n, t) >> (64n - level)
    const found = keys.filter((key) => key >> (63n - level) === bucket)
    if (hash(2n, t) * 80n < BigInt(found.length) << 64n) return smallest(hash, found)
  }
  return smallest(hash, keys)
}

/** The street that the seed selects, given the number of matches in each street. */
export const referenceStreet = (seed: string, matches: ReadonlyMap<bigint, number>): bigint => {
  const hash = seeded(seed)
  const sum = (keys: ReadonlyArray<bigint>) => keys.reduce((total, key) => total + BigInt(matches.get(key)!), 0n)
  let keys = Array.from(matches.keys())
  for (let bit = 62n; keys.length > 1; bit--) {
    const [left, right] = [0n, 1n].map((side) => keys.filter((key) => ((key >> bit) & 1n) === side)) as [
      Array<bigint>,
      Array<bigint>
    ]
    if (left.length === 0 || right.length === 0) continue
    const fork = (right[0]! >> bit) << bit
    keys = (hash(6n, fork) >> 11n) * sum(keys) < sum(left) << 53n ? left : right
  }
  return keys[0]!
}
