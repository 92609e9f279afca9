import { countryCoder } from "../surroundings/CountryBorders.ts"
import type { BoundingBox } from "./Area.ts"

/** Degrees added around the coarse borders: addresses on islands and piers lie beyond them. */
const margin = 0.5

const clamp = (value: number, most: number): number => Math.min(Math.max(value, -most), most)

const boxOf = (ring: ReadonlyArray<ReadonlyArray<number>>): BoundingBox => {
  const [west, south, east, north] = [Math.min, Math.min, Math.max, Math.max].map((choose, index) =>
    choose(...ring.map((position) => position[index % 2]!))
  )
  return [
    clamp(west! - margin, 180),
    clamp(south! - margin, 90),
    clamp(east! + margin, 180),
    clamp(north! + margin, 90)
  ]
}

/**
 * Boxes that contain all of a country and its territories, one for each piece: between mainland France and Réunion
 * there is nothing to read. None if the country's borders are unknown. The borders are loaded on first use.
 */
export const boxesOf = (country: string): ReadonlyArray<BoundingBox> => {
  const geometry = countryCoder().aggregateFeature(country)?.geometry
  return geometry?.type === "MultiPolygon" ? geometry.coordinates.map(([ring = []]) => boxOf(ring)) : []
}

/** Whether two boxes intersect; both may cross the antimeridian. */
export const meet = (a: BoundingBox, b: BoundingBox): boolean =>
  a[1] <= b[3] &&
  a[3] >= b[1] &&
  spansOf(a).some((one) => spansOf(b).some((two) => one[0] <= two[1] && one[1] >= two[0]))

const spansOf = ([west, , east]: BoundingBox): ReadonlyArray<readonly [number, number]> =>
  west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east]
      ]
