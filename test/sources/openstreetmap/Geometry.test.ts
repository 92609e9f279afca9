import { expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import pointInPolygon from "point-in-polygon-hao"
import { IdIndex } from "../../../sources/openstreetmap/IdIndex.ts"
import { NodeLocations } from "../../../sources/openstreetmap/NodeLocations.ts"
import { assemble, type Line } from "../../../sources/openstreetmap/Rings.ts"
import { type Ring, Shape, side } from "../../../sources/surroundings/Shape.ts"

/** Close together, far apart, negative, and more in one container than it lists. */
const ids = fc.oneof(
  fc.array(fc.oneof(fc.integer({ min: -70_000, max: 70_000 }), fc.integer({ min: -(2 ** 45), max: 2 ** 45 }))),
  fc.nat(1 << 20).map((from) => Array.from({ length: 9000 }, (_, i) => from + ((i * 7919) % 20_000)))
)

it("MUST number the IDs of a set without gaps, and no others", () => {
  fc.assert(
    fc.property(ids, fc.array(fc.integer({ min: -70_000, max: 70_000 })), (members, strangers) => {
      const index = new IdIndex()
      // An ID is wanted as often as there are ways through it.
      for (const id of [...members, ...members.toReversed()]) index.add(id)
      const set = new Set(members)
      expect(index.seal()).toBe(set.size)
      const ranks = new Set(Array.from(set, (id) => index.rank(id)))
      expect(ranks.size).toBe(set.size)
      expect(Array.from(ranks).every((rank) => rank >= 0 && rank < set.size)).toBe(true)
      for (const id of strangers) expect(index.rank(id) >= 0).toBe(set.has(id))
    }),
    { numRuns: 60 }
  )
})

it("MUST give the positions that were offered for the nodes that were wanted", () => {
  const locations = new NodeLocations()
  for (const id of [5, 13_000_000_000, -2, 6]) locations.want(id)
  locations.seal()
  locations.offer(13_000_000_000, 1, 2)
  locations.offer(5, 3, 4)
  locations.offer(-2, 0, 0)
  locations.offer(99, 7, 7)
  const positions = (refs: ReadonlyArray<number>, partly?: boolean) => {
    const along = locations.along(refs, partly)
    return along === undefined ? undefined : Array.from(along.lons, (lon, i) => [lon, along.lats[i]])
  }
  expect(positions([5, 13_000_000_000, -2, 5])).toEqual([
    [3, 4],
    [1, 2],
    [0, 0],
    [3, 4]
  ])
  expect(positions([5, 6])).toBeUndefined()
  expect(positions([6, 5, 99], true)).toEqual([[3, 4]])
  expect(positions([6], true)).toBeUndefined()
})

type Points = ReadonlyArray<readonly [lon: number, lat: number]>

const ringOf = (points: Points, inner = false): Ring => {
  const closed = [...points, points[0]!]
  return { lons: Int32Array.from(closed, ([lon]) => lon), lats: Int32Array.from(closed, ([, lat]) => lat), inner }
}

/** Small numbers make points on edges and corners likely. */
const point = fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }))
const polygon = (least: number, most: number) => fc.array(point, { minLength: least, maxLength: most })

it("MUST say of every point what a robust library says of it, few edges or many, rings and holes", () => {
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

it("MUST find a point within for every simple shape", () => {
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

it("MUST assemble rings of ways in any order and direction, and say what is missing", () => {
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
