import { assert, describe, it } from "@effect/vitest"
import { falseAlarms } from "../../../properties/report/Assemble.ts"
import { certainBound, quantile, spreadOf, upperTail } from "../../../properties/statistics/ChiSquare.ts"
import { detectableRate, detectableShare } from "../../../properties/statistics/Detectable.ts"
import { lnGamma, lowerGamma, poissonLower, poissonUpper } from "../../../properties/statistics/Gamma.ts"
import {
  boundOfTest,
  certain,
  isOver,
  isWrong,
  lookAt,
  lookAtPairs,
  looks,
  slack
} from "../../../properties/statistics/Looks.ts"
import { secondLevel } from "../../../properties/statistics/SecondLevel.ts"
import { sumsOfSquares } from "./Exact.ts"
import { foundOf, generator, multinomial, simulatedRun } from "./Simulation.ts"

/** The chi-square statistic of n draws over k equal cells, from the sum of their squared counts. */
const statisticOf = (sum: number, n: number, k: number): number => (k * sum) / n - n

describe("A look at a spread", () => {
  it("MUST suspect chance at most twice as often as stated, by exact probabilities at small counts", () => {
    for (const [k, n] of [
      [2, 20],
      [2, 40],
      [2, 240],
      [3, 60],
      [4, 80],
      [5, 100],
      [6, 60],
      [8, 80],
      [12, 60],
      [20, 100]
    ] as const) {
      const sums = sumsOfSquares(n, k)
      assert.closeTo(
        Array.from(sums.values()).reduce((all, one) => all + one, 0),
        1,
        1e-9
      )
      for (const { alpha } of looks) {
        let suspicious = 0
        for (const [sum, chance] of sums) {
          const statistic = statisticOf(sum, n, k)
          const even = lowerGamma((k - 1) / 2, (statistic + (2 * k) / n) / 2)
          if (Math.min(upperTail(statistic, k - 1), even) <= alpha / 2) suspicious += chance
        }
        assert.isAtMost(suspicious, slack * alpha, `${n} draws over ${k}, ${alpha}`)
      }
    }
  })

  it("MUST measure how even a spread is as the exact probabilities do", () => {
    const even = spreadOf([20, 20, 20])
    assert.strictEqual(even.statistic, 0)
    assert.strictEqual(even.p, 1)
    // 60 draws over three cells are perfectly even in 1.4 percent of all cases.
    assert.closeTo(sumsOfSquares(60, 3).get(1200)!, 0.0136, 0.0002)
    assert.isAbove(even.even, 0.0136)
    assert.isBelow(spreadOf(Array.from({ length: 100 }, () => 200)).even, 1e-20)
  })

  it("MUST be certain only about what no correct sampler produces, by exact probabilities", () => {
    for (const [k, n] of [
      [3, 60],
      [5, 60],
      [8, 40]
    ] as const) {
      for (const top of [n / 2, (2 * n) / 3, n - k + 1]) {
        const rest = Array.from({ length: k - 1 }, (_, i) => Math.floor((n - Math.ceil(top) + i) / (k - 1)))
        const counts = [n - rest.reduce((a, b) => a + b, 0), ...rest]
        const sum = counts.reduce((all, count) => all + count ** 2, 0)
        let exact = 0
        for (const [other, chance] of sumsOfSquares(n, k)) if (other >= sum) exact += chance
        assert.isAtLeast(certainBound(counts), exact, counts.join())
      }
    }
    assert.strictEqual(certainBound([10, 10, 10]), 1)
  })

  it("MUST follow up a suspicion with new draws, and report a fault only if each look is suspicious", () => {
    const skewed = [575, 490, 490, 445]
    const first = lookAt(skewed, 0)
    assert.strictEqual(first.verdict, "suspicious")
    assert.isFalse(isOver(first, 0))
    assert.isFalse(isWrong([first]))
    const third = lookAt(
      skewed.map((count) => count * 4),
      2
    )
    assert.isTrue(isOver(third, 2))
    assert.isTrue(
      isWrong([
        first,
        lookAt(
          skewed.map((count) => 2 * count),
          1
        ),
        third
      ])
    )
    assert.isFalse(isWrong([first, lookAt([500, 500, 505, 495], 1)]))
    assert.strictEqual(lookAt([2000, 0, 0, 0], 0).verdict, "certain")
    assert.isTrue(isWrong([lookAt([2000, 0, 0, 0], 0)]))
    // A spread that is too even is not chance either.
    assert.strictEqual(
      lookAt(
        Array.from({ length: 50 }, () => 100),
        0
      ).verdict,
      "suspicious"
    )
  })

  it("MUST compare counts with unequal probabilities", () => {
    const chances = [0.5, 0.3, 0.2]
    assert.strictEqual(spreadOf([500, 300, 200], chances).statistic, 0)
    assert.strictEqual(lookAt([480, 310, 210], 0, chances).verdict, "unsuspicious")
    assert.strictEqual(lookAt([333, 333, 334], 0, chances).verdict, "certain")
  })

  it("MUST suspect more pairs of one address than chance produces", () => {
    // 1,000 draws from a million have half a pair on average.
    assert.strictEqual(lookAtPairs(0, 1000, 1_000_000, 0).verdict, "unsuspicious")
    assert.strictEqual(lookAtPairs(2, 1000, 1_000_000, 0).verdict, "unsuspicious")
    assert.strictEqual(lookAtPairs(5, 1000, 1_000_000, 0).verdict, "suspicious")
    // 10,000 draws have 50 pairs on average, so none at all is not chance.
    assert.strictEqual(lookAtPairs(0, 10_000, 1_000_000, 0).verdict, "suspicious")
    assert.closeTo(poissonUpper(1, 0.5), 1 - Math.exp(-0.5), 1e-12)
    assert.closeTo(poissonUpper(2, 0.5), 1 - 1.5 * Math.exp(-0.5), 1e-12)
    assert.closeTo(poissonUpper(1, 3), 1 - Math.exp(-3), 1e-12)
    assert.closeTo(lookAtPairs(1, 1000, 499_500, 0).p, 1 - Math.exp(-1), 1e-12)
    assert.closeTo(poissonLower(0, 3), Math.exp(-3), 1e-12)
    assert.closeTo(poissonLower(1, 3), 4 * Math.exp(-3), 1e-12)
  })
})

