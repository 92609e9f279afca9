/**
 * The chi-square test of whether counts come from equal chances. After W. H. Press et al., "Numerical Recipes" (3rd ed.),
 * 6.1 and 6.2: the regularized incomplete gamma function by its series and its continued fraction.
 */

/** ln Γ(x) for x > 0: Lanczos' approximation with g = 7, n = 9; accurate to about 15 digits. */
const lnGamma = (x: number): number => {
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7
  ]
  const [first = 0, ...rest] = coefficients
  const base = x - 1
  const sum = rest.reduce((total, coefficient, i) => total + coefficient / (base + i + 1), first)
  const t = base + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(t) - t + Math.log(sum)
}

const lowerSeries = (a: number, x: number): number => {
  let term = 1 / a
  let sum = term
  for (let n = a + 1; Math.abs(term) > Math.abs(sum) * 1e-15; n++) {
    term *= x / n
    sum += term
  }
  return sum * Math.exp(-x + a * Math.log(x) - lnGamma(a))
}

const upperFraction = (a: number, x: number): number => {
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let h = d
  for (let i = 1, delta = 0; Math.abs(delta - 1) > 1e-15 && i < 100_000; i++) {
    const an = -i * (i - a)
    b += 2
    d = an * d + b
    if (Math.abs(d) < tiny) d = tiny
    c = b + an / c
    if (Math.abs(c) < tiny) c = tiny
    d = 1 / d
    delta = d * c
    h *= delta
  }
  return Math.exp(-x + a * Math.log(x) - lnGamma(a)) * h
}

/** The chance that chi-square with so many degrees of freedom is at least `value`. */
export const upperTail = (value: number, degrees: number): number => {
  const a = degrees / 2
  const x = value / 2
  if (x <= 0) return 1
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x)
}

/** Chi-square of counts against equal expectations. */
export const chiSquare = (counts: ReadonlyArray<number>): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2, 0) / expected
}

/** The chance that equal chances give exactly these counts: the multinomial distribution at this point. */
export const chanceOfCounts = (counts: ReadonlyArray<number>): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const ways = counts.reduce((sum, count) => sum - lnGamma(count + 1), lnGamma(total + 1))
  return Math.exp(ways - total * Math.log(counts.length))
}
