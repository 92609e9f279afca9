import { detectableShare } from "../../../properties/statistics/Detectable.ts"
import { lnGamma } from "../../../properties/statistics/Gamma.ts"
import { isOver, isWrong, type Look, lookAt, looks } from "../../../properties/statistics/Looks.ts"
import { secondLevel } from "../../../properties/statistics/SecondLevel.ts"

/** Numbers from 0 to 1 that are the same for the same seed: Marsaglia's xorshift128. */
export const generator = (seed: number) => {
  let [x, y, z, w] = [123_456_789 ^ seed, 362_436_069, 521_288_629, 88_675_123]
  const next = () => {
    const t = x ^ (x << 11)
    ;[x, y, z] = [y, z, w]
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    return (w >>> 0) / 4_294_967_296
  }
  for (let i = 0; i < 64; i++) next()
  return next
}

/** A binomial number by the waiting times between successes: fast if few are expected. */
const rarely = (random: () => number, n: number, p: number): number => {
  const log = Math.log1p(-p)
  if (log === 0) return 0
  let [count, at] = [-1, 0]
  while (at <= n) {
    count++
    at += Math.floor(Math.log(1 - random()) / log) + 1
  }
  return count
}

/**
 * A binomial number by adding up probabilities from the most likely number outward, until they exceed a random number.
 */
const often = (random: () => number, n: number, p: number): number => {
  const odds = p / (1 - p)
  const mode = Math.floor((n + 1) * p)
  const log = lnGamma(n + 1) - lnGamma(mode + 1) - lnGamma(n - mode + 1)
  let [down, up] = [mode, mode]
  let below = Math.exp(log + mode * Math.log(p) + (n - mode) * Math.log1p(-p))
  let above = below
  let left = random() - below
  while (left > 0 && (down > 0 || up < n)) {
    below *= down / (n - down + 1) / odds
    if (down > 0 && (left -= below) <= 0) return down - 1
    down = Math.max(0, down - 1)
    above *= ((n - up) / (up + 1)) * odds
    if (up < n && (left -= above) <= 0) return up + 1
    up = Math.min(n, up + 1)
  }
  return mode
}

/** How many of n draws hit something with probability p. */
const binomial = (random: () => number, n: number, p: number): number => {
  if (p > 0.5) return n - binomial(random, n, 1 - p)
  return n * p < 30 ? rarely(random, n, p) : often(random, n, p)
}

/** Counts of draws over equal cells, the first of which gets an excess share. */
export const multinomial = (random: () => number, draws: number, cells: number, share = 0): ReadonlyArray<number> => {
  const counts: Array<number> = []
  let [left, chance] = [draws, 1]
  for (let i = 0; i < cells - 1; i++) {
    const own = (1 - share) / cells + (i === 0 ? share : 0)
    const count = left === 0 ? 0 : binomial(random, left, Math.min(1, own / chance))
    counts.push(count)
    left -= count
    chance -= own
  }
  return [...counts, left]
}

/** One test, with as many looks as a run would take. */
const simulatedTest = (random: () => number, draws: number, cells: number, share = 0): ReadonlyArray<Look> => {
  const all: Array<Look> = []
  for (const [index, { times }] of looks.entries()) {
    const look = lookAt(multinomial(random, draws * times, cells, share), index)
    all.push(look)
    if (isOver(look, index)) break
  }
  return all
}

/** The tests of a default run over small places: draws of the first look, and cells. */
export const usualTests: ReadonlyArray<readonly [draws: number, cells: number]> = [
  [6000, 2],
  [6000, 5],
  [6000, 12],
  [6000, 20],
  [10_000, 100],
  [6000, 8],
  [500, 2],
  [500, 5],
  [500, 12],
  [500, 20],
  [2000, 100],
  [500, 8],
  [500, 3],
  [500, 7],
  [500, 12],
  [500, 25],
  [1200, 60],
  [500, 4],
  [500, 2],
  [500, 5],
  [500, 12],
  [500, 20],
  [600, 30],
  [500, 8],
  [5000, 13],
  [5000, 13],
  [1000, 13],
  [1000, 10],
  [1000, 9],
  [5000, 4]
]

/** The result of a whole run on a sampler, which is correct unless a bias is given. */
export const simulatedRun = (random: () => number, share = 0) => {
  const tests = usualTests.map(([draws, cells]) => simulatedTest(random, draws, cells, share))
  return {
    suspicions: tests.filter(([first]) => first!.verdict !== "unsuspicious").length,
    alarms: tests.filter(isWrong).length,
    second: secondLevel(tests.map(([first]) => first!.p)).wrong
  }
}

/** How many of these biased samplers are found by one test that claims to detect their bias. */
export const foundOf = (random: () => number, samplers: number, draws: number, cells: number): number => {
  const share = detectableShare(draws, cells)
  return Array.from({ length: samplers }, () => isWrong(simulatedTest(random, draws, cells, share))).filter(Boolean)
    .length
}
