/**
 * The regularized incomplete gamma function by its series and its continued fraction, as in W. H. Press et al.,
 * "Numerical Recipes" (3rd ed.), 6.1 and 6.2. Of the maintained libraries, jstat and simple-statistics have only lower
 * tails, which say nothing below 1e-16; @stdlib's upper tail comes with 60 packages.
 */

const coefficients = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7
] as const

/** ln Γ(x) for x > 0: Lanczos' approximation with g = 7, n = 9; accurate to about 15 digits. */
export const lnGamma = (x: number): number => {
  const [first, ...rest] = coefficients
  const base = x - 1
  const sum = rest.reduce((total, coefficient, i) => total + coefficient / (base + i + 1), first as number)
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

/** The probability that a gamma variable of shape a exceeds x: Q(a, x). */
export const upperGamma = (a: number, x: number): number => {
  if (x <= 0) return 1
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x)
}

/** The probability that a gamma variable of shape a is at most x: P(a, x). */
export const lowerGamma = (a: number, x: number): number => {
  if (x <= 0) return 0
  return x < a + 1 ? lowerSeries(a, x) : 1 - upperFraction(a, x)
}

/** The probability of at least this many events when `mean` are expected. */
export const poissonUpper = (events: number, mean: number): number => (events <= 0 ? 1 : lowerGamma(events, mean))

/** The probability of at most this many events. */
export const poissonLower = (events: number, mean: number): number => upperGamma(events + 1, mean)
