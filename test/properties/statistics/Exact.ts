/**
 * The possible sums of squared counts of n draws over k equal cells, with their exact probabilities by the multinomial
 * distribution.
 */
export const sumsOfSquares = (n: number, k: number): ReadonlyMap<number, number> => {
  const logFactorial = [0]
  for (let i = 1; i <= n; i++) logFactorial.push(logFactorial[i - 1]! + Math.log(i))
  // For each number of draws used up so far: the sums reached, with their probabilities.
  let ways: ReadonlyArray<ReadonlyMap<number, number>> = Array.from({ length: n + 1 }, (_, used) =>
    used === 0 ? new Map([[0, 1]]) : new Map<number, number>()
  )
  for (let cell = 0; cell < k; cell++) {
    const next = Array.from({ length: n + 1 }, () => new Map<number, number>())
    for (const [used, sums] of ways.entries()) {
      for (const [sum, chance] of sums) {
        const left = n - used
        const cellsLeft = k - cell
        // Of the remaining draws, this cell gets c with the binomial probability for 1 / cellsLeft.
        const lowest = cellsLeft === 1 ? left : 0
        for (let c = lowest; c <= left; c++) {
          const log =
            cellsLeft === 1
              ? 0
              : logFactorial[left]! -
                logFactorial[c]! -
                logFactorial[left - c]! -
                c * Math.log(cellsLeft) +
                (left - c) * Math.log(1 - 1 / cellsLeft)
          const weight = chance * Math.exp(log)
          if (weight < 1e-18) continue
          const into = next[used + c]!
          into.set(sum + c * c, (into.get(sum + c * c) ?? 0) + weight)
        }
      }
    }
    ways = next
  }
  return ways[n]!
}
