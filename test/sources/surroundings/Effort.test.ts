import { expect, it, vi } from "@effect/vitest"
import pointInPolygon from "point-in-polygon-hao"
import { MemberWays } from "../../../sources/openstreetmap/MemberWays.ts"
import { NodeLocations } from "../../../sources/openstreetmap/NodeLocations.ts"
import { assemble, type Line } from "../../../sources/openstreetmap/Rings.ts"
import { Pages } from "../../../sources/scratch/Pages.ts"
import { Effort } from "../../../sources/surroundings/Effort.ts"
import { Indoors } from "../../../sources/surroundings/Indoors.ts"
import { type Ring, Shape, side } from "../../../sources/surroundings/Shape.ts"
import { cutIntoSlabs } from "../../../sources/surroundings/Slabs.ts"
import { own, Surroundings } from "../../../sources/surroundings/Surroundings.ts"

const ringOf = (points: ReadonlyArray<readonly [number, number]>): Ring => ({
  lons: Int32Array.from(points, ([lon]) => lon),
  lats: Int32Array.from(points, ([, lat]) => lat),
  inner: false
})

const square = () =>
  new Shape([
    ringOf([
      [0, 0],
      [0, 100],
      [100, 100],
      [100, 0],
      [0, 0]
    ])
  ])

/** Up and down between two latitudes. */
const zigzag = (edges: number) => Int32Array.from({ length: edges + 1 }, (_, i) => (i % 2) * 1_000_000)

it("MUST put each edge into eight slabs on average at most, and edges of ordinary shapes into many slabs", () => {
  for (const edges of [100, 4000, 400_000]) {
    const lats = zigzag(edges)
    expect(cutIntoSlabs(lats, undefined, 0, 1_000_000).edges.length).toBeLessThanOrEqual(8 * edges + 8)
  }
  const circle = Int32Array.from({ length: 4001 }, (_, i) => Math.round(1e6 * Math.sin((i / 2000) * Math.PI)))
  expect(cutIntoSlabs(circle, undefined, -1e6, 1e6).count).toBe(1000)
  expect(cutIntoSlabs(new Int32Array(100), undefined, 0, 0).count).toBe(25)
})

it("MUST say the same about points as a robust library, if an area goes up and down", () => {
  const lats = zigzag(400)
  const lons = Int32Array.from(lats, (_, i) => (i < 400 ? i * 10 : 0))
  const shape = new Shape([{ lons, lats, inner: false }])
  const ring = Array.from(lats, (lat, i): [number, number] => [lons[i]!, lat])
  for (let lon = 3; lon < 4000; lon += 7) {
    const at: [number, number] = [lon, (lon * 7919) % 1_000_000]
    expect(shape.locate(...at) === side.inside, String(at)).toBe(pointInPolygon(at, [ring]) === true)
  }
})

it("MUST look at each line of a relation a few times only, if all have the same ends", () => {
  const count = 2000
  const lines = Array.from({ length: count }, (): Line => ({
    refs: [1, 2],
    lons: Int32Array.of(0, 10),
    lats: Int32Array.of(0, 10)
  }))
  const asked = vi.spyOn(Set.prototype, "has")
  try {
    expect(assemble(lines, [])).toBeUndefined()
    expect(asked.mock.calls.length).toBeLessThanOrEqual(5 * count)
  } finally {
    asked.mockRestore()
  }
})

it("MUST measure each ring of an area once to find a point within", () => {
  let measured = 0
  const { lons, lats } = ringOf([
    [0, 0],
    [0, 500],
    [500, 500],
    [500, 0],
    [0, 0]
  ])
  const large = {
    lats,
    inner: false,
    get lons() {
      measured += 1
      return lons
    }
  }
  const small = ringOf([
    [1, 1],
    [1, 2],
    [2, 2],
    [1, 1]
  ])
  const shape = new Shape([large, ...Array.from({ length: 1001 }, () => small)])
  measured = 0
  expect(shape.locate(400, 400)).toBe(side.inside)
  expect(shape.pointWithin()).toEqual({ lon: 250, lat: 250 })
  expect(measured).toBeLessThanOrEqual(4)
})

const tooMuch = "over one another"

it("MUST bound the areas over an address, of buildings and of land", () => {
  const effort = new Effort(1000)
  const surroundings = new Surroundings(new Pages(), effort)
  for (let i = 0; i < 4; i++) surroundings.add(50, 50, own.open)
  surroundings.indexPositions()
  surroundings.passBuilding(square(), { kind: "home", tag: "building=house" }, 1)
  const once = effort.spent
  surroundings.passLand(square(), { kind: "home", tag: "landuse=residential" }, 2)
  // Four points, of a box of 32, and five corners of the area.
  expect([once, effort.spent]).toEqual([4 * (16 + 5) + 32, 2 * (4 * (16 + 5) + 32)])
  const more = () => {
    for (let i = 0; i < 10; i++) surroundings.passBuilding(square(), { kind: "home", tag: "building=house" }, i)
  }
  expect(more).toThrow(tooMuch)
})

it("MUST bound the buildings over a shop, and the shops of a building times its addresses", () => {
  const settled = (allowed: number, shops: number) => {
    const effort = new Effort(allowed)
    const around = new Surroundings()
    const indoors = new Indoors(new Pages(), effort)
    for (let i = 0; i < 10; i++) around.add(50, 50, own.open)
    for (let i = 0; i < shops; i++) indoors.add(50, 50, i, "shop=bakery")
    around.indexPositions()
    for (const _ of indoors.sealing()) continue
    around.passBuilding(square(), { kind: "open", tag: "building=yes" }, 1)
    indoors.pass(square(), 1)
    for (const _ of indoors.settling(around)) continue
    return effort.spent
  }
  expect(settled(10_000, 20)).toBe(20 * (16 + 5) + 32 + 20 * 10)
  expect(() => settled(600, 20)).toThrow(tooMuch)
  expect(() => settled(100, 20)).toThrow(tooMuch)
})

it("MUST bound the nodes of ways that many relations share", () => {
  const ways = new MemberWays(new Pages(), new Effort(1000))
  ways.want(Float64Array.of(7))
  ways.seal()
  ways.take({ ids: [7], lengths: [300], refs: new Float64Array(300), lons: new Int32Array(0), lats: new Int32Array(0) })
  const locations = new NodeLocations(new Pages())
  const read = () => ways.areaOf([{ kind: 2, id: 7, role: "" }], locations)
  for (let i = 0; i < 3; i++) read()
  expect(read).toThrow(tooMuch)
})

it("MUST allow more for each point and each area", () => {
  const effort = new Effort(0)
  expect(() => effort.spend(1)).toThrow(tooMuch)
  effort.allowPoints(2)
  effort.allowArea()
  for (let i = 0; i < 100; i++) effort.spend(1000)
  expect(() => effort.spend(10_000)).toThrow(tooMuch)
})
