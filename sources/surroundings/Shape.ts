import { cutIntoSlabs, type Slabs } from "./Slabs.ts"

/** The relation of a point to an area. */
export const side = { outside: 0, inside: 1, edge: 2 } as const

/** A closed line: its last point is its first. Integers of 10⁻⁷ degrees. */
export interface Ring {
  readonly lons: Int32Array
  readonly lats: Int32Array
  /** Whether it encloses a hole. */
  readonly inner: boolean
}

/** Shapes with more edges than this are cut into slabs after several queries. */
const fewEdges = 64
const fewQuestions = 4

/**
 * An area bounded by rings, by the even-odd rule: it does not matter which ring is a hole of which. The arithmetic is
 * exact for shapes up to six degrees wide, so that a point on an edge is recognized as such: entrances are nodes of
 * their building's outline. It reads typed arrays and allocates nothing, because a country takes some ten million
 * queries.
 */
export class Shape {
  readonly minLon: number
  readonly minLat: number
  readonly maxLon: number
  readonly maxLat: number
  readonly rings: ReadonlyArray<Ring>
  /** The points of all rings, one after another. */
  private readonly lons: Int32Array
  private readonly lats: Int32Array
  /** Indexes of points that no edge starts from: the last of each ring; undefined if there is one ring. */
  private readonly lasts: ReadonlySet<number> | undefined
  private slabs: Slabs | undefined
  private questions = 0
  /** Edges that the last query looked at. */
  looked = 0

