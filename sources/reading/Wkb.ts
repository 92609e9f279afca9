/** A closed line of a polygon. */
export interface WkbRing {
  /** Positions, one after another: x, y, x, y … */
  readonly line: Float64Array
  /** Whether it encloses a hole: true for every ring of a polygon but the first. */
  readonly inner: boolean
}

/** Dimensions by the thousands digit of a geometry's type, as in ISO 13249-3: none, Z, M, ZM. */
const dimensions = [2, 3, 3, 4]

const types = { point: 1, polygon: 3, multiPoint: 4, multiPolygon: 6 } as const

/** Reads well-known binary, in either byte order, including PostGIS's flags for Z, M and a reference system. */
class WkbCursor {
  private readonly view: DataView
  private at = 0
  private little = true

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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

  /** The first of several points. */
  first(): readonly [number, number] | undefined {
    return this.count() === 0 ? undefined : this.position(this.head().width)
  }

  position(width: number): readonly [number, number] {
    const x = this.view.getFloat64(this.at, this.little)
    const y = this.view.getFloat64(this.at + 8, this.little)
    this.at += width * 8
    return [x, y]
  }

  rings(width: number, into: Array<WkbRing>): void {
    const rings = this.count()
    for (let ring = 0; ring < rings; ring++) {
      const points = this.count()
      if (points * width * 8 > this.view.byteLength) throw new RangeError("more points than bytes")
      const line = new Float64Array(points * 2)
      for (let point = 0; point < points; point++) line.set(this.position(width), point * 2)
      into.push({ line, inner: ring > 0 })
    }
  }

  polygons(into: Array<WkbRing>): void {
    const polygons = this.count()
    for (let polygon = 0; polygon < polygons; polygon++) this.rings(this.head().width, into)
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

/** The position of a point, or the first of several; undefined for other geometries, an empty one, and damaged bytes. */
export const pointOfWkb = (value: unknown): readonly [number, number] | undefined =>
  attempt(value, (cursor) => {
    const { type, width } = cursor.head()
    const position =
      type === types.point ? cursor.position(width) : type === types.multiPoint ? cursor.first() : undefined
    return position !== undefined && position.every(Number.isFinite) ? position : undefined
  })

/** Well-known binary as databases export it into text: two digits a byte. Undefined for any other text. */
const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^(?:\\x)?(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text.replace(/^\\x/, ""), "hex") : undefined

/** The position of a point in hexadecimal well-known binary. */
export const pointOfHex = (text: string) => pointOfWkb(bytesOfHex(text))

/** The number of the reference system that hexadecimal well-known binary states, as PostGIS writes it. */
export const sridOfHex = (text: string): number | undefined => attempt(bytesOfHex(text), (cursor) => cursor.head().srid)

/** The rings of a polygon, or of every polygon of several; undefined for other geometries, and damaged bytes. */
export const ringsOfWkb = (value: unknown): ReadonlyArray<WkbRing> | undefined =>
  attempt(value, (cursor) => {
    const { type, width } = cursor.head()
    const rings: Array<WkbRing> = []
    if (type === types.polygon) cursor.rings(width, rings)
    else if (type === types.multiPolygon) cursor.polygons(rings)
    else return undefined
    return rings
  })