describe("A run of tests", () => {
  it("MUST report a correct sampler as wrong less than once in a million runs, by declared bounds", () => {
    assert.isBelow(falseAlarms, 1e-6)
    const product = looks.reduce((all, { alpha }) => all * alpha * slack, 1)
    assert.closeTo(boundOfTest, product + 3 * certain, 1e-20)
    assert.isAtMost(product, 1e-8)
  })

  it("MUST raise no false alarm in simulated runs, and be suspicious as often as stated", () => {
    const random = generator(1)
    const runs = Array.from({ length: 1000 }, () => simulatedRun(random))
    assert.strictEqual(runs.filter(({ alarms, second }) => alarms > 0 || second).length, 0)
    // At most a hundredth of 30,000 first looks, and at least half of that, because some spreads cannot be too even;
    // with six standard deviations.
    const suspicions = runs.reduce((all, run) => all + run.suspicions, 0)
    assert.isBelow(suspicions, 300 + 6 * Math.sqrt(300))
    assert.isAbove(suspicions, 150 - 6 * Math.sqrt(150))
  })

  it("MUST find a sampler with the bias that it claims to detect, in 95 of 100 cases", () => {
    const random = generator(2)
    for (const [draws, cells] of [
      [6000, 12],
      [500, 12],
      [500, 2],
      [10_000, 100]
    ] as const) {
      // 95 percent of 400, less six standard deviations of a binomial distribution.
      assert.isAbove(foundOf(random, 400, draws, cells), 380 - 26, `${draws} draws over ${cells}`)
    }
    assert.isBelow(detectableShare(12_000, 12), detectableShare(6000, 12))
    assert.isAtMost(detectableShare(3, 2), 1)
  })

  it("MUST be a share that every look detects with the stated confidence, and no larger one", () => {
    for (const [draws, cells] of [
      [500, 2],
      [6000, 12],
      [10_000, 100]
    ] as const) {
      const degrees = cells - 1
      /** How far a look's chi-square lies above its bound, in standard deviations. */
      const above = (share: number) =>
        Math.min(
          ...looks.map(({ alpha, times }) => {
            const added = draws * times * share ** 2 * degrees
            return (degrees + added - quantile(alpha / 2, degrees)) / Math.sqrt(2 * (degrees + 2 * added))
          })
        )
      const share = detectableShare(draws, cells)
      assert.closeTo(above(share), 2.13, 0.001, `${draws} draws of ${cells}`)
      assert.isBelow(above(0.9 * share), 2.1)
    }
  })

  it("MUST find a bias by the p-values of tests that are each inconclusive", () => {
    const random = generator(3)
    const share = 0.02
    const pValues = Array.from({ length: 40 }, () => spreadOf(multinomial(random, 2000, 12, share)).p)
    assert.isTrue(secondLevel(pValues).wrong)
    const fair = Array.from({ length: 40 }, () => spreadOf(multinomial(random, 2000, 12)).p)
    assert.isFalse(secondLevel(fair).wrong)
  })
})

describe("P-values of a run", () => {
  const even = Array.from({ length: 40 }, (_, i) => (i + 0.5) / 40)

  it("MUST be spread evenly", () => {
    const found = secondLevel(even)
    assert.isFalse(found.wrong)
    assert.closeTo(found.distance, 0.5 / 40, 1e-12)
    assert.strictEqual(found.pValues, 40)
  })

  it("MUST be neither all small nor all large nor all in the middle", () => {
    assert.isTrue(secondLevel(even.map((p) => p ** 4)).wrong)
    assert.isTrue(secondLevel(even.map((p) => 1 - p ** 4)).wrong)
    assert.isTrue(secondLevel(even.map((p) => 0.5 + (p - 0.5) / 100)).wrong)
  })

  it("MUST be numerous to mean anything: a single one means nothing", () => {
    assert.isFalse(secondLevel([0, 0, 0, 0, 0, 0, 0]).wrong)
    assert.isFalse(secondLevel([1e-30, ...even]).wrong)
  })
})

describe("What would have been detected", () => {
  it("MUST be the rate of a fault that this many responses would have shown", () => {
    assert.strictEqual(detectableRate(0), 1)
    assert.closeTo(detectableRate(1), 0.95, 1e-12)
    // The rule of three.
    assert.closeTo(detectableRate(3000), 0.001, 1e-5)
    assert.closeTo((1 - detectableRate(100)) ** 100, 0.05, 1e-12)
  })

  it("MUST begin with what chi-square exceeds by chance", () => {
    assert.closeTo(quantile(0.05, 10), 18.307, 0.001)
    assert.closeTo(quantile(0.001, 1), 10.828, 0.001)
  })

  it("MUST know the gamma function", () => {
    assert.closeTo(lnGamma(5), Math.log(24), 1e-12)
    assert.closeTo(lnGamma(0.5), Math.log(Math.sqrt(Math.PI)), 1e-12)
    assert.closeTo(upperTail(1000, 2), Math.exp(-500), 1e-220)
  })
})
