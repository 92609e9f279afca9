import { countryCodes, isCountryCode } from "../../schemas/CountryCodes.ts"
import { onFirstUse } from "../../schemas/Memoized.ts"
import { countryCoder } from "../../sources/surroundings/CountryBorders.ts"

type Ring = ReadonlyArray<ReadonlyArray<number>>
/** Outer ring and holes, as in GeoJSON; several of these form a multipolygon. */
type Polygon = ReadonlyArray<Ring>

/** An area on the map, in degrees. */
export interface Area {
  readonly polygons: ReadonlyArray<Polygon>
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const makeArea = (polygons: ReadonlyArray<Polygon>): Area => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [outer = []] of polygons) {
    for (const [lon = 0, lat = 0] of outer) {
      west = Math.min(west, lon)
      east = Math.max(east, lon)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
  }
  return { polygons, west, south, east, north }
}

const inRing = (ring: Ring, lon: number, lat: number): boolean => {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x1 = 0, y1 = 0] = ring[i]!
    const [x2 = 0, y2 = 0] = ring[j]!
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

const holds = ({ east, north, polygons, south, west }: Area, lon: number, lat: number): boolean =>
  lon >= west &&
  lon <= east &&
  lat >= south &&
  lat <= north &&
  polygons.some((rings) => rings.reduce((inside, ring) => inside !== inRing(ring, lon, lat), false))

interface Point {
  readonly lon: number
  readonly lat: number
  /** Square degrees that it represents, corrected towards the poles. */
  readonly weight: number
}

/** Points per side of the grid laid over each piece. */
const perSide = 9

/** Points all over an area, some in each piece, however small. */
export const pointsOf = ({ polygons }: Area): ReadonlyArray<Point> =>
  polygons.flatMap((polygon) => {
    const piece = makeArea([polygon])
    const [width, height] = [(piece.east - piece.west) / perSide, (piece.north - piece.south) / perSide]
    return Array.from({ length: perSide * perSide }, (_, index): Point => {
      const lon = piece.west + width * ((index % perSide) + 0.5)
      const lat = piece.south + height * (Math.floor(index / perSide) + 0.5)
      return { lon, lat, weight: width * height * Math.cos((lat * Math.PI) / 180) }
    }).filter(({ lat, lon }) => holds(piece, lon, lat))
  })

/** A country's area, as points. */
export interface CountryPoints {
  readonly area: Area
  readonly points: ReadonlyArray<Point>
  readonly weight: number
}

/** Share of a country that is within an area. */
export const shareWithin = (area: Area, { area: country, points, weight }: CountryPoints): number => {
  const isApart =
    country.west > area.east || country.east < area.west || country.south > area.north || country.north < area.south
  if (isApart || weight === 0) return 0
  return points.reduce((sum, point) => sum + (holds(area, point.lon, point.lat) ? point.weight : 0), 0) / weight
}

const ringSize = (ring: Ring): number => {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x1 = 0, y1 = 0] = ring[i]!
    const [x2 = 0, y2 = 0] = ring[j]!
    sum += x2 * y1 - x1 * y2
  }
  return Math.abs(sum) / 2
}

/** Square degrees, for comparisons. */
export const sizeOf = ({ polygons }: Area): number => polygons.reduce((sum, [outer = []]) => sum + ringSize(outer), 0)

/** A country without territories that have their own codes: Réunion does not belong to France here. */
const areaOfCountry = (code: string): Area => {
  const coder = countryCoder()
  const own = coder.featuresIn(code).filter(({ properties: { iso1A2 } }) => {
    return iso1A2 === undefined || iso1A2 === null || iso1A2 === code || !isCountryCode(iso1A2)
  })
  return makeArea(
    own.flatMap(({ geometry }) => (geometry?.type === "MultiPolygon" ? (geometry.coordinates as Array<Polygon>) : []))
  )
}

/** Every country of ISO 3166-1, by code. */
export const countryPoints = onFirstUse(
  (): ReadonlyMap<string, CountryPoints> =>
    new Map(
      countryCodes.map((code) => {
        const area = areaOfCountry(code)
        const points = pointsOf(area)
        return [code, { area, points, weight: points.reduce((sum, { weight }) => sum + weight, 0) }]
      })
    )
)
