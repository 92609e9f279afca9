/** A stretch of time during which the write-ahead log ended at one position. */
interface Ended {
  readonly end: number
  readonly from: number
  until: number
}

/** How far a replica lags behind. */
export interface Lag {
  readonly millis: number
  readonly bytes: number
}

/** Remembered ends: ten minutes of a primary that writes all the time. Longer lags are at least that long. */
const remembered = 1_200

/** The end of the log is read more often than this, unless no server that knows it answers. */
const usualGap = 1_000

const abreast: Lag = { millis: 0, bytes: 0 }

/**
 * When the primary's log ended where. A replica that has replayed up to a position lacks what was written since the log
 * ended there. So lag is measured without comparing the clocks of two machines, and a primary that writes nothing
 * causes none.
 */
export class WalEnds {
  #ends: Array<Ended> = []
  /** Where the log ended when the primary reported it last. */
  #told: { readonly at: number; readonly end: number } | undefined

  /**
   * @param at milliseconds on this machine's steady clock, before the query was sent
   * @param isCertain whether the primary itself reported it; a replica's word only proves that the log reached at least
   * there
   */
  add(at: number, end: number, isCertain: boolean): void {
    if (isCertain) this.#told = { at, end }
    const last = this.#ends.at(-1)
    if (last !== undefined && end < last.end) {
      if (!isCertain) return
      // Another server is now the primary, or this one was restored: earlier positions say nothing.
      this.#ends = []
    } else if (last?.end === end) {
      last.until = Math.max(last.until, at)
      return
    }
    this.#ends.push({ end, from: at, until: at })
    if (this.#ends.length > remembered) this.#ends.shift()
  }

  /** Whether the primary's log ended before this position although a replica had reached that earlier. */
  lacks(reached: number, since: number): boolean {
    return this.#told !== undefined && this.#told.at > since && this.#told.end < reached
  }

  /** @param reached the position up to which the replica has replayed */
  lagOf(reached: number, now: number): Lag {
    const last = this.#ends.at(-1)
    if (last === undefined || reached >= last.end) return abreast
    const missing = this.#ends.findIndex(({ end }) => end > reached)
    const has = this.#ends[missing - 1]
    // While no server could be asked, nothing is known to have been written.
    const since = Math.max(has?.until ?? Number.NEGATIVE_INFINITY, this.#ends[missing]!.from - usualGap)
    return { millis: Math.max(0, now - since), bytes: last.end - reached }
  }
}
