import { type Found, isClosed } from "./Outlines.ts"
import { type Ring, Shape } from "../surroundings/Shape.ts"

/** A way of a relation, with its nodes' IDs and positions. */
export interface Line {
  readonly refs: ArrayLike<number>
  readonly lons: Int32Array
  readonly lats: Int32Array
}

const join = (parts: ReadonlyArray<readonly [line: Line, reversed: boolean]>, inner: boolean): Ring => {
  const length = parts.reduce((sum, [line]) => sum + line.refs.length - 1, 1)
  const lons = new Int32Array(length)
  const lats = new Int32Array(length)
  let at = 0
  for (const [line, reversed] of parts) {
    const last = line.refs.length - 1
    for (let i = 0; i <= last; i++) {
      lons[at + i] = line.lons[reversed ? last - i : i]!
      lats[at + i] = line.lats[reversed ? last - i : i]!
    }
    at += last
  }
  return { lons, lats, inner }
}

interface Rings {
  readonly rings: ReadonlyArray<Ring>
  /** Whether every line is part of a ring. */
  readonly complete: boolean
}

/** Lines by the nodes at their ends, in reverse. */
const endsOf = (lines: ReadonlyArray<Line>): Map<number, Array<Line>> => {
  const ends = new Map<number, Array<Line>>()
  for (const line of lines.toReversed()) {
    for (const end of [line.refs[0]!, line.refs[line.refs.length - 1]!]) {
      const there = ends.get(end)
      if (there === undefined) ends.set(end, [line])
      else there.push(line)
    }
  }
  return ends
}

/** The first line at a node that is not used. Used ones are dropped, so that no search meets them again. */
const unusedAt = (ends: Map<number, Array<Line>>, end: number, used: ReadonlySet<Line>): Line | undefined => {
  const there = ends.get(end) ?? []
  while (there.length > 0 && used.has(there[there.length - 1]!)) there.pop()
  return there[there.length - 1]
}

/**
 * The rings that lines form end to end. Lines that do not close, as at the edge of an extract, form none: half a
 * boundary encloses nothing. If rings touch, it makes no difference to the area which line belongs to which ring.
 */
const ringsOf = (lines: ReadonlyArray<Line>, inner: boolean): Rings => {
  const rings: Array<Ring> = []
  let complete = true
  const open = lines.filter((line) => line.refs.length > 1 && !isClosed(line.refs))
  for (const line of lines) if (isClosed(line.refs)) rings.push({ lons: line.lons, lats: line.lats, inner })
  const ends = endsOf(open)
  const used = new Set<Line>()
  for (const first of open) {
    if (used.has(first)) continue
    const start = first.refs[0]!
    const parts: Array<readonly [Line, boolean]> = []
    let next: Line | undefined = first
    let end = start
    while (next !== undefined) {
      used.add(next)
      const reversed: boolean = next.refs[0] !== end
      parts.push([next, reversed])
      end = reversed ? next.refs[0]! : next.refs[next.refs.length - 1]!
      next = end === start ? undefined : unusedAt(ends, end, used)
    }
    const ring = end === start ? join(parts, inner) : undefined
    if (ring !== undefined && ring.lons.length > 3) rings.push(ring)
    else complete = false
  }
  return { rings, complete }
}

/** An area of a relation. */
export interface Assembled {
  readonly shape: Shape
  /** Whether it is complete; else it is the part of the area whose rings close. */
  readonly complete: boolean
}

/**
 * The area enclosed by a relation's outer and inner ways, as far as they close; undefined if no outer ring does.
 * `undefined` among the lines is a way that the extract lacks, in whole or in part.
 */
export const assemble = (
  outer: ReadonlyArray<Line | undefined>,
  inner: ReadonlyArray<Line | undefined>
): Assembled | undefined => {
  const there = (lines: ReadonlyArray<Line | undefined>) => lines.filter((line) => line !== undefined)
  const outside = ringsOf(there(outer), false)
  if (outside.rings.length === 0) return undefined
  const inside = ringsOf(there(inner), true)
  return {
    shape: new Shape([...outside.rings, ...inside.rings]),
    complete: outside.complete && inside.complete && !outer.includes(undefined) && !inner.includes(undefined)
  }
}

/** The area within a single way, if it is complete and closed. */
export const shapeOfWay = ({ found, isClosed, lats, lons }: Found): Shape | undefined =>
  isClosed && found === lons.length ? new Shape([{ lons, lats, inner: false }]) : undefined
