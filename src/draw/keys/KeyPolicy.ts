import * as Sampler from "../Sampler.ts"

/**
 * What of a scope's keys is kept in memory: decided here, from how the scope stands, and done by `KeyReader`. Draws give
 * the same whatever is decided; what it changes is how much they read.
 */

/** How a scope stands. */
export interface Standing {
  /** Addresses in it. */
  readonly size: number
  /** Buckets that draws have had to read of it since it was read or counted whole. */
  readonly missed: number
  /** Whether memory holds it beside all that are in use (`free`), in the place of some of them, or not at all. */
  readonly room: "free" | "others'" | "none"
  /** Whether it is known how many keys each of its buckets holds. */
  readonly isCounted: boolean
}

/** A scope of up to so many addresses is read whole when it may be kept: that costs no more than a few of its buckets. */
const readWholeUpTo = 512

/**
 * The part of a scope's buckets that draws have missed when all of them are read, or counted where there is no room for
 * them: what was missed so far has cost as much.
 */
const missedToRead = 1 / 8

/** The part from which a scope takes the place of others in use: reading it whole then costs little beside its draws. */
const missedToReplace = 2

/** Addresses that one statement reads ahead or counts, about: it takes some milliseconds. */
const partOfScope = 16_384

const partMissed = ({ missed, size }: Standing): number => missed / 2 ** Sampler.levelOf(size)

const mayReplace = (standing: Standing): boolean =>
  standing.room === "others'" && partMissed(standing) > missedToReplace

/** Whether a draw reads the whole scope rather than the buckets that it asks for. */
export const isReadWhole = (standing: Standing): boolean =>
  Sampler.levelOf(standing.size) === 0 ||
  (standing.size <= readWholeUpTo && (!standing.isCounted || standing.room === "free"))

/** Whether all keys of a scope, now that they were read, stay in memory. */
export const isKept = (standing: Standing): boolean => standing.room === "free" || mayReplace(standing)

/** What is to be done beside the draws after what they have missed of a scope. */
export const besideDraws = (standing: Standing): "read" | "count" | "nothing" => {
  if (partMissed(standing) <= missedToRead) return "nothing"
  if (isKept(standing)) return "read"
  return standing.isCounted ? "nothing" : "count"
}

/** The key space in parts of about `partOfScope` of `size` addresses: inclusive ranges, each of whole buckets. */
export const partsOf = (size: number): ReadonlyArray<Sampler.KeyRange> => {
  const level = Math.min(Sampler.levelOf(size), Math.max(0, Math.ceil(Math.log2(size / partOfScope))))
  return Array.from({ length: 2 ** level }, (_, part) => Sampler.bucketRange(level, part))
}
