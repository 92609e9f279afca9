import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { geojsonToWkb } from "hyparquet-writer"
import inside from "point-in-polygon-hao"
import { drawnOfText } from "../../../sources/reading/GeometryText.ts"
import { pointOfJson } from "../../../sources/reading/JsonGeometry.ts"
import { type Point, positionOf } from "../../../sources/reading/Position.ts"
import { shapes } from "../../../sources/reading/shapefile/Shapes.ts"
import { positionOfWkb } from "../../../sources/reading/Wkb.ts"
import { lines, shp } from "./shapefile/Written.ts"

type Ring = Array<[number, number]>

const ofText = (text: string): Point | undefined | "no geometry" => {
  const drawn = drawnOfText(text)
  return drawn === undefined ? "no geometry" : positionOf(drawn)
}

const listed = (ring: Ring, between: string, height = "") => ring.map(([x, y]) => `${x}${between}${y}${height}`)

/** The position of a polygon as each format has it. */
const formats: Readonly<Record<string, (rings: ReadonlyArray<Ring>) => ReturnType<typeof ofText>>> = {
  GeoJSON: (rings) => pointOfJson({ type: "Polygon", coordinates: rings }),
  "GeoJSON with heights, rings not closed": (rings) =>
    pointOfJson({
      type: "MultiPolygon",
      coordinates: [rings.map((ring) => ring.slice(0, -1).map(([x, y]) => [x, y, 7]))]
    }),
  "Esri's rings": (rings) => pointOfJson({ rings }),
  "well-known binary": (rings) => positionOfWkb(geojsonToWkb({ type: "Polygon", coordinates: rings.map((r) => r) })),
  "well-known binary in digits": (rings) =>
    ofText(Buffer.from(geojsonToWkb({ type: "MultiPolygon", coordinates: [rings.map((r) => r)] })).toString("hex")),
  "well-known text": (rings) =>
    ofText(`SRID=4326;POLYGON Z (${rings.map((r) => `(${listed(r, " ", " 5").join(", ")})`).join(",")})`),
  "GeoJSON in a cell": (rings) => ofText(JSON.stringify({ type: "Polygon", coordinates: rings })),
  "lists of KML": (rings) => ofText(rings.map((ring) => listed(ring, ",", ",0").join("\n")).join("|")),
  "lists of GML": (rings) => ofText(rings.map((ring) => listed(ring, " ").join(" ")).join("|")),
  "a shapefile": (rings) => shapes().push(shp(5, [lines(rings)]))[0]!.point,
  "a shapefile with heights": (rings) => shapes().push(shp(15, [lines(rings, 15)]))[0]!.point
}

/** A closed ring around a place, with corners this far from it, in meters or in 10⁻⁵ degrees. */
const around = ([x, y]: Point, unit: number, radii: ReadonlyArray<number>): Ring => {
  const corners = radii.map((radius, at): [number, number] => {
    const angle = (at / radii.length) * 2 * Math.PI
    return [x + radius * unit * Math.cos(angle), y + radius * unit * Math.sin(angle)]
  })
  return [...corners, corners[0]!]
}

const u: Ring = [
  [8, 49],
  [8.001, 49],
  [8.001, 49.001],
  [8.0009, 49.001],
  [8.0009, 49.0001],
  [8.0001, 49.0001],
  [8.0001, 49.001],
  [8, 49.001],
  [8, 49]
]
const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y]
]

