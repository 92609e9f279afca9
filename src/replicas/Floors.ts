/** Versions of pools by country. */
export type Versions = ReadonlyMap<string, number>

/** Milliseconds that replicas are given to reach a version after it was first seen anywhere. */
const grace = 1_000

/** Milliseconds for which the primary has to say that a version is gone before that is believed. */
const doubt = 10_000

interface Seen {
  readonly at: number
  readonly versions: Versions
}

/**
 * The oldest version of each pool that may still be answered from: what this process has answered from already, and, a
 * moment after it was first seen on any server, what has been published.
 */
export class Floors {
  readonly #floors = new Map<string, number>()
  readonly #belowSince = new Map<string, number>()
  #seen: ReadonlyArray<Seen> = []

  /** 0: any. */
  of(country: string): number {
    return this.#floors.get(country) ?? 0
  }

  get all(): Versions {
    return this.#floors
  }

  isMetBy(versions: Versions): boolean {
    for (const [country, floor] of this.#floors) if ((versions.get(country) ?? 0) < floor) return false
    return true
  }

  raise(country: string, version: number): void {
    if (version > this.of(country)) this.#floors.set(country, version)
  }

  /** Some server has these versions. They hold for all when the replicas have had their time. */
  see(at: number, versions: Versions): void {
    const isNews = Array.from(versions).some(
      ([country, version]) =>
        version > this.of(country) && !this.#seen.some((seen) => (seen.versions.get(country) ?? 0) >= version)
    )
    if (isNews) this.#seen = [...this.#seen, { at, versions }]
    const isDue = (seen: Seen) => at - seen.at >= grace
    for (const { versions } of this.#seen.filter(isDue)) {
      for (const [country, version] of versions) this.raise(country, version)
    }
    this.#seen = this.#seen.filter((seen) => !isDue(seen))
  }

  /**
   * What the primary has is all there is: when it goes on having less, it was restored, or another server took its place
   * that had not heard of everything, or the country was taken out of service.
   */
  hear(at: number, ofPrimary: Versions): void {
    for (const [country, floor] of this.#floors) {
      const version = ofPrimary.get(country)
      if (version !== undefined && version >= floor) {
        this.#belowSince.delete(country)
        continue
      }
      const since = this.#belowSince.get(country) ?? at
      this.#belowSince.set(country, since)
      if (at - since >= doubt) this.#lower(country, version)
    }
  }

  #lower(country: string, version: number | undefined): void {
    this.#belowSince.delete(country)
    this.#seen = []
    if (version === undefined) this.#floors.delete(country)
    else this.#floors.set(country, version)
  }
}
