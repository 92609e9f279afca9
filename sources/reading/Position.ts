import { Shape } from "../surroundings/Shape.ts"

/** Two numbers as a file has them: x and y, usually longitude and latitude. */
export type Point = readonly [number, number]

/** The positions of a line or ring, one after another: x, y, x, y … */
export type Line = ArrayLike<number>

/** What readers find in a geometry of any format. */
export interface Drawn {
  /** A point of it, if it has any. */
  readonly point?: Point | undefined
  /** Its lines. Those that end where they begin are rings: outlines of areas and of holes in them. */
  readonly lines?: ReadonlyArray<Line>
}

/** The most extent that the geometry of one address has: what is larger is no house, and a point of it may be far from it. */
const largest = { degrees: 0.05, units: 10_000 }

/** Numbers that may be degrees, with longitudes that go on beyond the antimeridian. */
const mostDegrees = 360

/** Steps of a box in which a point is looked for: few enough for exact arithmetic. */
const steps = 2 ** 23

interface Span {
  readonly least: number
  readonly extent: number
}

const spanOf = (lines: ReadonlyArray<Line>, axis: 0 | 1): Span => {
  let [least, most] = [Infinity, -Infinity]
  for (const line of lines) {
    for (let at = axis; at < line.length; at += 2) {
      least = Math.min(least, line[at]!)
      most = Math.max(most, line[at]!)
    }
  }
  return { least, extent: most - least }
}

/** Lines of degrees on both sides of the antimeridian, side by side. */
const joined = (lines: ReadonlyArray<Line>, axis: 0 | 1): ReadonlyArray<Line> =>
  spanOf(lines, axis).extent <= 180
    ? lines
    : lines.map((line) =>
        Float64Array.from(line, (value, at) => (at % 2 === axis && value < 0 ? value + mostDegrees : value))
      )

const isClosed = (line: Line): boolean => line[0] === line[line.length - 2] && line[1] === line[line.length - 1]

/** Whether a line encloses an area, as the outline of a triangle or more, and not of a single point. */
const isRing = (line: Line): boolean =>
  line.length >= 8 && isClosed(line) && Array.from(line).some((value, at) => value !== line[at % 2])

/** A ring, ended where it began: some programs leave that out. */
export const closed = (line: ReadonlyArray<number>): ReadonlyArray<number> =>
  isClosed(line) || line.length < 6 ? line : [...line, line[0]!, line[1]!]

const inRings = (rings: ReadonlyArray<Line>, x: Span, y: Span): Point => {
  const step = Math.max(x.extent, y.extent) / steps
  const shape = new Shape(
    rings.map((line) => {
      const whole = (axis: 0 | 1, { least }: Span) =>
        Int32Array.from({ length: line.length / 2 }, (_, at) => Math.round((line[at * 2 + axis]! - least) / step))
      return { lons: whole(0, x), lats: whole(1, y), inner: false }
    })
  )
  const { lat, lon } = shape.pointWithin()
  return [x.least + lon * step, y.least + lat * step]
}

const lengthOf = (line: Line): number => {
  let sum = 0
  for (let at = 2; at < line.length; at += 2)
    sum += Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!)
  return sum
}

const longestOf = (lines: ReadonlyArray<Line>): Line => {
  const lengths = lines.map(lengthOf)
  return lines[lengths.indexOf(lengths.reduce((one, other) => Math.max(one, other)))]!
}

/** The point halfway along a line. */
const halfway = (line: Line): Point => {
  let left = lengthOf(line) / 2
  for (let at = 2; at < line.length; at += 2) {
    const [x, y] = [line[at - 2]!, line[at - 1]!]
    const [dx, dy] = [line[at]! - x, line[at + 1]! - y]
    const length = Math.hypot(dx, dy)
    if (length > 0 && left <= length) return [x + (dx * left) / length, y + (dy * left) / length]
    left -= length
  }
  return [line[0]!, line[1]!]
}

const isFinitePoint = (point: Point | undefined): point is Point => point?.every(Number.isFinite) === true

/**
 * The one position of a geometry, in its own numbers: its point; or else a point within its areas, never in a hole or
 * outside; or else the middle of its longest line. Undefined if it is empty, damaged, or larger than a home's
 * surroundings (0.05 degrees, or 10,000 units of a projection).
 */
export const positionOf = ({ lines = [], point }: Drawn): Point | undefined => {
  if (isFinitePoint(point)) return point
  const rings = lines.filter(isRing)
  const some = rings.length > 0 ? rings : lines.filter((line) => line.length >= 4)
  const plain = [spanOf(some, 0), spanOf(some, 1)] as const
  // An extent is not finite if one of its numbers is not.
  if (some.length === 0 || !plain.every(({ extent }) => Number.isFinite(extent))) return undefined
  const isInDegrees = plain.every(({ extent, least }) => least >= -mostDegrees && least + extent <= mostDegrees)
  const drawn = isInDegrees ? joined(joined(some, 0), 1) : some
  const [x, y] = [spanOf(drawn, 0), spanOf(drawn, 1)]
  const extent = Math.max(x.extent, y.extent)
  if (extent === 0 || extent > (isInDegrees ? largest.degrees : largest.units)) return undefined
  const isArea = rings.length > 0 && x.extent > 0 && y.extent > 0
  const found = isArea ? inRings(drawn, x, y) : halfway(longestOf(drawn))
  // Steps of a centimeter and a millimeter, so that equal outlines have equal points.
  const perUnit = isInDegrees ? 1e7 : 1e3
  return found.map((value) => {
    const within = isInDegrees && Math.abs(value) > 180 ? value - Math.sign(value) * mostDegrees : value
    return Math.round(within * perUnit) / perUnit
  }) as [number, number]
}
