/** Where the write-ahead log ended over a span of time. */
interface Ended {
  readonly end: number
  readonly from: number
  until: number
}

/** How far a replica is behind. */
export interface Lag {
  readonly millis: number
  readonly bytes: number
}

/** Ends that are remembered: ten minutes of a primary that always writes. What lags further lags that far at least. */
const remembered = 1_200

/** The end of the log is looked at more often than that, unless nobody answers who knows it. */
const usualGap = 1_000

const abreast: Lag = { millis: 0, bytes: 0 }

/**
 * Where the primary's log ended when. A replica that has replayed up to a position lacks what was written since the log
 * ended there: so its lag is told without comparing clocks of two machines, and a primary that writes nothing makes none.
 */
export class WalEnds {
  #ends: Array<Ended> = []

  /**
   * @param at milliseconds of this machine's steady clock, before the question was sent
   * @param isCertain the primary says so itself; an end that a replica has heard of is one, and never the last word
   */
  add(at: number, end: number, isCertain: boolean): void {
    const last = this.#ends.at(-1)
    if (last !== undefined && end < last.end) {
      if (!isCertain) return
      // Another server is the primary now, or this one was restored: positions from before say nothing.
      this.#ends = []
    } else if (last?.end === end) {
      last.until = Math.max(last.until, at)
      return
    }
    this.#ends.push({ end, from: at, until: at })
    if (this.#ends.length > remembered) this.#ends.shift()
  }

  /** @param reached up to where the replica has replayed */
  lagOf(reached: number, now: number): Lag {
    const last = this.#ends.at(-1)
    if (last === undefined || reached >= last.end) return abreast
    const missing = this.#ends.findIndex(({ end }) => end > reached)
    const has = this.#ends[missing - 1]
    // While nobody could be asked, nothing is known to have been written.
    const since = Math.max(has?.until ?? Number.NEGATIVE_INFINITY, this.#ends[missing]!.from - usualGap)
    return { millis: Math.max(0, now - since), bytes: last.end - reached }
  }
}
