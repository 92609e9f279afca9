/** Versions of pools by country. */
export type Versions = ReadonlyMap<string, number>

/** Milliseconds that replicas get to reach a version after it was first seen anywhere. */
const grace = 1_000

/** For how many milliseconds the primary must lack a version before its loss is accepted. */
const doubt = 10_000

interface Seen {
  readonly at: number
  readonly versions: Versions
}

/**
 * The oldest version of each pool that may still be used: what this process has used already, and published versions a
 * moment after they were first seen on any server.
 */
export class Floors {
  readonly #floors = new Map<string, number>()
  readonly #belowSince = new Map<string, number>()
  #seen: ReadonlyArray<Seen> = []

  /** 0 if any version may be used. */
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

  /**
   * Records that some server has these versions. They become the minimum once the replicas have had time to catch up.
   */
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
   * Records the primary's versions, which are authoritative. If it keeps lacking a version, it was restored, or
   * replaced by a server that had not received everything, or the country was disabled.
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
