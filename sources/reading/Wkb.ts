import { longestOutline } from "./Limits.ts"
import { type Drawn, type Point, positionOf } from "./Position.ts"

/** A closed line of a polygon. */
export interface WkbRing {
  /** Positions, one after another: x, y, x, y … */
  readonly line: Float64Array
  /** Whether it encloses a hole: true for every ring of a polygon but the first. */
  readonly inner: boolean
}

/** Dimensions by the thousands digit of a geometry's type, as in ISO 13249-3: none, Z, M, ZM. */
const dimensions = [2, 3, 3, 4]

/** Types of geometries whose parts are not geometries themselves. */
const plainTypes = { point: 1, line: 2, polygon: 3, circularString: 8, triangle: 17 } as const

/** Geometries of parts with a head each; of a curve polygon, the parts are its rings. */
const compoundCurve = 9
const collections = new Set([4, 5, 6, 7, 10, 11, 12, 15, 16])

/** How deep geometries lie in others: a collection of surfaces of curve polygons of compound curves. */
const deepestGeometry = 8

/** What a geometry consists of. */
interface Found {
  point: Point | undefined
  readonly lines: Array<WkbRing>
}

const nothing = (): Found => ({ point: undefined, lines: [] })

/** Reads well-known binary, in either byte order, including PostGIS's flags for Z, M and a reference system. */
class WkbCursor {
  private readonly view: DataView
  private at = 0
  private little = true

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.view.byteLength
  }

  private count(): number {
    this.at += 4
    return this.view.getUint32(this.at - 4, this.little)
  }

  /** The type of the geometry that begins here, its dimensions, and its reference system's number, if it states one. */
  head(): { readonly type: number; readonly width: number; readonly srid: number | undefined } {
    this.little = this.view.getUint8(this.at++) === 1
    const code = this.count()
    const srid = (code & 0x20000000) === 0 ? undefined : this.count()
    const extra = ((code & 0x80000000) === 0 ? 0 : 1) + ((code & 0x40000000) === 0 ? 0 : 1)
    const plain = code & 0x0fffffff
    return { type: plain % 1000, width: (dimensions[Math.floor(plain / 1000)] ?? 2) + extra, srid }
  }

  /** Adds the parts of the geometry that begins here. Arcs are taken for the lines between their points. */
  geometry(into: Found, depth = 0): void {
    const { type, width } = this.head()
    if (type === plainTypes.point) {
      const point = this.position(width)
      if (point.every(Number.isFinite)) into.point ??= point
    } else if (type === plainTypes.line || type === plainTypes.circularString) {
      into.lines.push({ line: this.line(width), inner: false })
    } else if (type === plainTypes.polygon || type === plainTypes.triangle) {
      const rings = this.count()
      for (let ring = 0; ring < rings; ring++) into.lines.push({ line: this.line(width), inner: ring > 0 })
    } else if ((type === compoundCurve || collections.has(type)) && depth < deepestGeometry) {
      const parts = type === compoundCurve ? nothing() : into
      const count = this.count()
      for (let part = 0; part < count; part++) this.geometry(parts, depth + 1)
      if (parts === into) return
      into.lines.push({ line: Float64Array.from(parts.lines.flatMap(({ line }) => Array.from(line))), inner: false })
    } else throw new RangeError("no geometry, or one too deep")
  }

  private position(width: number): Point {
    const x = this.view.getFloat64(this.at, this.little)
    const y = this.view.getFloat64(this.at + 8, this.little)
    this.at += width * 8
    return [x, y]
  }

  private line(width: number): Float64Array {
    const points = this.count()
    if (points * width * 8 > this.view.byteLength) throw new RangeError("more points than bytes")
    const line = new Float64Array(points * 2)
    for (let point = 0; point < points; point++) line.set(this.position(width), point * 2)
    return line
  }
}

const attempt = <A>(value: unknown, read: (cursor: WkbCursor) => A | undefined): A | undefined => {
  if (!(value instanceof Uint8Array)) return undefined
  try {
    return read(new WkbCursor(value))
  } catch {
    return undefined
  }
}

/** Nothing in what is larger than any home's outline: rings without a point take fifty times their bytes. */
const foundIn = (value: unknown): Found | undefined =>
  attempt(value, (cursor) => {
    if (cursor.length > longestOutline) return undefined
    const found = nothing()
    cursor.geometry(found)
    return found
  })

const drawnOfWkb = (value: unknown): Drawn | undefined => {
  const found = foundIn(value)
  return found && { point: found.point, lines: found.lines.map(({ line }) => line) }
}

/** The position of a geometry, as of `positionOf`; undefined for damaged bytes, too. */
export const positionOfWkb = (value: unknown): Point | undefined => positionOf(drawnOfWkb(value) ?? {})

/** Well-known binary as databases export it into text: two digits a byte. Undefined for any other text. */
const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^(?:\\x)?(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text.replace(/^\\x/, ""), "hex") : undefined

/** A geometry in hexadecimal well-known binary; undefined if it is none, or damaged. */
export const drawnOfHex = (text: string): Drawn | undefined => drawnOfWkb(bytesOfHex(text))

/** The number of the reference system that hexadecimal well-known binary states, as PostGIS writes it. */
export const sridOfHex = (text: string): number | undefined => attempt(bytesOfHex(text), (cursor) => cursor.head().srid)

/** The lines of a geometry with the rings of its polygons; undefined for damaged bytes. */
export const ringsOfWkb = (value: unknown): ReadonlyArray<WkbRing> | undefined => foundIn(value)?.lines
