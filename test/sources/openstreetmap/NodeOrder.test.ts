import { expect, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { NodeLocations } from "../../../sources/openstreetmap/NodeLocations.ts"
import { sortNodes } from "../../../sources/openstreetmap/NodeOrder.ts"
import { Nodes } from "../../../sources/openstreetmap/NodePages.ts"
import { Column } from "../../../sources/scratch/Column.ts"
import { pageBytes, Pages } from "../../../sources/scratch/Pages.ts"
import { openScratch } from "../../../sources/scratch/ScratchFile.ts"

const pagesOf = (ids: ReadonlyArray<number>, lon = (i: number) => i) => {
  const nodes = new Nodes()
  nodes.reserve(ids.length)
  ids.forEach((id, i) => nodes.add(id, lon(i), -i))
  return nodes.toPages()
}

/** Longitudes of nodes, undefined for those that are missing. */
const lonsOf = (locations: NodeLocations, ids: ReadonlyArray<number>) => {
  const lons = new Int32Array(1)
  return ids.map((id) => (locations.locate(id, 0, lons, new Int32Array(1)) ? lons[0] : undefined))
}

/** Counts pages that are taken into use. */
class CountingPages extends Pages {
  loads = 0

  override load(...place: Parameters<Pages["load"]>) {
    this.loads += 1
    return super.load(...place)
  }
}

const farApart = 2 ** 31 + 5

it("MUST take sixteen bytes for a node whose ID is far from others, and twelve for one near them", () => {
  const count = 20_000
  const ids = (distance: number) => Array.from({ length: count }, (_, i) => i * distance)
  for (const [distance, each] of [
    [1, 12],
    [7, 12],
    [farApart, 16]
  ] as const) {
    const made = pagesOf(ids(distance))
    expect(made.pages.byteLength).toBe(count * each)
    expect(made.counts.length).toBeLessThanOrEqual(count / 1024 + 1)
    const pages = new CountingPages()
    new NodeLocations(pages).add(made)
    expect(pages.loads).toBeLessThanOrEqual((count * each) / pageBytes + 2)
  }
})

it("MUST find nodes whose IDs are far apart, and no others", () => {
  const ids = Array.from({ length: 5000 }, (_, i) => (i - 2500) * farApart)
  const locations = new NodeLocations(new Pages())
  locations.add(pagesOf(ids))
  locations.seal()
  expect(lonsOf(locations, ids)).toEqual(ids.map((_, i) => i))
  for (const other of [1, -1, 2 ** 31, -(2 ** 31)]) {
    expect(
      lonsOf(
        locations,
        ids.map((id) => id + other)
      ).every((lon) => lon === undefined)
    ).toBe(true)
  }
})

it("MUST put the nodes of small blocks into one page", () => {
  const pages = new CountingPages()
  const locations = new NodeLocations(pages)
  const ids = Array.from({ length: 3000 }, (_, i) => i * 3)
  ids.forEach((id, i) => locations.add(pagesOf([id], () => i)))
  locations.seal()
  expect(lonsOf(locations, ids)).toEqual(ids.map((_, i) => i))
  expect(pages.loads).toBeLessThanOrEqual((3000 * 12) / pageBytes + 2)
})

it("MUST look into one page for each node, however pages overlapped", () => {
  const locations = new NodeLocations(new Pages())
  locations.add(pagesOf([0, 2 ** 30]))
  for (let id = 1; id <= 3000; id++) locations.add(pagesOf([id * 10]))
  locations.seal()
  const missing = Array.from({ length: 500 }, (_, i) => 2 ** 30 - 1 - i * 1000)
  const turned = vi.spyOn(Column.prototype, "pageOf")
  try {
    expect(lonsOf(locations, missing).every((lon) => lon === undefined)).toBe(true)
    expect(turned.mock.calls.length).toBeLessThanOrEqual(missing.length)
  } finally {
    turned.mockRestore()
  }
})

it.effect("MUST return the last position of each node, if more are out of order than are sorted at a time", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const scratch = yield* openScratch({ source: "test", place: "memory" })
      const count = 70_000
      const order = fc.sample(fc.integer(), { numRuns: count, seed: 7 })
      const shuffled = Array.from(order.keys()).sort((a, b) => order[a]! - order[b]!)
      const locations = new NodeLocations(new Pages(scratch, 64 * pageBytes))
      for (const round of [0, 1]) {
        for (let from = 0; from < count; from += 10_000) {
          const ids = shuffled.slice(from, from + 10_000).map((i) => (i - count / 2) * (i % 5 === 0 ? farApart : 11))
          locations.add(pagesOf(ids, (i) => round * count + shuffled[from + i]!))
        }
      }
      locations.seal()
      const known = Array.from({ length: count }, (_, i) => (i - count / 2) * (i % 5 === 0 ? farApart : 11))
      expect(lonsOf(locations, known)).toEqual(known.map((_, i) => count + i))
      expect(lonsOf(locations, [-1, 1, 2 ** 49])).toEqual([undefined, undefined, undefined])
    })
  )
)

it.effect("MUST refuse nodes that repeat a few IDs by the million, which could not be sorted in parts", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const pages = new Pages(yield* openScratch({ source: "test", place: "memory" }), pageBytes)
      const perPage = 131_072
      const given = {
        count: 33,
        nodes: 33 * perPage,
        each: (_: number, visit: (id: number, lon: number, lat: number) => void) => {
          for (let i = 0; i < perPage; i++) visit(i % 2, 0, 0)
        }
      }
      const sort = () => Array.from(sortNodes(pages, given, () => undefined))
      expect(sort).toThrow("repeated millions of times")
    })
  )
)
