import { upperGamma } from "./Gamma.ts"

/** How often a correct sampler fails each of the tests of p-values. */
const alpha = 1e-8

/** The same for all tests of p-values together. */
export const boundOfSecondLevel = 3 * alpha

/** Fewer p-values say nothing about their distribution. */
export const fewest = 8

export interface SecondLevel {
  readonly pValues: number
  /** The greatest distance from a uniform distribution, and a bound on how often chance produces it. */
  readonly distance: number
  readonly spread: number
  /** How often chance makes them, taken together, this small, and this large. */
  readonly small: number
  readonly large: number
  readonly wrong: boolean
}

const distanceOf = (sorted: ReadonlyArray<number>): number =>
  sorted.reduce(
    (most, p, i) => Math.max(most, Math.abs(p - i / sorted.length), Math.abs((i + 1) / sorted.length - p)),
    0
  )

/** Fisher's method: twice the sum of -ln p is chi-square. A p below the approximation's accuracy counts as 1e-4. */
const together = (pValues: ReadonlyArray<number>): number =>
  upperGamma(
    pValues.length,
    pValues.reduce((sum, p) => sum - Math.log(Math.max(p, 1e-4)), 0)
  )

/**
 * Whether the p-values of independent tests are uniform, as a correct sampler's are: a bias that shows a little in each
 * of many tests becomes certain here. The distance is bounded as by Dvoretzky, Kiefer and Wolfowitz, with P. Massart's
 * constant (1990).
 */
export const secondLevel = (pValues: ReadonlyArray<number>): SecondLevel => {
  const distance = distanceOf(pValues.toSorted((a, b) => a - b))
  const spread = Math.min(1, 2 * Math.exp(-2 * pValues.length * distance ** 2))
  const small = together(pValues)
  const large = together(pValues.map((p) => 1 - p))
  const wrong = pValues.length >= fewest && Math.min(spread, small, large) <= alpha
  return { pValues: pValues.length, distance, spread, small, large, wrong }
}
