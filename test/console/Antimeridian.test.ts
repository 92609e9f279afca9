import type { FeatureCollection, Position } from "geojson"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { feature } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"
import { assert, describe, it } from "vitest"
import { flattened } from "../../src/console/map/antimeridian.ts"

const file = createRequire(import.meta.url).resolve("world-atlas/countries-50m.json")
const topology = JSON.parse(readFileSync(file, "utf8")) as Topology<{ countries: GeometryCollection }>
const outlines: FeatureCollection = feature(topology, topology.objects.countries)

const ringsOf = (areas: FeatureCollection): ReadonlyArray<ReadonlyArray<Position>> =>
  areas.features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return geometry.coordinates
    return geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : []
  })

/** Counts steps of more than half the world. A line along the map's edge, at a pole, does not count. */
const jumps = (rings: ReadonlyArray<ReadonlyArray<Position>>): number =>
  rings.reduce(
    (total, ring) =>
      total +
      ring.filter((position, index) => {
        const before = ring[index - 1] ?? position
        return Math.abs(position[0]! - before[0]!) > 180 && Math.abs(position[1]!) !== 90
      }).length,
    0
  )

describe("outlines of countries on a flat map", () => {
  it("MUST have no line around the world, although the raw data has them", () => {
    assert.isAbove(jumps(ringsOf(outlines)), 0)
    assert.strictEqual(jumps(ringsOf(flattened(outlines))), 0)
  })

  it("MUST be closed, and cover the same places", () => {
    const rings = ringsOf(flattened(outlines))
    const turnsOf = (one: Position, other: Position) => (one[0]! - other[0]!) / 360
    const moved = ringsOf(outlines).filter((before, index) => {
      const ring = rings[index]!
      return before.some((place, at) => {
        const now = ring[at]!
        const turns = turnsOf(now, place)
        return now[1] !== place[1] || Math.abs(turns - Math.round(turns)) > 1e-9
      })
    })
    assert.deepStrictEqual(moved, [])
    for (const ring of rings) assert.deepStrictEqual(ring[0], ring.at(-1))
  })
})
