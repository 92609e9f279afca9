import * as Sampler from "../Sampler.ts"

/**
 * Decides which of a scope's keys are kept in memory; `KeyReader` carries it out. Draws give the same result either way:
 * only how much they read changes.
 */

/** How a scope stands. */
export interface Standing {
  /** Addresses in it. */
  readonly size: number
  /** Buckets that draws have had to read of it since it was read or counted whole. */
  readonly missed: number
  /** Whether memory has room for it beside all scopes in use (`free`), only by evicting some of them, or not at all. */
  readonly room: "free" | "others'" | "none"
  /** Whether it is known how many keys each of its buckets holds. */
  readonly isCounted: boolean
}

/** A scope of up to this many addresses is read whole if it may be kept: that costs no more than a few of its buckets. */
const readWholeUpTo = 512

/**
 * The share of a scope's buckets that draws have missed when all are read, or only counted where others take the room: by
 * then the misses have cost as much.
 */
const missedToRead = 1 / 8

/**
 * The share from which a scope is counted that memory never has room for. It has millions of homes: counting them takes a
 * hundredth of the time of their publication, after which every draw reads one bucket in place of four.
 */
const missedToCountLarge = 1 / 512

/**
 * The share of missed buckets from which a scope may evict others in use: by then reading it whole costs little beside its
 * draws.
 */
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

/** What to do in the background after draws have missed buckets of a scope. */
export const besideDraws = (standing: Standing): "read" | "count" | "nothing" => {
  const missed = partMissed(standing)
  if (missed > missedToRead && isKept(standing)) return "read"
  if (missed <= missedToCountLarge || standing.isCounted) return "nothing"
  return missed > missedToRead || standing.room === "none" ? "count" : "nothing"
}

/** The key space in parts of about `partOfScope` of `size` addresses: inclusive ranges, each of whole buckets. */
export const partsOf = (size: number): ReadonlyArray<Sampler.KeyRange> => {
  const level = Math.min(Sampler.levelOf(size), Math.max(0, Math.ceil(Math.log2(size / partOfScope))))
  return Array.from({ length: 2 ** level }, (_, part) => Sampler.bucketRange(level, part))
}
