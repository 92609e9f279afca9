/** A map that keeps at most `capacity` entries and drops those that were not asked for longest. */
export class LeastRecentlyUsed<A> {
  readonly #capacity: number
  // A Map iterates in insertion order: the first entry is the one used longest ago.
  readonly #entries = new Map<string, A>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(name: string): A | undefined {
    const value = this.#entries.get(name)
    if (value !== undefined) {
      this.#entries.delete(name)
      this.#entries.set(name, value)
    }
    return value
  }

  set(name: string, value: A): void {
    this.#entries.delete(name)
    this.#entries.set(name, value)
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value!)
  }

  delete(name: string): void {
    this.#entries.delete(name)
  }

  entries(): Iterable<readonly [name: string, value: A]> {
    return this.#entries
  }
}
