import { quantile } from "./ChiSquare.ts"
import { looks } from "./Looks.ts"

/** How sure the figures are that a run says it could have seen. */
export const confidence = 0.95

/** Beyond this many standard deviations lies a sixtieth of a normal distribution: what each of three looks may miss. */
const deviations = 2.13

/** The noncentrality with which chi-square exceeds a value as surely; by its normal approximation. */
const noncentrality = (value: number, degrees: number): number => {
  // degrees + x - value = deviations * sqrt(2 * (degrees + 2x)), solved for x.
  const [a, square] = [degrees - value, 2 * deviations ** 2]
  const half = square - a
  return half + Math.sqrt(Math.max(0, half ** 2 - a ** 2 + square * degrees))
}

/**
 * The smallest share of draws that all looks at `draws` draws would have found with the confidence above, had they always
 * been one address of `cells` equally likely ones. The noncentrality of a share s is n s² (k - 1).
 */
export const detectableShare = (draws: number, cells: number): number => {
  const degrees = cells - 1
  return looks.reduce((worst, { alpha, times }) => {
    const share = Math.sqrt(noncentrality(quantile(alpha / 2, degrees), degrees) / (draws * times * degrees))
    return Math.max(worst, Math.min(1, share))
  }, 0)
}

/** The rate of a fault that none of so many answers showed: a higher one would have shown with the confidence above. */
export const detectableRate = (answers: number): number => (answers === 0 ? 1 : 1 - (1 - confidence) ** (1 / answers))
