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

it("MUST also take to a country what ISO 3166 counts to it and others govern", () => {
  const places = {
    "Crimea, UA-43": ["UA", 34.1, 44.95],
    "Kyrenia, CY-06": ["CY", 33.32, 35.34],
    "a village in a British base on Cyprus": ["CY", 32.98, 34.59],
    "Laayoune, Western Sahara": ["EH", -13.2, 27.15],
    "Tifariti, east of the wall": ["EH", -10.5, 26.15]
  } as const
  for (const [place, [country, longitude, latitude]] of Object.entries(places)) {
    assert.isTrue(isIn(country, longitude, latitude), place)
  }
  assert.isTrue(isIn("MA", -13.2, 27.15))
  assert.isTrue(isIn("XK", 21.16, 42.66))
  const others = {
    "Agadir, Morocco": ["EH", -9.6, 30.42],
    "Tarfaya, Morocco": ["EH", -12.92, 27.94],
    Moscow: ["UA", 37.6, 55.75],
    Pristina: ["RS", 21.16, 42.66]
  } as const
  for (const [place, [country, longitude, latitude]] of Object.entries(others)) {
    assert.isFalse(isIn(country, longitude, latitude), place)
  }
})
