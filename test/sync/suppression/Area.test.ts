import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { boxOf, contains } from "../../../src/sync/suppression/Area.ts"

type Area = Parameters<typeof contains>[0]

const circle = (longitude: number, latitude: number, radius: number): Area => ({
  type: "Circle",
  center: { longitude, latitude },
  radius
})

/** A counterclockwise or clockwise square, given a corner, closed as GeoJSON requires. */
const square = (west: number, south: number, side: number): Array<[number, number]> => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south]
]

describe("An area", () => {
  it("MUST hold what lies within its radius, measured along the Earth, in each direction", () => {
    // A degree of latitude is 111,195 meters, and at 60 degrees north one of longitude is half as long.
    const area = circle(10, 60, 1000)
    for (const [longitude, latitude] of [
      [10, 60.0089],
      [10, 59.9911],
      [10.0179, 60],
      [9.9821, 60]
    ] as const) {
      assert.isTrue(contains(area, longitude, latitude), `${longitude} ${latitude}`)
      const [further, beyond] = [10 + (longitude - 10) * 1.02, 60 + (latitude - 60) * 1.02]
      assert.isFalse(contains(area, further, beyond), `${further} ${beyond}`)
    }
    assert.isTrue(contains(circle(179.999, 0, 1000), -179.999, 0))
  })

  it("MUST be a polygon without its holes, whatever its shape and however it is wound", () => {
    const bay: Array<[number, number]> = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
      [0, 0]
    ]
    for (const ring of [bay, bay.toReversed()]) {
      const area: Area = { type: "Polygon", coordinates: [ring] }
      assert.isTrue(contains(area, 0.5, 2))
      assert.isTrue(contains(area, 3.5, 2))
      assert.isTrue(contains(area, 2, 0.5))
      assert.isFalse(contains(area, 2, 2))
      for (const [longitude, latitude] of [
        [-0.1, 1],
        [4.1, 1],
        [2, -0.1],
        [0.1, 4.1]
      ] as const) {
        assert.isFalse(contains(area, longitude, latitude))
      }
    }
    const holed: Area = { type: "Polygon", coordinates: [square(0, 0, 4), square(1, 1, 1), square(2.5, 2.5, 1)] }
    assert.deepStrictEqual(
      [0.5, 1.5, 2.2, 3, 3.8].map((at) => contains(holed, at, at)),
      [true, false, true, false, true]
    )
    const several: Area = {
      type: "MultiPolygon",
      coordinates: [[square(0, 0, 1)], [square(5, 5, 1), square(5.2, 5.2, 0.2)]]
    }
    assert.deepStrictEqual(
      [0.5, 3, 5.1, 5.3, 5.7].map((at) => contains(several, at, at)),
      [true, false, true, false, true]
    )
  })

  it("MUST lie in its box with all that it holds, around poles and across the 180th meridian", () => {
    const longitude = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, -179.99, 179.99))
    const latitude = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-89.95, 89.95, 90, 0))
    const radius = fc.double({ min: 1, max: 50_000, noNaN: true })
    fc.assert(
      fc.property(
        longitude,
        latitude,
        radius,
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (x, y, r, turn) => {
          const area = circle(x, y, r)
          const { east, north, south, west } = boxOf(area)
          const [up, aside] = [Math.cos(turn), Math.sin(turn)]
          const degrees = (r * 0.999) / 111_195
          const to = y + up * degrees
          const at = x + (aside * degrees) / Math.max(1e-9, Math.cos((y * Math.PI) / 180))
          const [lon, lat] = [((((at + 180) % 360) + 360) % 360) - 180, Math.max(-90, Math.min(90, to))]
          if (!contains(area, lon, lat)) return
          assert.isTrue(lat >= south && lat <= north, `${lat} of ${south} to ${north}`)
          assert.isTrue(lon >= west && lon <= east, `${lon} of ${west} to ${east}`)
        }
      ),
      { numRuns: 1000 }
    )
    assert.deepStrictEqual(boxOf({ type: "Polygon", coordinates: [square(-3, 50, 2)] }), {
      south: 50,
      north: 52,
      west: -3,
      east: -1
    })
  })

  it("MUST have all longitudes in its box only where it crosses the 180th meridian or is near a pole", () => {
    const widths = (area: Area) => boxOf(area).east - boxOf(area).west
    assert.isBelow(widths(circle(0, 0, 1000)), 0.1)
    assert.isBelow(widths(circle(179, 60, 1000)), 0.1)
    assert.isBelow(widths(circle(-179, 60, 1000)), 0.1)
    for (const [longitude, latitude] of [
      [179.995, 0],
      [-179.995, 0],
      [0, 89.95],
      [0, -89.95]
    ] as const) {
      assert.strictEqual(widths(circle(longitude, latitude, 1000)), 360, `${longitude} ${latitude}`)
    }
  })
})
