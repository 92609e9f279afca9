import type { Feature, FeatureCollection, Polygon, Position } from "geojson"

/** The ring of a polygon around a pole, such as Antarctica's, ends this far from where it began. */
const isRoundPole = (first: Position, last: Position): boolean => Math.abs(last[0]! - first[0]!) > 180

/**
 * The outlines are drawn on a sphere: a ring that crosses the antimeridian jumps from 180 to -180 degrees, which a flat
 * map would draw as a line around the world. Here it continues beyond 180 degrees, and a ring around a pole is closed
 * along the map's edge.
 */
const unrolled = (ring: ReadonlyArray<Position>): Array<Position> => {
  const positions: Array<Position> = []
  let offset = 0
  for (const [longitude, latitude] of ring as ReadonlyArray<[number, number]>) {
    const before = positions.at(-1)?.[0] ?? longitude
    if (longitude + offset - before > 180) offset -= 360
    else if (longitude + offset - before < -180) offset += 360
    positions.push([longitude + offset, latitude])
  }
  const [first, last] = [positions[0]!, positions.at(-1)!]
  if (isRoundPole(first, last)) {
    const edge = Math.sign(first[1]!) * 90
    positions.push([last[0]!, edge], [first[0]!, edge], first)
  }
  return positions
}

const unrolledPolygon = (rings: Polygon["coordinates"]): Polygon["coordinates"] => rings.map((ring) => unrolled(ring))

const unrolledFeature = (feature: Feature): Feature => {
  const { geometry } = feature
  switch (geometry.type) {
    case "Polygon":
      return { ...feature, geometry: { ...geometry, coordinates: unrolledPolygon(geometry.coordinates) } }
    case "MultiPolygon":
      return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map(unrolledPolygon) } }
    default:
      return feature
  }
}

/** Converts areas on a sphere for a flat map. */
export const flattened = (areas: FeatureCollection): FeatureCollection => ({
  ...areas,
  features: areas.features.map(unrolledFeature)
})
