import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import pointInPolygon from "point-in-polygon-hao"
import { NodeLocations } from "../../../sources/openstreetmap/NodeLocations.ts"
import { Nodes } from "../../../sources/openstreetmap/NodePages.ts"
import { assemble, type Line } from "../../../sources/openstreetmap/Rings.ts"
import { Pages } from "../../../sources/scratch/Pages.ts"
import { nowhere } from "../../../sources/surroundings/Surroundings.ts"
import { type Ring, Shape, side } from "../../../sources/surroundings/Shape.ts"

const nodeLists = fc.array(
  fc.array(
    fc.tuple(
      fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -(2 ** 45), max: 2 ** 45 })),
      fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
      fc.integer({ min: -900_000_000, max: 900_000_000 })
    ),
    { maxLength: 60 }
  ),
  { maxLength: 6 }
)

/** Node lists in ascending order without repeated IDs, as files should have them. */
const ordered = nodeLists.map((lists) => {
  const ids = Array.from(new Set(lists.flat().map(([id]) => id))).sort((a, b) => a - b)
  return [ids.map((id, i) => [id, i, -i] as [number, number, number])]
})

it("MUST return the position of a node, in whatever order nodes come, and the last one if it comes twice", () => {
  fc.assert(
    fc.property(fc.oneof(nodeLists, ordered), fc.array(fc.integer({ min: -310, max: 310 })), (lists, others) => {
      const locations = new NodeLocations(new Pages())
      const known = new Map<number, readonly [number, number]>()
      for (const list of lists) {
        const nodes = new Nodes()
        nodes.reserve(list.length)
        for (const [id, lon, lat] of list) {
          nodes.add(id, lon, lat)
          known.set(id, [lon, lat])
        }
        locations.add(nodes.toPages())
      }
      locations.seal()
      const ids = Float64Array.from([...known.keys(), ...others, ...known.keys()])
      const lons = new Int32Array(ids.length)
      const lats = new Int32Array(ids.length)
      ids.forEach((id, i) => {
        expect(locations.locate(id, i, lons, lats)).toBe(known.has(id))
        const [lon, lat] = known.get(id) ?? [nowhere, nowhere]
        expect([lons[i], lats[i]]).toEqual([lon + 0, lat + 0])
      })
    }),
    { numRuns: 60 }
  )
})

it("MUST return the positions of nodes that fill more than a page", () => {
  const nodes = new Nodes()
  nodes.reserve(5000)
  for (let i = 0; i < 5000; i++) nodes.add(7 * i, i, -i)
  const locations = new NodeLocations(new Pages())
  locations.add(nodes.toPages())
  locations.seal()
  const ids = Float64Array.from({ length: 36_000 }, (_, id) => id)
  const lons = new Int32Array(ids.length)
  const lats = new Int32Array(ids.length)
  ids.forEach((id, i) => {
    const isThere = id % 7 === 0 && id < 35_000
    expect(locations.locate(id, i, lons, lats)).toBe(isThere)
    if (isThere) expect([lons[i], lats[i]]).toEqual([id / 7, 0 - id / 7])
  })
})

type Points = ReadonlyArray<readonly [lon: number, lat: number]>

const ringOf = (points: Points, inner = false): Ring => {
  const closed = [...points, points[0]!]
  return { lons: Int32Array.from(closed, ([lon]) => lon), lats: Int32Array.from(closed, ([, lat]) => lat), inner }
}

/** Small coordinates make points on edges and corners likely. */
const point = fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }))
const polygon = (least: number, most: number) => fc.array(point, { minLength: least, maxLength: most })

it("MUST say the same about every point as a robust library, with few edges or many, rings and holes", () => {
  fc.assert(
    fc.property(
      fc.oneof(polygon(3, 12), polygon(80, 120)),
      polygon(3, 6),
      fc.array(point, { minLength: 8, maxLength: 20 }),
      (outer, inner, asked) => {
        const shape = new Shape([ringOf(outer), ringOf(inner, true)])
        const rings = [outer, inner].map((points) => [...points, points[0]!].map(([x, y]): [number, number] => [x, y]))
        for (const [lon, lat] of asked) {
          const expected = pointInPolygon([lon, lat], rings)
          const found = shape.locate(lon, lat)
          expect(found, `${lon} ${lat}`).toBe(expected === 0 ? side.edge : expected ? side.inside : side.outside)
        }
      }
    ),
    { numRuns: 300 }
  )
})

it("MUST find a point inside every simple shape", () => {
  const turns = (values: ReadonlyArray<number>): Points =>
    values.map((radius, i) => {
      const angle = (i / values.length) * 2 * Math.PI
      return [Math.round(Math.cos(angle) * radius) + 84_000_000, Math.round(Math.sin(angle) * radius) + 490_000_000]
    })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 500, max: 100_000 }), { minLength: 3, maxLength: 40 }), (radii) => {
      const shape = new Shape([ringOf(turns(radii))])
      fc.pre(shape.area() > 1e6)
      const { lat, lon } = shape.pointWithin()
      expect(shape.locate(lon, lat)).not.toBe(side.outside)
      expect(shape.pointWithin()).toEqual({ lat, lon })
    })
  )
})

it("MUST assemble rings from ways in any order and direction, and report missing ones", () => {
  const corners: Points = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 15],
    [0, 10]
  ]
  const lineOf = (refs: ReadonlyArray<number>): Line => ({
    refs,
    lons: Int32Array.from(refs, (ref) => corners[ref]![0]),
    lats: Int32Array.from(refs, (ref) => corners[ref]![1])
  })
  const parts = [
    [0, 1, 2],
    [2, 3],
    [3, 4],
    [4, 0]
  ] as const
  const whole = new Shape([ringOf(corners)]).area()
  fc.assert(
    fc.property(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      (order, turned) => {
        const lines = order.map((i) => lineOf(turned[i] === true ? parts[i]!.toReversed() : parts[i]!))
        const assembled = assemble(lines, [])
        expect(assembled?.complete).toBe(true)
        expect(assembled?.shape.area()).toBe(whole)
        expect(assemble(lines.slice(1), [])).toBeUndefined()
        expect(assemble([...lines, undefined], [])?.complete).toBe(false)
      }
    )
  )
})
