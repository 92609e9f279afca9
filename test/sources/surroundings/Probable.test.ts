import { existsSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { precisionOf, type Prospect, scoreOf, traitsOf } from "../../../sources/surroundings/probable/Probable.ts"
import weights from "../../../sources/surroundings/probable/weights.json" with { type: "json" }
import { Words } from "../../../sources/surroundings/Words.ts"
import { readTown, street, Town } from "../openstreetmap/Town.ts"
import { extracts, readExtract } from "../openstreetmap/OsmFiles.ts"
import { samplesOf } from "../real/HiddenTags.ts"

const suburb: Prospect = {
  street: "quiet",
  isOnOtherLand: false,
  footprint: 120,
  levels: 2,
  homes: 0,
  open: 40,
  others: 0
}

const prospects: fc.Arbitrary<Prospect> = fc.record({
  street: fc.constantFrom("quiet" as const, "main" as const, "pedestrian" as const, "unknown" as const),
  isOnOtherLand: fc.boolean(),
  footprint: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: undefined }),
  levels: fc.option(fc.integer({ min: 1, max: 255 }), { nil: undefined }),
  homes: fc.nat({ max: 300 }),
  open: fc.integer({ min: 1, max: 300 }),
  others: fc.nat({ max: 300 })
})

describe("probable homes", () => {
  it("MUST have a weight for every possible trait of an address, and no other", () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(prospects, (prospect) => {
        for (const trait of traitsOf(prospect)) {
          expect(weights.traits).toHaveProperty([trait])
          met.add(trait)
        }
      }),
      // Every rare trait has to occur: the seed keeps the cases fixed, and their number makes them sufficient.
      { numRuns: 10_000, seed: 1 }
    )
    expect([...met].sort()).toEqual(Object.keys(weights.traits).sort())
  })

  it("MUST count from 95 percent on, and never if land of another use is around", () => {
    for (const { precision } of weights.precision) expect(precision).toBeGreaterThanOrEqual(0.95)
    fc.assert(
      fc.property(prospects, (prospect) => {
        const lowest = weights.precision.at(-1)!.from
        expect(precisionOf(prospect) !== undefined).toBe(scoreOf(prospect) >= lowest)
        expect(scoreOf({ ...prospect, isOnOtherLand: true })).toBeLessThan(
          scoreOf({ ...prospect, isOnOtherLand: false })
        )
      })
    )
    expect(precisionOf(suburb)).toBeGreaterThan(0.98)
    expect(precisionOf({ ...suburb, street: "pedestrian", footprint: 3000, others: 60 })).toBeUndefined()
    expect(precisionOf({ ...suburb, isOnOtherLand: true, footprint: 3000, open: 2 })).toBeUndefined()
  })

  it.effect("MUST apply to houses without evidence, with its precision, and to no business", () =>
    Effect.gen(function* () {
      const town = new Town()
      town.line(
        [
          [0, 0],
          [400, 0]
        ],
        { highway: "residential", name: "Lindenallee" }
      )
      const houses = Array.from({ length: 40 }, (_, i) =>
        town.square((i % 20) * 4, 2 + Math.floor(i / 20) * 4, 1, { building: "yes", ...street(`${i + 1}`) })
      )
      const named = town.square(84, 2, 1, { building: "yes", phone: "+49 721 1", ...street("80") })
      const { byId } = yield* readTown(town)
      const said = byId.get(`way/${houses[5]}`)?.evidence
      expect(said?.kind).toBe("probable")
      expect(said?.detail).toMatch(/^Probably a home: .*estimated precision 9\d percent\.$/)
      expect(byId.get(`way/${named}`)?.evidence).toBeUndefined()
    })
  )

  it.effect("MUST be homes in at least 95 of 100 cases if the tags of real extracts are hidden", () =>
    Effect.gen(function* () {
      if (!existsSync(extracts)) {
        process.stdout.write("Skipped: ../shared/data/osm is not on this machine.\n")
        return
      }
      for (const [name, country] of [
        ["osr-karlsruhe-kirchfeld", "DE"],
        ["osr-miraustr", "DE"],
        ["osr-rome-piazza-vittorio-emanuele", "IT"]
      ] as const) {
        const osm = yield* readExtract(name)
        const samples = yield* samplesOf(osm, country, "kinds")
        const counted = samples.filter(({ prospect }) => precisionOf(prospect) !== undefined)
        const right = counted.filter(({ isHome }) => isHome).length
        expect(counted.length, name).toBeGreaterThan(300)
        expect(right / counted.length, name).toBeGreaterThanOrEqual(0.95)
      }
    })
  )
})

it("MUST store texts as numbers, and their keys once there are too many", () => {
  const words = new Words()
  for (let i = 0; i < 70_000; i++) words.numberOf(`shop=${i}`)
  expect(words.at(words.numberOf("shop=1"))).toBe("shop=1")
  expect(words.at(words.numberOf("shop=69999"))).toBe("shop")
  expect(words.numberOf("shop=69999")).toBeLessThan(65_536)
})