describe("the position of an area", () => {
  it("MUST be one point within it, the same in each format, and in no hole of it", () => {
    const place = fc.constantFrom<readonly [Point, number]>(
      [[8.7, 49.4], 1e-5],
      [[478_629, 5_473_132], 1],
      [[151.2, -33.9], 1e-5]
    )
    const radii = fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 4, maxLength: 20 })
    fc.assert(
      fc.property(place, radii, fc.boolean(), fc.boolean(), ([at, unit], corners, isTurned, hasHole) => {
        const outer = around(at, unit, corners)
        const hole = around(at, unit, [9, 12, 10, 14]).toReversed()
        const rings = (hasHole ? [outer, hole] : [outer]).map((ring) => (isTurned ? ring.toReversed() : ring))
        const found = Object.entries(formats).map(([format, read]) => ({ format, point: read(rings) }))
        expect(inside(found[0]!.point as [number, number], rings)).toBe(true)
        for (const { format, point } of found) expect({ format, point }).toEqual({ format, point: found[0]!.point })
      }),
      { numRuns: 60 }
    )
  })

  it("MUST be the middle of a plot, and within plots that are bent, ring-shaped, in parts, or drawn twice", () => {
    const position = (...polygons: ReadonlyArray<ReadonlyArray<Ring>>) =>
      pointOfJson({ type: "MultiPolygon", coordinates: polygons })
    expect(position([square(8, 49, 0.001)])).toEqual([8.0005, 49.0005])
    expect(inside([...position([u])!], [u])).toBe(true)
    const court = [square(8, 49, 0.003), square(8.001, 49.001, 0.001)]
    expect(inside([...position(court)!], court)).toBe(true)
    expect(position([square(8, 49, 0.001)], [square(8.01, 49, 0.002)])).toEqual([8.011, 49.001])
    expect(position([u], [u])).toBeDefined()
    // Some outlines have a hole, or a part, that is none.
    expect(position([square(8, 49, 0.001), square(0, 0, 0).slice(0, 3)])).toEqual([8.0005, 49.0005])
  })

  it("MUST be found where it crosses the antimeridian, as one ring or in two parts", () => {
    const west: Ring = square(179.998, -17, 0.002)
    const east: Ring = square(-180, -17, 0.001)
    expect(pointOfJson({ type: "MultiPolygon", coordinates: [[west], [east]] })).toEqual([179.999, -16.999])
    const across = (x: number, y: number): Ring => square(x, y, 0.002)
    const wrapped = across(179.9995, -17).map(([x, y]): [number, number] => [x > 180 ? x - 360 : x, y])
    for (const ring of [across(179.9995, -17), across(-180.0005, -17).map(([x, y]) => [x + 0, y]), wrapped]) {
      const [x = 0, y = 0] = pointOfJson({ type: "Polygon", coordinates: [ring] }) ?? []
      expect([Math.abs(x) > 179.998 && Math.abs(x) <= 180, y]).toEqual([true, -16.999])
    }
  })

  it("MUST be none if it is larger than what belongs to a home, empty, or has something else for a number", () => {
    expect(pointOfJson({ type: "Polygon", coordinates: [square(8, 49, 1)] })).toBeUndefined()
    expect(pointOfJson({ rings: [square(400_000, 5_400_000, 20_000)] })).toBeUndefined()
    const large: Ring = [...Array.from({ length: 2 ** 16 }, (): [number, number] => [8, 49]), ...square(8, 49, 0.001)]
    expect(positionOfWkb(geojsonToWkb({ type: "Polygon", coordinates: [large] }))).toBeUndefined()
    expect(pointOfJson({ rings: [square(400_000, 5_400_000, 2_000)] })).toEqual([401_000, 5_401_000])
    for (const empty of [
      null,
      42,
      {},
      { type: "Polygon", coordinates: [] },
      { type: "Polygon" },
      { type: "Polygon", coordinates: [[["a", 2]]] },
      { type: "MultiPolygon", coordinates: [[8, 49]] },
      { type: "MultiPoint", coordinates: [] },
      { type: "GeometryCollection", geometries: [] },
      { type: "Point", coordinates: ["a", 2] },
      { type: "Polygon", coordinates: [square(0, 0, 0)] },
      { x: null, y: "NaN" }
    ]) {
      expect(pointOfJson(empty)).toBeUndefined()
    }
    for (const text of ["POLYGON EMPTY", "MULTIPOLYGON(((1 2, x 3)))", "POINT Z EMPTY", '{"type":"Polygon"}']) {
      expect(ofText(text)).toBeUndefined()
    }
    for (const depth of [10, 20_000]) {
      const nested = (open: string, close: string) => open.repeat(depth) + close.repeat(depth)
      expect(ofText(`{"type":"Polygon","coordinates":${nested("[", "]")}}`)).toBeUndefined()
      expect(ofText(nested('{"type":"GeometryCollection","geometries":[', "]}"))).not.toBeTypeOf("object")
      expect(pointOfJson(JSON.parse(nested("[", "]")))).toBeUndefined()
    }
    for (const text of ["", "12", "Main Street 12", "0103000000", "{12}"]) expect(ofText(text)).toBe("no geometry")
  })
})

