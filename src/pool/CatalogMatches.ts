/** The keys of a list's places, in the list's order, as they were at one version of the catalog. */
export interface Matches {
  readonly version: number
  readonly keys: BigInt64Array
}

/** Keys that are kept at most, of all lists together: 32 MB. */
const capacity = 4_000_000

/**
 * Lists that had to be enumerated, so that their pages need not do it again: searches by text, and lists over several
 * regions. Those that were not asked for longest make room.
 */
export class CatalogMatches {
  readonly #lists = new Map<string, Matches>()
  #size = 0

  get(name: string): Matches | undefined {
    const found = this.#lists.get(name)
    if (found !== undefined) {
      this.#lists.delete(name)
      this.#lists.set(name, found)
    }
    return found
  }

  set(name: string, matches: Matches): void {
    this.delete(name)
    this.#lists.set(name, matches)
    this.#size += weight(matches)
    for (const [oldest] of this.#lists) {
      if (this.#size <= capacity) return
      this.delete(oldest)
    }
  }

  delete(name: string): void {
    const known = this.#lists.get(name)
    if (known === undefined) return
    this.#lists.delete(name)
    this.#size -= weight(known)
  }
}

/** A list weighs something even if it is empty: its name and its place in the map. */
const weight = ({ keys }: Matches): number => keys.length + 100
