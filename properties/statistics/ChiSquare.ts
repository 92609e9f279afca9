import { lowerGamma, upperGamma } from "./Gamma.ts"

/** The chi-square test of whether counts fit expected probabilities. */

/** The probability that chi-square with this many degrees of freedom is at least `value`. */
export const upperTail = (value: number, degrees: number): number => upperGamma(degrees / 2, value / 2)

/** The value that chi-square exceeds with probability `tail`. */
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

/** Chi-square of counts against probabilities that sum to 1; equal ones by default. */
export const chiSquare = (counts: ReadonlyArray<number>, chances?: ReadonlyArray<number>): number => {
  const all = total(counts)
  return counts.reduce((sum, count, i) => {
    const expected = all * (chances?.[i] ?? 1 / counts.length)
    return sum + (count - expected) ** 2 / expected
  }, 0)
}

/** How even a spread is, compared with the expected probabilities. */
export interface Spread {
  readonly draws: number
  readonly statistic: number
  readonly degrees: number
  /** The probability of a spread at least as uneven. Uniform from 0 to 1 if the expected probabilities are right. */
  readonly p: number
  /** The probability of a spread at least as even. */
  readonly even: number
}

/**
 * The spread of counts. Counts are whole numbers, so chi-square moves in steps: of 2k/n if k probabilities are equal. A
 * perfectly even spread of few draws over few cells is not rare, though its chi-square is 0. The even side therefore
 * counts one more step.
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
 * An upper bound on the probability that the expected probabilities produce such a spread, without any approximation.
 * With D the relative entropy of the observed to the expected, it is at most exp(-nD) (e n D / (k-1))^(k-1) if D >
 * (k-1)/n. From R. Agrawal, "Finite-sample concentration of the multinomial in relative entropy" (2020).
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
