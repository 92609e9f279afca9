import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import proj4 from "proj4"
import { gridsFor } from "../../../sources/registers/grids/EpsgRegistry.ts"
import { unproject } from "../../../sources/registers/grids/Projections.ts"
import { projected } from "../../../sources/SourceFiles.ts"

const at = (system: string, x: string | number, y: string | number, axes?: "north-east") =>
  Effect.map(projected("acme", system, axes === undefined ? {} : { axes }), (grid) => grid.at(x, y))

/** Places with known coordinates in both systems: origins by definition, and surveyed points. */
const places: ReadonlyArray<readonly [place: string, system: string, x: number, y: number, lon: number, lat: number]> =
  [
    ["the origin of Portugal TM06", "EPSG:3763", 0, 0, -8.133108, 39.668258],
    ["Amersfoort, the tower", "EPSG:28992", 155000, 463000, 5.387206, 52.155174],
    ["Bern, the old observatory", "EPSG:2056", 2600000, 1200000, 7.438632, 46.951083],
    ["the origin of Lambert-93", "EPSG:2154", 700000, 6600000, 3, 46.5],
    ["Null Island by the web", "EPSG:3857", 0, 0, 0, 0],
    ["London, Charing Cross", "EPSG:27700", 530028, 180380, -0.1276, 51.5074],
    ["the origin of New York Long Island, in US survey feet", "EPSG:2263", 984250, 0, -74, 40.166667],
    ["the origin of Texas Central, in US survey feet", "2277", 2296583.333, 9842500, -100.333333, 29.666667],
    ["the origin of Arizona Central, in international feet", "EPSG:2223", 699998.6, 0, -111.916667, 31],
    ["the origin of zone IX of Japan", "urn:ogc:def:crs:EPSG::6677", 0, 0, 139.833333, 36],
    ["the origin of Colombia", "EPSG:9377", 5000000, 2000000, -73, 4],
    ["the origin of SWEREF 99 18 00", "EPSG:3011", 150000, 0, 18, 0],
    ["the origin of the European grid", "EPSG:3035", 4321000, 3210000, 10, 52],
    ["the web, by ESRI's code", "ESRI:102100", 0, 0, 0, 0],
    ["a zone with heights", "EPSG:5555", 500000, 0, 9, 0],
    // By `cs2cs EPSG:4326 EPSG:…` of PROJ.
    ["a zone of Canada's NAD83(CSRS)", "EPSG:2950", 298550, 5042233, -73.58, 45.52],
    ["Qatar, rotated", "EPSG:2932", 230629, 391898, 51.52, 25.28],
    ["Paris, from its own meridian", "EPSG:27572", 600991, 2427962, 2.35, 48.85],
    ["Pretoria, to the west and the south", "EPSG:2053", 81268, 2849388, 28.19, -25.75],
    ["Prague, to the south and the west", "EPSG:5513", 1042721, 742860, 14.42, 50.09]
  ]

