import { countriesOf, inDegrees, type Known, likelyCountries, type Points, shareIn, swap, total } from "./Fit.ts"

/** Degrees of which whole numbers are multiples: 10,000ths of a degree to 100,000,000ths. */
const powers = [4, 5, 6, 7, 8]

/** Degrees that are written as whole numbers. */
export interface Multiplied {
  /** As degrees. */
  readonly points: Points
  /** By which power of ten they are multiplied. */
  readonly power: number
  /** Others by which they would lie in countries, too. */
  readonly others: ReadonlyArray<number>
}

/**
 * Degrees that are multiplied by a power of ten, as programs store them that have no fractions: 494105300 for 49.41053.
 * Undefined if none puts the points where they are likely to be; or into any country, if nothing says where that is and
 * the numbers are called degrees.
 */
export const multiplied = (
  points: Points,
  known: Pick<Known, "country" | "hints">,
  areCalledDegrees: boolean
): Multiplied | undefined => {
  if (points.length === 0 || !points.flat().every(Number.isInteger) || inDegrees(points)) return undefined
  const likely = likelyCountries(known)
  if (likely.length === 0 && !areCalledDegrees) return undefined
  const found = powers.flatMap((power) => {
    const degrees = points.map(([x, y]) => [x / 10 ** power, y / 10 ** power] as const)
    const share = Math.max(
      ...[degrees, swap(degrees)].map((turned) => {
        const countries = inDegrees(turned) ? countriesOf(turned) : new Map<string, number>()
        return likely.length === 0 ? total(countries) : shareIn(countries, likely)
      })
    )
    return share >= 0.8 ? [{ power, degrees }] : []
  })
  const [first, ...others] = found
  return first === undefined
    ? undefined
    : { points: first.degrees, power: first.power, others: others.map(({ power }) => power) }
}
