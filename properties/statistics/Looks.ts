import { certainBound, type Spread, spreadOf } from "./ChiSquare.ts"
import { poissonLower, poissonUpper } from "./Gamma.ts"

/**
 * How a suspicion is followed. The first look is wrong once in a hundred times; only then draws are made anew, twice and
 * then four times as many, which must be more suspicious each time. Looks share no draw, so that their chances multiply: a
 * right sampler is called wrong once in 10^9 times, and the approximation of chi-square is asked no more than it knows.
 */
export const looks = [
  { times: 1, alpha: 1e-2 },
  { times: 2, alpha: 1e-3 },
  { times: 4, alpha: 1e-4 }
] as const

/** What the approximation may be off by at each look; checked against exact chances at small counts. */
export const slack = 2

/** A spread of which a rigorous bound says this is not looked at again. */
export const certain = 1e-9

/** How often a right sampler is called wrong by one test, at most. */
export const boundOfTest = looks.reduce((product, { alpha }) => product * alpha * slack, 1) + looks.length * certain

/** How one look ended. */
export interface Look {
  readonly draws: number
  readonly statistic: number
  readonly degrees: number
  readonly p: number
  readonly verdict: "unsuspicious" | "suspicious" | "certain"
}

const lookOf = ({ degrees, draws, even, p, statistic }: Spread, index: number, bound: number): Look => {
  // Too even a spread is not chance either.
  const isSuspicious = Math.min(p, even) <= looks[index]!.alpha / 2
  const verdict = bound <= certain ? "certain" : isSuspicious ? "suspicious" : "unsuspicious"
  return { draws, statistic, degrees, p, verdict }
}

/** Looks at counts, for the time `index`. */
export const lookAt = (counts: ReadonlyArray<number>, index: number, chances?: ReadonlyArray<number>): Look =>
  lookOf(spreadOf(counts, chances), index, certainBound(counts, chances))

/**
 * Looks at how many pairs of draws are of one address, where each of `size` addresses has the same chance: of few draws
 * from many addresses their number is Poisson's.
 */
export const lookAtPairs = (pairs: number, draws: number, size: number, index: number): Look => {
  const mean = (draws * (draws - 1)) / 2 / size
  const [p, even] = [poissonUpper(pairs, mean), poissonLower(pairs, mean)]
  return lookOf({ draws, statistic: pairs, degrees: 0, p, even }, index, 1)
}

/** Whether a test goes on after a look, and whether it has found the sampler wrong. */
export const isOver = (look: Look, index: number): boolean =>
  look.verdict !== "suspicious" || index === looks.length - 1

export const isWrong = (all: ReadonlyArray<Look>): boolean =>
  all.at(-1)?.verdict === "certain" || (all.length === looks.length && all.at(-1)?.verdict === "suspicious")
