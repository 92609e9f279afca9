/** Slots at first. */
const least = 1 << 16

/** Records' keys, in 8 bytes each outside of the heap: a country has some ten million. */
export const makeKeys = () => {
  let slots = new BigUint64Array(least)
  let size = 0

  const place = (key: bigint, into: BigUint64Array): number => {
    const mask = into.length - 1
    let at = Number(key & BigInt(mask))
    while (into[at] !== 0n && into[at] !== key) at = (at + 1) & mask
    return at
  }

  const grow = () => {
    const larger = new BigUint64Array(slots.length * 2)
    for (const key of slots) if (key !== 0n) larger[place(key, larger)] = key
    slots = larger
  }

  /** A key that is no empty slot. */
  const numberOf = (key: string): bigint => Buffer.from(key, "base64").readBigUInt64LE() | 1n

  return {
    /** Adds the keys of a page, and returns how many of them an earlier page had. */
    add: (keys: ReadonlyArray<string>): number => {
      const numbers = Array.from(new Set(keys), numberOf)
      const known = numbers.filter((key) => slots[place(key, slots)] === key).length
      for (const key of numbers) {
        if (size * 2 > slots.length) grow()
        const at = place(key, slots)
        if (slots[at] === 0n) size += 1
        slots[at] = key
      }
      return known
    }
  }
}
