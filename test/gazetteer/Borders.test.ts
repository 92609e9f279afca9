import * as countryCoder from "@rapideditor/country-coder"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isIn } from "../../src/gazetteer/Borders.ts"

const countries = ["AT", "BE", "CH", "DE", "FJ", "FR", "GB", "GF", "IT", "LI", "MC", "NL", "RU", "SM", "US", "VA", "ZA"]

/** Corners of borders, where a cell belongs to several countries. */
const corners = countryCoder.borders.features.flatMap(({ geometry }) =>
  geometry?.type === "MultiPolygon" ? geometry.coordinates.flat(2) : []
)

const near = fc
  .tuple(
    fc.constantFrom(...corners),
    fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    fc.double({ min: -0.3, max: 0.3, noNaN: true })
  )
  .map(([corner, x, y]) => [corner[0]! + x, corner[1]! + y] as const)

const anywhere = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true })
)

it("MUST agree with the borders themselves at every position, whatever was queried before", () => {
  fc.assert(
    fc.property(fc.constantFrom(...countries), fc.oneof(near, anywhere), (country, position) => {
      const [longitude, latitude] = position
      assert.strictEqual(isIn(country, longitude, latitude), countryCoder.isIn([longitude, latitude], country) === true)
    }),
    { numRuns: 20_000 }
  )
})