describe("the position of lines and of several geometries", () => {
  it("MUST be halfway along the longest line, within a line that is closed, and at a point if there is one", () => {
    expect(ofText("LINESTRING (8 49, 8 49.001, 8.001 49.001)")).toEqual([8, 49.001])
    expect(ofText("MULTILINESTRING ((8 49, 8.0001 49), (8 49, 8.002 49))")).toEqual([8.001, 49])
    expect(pointOfJson({ paths: [square(8, 49, 0.001)] })).toEqual([8.0005, 49.0005])
    expect(
      shapes().push(
        shp(3, [
          lines(
            [
              [
                [8, 49],
                [8.002, 49]
              ]
            ],
            3
          )
        ])
      )[0]!.point
    ).toEqual([8.001, 49])
    expect(ofText("GEOMETRYCOLLECTION (POLYGON ((8 49, 8.1 49, 8 49.1, 8 49)), POINT (8.01 49.01))")).toEqual([
      8.01, 49.01
    ])
    const collected = [
      { type: "Polygon", coordinates: [u] },
      { type: "Point", coordinates: [8.5, 49.5] }
    ]
    expect(pointOfJson({ type: "GeometryCollection", geometries: collected })).toEqual([8.5, 49.5])
    expect(
      pointOfJson({
        points: [
          [3, 4],
          [5, 6]
        ]
      })
    ).toEqual([3, 4])
    expect(ofText("8,49,0|8,49 8.001,49 8.001,49.001 8,49")).toEqual([8, 49])
    expect(ofText("8.5, 49.5")).toEqual([8.5, 49.5])
    expect(ofText("49 8 5 49 8.001 5 49.001 8.001 5 49 8 5")).toEqual([49.0003333, 8.0006667])
  })

  it("MUST be found in curves, whose arcs lie near the lines between their points", () => {
    const head = (type: number, count: number) => Buffer.from([1, type, 0, 0, 0, count, 0, 0, 0])
    const numbers = (...all: ReadonlyArray<number>) => Buffer.from(Float64Array.from(all).buffer)
    const arc = Buffer.concat([head(8, 3), numbers(8, 49, 8.0005, 49.0005, 8.001, 49)])
    const back = Buffer.concat([head(2, 2), numbers(8.001, 49, 8, 49)])
    const curve = Buffer.concat([head(9, 2), arc, back])
    const surface = Buffer.concat([head(12, 1), head(10, 1), curve])
    expect(positionOfWkb(surface)).toEqual([8.0005, 49.0001667])
    for (let length = 0; length < surface.length; length++) {
      expect(positionOfWkb(surface.subarray(0, length))).toBeUndefined()
    }
    expect(positionOfWkb(Buffer.concat(Array.from({ length: 100_000 }, () => head(7, 1))))).toBeUndefined()
  })

  it("MUST be looked for in linear time", () => {
    const length = 200_000
    for (const piece of ["1 ", "(", "POINT(", "POINT ", " ", "1", "|", "A", "-", "{", "[["]) {
      for (const text of [piece.repeat(length), `${piece.repeat(length)}x`, `POLYGON(${piece.repeat(length)}`]) {
        expect([undefined, "no geometry"]).toContain(ofText(text))
      }
    }
    let reads = 0
    const long = new Proxy(
      Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 8 : 49.0001 + (at % 4) / 1e4)),
      { get: (line, key) => (reads++, Reflect.get(line, key)) }
    )
    expect(positionOf({ lines: [long, ...Array.from({ length: 500 }, () => [8, 49, 8, 49])] })).toBeDefined()
    expect(reads).toBeLessThan(50 * long.length)
  })
})
