import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"

/** The keys of a list's places, in the list's order, as they were at one version of the catalog. */
export interface Matches {
  readonly version: number
  readonly keys: BigInt64Array
}

/** Keys that are kept at most, of all lists together: 32 MB. */
const capacity = 4_000_000

/** A list weighs something even if it is empty: its name and its place in the map. */
const weight = ({ keys }: Matches): number => keys.length + 100

/**
 * Enumerated lists, kept for their further pages: searches by text, and lists over several regions. The least recently used
 * make room.
 */
export class CatalogMatches extends LeastRecentlyUsed<Matches> {
  constructor() {
    super(capacity, weight)
  }
}
