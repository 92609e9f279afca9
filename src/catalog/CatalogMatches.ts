import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"

/** The keys of a list's places, in the list's order, at one version of the catalog. */
export interface Matches {
  readonly version: number
  readonly keys: BigInt64Array
}

/** How many keys are cached at most, in all lists together: 32 MB. */
const capacity = 4_000_000

/** Even an empty list has a weight: its name, and its entry in the map. */
const weight = ({ keys }: Matches): number => keys.length + 100

/**
 * Enumerated lists, cached for their further pages: searches by text, and lists over several regions. The least
 * recently used are evicted.
 */
export class CatalogMatches extends LeastRecentlyUsed<Matches> {
  constructor() {
    super(capacity, weight)
  }
}
