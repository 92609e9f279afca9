import { quantile } from "./ChiSquare.ts"
import { looks } from "./Looks.ts"

/** The confidence of the figures that say what a run could have detected. */
export const confidence = 0.95

/**
 * One sixtieth of a normal distribution lies beyond this many standard deviations: what each of three looks may miss.
 */
const deviations = 2.13

/** The noncentrality at which chi-square exceeds a value with the same confidence, by its normal approximation. */
const noncentrality = (value: number, degrees: number): number => {
  // degrees + x - value = deviations * sqrt(2 * (degrees + 2x)), solved for x.
  const [a, square] = [degrees - value, 2 * deviations ** 2]
  const half = square - a
  return half + Math.sqrt(Math.max(0, half ** 2 - a ** 2 + square * degrees))
}

/**
 * The smallest share of draws that, had they always returned one of `cells` equally likely addresses, all looks at
 * `draws` draws would have detected with the confidence above. The noncentrality of a share s is n s² (k - 1).
 */
export const detectableShare = (draws: number, cells: number): number => {
  const degrees = cells - 1
  return looks.reduce((worst, { alpha, times }) => {
    const share = Math.sqrt(noncentrality(quantile(alpha / 2, degrees), degrees) / (draws * times * degrees))
    return Math.max(worst, Math.min(1, share))
  }, 0)
}

/**
 * The highest rate of a fault that this many responses could have failed to show; a higher one would have shown with
 * the confidence above.
 */
export const detectableRate = (answers: number): number => (answers === 0 ? 1 : 1 - (1 - confidence) ** (1 / answers))
