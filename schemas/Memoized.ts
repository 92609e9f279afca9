/** Where results are kept: a `Map`, or a `WeakMap` for those that go with the object they are about. */
interface Kept<K, A> {
  readonly get: (key: K) => A | undefined
  readonly has: (key: K) => boolean
  readonly set: (key: K, value: A) => unknown
}

/**
 * A function of one argument that computes each result once, on first use, and keeps it. For arguments of which there
 * are few, such as countries: nothing is ever dropped.
 */
export const memoized = <K, A>(make: (key: K) => A, kept: Kept<K, A> = new Map<K, A>()): ((key: K) => A) => {
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known as A
    const made = make(key)
    kept.set(key, made)
    return made
  }
}

/** A value that is made on first use: what only some processes need would otherwise delay the start of all. */
export const onFirstUse = <A>(make: () => A): (() => A) => {
  const made = memoized(make, new Map<undefined, A>())
  return () => made(undefined)
}