describe("Coordinates of a table in a projection", () => {
  for (const [place, system, x, y, lon, lat] of places) {
    it.effect(`MUST be degrees of WGS 84: ${place}, ${system}`, () =>
      Effect.gen(function* () {
        const found = (yield* at(system, x, y))!
        assert.closeTo(found.longitude, lon, 0.0005)
        assert.closeTo(found.latitude, lat, 0.0005)
        assert.deepStrictEqual(yield* at(system, y, x, "north-east"), found)
        assert.deepStrictEqual(yield* at(system, String(x), ` ${y},00 `), found)
      })
    )
  }

  it.effect("MUST be found by every way to write a code, by a definition, and by well-known text", () =>
    Effect.gen(function* () {
      const expected = yield* at("EPSG:25832", 500000, 5500000)
      assert.deepStrictEqual(expected, { longitude: 9, latitude: expected!.latitude })
      for (const system of [
        "epsg:25832",
        "25832",
        "EPSG::25832",
        "urn:ogc:def:crs:EPSG::25832",
        "http://www.opengis.net/def/crs/EPSG/0/25832",
        "+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs",
        'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["x"],AUTHORITY["EPSG","25832"]]'
      ]) {
        assert.deepStrictEqual(yield* at(system, 500000, 5500000), expected, system)
      }
      assert.deepStrictEqual(yield* at("EPSG:4258", "9.5", "50.25"), { longitude: 9.5, latitude: 50.25 })
      assert.deepStrictEqual(yield* at("EPSG:4326", 50.25, 9.5, "north-east"), { longitude: 9.5, latitude: 50.25 })
    })
  )

  it.effect("MUST be found from what a mapping reads: digits in groups, decimal commas, degrees with minutes", () =>
    Effect.gen(function* () {
      const expected = yield* at("EPSG:2056", 2_600_000.5, 1_200_000.25)
      assert.deepStrictEqual(yield* at("EPSG:2056", "2'600'000.5", "1 200 000,25"), expected)
      const bern = yield* at("EPSG:4326", "7°26'24\"E", "46° 57' N")
      assert.deepStrictEqual(bern, { longitude: 7.44, latitude: 46.95 })
      assert.isUndefined(yield* at("EPSG:2056", "0x27AC40", "1200000"))
    })
  )

  it.effect("MUST not be taken from a system of which it is unknown how it lies to WGS 84", () =>
    Effect.gen(function* () {
      // By grid file; by a rotation of unknown sign; from Paris, in grads; unknown to proj4; the height above a geoid.
      for (const code of [26713, 2058, 4807, 6244, 5773]) {
        const { message } = yield* Effect.flip(projected("acme", `EPSG:${code}`))
        assert.include(message, "epsg.io", String(code))
      }
      // Degrees of an old datum are shifted: by some 450 meters around Tokyo.
      const old = (yield* at("EPSG:4301", 139.7, 35.7))!
      assert.closeTo(old.longitude, 139.6968, 0.0002)
      assert.closeTo(old.latitude, 35.7032, 0.0002)
    })
  )

  it("MUST lead back to where a point came from, in every grid of the registry", () => {
    const grids = gridsFor(() => true)
    assert.isAbove(grids.length, 4000)
    const astray = grids.filter(({ area: [north, west, south, east], projection }) => {
      const place = [west <= east ? (west + east) / 2 : west, (north + south) / 2] as const
      const point = proj4(projection.definition).forward([...place], true)
      const [longitude = NaN, latitude = NaN] = unproject(projection, [point[0]!, point[1]!]) ?? []
      const turned = Math.abs(longitude - place[0]) % 360
      return !(Math.min(turned, 360 - turned) < 0.01 && Math.abs(latitude - place[1]) < 0.01)
    })
    assert.deepStrictEqual(
      astray.map(({ projection }) => `${projection.epsg} ${projection.name}`),
      []
    )
  })

  it.effect("MUST be absent if the table has none, or no place on Earth", () =>
    Effect.gen(function* () {
      for (const [x, y] of [
        ["", ""],
        ["1", " "],
        ["x", "1"],
        [Number.NaN, 1],
        ["1,2,3", "1"]
      ] as const) {
        assert.isUndefined(yield* at("EPSG:25832", x, y))
      }
      assert.isUndefined(yield* at("EPSG:4326", 181, 50))
      assert.isUndefined(yield* at("EPSG:25832", 1e12, 1e12))
    })
  )

  it.effect("MUST name an unknown system, and what to give instead", () =>
    Effect.gen(function* () {
      for (const system of [
        "EPSG:99999",
        "Gauss",
        "",
        "+proj=nothing",
        "+proj=bonne +no_defs",
        "urn:ogc:def:crs:OGC:1.3:CRS84x"
      ]) {
        const error = yield* Effect.flip(projected("acme", system))
        assert.strictEqual(error.reason, "misconfigured")
        assert.match(error.message, /not known here\. Give its PROJ\.4 definition/)
        assert.include(error.message, system)
      }
    })
  )
})
