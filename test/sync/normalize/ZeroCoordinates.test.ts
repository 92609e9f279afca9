import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { manifestOf } from "../support.ts"
import { homes } from "../support.ts"
import { isIn } from "../../../src/gazetteer/Borders.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"

/** The coordinates of a home at this position after normalization, or the reason for its rejection. */
const fate = (country: string, region: string | undefined, latitude: number, longitude: number) => {
  const raw = { ...homes(1)[0]!, region, postcode: undefined, coordinates: { latitude, longitude } }
  const result = normalize({ ...manifestOf("alpha"), countries: [country] }, country, raw)
  return Result.isFailure(result) ? result.failure : result.success.coordinates
}

describe("a coordinate of zero", () => {
  it("MUST be like any other: Greenwich and the equator run through homes", () => {
    assert.deepStrictEqual(fate("GH", "Greater Accra", 5.65, 0), { latitude: 5.65, longitude: 0 })
    assert.deepStrictEqual(fate("GA", undefined, 0, 11.5), { latitude: 0, longitude: 11.5 })
    assert.deepStrictEqual(fate("KE", "Nakuru", -0, 36.07), { latitude: -0, longitude: 36.07 })
  })

  it("MUST NOT count as a position if both are zero, which marks an unknown one", () => {
    for (const zero of [0, -0]) assert.strictEqual(fate("GH", undefined, 0, zero), "coordinates-out-of-range")
  })
})

describe("a coordinate near a border", () => {
  it("MUST count as inside up to a twentieth of a degree outside, in each direction", () => {
    // Straight borders, as seen from places inside.
    for (const [country, latitude, longitude, north, east] of [
      ["LI", 47.14, 9.54, 1, 0],
      ["LI", 47.14, 9.54, -1, 0],
      ["LI", 47.14, 9.54, 0, 1],
      ["LI", 47.14, 9.54, 0, -1]
    ] as const) {
      const at = (steps: number) =>
        fate(country, undefined, latitude + (steps * north) / 100, longitude + (steps * east) / 100)
      let outside = 0
      while (isIn(country, longitude + (outside * east) / 100, latitude + (outside * north) / 100)) outside++
      assert.isObject(at(outside + 3), `${country} ${north} ${east}`)
      assert.strictEqual(at(outside + 6), "coordinates-outside-country", `${country} ${north} ${east}`)
    }
  })
})