  constructor(rings: ReadonlyArray<Ring>) {
    this.rings = rings
    const length = rings.reduce((sum, ring) => sum + ring.lons.length, 0)
    this.lons = rings.length === 1 ? rings[0]!.lons : new Int32Array(length)
    this.lats = rings.length === 1 ? rings[0]!.lats : new Int32Array(length)
    const lasts = rings.length > 1 ? new Set<number>() : undefined
    let at = 0
    for (const ring of rings) {
      if (rings.length > 1) {
        this.lons.set(ring.lons, at)
        this.lats.set(ring.lats, at)
      }
      at += ring.lons.length
      lasts?.add(at - 1)
    }
    this.lasts = lasts
    let [minLon, minLat, maxLon, maxLat] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = 0; i < length; i++) {
      const lon = this.lons[i]!
      const lat = this.lats[i]!
      if (lon < minLon) minLon = lon
      if (lon > maxLon) maxLon = lon
      if (lat < minLat) minLat = lat
      if (lat > maxLat) maxLat = lat
    }
    this.minLon = minLon
    this.minLat = minLat
    this.maxLon = maxLon
    this.maxLat = maxLat
  }

  /** Of `side`. */
  locate(lon: number, lat: number): number {
    this.looked = 0
    if (lon < this.minLon || lon > this.maxLon || lat < this.minLat || lat > this.maxLat) return side.outside
    const { lasts, lons } = this
    let inside = false
    if (lons.length <= fewEdges || (this.slabs === undefined && ++this.questions < fewQuestions)) {
      this.looked = lons.length
      for (let edge = 0; edge < lons.length - 1; edge++) {
        if (lasts?.has(edge) === true) continue
        const crossing = this.crosses(edge, lon, lat)
        if (crossing === side.edge) return side.edge
        if (crossing === side.inside) inside = !inside
      }
      return inside ? side.inside : side.outside
    }
    this.slabs ??= cutIntoSlabs(this.lats, this.lasts, this.minLat, this.maxLat)
    const { count, edges, height, starts } = this.slabs
    const slab = Math.min(count - 1, Math.floor((lat - this.minLat) / height))
    this.looked = starts[slab + 1]! - starts[slab]!
    for (let i = starts[slab]!; i < starts[slab + 1]!; i++) {
      const crossing = this.crosses(edges[i]!, lon, lat)
      if (crossing === side.edge) return side.edge
      if (crossing === side.inside) inside = !inside
    }
    return inside ? side.inside : side.outside
  }

  /**
   * Whether the edge from a point to the next crosses the ray from the given point to the east, or contains the point.
   */
  private crosses(edge: number, lon: number, lat: number): number {
    const lat1 = this.lats[edge]!
    const lat2 = this.lats[edge + 1]!
    if (lat1 > lat ? lat2 > lat : lat2 < lat && lat1 < lat) return side.outside
    const lon1 = this.lons[edge]!
    const lon2 = this.lons[edge + 1]!
    const cross = (lon2 - lon1) * (lat - lat1) - (lon - lon1) * (lat2 - lat1)
    if (cross === 0) return (lon1 < lon ? lon2 < lon : lon2 > lon && lon1 > lon) ? side.outside : side.edge
    if (lat1 > lat === lat2 > lat) return side.outside
    return cross > 0 === lat2 > lat1 ? side.inside : side.outside
  }

  /** Area in squares of 10⁻⁷ degrees, to compare nested shapes. */
  area(): number {
    return this.rings.reduce((sum, ring) => sum + (ring.inner ? -1 : 1) * Math.abs(signedArea(ring)), 0)
  }

  /**
   * A point within, always the same one: the centroid of the largest ring or, if that is outside, the middle of the
   * widest part.
   */
  pointWithin(): { readonly lon: number; readonly lat: number } {
    const areas = this.rings.map((ring) => Math.abs(signedArea(ring)))
    const largest = this.rings[areas.indexOf(areas.reduce((a, b) => Math.max(a, b)))]!
    const { lon, lat } = centroid(largest)
    if (this.locate(lon, lat) === side.inside) return { lon, lat }
    return this.middleOfWidest(lat) ?? { lon: largest.lons[0]!, lat: largest.lats[0]! }
  }

  private middleOfWidest(lat: number): { readonly lon: number; readonly lat: number } | undefined {
    // Half a step off, so that the line passes through no point of the outline.
    const at = lat + 0.5
    const crossings: Array<number> = []
    for (let edge = 0; edge < this.lats.length - 1; edge++) {
      if (this.lasts?.has(edge) === true) continue
      const [lat1, lat2] = [this.lats[edge]!, this.lats[edge + 1]!]
      if (lat1 > at === lat2 > at) continue
      const lon1 = this.lons[edge]!
      crossings.push(lon1 + ((this.lons[edge + 1]! - lon1) * (at - lat1)) / (lat2 - lat1))
    }
    crossings.sort((a, b) => a - b)
    let best: number | undefined
    let widest = 0
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const width = crossings[i + 1]! - crossings[i]!
      if (width <= widest) continue
      widest = width
      best = Math.round((crossings[i + 1]! + crossings[i]!) / 2)
    }
    return best === undefined ? undefined : { lon: best, lat }
  }
}

const signedArea = ({ lats, lons }: Ring): number => {
  let sum = 0
  const [lon0, lat0] = [lons[0]!, lats[0]!]
  for (let i = 0; i < lons.length - 1; i++) {
    sum += (lons[i]! - lon0) * (lats[i + 1]! - lat0) - (lons[i + 1]! - lon0) * (lats[i]! - lat0)
  }
  return sum / 2
}

const centroid = (ring: Ring): { readonly lon: number; readonly lat: number } => {
  const { lats, lons } = ring
  const [lon0, lat0] = [lons[0]!, lats[0]!]
  const area = signedArea(ring)
  if (area === 0) return { lon: lon0, lat: lat0 }
  let lon = 0
  let lat = 0
  for (let i = 0; i < lons.length - 1; i++) {
    const [x1, y1, x2, y2] = [lons[i]! - lon0, lats[i]! - lat0, lons[i + 1]! - lon0, lats[i + 1]! - lat0]
    const cross = x1 * y2 - x2 * y1
    lon += (x1 + x2) * cross
    lat += (y1 + y2) * cross
  }
  return { lon: Math.round(lon0 + lon / (6 * area)), lat: Math.round(lat0 + lat / (6 * area)) }
}
