import { lowerGamma, upperGamma } from "./Gamma.ts"

/** The chi-square test of whether counts come from the chances that they should. */

/** The chance that chi-square with so many degrees of freedom is at least `value`. */
export const upperTail = (value: number, degrees: number): number => upperGamma(degrees / 2, value / 2)

/** What chi-square exceeds with the chance `tail`. */
export const quantile = (tail: number, degrees: number): number => {
  let [low, high] = [0, degrees + 10]
  while (upperTail(high, degrees) > tail) high *= 2
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (upperTail(middle, degrees) > tail) low = middle
    else high = middle
  }
  return high
}

const total = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

/** Chi-square of counts against chances, which sum up to 1; against equal ones unless they are given. */
export const chiSquare = (counts: ReadonlyArray<number>, chances?: ReadonlyArray<number>): number => {
  const all = total(counts)
  return counts.reduce((sum, count, i) => {
    const expected = all * (chances?.[i] ?? 1 / counts.length)
    return sum + (count - expected) ** 2 / expected
  }, 0)
}

/** How even a spread is beside the chances that it should come from. */
export interface Spread {
  readonly draws: number
  readonly statistic: number
  readonly degrees: number
  /** The chance of a spread as uneven as this one. It is uniform over 0 to 1 where the chances are right. */
  readonly p: number
  /** The chance of one as even. */
  readonly even: number
}

/**
 * The spread of counts. Counts are whole, so that chi-square moves in steps, of 2k/n where k chances are equal: a
 * perfectly even spread of few draws over few cells is not rare, though its chi-square is 0. The even side therefore
 * counts one step more.
 */
export const spreadOf = (counts: ReadonlyArray<number>, chances?: ReadonlyArray<number>): Spread => {
  const draws = total(counts)
  const degrees = counts.length - 1
  const statistic = chiSquare(counts, chances)
  const least = chances === undefined ? 1 / counts.length : Math.min(...chances)
  const step = 2 / (draws * least)
  return {
    draws,
    statistic,
    degrees,
    p: upperTail(statistic, degrees),
    even: lowerGamma(degrees / 2, (statistic + step) / 2)
  }
}

/**
 * A bound on the chance that right chances show such a spread, without any approximation: with the relative entropy D of
 * what came beside what should, it is at most exp(-nD) (e n D / (k-1))^(k-1) where D > (k-1)/n. After R. Agrawal, "Finite-
 * sample concentration of the multinomial in relative entropy" (2020).
 */
export const certainBound = (counts: ReadonlyArray<number>, chances?: ReadonlyArray<number>): number => {
  const n = total(counts)
  const degrees = counts.length - 1
  const entropy = counts.reduce(
    (sum, count, i) => (count === 0 ? sum : sum + count * Math.log(count / n / (chances?.[i] ?? 1 / counts.length))),
    0
  )
  if (degrees === 0 || entropy <= degrees) return 1
  return Math.min(1, Math.exp(-entropy + degrees * (1 + Math.log(entropy / degrees))))
}
