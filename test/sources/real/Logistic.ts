/** An address by the numbers of its traits, and whether it is a home. */
export interface Example {
  readonly traits: ReadonlyArray<number>
  readonly isHome: boolean
  /** Its weight in the fit. */
  readonly weight: number
}

export interface Fitted {
  readonly intercept: number
  readonly weights: ReadonlyArray<number>
}

const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score))

export const scoreOf = ({ intercept, weights }: Fitted, traits: ReadonlyArray<number>): number =>
  traits.reduce((sum, trait) => sum + weights[trait]!, intercept)

/** Ridge logistic regression by Newton steps along single coordinates: deterministic for the same examples. */
export const fit = (examples: ReadonlyArray<Example>, traits: number, ridge: number, rounds = 60): Fitted => {
  const weights = Array.from({ length: traits }, () => 0)
  const scores = examples.map(() => 0)
  const having: ReadonlyArray<Array<number>> = Array.from({ length: traits }, () => [])
  examples.forEach((example, i) => example.traits.forEach((trait) => having[trait]!.push(i)))
  const all = examples.map((_, i) => i)
  let intercept = 0
  const step = (members: ReadonlyArray<number>, penalty: number): number => {
    let slope = -penalty
    let curve = 1e-9
    for (const i of members) {
      const { isHome, weight } = examples[i]!
      const p = sigmoid(scores[i]!)
      slope += weight * ((isHome ? 1 : 0) - p)
      curve += weight * p * (1 - p)
    }
    const change = Math.max(-1, Math.min(1, slope / (curve + ridge)))
    for (const i of members) scores[i]! += change
    return change
  }
  for (let round = 0; round < rounds; round++) {
    intercept += step(all, 0)
    for (let trait = 0; trait < traits; trait++) weights[trait]! += step(having[trait]!, ridge * weights[trait]!)
  }
  return { intercept, weights }
}
