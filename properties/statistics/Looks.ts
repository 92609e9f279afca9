import { certainBound, type Spread, spreadOf } from "./ChiSquare.ts"
import { poissonLower, poissonUpper } from "./Gamma.ts"

/**
 * How a suspicion is followed up. The first look is wrong once in a hundred runs. Only then are new draws made, twice
 * and then four times as many, and each must be more suspicious than the last. Looks share no draws, so their
 * probabilities multiply: a correct sampler is reported as wrong once in 10^9 runs, and the chi-square approximation is
 * only used where it is accurate.
 */
export const looks = [
  { times: 1, alpha: 1e-2 },
  { times: 2, alpha: 1e-3 },
  { times: 4, alpha: 1e-4 }
] as const

/** How far off the approximation may be at each look; checked against exact probabilities at small counts. */
export const slack = 2

/** If a rigorous bound puts a spread below this probability, there is no further look. */
export const certain = 1e-9

/** An upper bound on how often one test reports a correct sampler as wrong. */
export const boundOfTest = looks.reduce((product, { alpha }) => product * alpha * slack, 1) + looks.length * certain

/** The result of one look. */
export interface Look {
  readonly draws: number
  readonly statistic: number
  readonly degrees: number
  readonly p: number
  readonly verdict: "unsuspicious" | "suspicious" | "certain"
}

const lookOf = ({ degrees, draws, even, p, statistic }: Spread, index: number, bound: number): Look => {
  // A spread that is too even is not chance either.
  const isSuspicious = Math.min(p, even) <= looks[index]!.alpha / 2
  const verdict = bound <= certain ? "certain" : isSuspicious ? "suspicious" : "unsuspicious"
  return { draws, statistic, degrees, p, verdict }
}

/** Tests counts, at look number `index`. */
export const lookAt = (counts: ReadonlyArray<number>, index: number, chances?: ReadonlyArray<number>): Look =>
  lookOf(spreadOf(counts, chances), index, certainBound(counts, chances))

/**
 * Tests how many pairs of draws returned the same address, if each of `size` addresses is equally likely: for few draws
 * from many addresses, this number has a Poisson distribution.
 */
export const lookAtPairs = (pairs: number, draws: number, size: number, index: number): Look => {
  const mean = (draws * (draws - 1)) / 2 / size
  const [p, even] = [poissonUpper(pairs, mean), poissonLower(pairs, mean)]
  return lookOf({ draws, statistic: pairs, degrees: 0, p, even }, index, 1)
}

/** Whether a test ends after this look, and whether it has found the sampler wrong. */
export const isOver = (look: Look, index: number): boolean =>
  look.verdict !== "suspicious" || index === looks.length - 1

export const isWrong = (all: ReadonlyArray<Look>): boolean =>
  all.at(-1)?.verdict === "certain" || (all.length === looks.length && all.at(-1)?.verdict === "suspicious")
