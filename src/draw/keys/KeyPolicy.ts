import * as Sampler from "../Sampler.ts"

/**
 * Decides which keys of a scope are kept in memory, and `KeyReader` carries it out. Draws give the same result either
 * way; only the amount that they read changes.
 */

/** The state of a scope. */
export interface Standing {
  /** Addresses in it. */
  readonly size: number
  /** How many of its buckets draws had to read since it was last read or counted completely. */
  readonly missed: number
  /**
   * Whether memory has room for it in addition to all scopes in use (`free`), only if some of these are evicted, or not
   * at all.
   */
  readonly room: "free" | "others'" | "none"
  /** Whether its keys can be written to a file, if memory has no room for them. */
  readonly mayBeFiled: boolean
  /** Whether it is known how many keys each of its buckets holds. */
  readonly isCounted: boolean
}

/**
 * A scope with up to this many addresses is read completely if it may be kept, because that costs no more than a few of
 * its buckets.
 */
const readWholeUpTo = 512

/**
 * The share of a scope's buckets that draws must have missed before all are read: into memory, or into a file if other
 * scopes take up the room, or only to be counted if there is no file either. By then, the misses have cost about as
 * much: with its share of the statement, a bucket that a draw reads takes some 60 µs of CPU, and one that is read with
 * all others 5.
 */
const missedToRead = 1 / 16

/**
 * The share from which a scope that never fits into memory is read for the first time, into a file or to be counted. It
 * has millions of homes: reading them takes a hundredth of the time of their publication, and from then on a draw reads
 * one bucket instead of four, even if the file has lost it again.
 */
const missedToReadLarge = 1 / 512

/**
 * The share of missed buckets from which a scope may evict others in use. By then, reading it completely costs little
 * compared with its draws.
 */
const missedToReplace = 2

/** The approximate number of addresses that one statement reads ahead or counts, which takes some milliseconds. */
const partOfScope = 16_384

const partMissed = ({ missed, size }: Standing): number => missed / 2 ** Sampler.levelOf(size)

const mayReplace = (standing: Standing): boolean =>
  standing.room === "others'" && partMissed(standing) > missedToReplace

/** Whether a draw reads the whole scope instead of the buckets that it needs. */
export const isReadWhole = (standing: Standing): boolean =>
  Sampler.levelOf(standing.size) === 0 ||
  (standing.size <= readWholeUpTo && (!standing.isCounted || standing.room === "free"))

/** Whether all keys of a scope stay in memory, now that they have been read. */
export const isKept = (standing: Standing): boolean => standing.room === "free" || mayReplace(standing)

/** Reads all keys into memory or into the file, or counts those of each bucket. */
export type Step = "read" | "file" | "count"

/** What to do in the background after draws missed buckets of a scope. */
export const besideDraws = (standing: Standing): Step | "nothing" => {
  const missed = partMissed(standing)
  if (missed > missedToRead && isKept(standing)) return "read"
  if (missed <= missedToReadLarge) return "nothing"
  const isDue = missed > missedToRead || (standing.room === "none" && !standing.isCounted)
  if (!isDue) return "nothing"
  if (standing.mayBeFiled) return "file"
  return standing.isCounted ? "nothing" : "count"
}

/**
 * Divides the key space into parts with about `partOfScope` of `size` addresses each: inclusive ranges of whole
 * buckets.
 */
export const partsOf = (size: number): ReadonlyArray<Sampler.KeyRange> => {
  const level = Math.min(Sampler.levelOf(size), Math.max(0, Math.ceil(Math.log2(size / partOfScope))))
  return Array.from({ length: 2 ** level }, (_, part) => Sampler.bucketRange(level, part))
}
