import type { Area } from "../../../schemas/admin/Suppressions.ts"
import { greatCircle, metresPerDegree, type Position, radians } from "../../../schemas/Earth.ts"

/** Areas on the Earth as given: a circle, or GeoJSON polygons, whose edges are straight in degrees. */

interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

type Ring = ReadonlyArray<Position>

const ringsOf = (area: Exclude<Area, { readonly type: "Circle" }>): ReadonlyArray<ReadonlyArray<Ring>> =>
  area.type === "Polygon" ? [area.coordinates] : area.coordinates

/** A ray to the east crosses the ring an odd number of times. */
const isWithin = (ring: Ring, longitude: number, latitude: number): boolean => {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[x, y], [a, b]] = [ring[i]!, ring[j]!]
    if (y > latitude !== b > latitude && longitude < ((a - x) * (latitude - y)) / (b - y) + x) inside = !inside
  }
  return inside
}

/** Whether a position is in the area, and not in one of its holes. */
export const contains = (area: Area, longitude: number, latitude: number): boolean =>
  area.type === "Circle"
    ? greatCircle(area.center, { longitude, latitude }) <= area.radius
    : ringsOf(area).some(
        ([outer, ...holes]) =>
          outer !== undefined &&
          isWithin(outer, longitude, latitude) &&
          !holes.some((hole) => isWithin(hole, longitude, latitude))
      )

/** A box that contains the area. A circle around a pole or across the 180th meridian has a box of all longitudes. */
export const boxOf = (area: Area): Box => {
  if (area.type !== "Circle") {
    const points = ringsOf(area).flat(2)
    const [longitudes, latitudes] = [points.map(([longitude]) => longitude), points.map(([, latitude]) => latitude)]
    const least = (values: ReadonlyArray<number>) => values.reduce((a, b) => Math.min(a, b), Infinity)
    const most = (values: ReadonlyArray<number>) => values.reduce((a, b) => Math.max(a, b), -Infinity)
    return { south: least(latitudes), north: most(latitudes), west: least(longitudes), east: most(longitudes) }
  }
  const { latitude, longitude } = area.center
  const north = area.radius / metresPerDegree + 1e-6
  const furthest = Math.min(90, Math.abs(latitude) + north)
  const east = furthest >= 89.9 ? 360 : north / Math.cos(radians(furthest))
  const wraps = longitude - east < -180 || longitude + east > 180
  return {
    south: latitude - north,
    north: latitude + north,
    west: wraps ? -180 : longitude - east,
    east: wraps ? 180 : longitude + east
  }
}
