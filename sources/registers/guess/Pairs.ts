import { numberOf } from "../Figures.ts"
import type { Column } from "./Fields.ts"
import { inDegrees, isReal, type Points, swap } from "./Fit.ts"
import { wordsOf } from "./Names.ts"
import type { DegreesColumn } from "./WrittenDegrees.ts"

const stem = (name: string): string =>
  wordsOf(name)
    .filter(
      (word) =>
        !/^(?:x|y|e|n|lon|long|lng|longitude|lat|latitude|east|west|north|easting|northing|ost|nord)$/.test(word)
    )
    .join(" ")

export interface Pair {
  readonly x: DegreesColumn
  readonly y: DegreesColumn
  readonly score: number
  readonly degrees: boolean
}

export const pointsOf = (x: Column, y: Column): Points =>
  x.contents.values
    .map((value, row) => [numberOf(value), numberOf(y.contents.values[row] ?? "")] as const)
    .filter(isReal)

/** Minutes and seconds in columns beside the degrees, which are no coordinates of their own: `LAT_SEC`. */
const isFraction = ({ name }: Column): boolean =>
  wordsOf(name).some((word) => /^(?:min(?:ut\p{L}*|s)?|sec(?:onds?|s)?|seg(?:undos?)?|sek(?:unden?)?)$/u.test(word))

const isNumbers = (column: Column): boolean =>
  column.contents.filled > 0.2 && column.contents.numeric >= 0.95 && !isFraction(column)

/** How many columns may be the easting, or the northing. */
const mostAxes = 20

/** Pairs of columns that are coordinates according to their names, best first. */
export const namedPairs = (columns: ReadonlyArray<DegreesColumn>): ReadonlyArray<Pair> => {
  const numbers = columns.filter(isNumbers)
  const pairs: Array<Pair> = []
  const axis = (axis: "x" | "y") =>
    numbers
      .flatMap((column) => {
        const score = column.named.find(({ part }) => part === axis)?.score ?? 0
        return score < 0.5 ? [] : [{ column, score }]
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, mostAxes)
  const norths = axis("y")
  for (const { column: x, score: east } of axis("x")) {
    for (const { column: y, score: north } of norths) {
      if (y === x) continue
      const alike = stem(x.name) === stem(y.name) ? 0.6 : 0
      const near = Math.abs(x.index - y.index) === 1 ? 0.2 : 0
      const points = pointsOf(x, y)
      const degrees = inDegrees(points)
      pairs.push({ x, y, degrees, score: east + north + alike + near + (degrees ? 1 : 0) })
    }
  }
  return pairs.sort((one, other) => other.score - one.score)
}

/** Words of directions, in which names of coordinates differ. */
const directions: ReadonlyArray<readonly [east: RegExp, north: RegExp]> = [
  [/^(?:e$|east|est|ost|oest|oost|ita)/, /^(?:n$|nor|noord|pohjois)/],
  [/^(?:lon|lng|long|longitude|longitud)$/, /^(?:lat|latitude|latitud)$/],
  [/^x$/, /^y$/]
]

/** Whether the names say which of the two is the easting: x and y do not, because in some countries x is the northing. */
export const isDirected = ({ x, y }: Pair): boolean =>
  directions
    .slice(0, 2)
    .some(
      ([east, north]) =>
        wordsOf(x.name).some((word) => east.test(word)) && wordsOf(y.name).some((word) => north.test(word))
    )

/** Pairs of columns whose names differ only in a direction: `ITM_E` and `ITM_N`, `ykjx` and `ykjy`. */
export const directedPairs = (columns: ReadonlyArray<DegreesColumn>): ReadonlyArray<Pair> => {
  const numbers = columns.filter(isNumbers).slice(0, 4 * mostAxes)
  return numbers.flatMap((x) =>
    numbers.flatMap((y) =>
      areDirections(x.name, y.name) ? [{ x, y, degrees: inDegrees(pointsOf(x, y)), score: 1 }] : []
    )
  )
}

const areDirections = (one: string, other: string): boolean => {
  const [east, north] = [wordsOf(one), wordsOf(other)]
  const differing = east.flatMap((word, at) => (word === north[at] ? [] : [[word, north[at] ?? ""] as const]))
  const [first] = differing
  if (first === undefined || differing.length !== 1 || east.length !== north.length) return false
  const [x, y] = first
  if (directions.some(([a, b]) => a.test(x) && b.test(y) && (x.length > 2 || x.length === y.length))) return true
  return x.length > 1 && /x/.test(x) && x.replace("x", "y") === y
}

/** Large whole numbers in which rows differ, as those of grids do, and as keys do: a country has to vouch for them. */
const areMeters = (x: Column, y: Column, points: Points): boolean =>
  points.every(([a, b]) => Math.abs(a) > 10_000 && Math.abs(b) > 10_000 && Math.abs(a) < 1e8 && Math.abs(b) < 1e8) &&
  [x, y].every(({ contents }) => contents.distinct > 1 && contents.values.every((value) => !value.startsWith("0")))

/** Pairs of adjacent columns whose values alone look like coordinates. */
export const silentPairs = (columns: ReadonlyArray<DegreesColumn>, isKnown: boolean): ReadonlyArray<Pair> =>
  columns.flatMap((x, index) => {
    const y = columns[index + 1]
    if (y === undefined || !isNumbers(x) || !isNumbers(y)) return []
    const points = pointsOf(x, y)
    const decimals = points.filter(([a, b]) => !Number.isInteger(a) && !Number.isInteger(b)).length
    if (decimals < points.length * 0.6) {
      return isKnown && areMeters(x, y, points) ? [{ x, y, degrees: false, score: 0.5 }] : []
    }
    const degrees = inDegrees(points) || inDegrees(swap(points))
    const large = points.every(([a, b]) => Math.abs(a) > 1000 && Math.abs(b) > 1000)
    return degrees || large ? [{ x, y, degrees, score: degrees ? 1 : 0.8 }] : []
  })

/** Whether names say that the numbers are degrees. */
export const areCalledDegrees = ({ x, y }: Pair): boolean =>
  [x, y].every(({ named }) => named.some(({ degrees = false, score }) => degrees && score >= 0.8))
