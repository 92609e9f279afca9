import { upperGamma } from "./Gamma.ts"

/** How often a right sampler fails each of the tests of p-values. */
const alpha = 1e-8

/** The tests of p-values, all taken together. */
export const boundOfSecondLevel = 3 * alpha

/** Fewer p-values say nothing of their spread. */
export const fewest = 8

export interface SecondLevel {
  readonly pValues: number
  /** The greatest distance from where uniform ones would lie, and the bound of how often chance goes as far. */
  readonly distance: number
  readonly spread: number
  /** How often chance has them as small, and as large, taken all together. */
  readonly small: number
  readonly large: number
  readonly wrong: boolean
}

const distanceOf = (sorted: ReadonlyArray<number>): number =>
  sorted.reduce(
    (most, p, i) => Math.max(most, Math.abs(p - i / sorted.length), Math.abs((i + 1) / sorted.length - p)),
    0
  )

/** Fisher's: twice the sum of -ln p is chi-square. A p that an approximation knows no better counts as 1e-4. */
const together = (pValues: ReadonlyArray<number>): number =>
  upperGamma(
    pValues.length,
    pValues.reduce((sum, p) => sum - Math.log(Math.max(p, 1e-4)), 0)
  )

/**
 * Whether p-values of independent tests are uniform, as those of a right sampler are: a bias that each of many tests
 * shows a little is certain here. The distance is bounded as by Dvoretzky, Kiefer and Wolfowitz with P. Massart's constant
 * (1990).
 */
export const secondLevel = (pValues: ReadonlyArray<number>): SecondLevel => {
  const distance = distanceOf(pValues.toSorted((a, b) => a - b))
  const spread = Math.min(1, 2 * Math.exp(-2 * pValues.length * distance ** 2))
  const small = together(pValues)
  const large = together(pValues.map((p) => 1 - p))
  const wrong = pValues.length >= fewest && Math.min(spread, small, large) <= alpha
  return { pValues: pValues.length, distance, spread, small, large, wrong }
}
