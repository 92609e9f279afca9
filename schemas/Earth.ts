import type { Coordinates } from "./Address.ts"

/** Metres of the Earth's mean radius (IUGG), rounded to decimetres. */
export const earthRadius = 6_371_008.8

/** Metres of a degree of latitude, and of a degree of longitude at the equator, on a sphere of the mean radius. */
export const metresPerDegree = 111_195

export const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Degrees of WGS 84, in the order of GeoJSON. */
export type Position = readonly [longitude: number, latitude: number]

/** Distance along a great circle in metres (haversine), between positions in degrees. */
export const greatCircle = (one: Coordinates, other: Coordinates): number => {
  const half =
    Math.sin(radians(other.latitude - one.latitude) / 2) ** 2 +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The way from one position to another in metres, as on a plane: for distances of a few kilometres. */
export const offset = (from: Coordinates, to: Coordinates): { readonly east: number; readonly north: number } => ({
  north: (to.latitude - from.latitude) * metresPerDegree,
  east: (to.longitude - from.longitude) * metresPerDegree * Math.cos(radians(from.latitude))
})

/** The length of {@link offset} in metres. */
export const planeDistance = (from: Coordinates, to: Coordinates): number => {
  const { east, north } = offset(from, to)
  return Math.hypot(east, north)
}
